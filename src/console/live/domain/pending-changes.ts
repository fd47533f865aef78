import { MAX_IDS, type Change, type LiveEvent, type LiveKind, type Writer } from './live-event';

/** The change numbers of reviews whose events were not sent yet. */
export interface ReviewRange {
  readonly before: number;
  readonly after: number;
}

type IdKind = Exclude<LiveKind, 'reviews.changed'>;

/** Changes of an account that wait to be sent together. Their size is bounded: beyond 100 ids only the kind is kept. */
export class PendingChanges {
  private readonly ids = new Map<IdKind, Set<number> | null>();
  private range: ReviewRange | null = null;
  private writer: Writer | undefined;

  add(change: Change): void {
    if (change.kind === 'reviews.changed') {
      const { before, after } = change;
      this.range =
        this.range === null
          ? { before, after }
          : { before: Math.min(this.range.before, before), after: Math.max(this.range.after, after) };
      return;
    }
    if (change.by !== undefined) this.writer = change.by;
    const known = this.ids.has(change.kind) ? this.ids.get(change.kind) : new Set<number>();
    if (known === null || known === undefined || change.ids === null) return void this.ids.set(change.kind, null);
    for (const id of change.ids) known.add(id);
    this.ids.set(change.kind, known.size > MAX_IDS ? null : known);
  }

  /** Removes the changes and returns their events; `reviews` are the ids of the range, null if there are more than 100. */
  take(reviews: readonly number[] | null): readonly LiveEvent[] {
    const ofReviews = this.range === null ? [] : [eventOf('reviews.changed', reviews)];
    const others = [...this.ids].map(([kind, ids]) =>
      eventOf(kind, ids === null ? null : [...ids], kind === 'reply.writing' ? this.writer : undefined),
    );
    this.ids.clear();
    this.range = null;
    this.writer = undefined;
    return [...ofReviews, ...others];
  }

  get reviewRange(): ReviewRange | null {
    return this.range;
  }
}

function eventOf(kind: LiveKind, ids: readonly number[] | null, by?: Writer): LiveEvent {
  if (ids === null || ids.length === 0) return { event: 'resync', data: { kinds: [kind] } };
  return { event: kind, data: { ids, ...(by === undefined ? {} : { by }) } };
}
