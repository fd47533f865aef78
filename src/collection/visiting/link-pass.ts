import { joinedLists, type SnapshotPage, type Unread, type VisitEnd } from '@libs/sources';
import { WaitingReviews, type SeenReviews } from '@src/reviews';
import type { ReadCounts } from '../domain/pass';
import type { EndedPass } from '../outcomes';
import type { ClaimedLink } from '../persistence/run-lease.store';
import { PassReader } from './domain/pass-reader';
import type { BegunPass, PageKind, PassIntakeService } from './pass-intake.service';
import type { VisitWrites } from './write-limit';

/** Reading pauses while this many reviews wait to be written. */
const MAX_WAITING_REVIEWS = 500;
/**
 * How long a page waits for the next one before it is written. Requests to most platforms are further apart. A killed worker loses
 * at most the pages that it read in this time.
 */
const LINGER_MS = 200;

/**
 * The pass of one link in a visit: it stores the pages in their order and decides when it has read enough. Several
 * links share a visit, and each has a pass of its own.
 *
 * Pages are written one at a time, while the next ones are read. Those that arrive within `LINGER_MS`, or during a
 * write, are written together: the cost of a write hardly depends on its size, and the writes of an account wait for
 * one another.
 */
export class LinkPass {
  readonly claim: ClaimedLink;
  private readonly reader: PassReader;
  private readonly waiting = { list: new WaitingReviews(), aside: new WaitingReviews() };
  private isEmpty: boolean;
  private reachedKnownGround = false;

  /**
   * Pages that wait to be written, and the running write. After a failed write this is its promise, and no later page
   * is written.
   */
  private unwritten: SnapshotPage[] = [];
  private writing: Promise<void> | null = null;
  private hasFailed = false;
  private lingerTimer: NodeJS.Timeout | null = null;

  /** A write waits for a slot of `writes`, until `signal` is aborted. */
  constructor(
    private readonly begun: BegunPass,
    private readonly intake: Pick<PassIntakeService, 'takePage' | 'takeWaiting' | 'isKnownGround'>,
    private readonly writes: VisitWrites,
    private readonly signal: AbortSignal,
  ) {
    this.claim = begun.claim;
    this.isEmpty = begun.targets.list.beganEmpty === true;
    const incremental = begun.readsAll ? null : { knownNewest: begun.claim.knownNewest };
    this.reader = new PassReader(begun.beganAt, incremental);
  }

  /**
   * Accepts a page; resolves when the next one may be read, and for a pass that may stop early, when it is stored.
   * Rejects after a page could not be stored.
   */
  async add(page: SnapshotPage): Promise<void> {
    this.unwritten.push(page);
    this.lingerTimer ??= setTimeout(() => this.startWriting(), LINGER_MS);
    const waitingReviews = this.unwritten.reduce((sum, { reviews }) => sum + reviews.length, 0);
    if (!this.begun.readsAll || this.hasFailed || waitingReviews >= MAX_WAITING_REVIEWS) await this.flush();
  }

  /** Resolves when all accepted pages are stored; rejects with the error of a failed write. */
  async flush(): Promise<void> {
    this.startWriting();
    await this.writing;
  }

  private startWriting(): void {
    if (this.lingerTimer !== null) clearTimeout(this.lingerTimer);
    this.lingerTimer = null;
    if (this.unwritten.length === 0 || this.writing !== null) return;
    this.writing = this.writeAll();
    // `add` and `flush` report the failure.
    this.writing.catch(() => undefined);
  }

  private async writeAll(): Promise<void> {
    try {
      while (this.unwritten.length > 0) await this.inSlot(() => this.writeNext());
      this.writing = null;
    } catch (error) {
      this.hasFailed = true;
      this.unwritten = [];
      throw error;
    }
  }

  /** Writes the pages of one kind that have arrived until a slot was free. */
  private async writeNext(): Promise<void> {
    const [first] = this.unwritten;
    // `stop` may have dropped the pages while this write waited for a slot.
    if (first === undefined) return;
    const other = this.unwritten.findIndex((page) => kindOf(page) !== kindOf(first));
    const pages = this.unwritten.splice(0, other < 0 ? this.unwritten.length : other);
    await this.store(kindOf(first), joined(pages), pages.length);
  }

  private async store(kind: PageKind, { reviews, object }: SnapshotPage, pages: number): Promise<void> {
    const options = { linkIsEmpty: this.isEmpty, pages };
    // Later pages may repeat reviews of the first page.
    this.isEmpty = false;
    const read = kind === 'list' ? this.reader.record(reviews) : this.reader.recordAside(reviews);
    const stored = await this.intake.takePage(this.begun, kind, read, options);
    this.waiting[kind].add(reviews, stored.waiting);
    if (kind === 'aside') this.reader.addAside(stored);
    else
      this.reachedKnownGround =
        this.reader.addPage(stored, object) && (await this.intake.isKnownGround(this.claim, stored.seenIds));
  }

  /** Whether the pass has read enough: it is incremental and has reached known reviews. */
  get isDone(): boolean {
    return !this.begun.readsAll && this.reachedKnownGround;
  }

  /** Counts what the visit could not read besides its pages. */
  addUnread(unread: Unread): void {
    this.reader.addUnread(unread);
  }

  /**
   * Stores the reviews that waited for the end of the pass. `end` is that of the visit, null after the pass reached known reviews, and
   * `stopped` if the visit was stopped early.
   */
  async settle(end: VisitEnd | null | 'stopped'): Promise<void> {
    for (const kind of ['list', 'aside'] as const) {
      const waiting = this.waiting[kind];
      if (waiting.count === 0) continue;
      await this.inSlot(async () => {
        const stored = await this.intake.takeWaiting(this.begun, kind, waiting, this.seen(end));
        if (kind === 'aside') this.reader.addAside(stored);
        else this.reader.addPage(stored);
      });
    }
  }

  /** What the pass has seen. A list in the order of dates that was read in part shows nothing about older reviews. */
  private seen(end: VisitEnd | null | 'stopped'): SeenReviews {
    const { seenIds: ids, oldestDate, beganAt: asOf } = this.reader;
    if (end === 'stopped' || end?.coverage === 'unproven') return { ids, asOf, from: null, isWhole: false };
    const isPart = end === null || (end.coverage === 'window' && this.begun.road.road.order === 'newest_first');
    return { ids, asOf, from: isPart ? oldestDate : null, isWhole: true };
  }

  /** Drops pages that wait; resolves when the running write has ended. */
  async stop(): Promise<void> {
    this.unwritten = [];
    this.startWriting();
    await this.writing?.catch(() => undefined);
  }

  /** What the pass has read and not counted yet. */
  get uncounted(): ReadCounts {
    return this.begun.uncounted.counts;
  }

  /** What its outcome says, after the visit ended, or (null) after the pass reached known reviews. Settle it first. */
  ended(end: VisitEnd | null): Omit<EndedPass, 'leads'> {
    const { claim, road, readsAll, everyMs, targets } = this.begun;
    return {
      claim,
      road,
      readsAll,
      everyMs,
      target: targets.list,
      uncounted: this.uncounted,
      summary: end === null ? this.reader.stopAtKnown() : this.reader.finish(end),
      // Too many reviews waited.
      leftOut: this.waiting.list.leftOut + this.waiting.aside.leftOut,
    };
  }

  private inSlot(write: () => Promise<void>): Promise<void> {
    return this.writes.run(this.claim.accountId, write, this.signal);
  }
}

const kindOf = (page: SnapshotPage): PageKind => (page.isAside === true ? 'aside' : 'list');

function joined(pages: readonly SnapshotPage[]): SnapshotPage {
  const object = pages.find((page) => page.object)?.object;
  const reviews = joinedLists(pages.map((page) => page.reviews));
  return object === undefined ? { reviews } : { reviews, object };
}
