/** The reviews of a feed at one moment: their ids in the order of the feed, and how many there are in all. */
export interface FeedSnapshot {
  readonly ids: readonly number[];
  readonly total: number;
}
