/**
 * The state of the platforms' pages: their reviews with text, rating and reply, and the history of each review. Pure: no server
 * and no clock. After enough passes the service must have this state.
 */
export const SLUGS = ['google', 'steam', 'app-store', '2gis'] as const;
export type Slug = (typeof SLUGS)[number];

/** Whether the platform's own order moves changed reviews to the front, so that incremental passes find them. */
export const SHOWS_EDITS_FIRST: Readonly<Record<Slug, boolean>> = {
  google: true,
  steam: true,
  'app-store': false,
  '2gis': false,
};

export interface Change {
  readonly at: number;
  readonly what: 'published' | 'edited' | 'answered' | 'reply removed' | 'removed' | 'restored';
  readonly text?: string | null;
  /** Whether the platform's owner answered by hand, or the service did. */
  readonly by?: 'hand' | 'service';
}

export interface ReviewTruth {
  readonly page: PageTruth;
  readonly id: string;
  /** All of its texts, oldest first. */
  readonly texts: string[];
  rating: number;
  reply: string | null;
  isVisible: boolean;
  /** Whether only the service changes its reply. Such a review is not removed. */
  isAnsweredByService: boolean;
  readonly history: Change[];
}

export class PageTruth {
  readonly reviews = new Map<string, ReviewTruth>();
  /**
   * Removals that may not be collected yet. The service marks no deletions if too many reviews are missing at once (contract
   * contract §10.3).
   */
  recentRemovals = 0;
  /** Whether an actor is changing its behavior. */
  isBusy = false;

  constructor(
    readonly slug: Slug,
    readonly key: string,
    /** Whether it gets no new reviews, so that collections find only edits. */
    readonly hasNoNewReviews: boolean,
    /** The only account that answers its reviews; null if no account does. */
    readonly answeredBy: number | null,
  ) {}

  get name(): string {
    return `${this.slug} ${this.key}`;
  }

  /** Visible reviews. */
  get visibleReviews(): readonly ReviewTruth[] {
    return [...this.reviews.values()].filter((review) => review.isVisible);
  }
}

export class PlatformModel {
  readonly pages: PageTruth[] = [];

  addPage(slug: Slug, key: string, more: { hasNoNewReviews?: boolean; answeredBy?: number | null } = {}): PageTruth {
    const page = new PageTruth(slug, key, more.hasNoNewReviews ?? false, more.answeredBy ?? null);
    this.pages.push(page);
    return page;
  }

  publish(page: PageTruth, id: string, content: { text: string; rating: number }, at: number): ReviewTruth {
    const review: ReviewTruth = {
      page,
      id,
      texts: [content.text],
      rating: content.rating,
      reply: null,
      isVisible: true,
      isAnsweredByService: false,
      history: [{ at, what: 'published', text: content.text }],
    };
    page.reviews.set(id, review);
    return review;
  }

  edit(review: ReviewTruth, content: { text: string; rating: number }, at: number): void {
    review.texts.push(content.text);
    review.rating = content.rating;
    review.history.push({ at, what: 'edited', text: content.text });
  }

  answer(review: ReviewTruth, text: string | null, by: 'hand' | 'service', at: number): void {
    review.reply = text;
    review.history.push({ at, what: text === null ? 'reply removed' : 'answered', text, by });
  }

  remove(review: ReviewTruth, at: number): void {
    review.isVisible = false;
    review.page.recentRemovals += 1;
    review.history.push({ at, what: 'removed' });
  }

  restore(review: ReviewTruth, at: number): void {
    review.isVisible = true;
    review.history.push({ at, what: 'restored' });
  }

  /** Undefined if the platforms never had the review. */
  find(slug: string, key: string, id: string): ReviewTruth | undefined {
    return this.pages.find((page) => page.slug === slug && page.key === key)?.reviews.get(id);
  }
}

export const textOf = (review: ReviewTruth): string => review.texts.at(-1) ?? '';

/** The star rating in hundredths; null for Steam, which has none. */
export const hundredthsOf = (review: ReviewTruth): number | null =>
  review.page.slug === 'steam' ? null : review.rating * 100;

/** One line per change, for people. */
export function historyOf(review: ReviewTruth): readonly string[] {
  return review.history.map(({ at, what, text, by }) => {
    const content = text === undefined ? '' : ` ${JSON.stringify(text)}`;
    return `${new Date(at).toISOString()} ${review.page.name} ${review.id} ${what}${by ? ` by ${by}` : ''}${content}`;
  });
}
