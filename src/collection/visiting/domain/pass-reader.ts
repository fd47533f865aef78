import {
  mayHideReviews,
  sumUnread,
  NOTHING_UNREAD,
  type CollectedReview,
  type PlatformObject,
  type ReviewList,
  type Unread,
  type VisitEnd,
} from '@libs/sources';
import { FieldCounter } from '../../domain/field-counts';
import { isQuiet, stopReasonAtEnd, type PageSummary, type PassSummary, type StopReason } from '../../domain/pass';

/** The result of storing a page. */
export interface StoredPage extends PageSummary {
  readonly seenIds: readonly number[];
  readonly oldestDate: string | null;
  /** Its reviews that are stored at the end of the pass. */
  readonly waiting?: readonly unknown[];
}

/** Accumulates the pages of a pass and decides when it may stop. */
export class PassReader {
  /** The reviews of the list, and those beside it. */
  private readonly listIds = new Set<number>();
  private readonly asideIds = new Set<number>();
  private readonly order = new DateOrder();
  private readonly fields = new FieldCounter();
  private unread = NOTHING_UNREAD;
  private hasLostIdentity = false;
  private isByReviewDate = true;
  private newestDate: string | null = null;
  private oldest: string | null = null;
  private object: PlatformObject | null = null;

  /** `incremental` is null for a pass that reads the whole list. */
  constructor(
    readonly beganAt: Date,
    private readonly incremental: { readonly knownNewest: string | null } | null,
  ) {}

  /**
   * Yields the reviews of a page of the list unchanged, and records their order, their fields and what was not read. Iterate over the
   * result once, before `addPage`.
   */
  *record(page: ReviewList): Generator<CollectedReview, void, void> {
    this.fields.addUnread(page.unread?.review ?? 0);
    for (const review of this.recordAside(page)) {
      this.order.add([orderingDate(review)]);
      this.fields.add(review);
      if (review.listedAt !== undefined) this.isByReviewDate = false;
      yield review;
    }
  }

  /** Yields the reviews of a page beside the list unchanged, and records what was not read. Iterate over the result once. */
  *recordAside(page: ReviewList): Generator<CollectedReview, void, void> {
    this.addUnread(page.unread);
    for (const review of page) {
      if (review.unread !== undefined) this.addUnreadOf(review, review.unread);
      yield review;
    }
  }

  /** Counts what was not read. */
  addUnread(unread: Unread | undefined): void {
    this.unread = sumUnread(this.unread, unread);
  }

  private addUnreadOf({ externalId }: CollectedReview, unread: Unread): void {
    this.addUnread(unread);
    // An id that is made of author, date, text and rating is another one without them.
    this.hasLostIdentity ||= externalId === null && IDENTIFYING_PARTS.some((part) => (unread[part] ?? 0) > 0);
  }

  /**
   * Adds a page. Returns whether an incremental pass may stop after it. The caller also checks that none of the page's reviews was
   * stored since the last finished pass. A pass whose dates do not descend never stops early.
   */
  addPage(page: StoredPage, object: PlatformObject | null = null): boolean {
    for (const id of page.seenIds) this.listIds.add(id);
    this.widenTo(page);
    this.object ??= object;
    const isNews = (page.waiting?.length ?? 0) > 0;
    if (this.incremental === null || !this.order.isDescending || isNews) return false;
    return isQuiet(page, this.incremental.knownNewest);
  }

  /** Adds a page beside the list: its reviews were seen, and say nothing about the order, the number or the end of the list. */
  addAside(page: StoredPage): void {
    for (const id of page.seenIds) this.asideIds.add(id);
  }

  private widenTo({ newestDate, oldestDate }: StoredPage): void {
    if (newestDate !== null && (this.newestDate === null || newestDate > this.newestDate)) this.newestDate = newestDate;
    if (oldestDate !== null && (this.oldest === null || oldestDate < this.oldest)) this.oldest = oldestDate;
  }

  /** The stored ids of all reviews that the pass has seen until now. */
  get seenIds(): readonly number[] {
    return [...new Set([...this.listIds, ...this.asideIds])];
  }

  /** The date of the oldest review of the list that it has seen until now; null if none has a date. */
  get oldestDate(): string | null {
    return this.oldest;
  }

  /** The result of a visit that the adapter ended. */
  finish(end: VisitEnd): PassSummary {
    const unread = sumUnread(this.unread, this.object?.unread);
    return this.summary(stopReasonAtEnd(end, this.listIds.size, this.object?.reviewCount ?? null, unread));
  }

  /** The result of a pass that stopped because it reached known reviews. */
  stopAtKnown(): PassSummary {
    return this.summary('known_reached');
  }

  private summary(stop: StopReason): PassSummary {
    const unread = sumUnread(this.unread, this.object?.unread);
    return {
      beganAt: this.beganAt,
      stop,
      seenIds: this.seenIds,
      read: this.listIds.size,
      newestDate: this.newestDate,
      oldestDate: this.oldestDate,
      object: this.object,
      platformCount: this.object?.reviewCount ?? null,
      datesDescend: this.isByReviewDate && this.order.isDescending,
      fields: this.fields.counts,
      unread,
      mayHide: this.hasLostIdentity || mayHideReviews(unread),
    };
  }
}

const IDENTIFYING_PARTS = ['author', 'date', 'text', 'rating'] as const;

/** The date by which the platform orders a review; null if it is missing or only approximate. */
function orderingDate(review: CollectedReview): string | null {
  if (review.listedAt !== undefined) return review.listedAt;
  return review.datePrecision === 'relative' ? null : review.reviewDate;
}

/** Tolerance for changes of the clock and for platforms that mix time zones. */
const SLACK_MS = 24 * 3_600_000;

/**
 * Checks whether the dates of a list descend over all pages. An incremental pass stops at a quiet page because the reviews after it
 * are older. If a platform ignores the requested order, they may be newer. Skips reviews without a date.
 */
export class DateOrder {
  private lowest = Infinity;
  private hasDescended = true;

  /** Adds the next dates of the list, `YYYY-MM-DDTHH:MM:SS`. */
  add(dates: Iterable<string | null>): void {
    for (const date of dates) {
      const time = date === null ? NaN : Date.parse(`${date}Z`);
      if (Number.isNaN(time)) continue;
      if (time > this.lowest + SLACK_MS) this.hasDescended = false;
      this.lowest = Math.min(this.lowest, time);
    }
  }

  get isDescending(): boolean {
    return this.hasDescended;
  }
}
