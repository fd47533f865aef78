import type { SnapshotPage, VisitEnd } from '@libs/sources';
import type { IntakeTarget, PageIntake } from '@src/reviews';
import type { PassReader } from './domain/pass-reader';
import type { ObjectRoad } from './object-roads.service';
import { PageWriter } from './page-writer';
import type { ClaimedLink } from './persistence/run-lease.store';
import type { UncountedPages } from './uncounted-pages';

/** What a pass needs from the service. */
export interface PassWork {
  /** Stores the reviews of a page, as those of the list or of the pages beside it. `pages` is the number of joined pages. */
  take(
    page: Iterable<PageReview>,
    kind: 'list' | 'aside',
    options: { isEmpty: boolean; pages: number },
  ): Promise<PageIntake>;
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
      this.reader.addAside(await this.work.take(page.reviews, 'aside', options));
      return;
    }
    const intake = await this.work.take(this.reader.recordOrder(page.reviews), 'list', options);
    this.reachedKnownGround =
      this.reader.addPage(intake, page.object) && (await this.work.isKnownGround(intake.seenIds));
  }
}
