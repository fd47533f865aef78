import type { SnapshotPage, VisitEnd } from '@libs/sources';
import { WaitingReviews, type IntakeTarget, type PageIntake, type SeenReviews } from '@src/reviews';
import type { PassReader } from './domain/pass-reader';
import type { ObjectRoad } from './object-roads.service';
import { PageWriter } from './page-writer';
import type { ClaimedLink } from './persistence/run-lease.store';
import type { UncountedPages } from './uncounted-pages';

/** The pages of the list, or the pages beside it. */
type PageKind = 'list' | 'aside';

/** What a pass needs from the service. */
export interface PassWork {
  /** Stores the reviews of a page. `pages` is the number of joined pages. */
  take(page: Iterable<PageReview>, kind: PageKind, options: { isEmpty: boolean; pages: number }): Promise<PageIntake>;
  /** Stores the reviews that waited for the end of the pass. */
  takeWaiting(waiting: WaitingReviews, kind: PageKind, seen: SeenReviews): Promise<PageIntake>;
  /** Whether none of these reviews was written since the last pass of the link that ended. */
  isKnownGround(reviewIds: readonly number[]): Promise<boolean>;
  /** Delays a write until a slot is free. */
  inSlot(write: () => Promise<void>): Promise<void>;
}

type PageReview = SnapshotPage['reviews'] extends Iterable<infer Review> ? Review : never;

/**
 * The pass of one link in a visit: it stores the pages and decides when it has read enough. Several links share a visit, and each has
 * a pass of its own.
 */
export class LinkPass {
  private readonly writer: PageWriter;
  private readonly waiting = { list: new WaitingReviews(), aside: new WaitingReviews() };
  private isEmpty: boolean;
  private reachedKnownGround = false;

  constructor(
    readonly claim: ClaimedLink,
    readonly road: ObjectRoad,
    readonly target: IntakeTarget,
    readonly reader: PassReader,
    readonly uncounted: UncountedPages,
    private readonly work: PassWork,
  ) {
    this.isEmpty = target.isEmpty === true;
    this.writer = new PageWriter(
      (page, pages) => this.write(page, pages),
      (write) => work.inSlot(write),
    );
  }

  /** Rejects when a page could not be stored. */
  get failure(): Promise<never> {
    return this.writer.failure;
  }

  /** Accepts a page; resolves when the next one may be read, and for a pass that may stop early, when it is stored. */
  async add(page: SnapshotPage): Promise<void> {
    await this.writer.add(page);
    if (!this.reader.readsAll) await this.writer.flush();
  }

  /** Whether the pass has read enough: it is incremental and has reached known reviews. */
  get isDone(): boolean {
    return !this.reader.readsAll && this.reachedKnownGround;
  }

  /** Resolves when all accepted pages are stored. */
  async flush(): Promise<void> {
    await this.writer.flush();
  }

  /**
   * Stores the reviews that waited for the end of the pass. `end` is that of the visit, null after the pass reached known reviews, and
   * `stopped` if the visit was stopped early.
   */
  async settle(end: VisitEnd | null | 'stopped'): Promise<void> {
    for (const kind of ['list', 'aside'] as const) {
      const waiting = this.waiting[kind];
      if (waiting.count === 0) continue;
      await this.work.inSlot(async () => {
        const intake = await this.work.takeWaiting(waiting, kind, this.seen(end));
        if (kind === 'aside') this.reader.addAside(intake);
        else this.reader.addPage(intake);
      });
    }
  }

  /** How many reviews the pass leaves for the next one, because too many of them waited. */
  get leftOut(): number {
    return this.waiting.list.leftOut + this.waiting.aside.leftOut;
  }

  /** What the pass has seen. A list in the order of dates that was read in part shows nothing about older reviews. */
  private seen(end: VisitEnd | null | 'stopped'): SeenReviews {
    const { seenIds: ids, oldestDate, beganAt: asOf } = this.reader;
    if (end === 'stopped') return { ids, asOf, from: null, isWhole: false };
    const isPart = end === null || (end.coverage === 'window' && this.road.road.order === 'newest_first');
    return { ids, asOf, from: isPart ? oldestDate : null, isWhole: true };
  }

  /** Drops pages that wait; resolves when the running write has ended. */
  async stop(): Promise<void> {
    await this.writer.stop();
  }

  /** The summary of the pass, after the visit ended, or null after the pass reached known reviews. */
  summary(end: VisitEnd | null) {
    return end === null ? this.reader.stopAtKnown() : this.reader.finish(end);
  }

  private async write(page: SnapshotPage, pages: number): Promise<void> {
    const options = { isEmpty: this.isEmpty, pages };
    // Later pages may repeat reviews of the first page.
    this.isEmpty = false;
    if (page.isAside === true) {
      const aside = await this.work.take(this.reader.recordAside(page.reviews), 'aside', options);
      this.waiting.aside.add(page.reviews, aside.waiting);
      this.reader.addAside(aside);
      return;
    }
    const intake = await this.work.take(this.reader.record(page.reviews), 'list', options);
    this.waiting.list.add(page.reviews, intake.waiting);
    this.reachedKnownGround =
      this.reader.addPage(intake, page.object) && (await this.work.isKnownGround(intake.seenIds));
  }
}
