import { EventLog } from './domain/event-log';
import { LIVE_KINDS, type Change, type LiveEvent } from './domain/live-event';
import { PendingChanges, type ReviewRange } from './domain/pending-changes';
import type { LiveStream } from './live-stream';

const COALESCED_MS = 500;

/** What a feed needs of its surroundings. */
export interface FeedTools {
  /** Unique for this process. */
  readonly process: string;
  /** The ids of the reviews in a range of change numbers; null if there are too many. Must not throw. */
  readonly reviewsIn: (range: ReviewRange) => Promise<readonly number[] | null>;
}

/** The changes of one account, sent to its streams at most every half second. */
export class AccountFeed {
  readonly streams = new Set<LiveStream>();
  /** When the last stream ended. */
  emptySince: number | null = null;
  /** When this process began to watch an account that none watched; long ago if another process did. */
  watchedAt = Number.NEGATIVE_INFINITY;
  private readonly log: EventLog;
  private readonly pending = new PendingChanges();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly tools: FeedTools) {
    this.log = new EventLog(tools.process, () => performance.now());
  }

  /** Begins a stream: with what it missed since an event, or with a `resync` if that is not known. */
  join(stream: LiveStream, lastEventId: string | null): void {
    const missed = lastEventId === null ? [] : this.log.after(lastEventId);
    stream.begin(missed === null || missed.length === 0 ? this.log.newest : (lastEventId as string));
    for (const text of missed ?? []) stream.send(text);
    if (missed === null) stream.resync();
    this.streams.add(stream);
    this.emptySince = null;
  }

  leave(stream: LiveStream): void {
    this.streams.delete(stream);
    if (this.streams.size === 0) this.emptySince = performance.now();
  }

  add(change: Change): void {
    this.pending.add(change);
    this.timer ??= setTimeout(() => void this.flush(), COALESCED_MS);
  }

  /** Sends at once that everything may have changed. */
  resync(): void {
    this.send({ event: 'resync', data: { kinds: LIVE_KINDS } });
  }

  stop(): void {
    clearTimeout(this.timer);
    for (const stream of this.streams) stream.end();
    this.streams.clear();
  }

  private async flush(): Promise<void> {
    this.timer = undefined;
    const range = this.pending.reviewRange;
    const reviews = range === null ? null : await this.tools.reviewsIn(range);
    // More may have arrived during the query: a wider range has its own query later.
    const now = this.pending.reviewRange;
    const isWider = range !== null && now !== null && (now.before < range.before || now.after > range.after);
    for (const event of this.pending.take(isWider ? null : reviews)) this.send(event);
  }

  private send(event: LiveEvent): void {
    const text = this.log.add(event);
    for (const stream of this.streams) stream.send(text);
  }
}
