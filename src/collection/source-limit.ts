/** What holds for a source over all workers together. */
export interface SourceLimit {
  readonly sourceId: number;
  /** How many of its links may be collected at the same time. */
  readonly concurrency: number;
  /** Requests of a day that one account may make while others wait. */
  readonly ofAccount: number;
}
