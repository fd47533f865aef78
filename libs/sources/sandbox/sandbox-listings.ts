/**
 * The content of the sandbox: listings of all platforms, created on first use and changed by tests and the control interface. The
 * content is kept only in memory, so a new sandbox is empty.
 */
import type { SandboxBehaviour, SandboxListing, SandboxPlatform, SandboxReview } from './sandbox-platform';

/** A new review; all fields are optional. */
export type SandboxReviewInput = Partial<SandboxReview>;
export type SandboxReviewChange = Partial<Omit<SandboxReview, 'id'>>;

/** The ids of new reviews begin above this number. */
const SERIALS_ABOVE = 100_000_001;

export class SandboxListings {
  private readonly byKey = new Map<string, SandboxListing>();
  private readonly platforms: ReadonlyMap<string, SandboxPlatform>;
  private serial = SERIALS_ABOVE;

  constructor(platforms: readonly SandboxPlatform[]) {
    this.platforms = new Map(platforms.map((platform) => [platform.slug, platform]));
  }

  all(): readonly SandboxListing[] {
    return [...this.byKey.values()];
  }

  /** Returns undefined for a listing that was not created; the platform then responds that it does not exist. */
  find(slug: string, key: string): SandboxListing | undefined {
    return this.byKey.get(`${slug} ${key}`);
  }

  /** Returns the listing and creates it if necessary. Throws for an unknown platform. */
  listing(slug: string, key: string): SandboxListing {
    const existing = this.find(slug, key);
    if (existing !== undefined) return existing;
    this.platform(slug);
    const created: SandboxListing = {
      slug,
      key,
      name: `Sandbox ${key}`,
      address: [],
      behaviour: 'normal',
      behaviourFromPage: 1,
      reviews: [],
    };
    this.byKey.set(`${slug} ${key}`, created);
    return created;
  }

  /** Publishes a review. Defaults: a new id, no reply, published now, `updatedAt` equal to `publishedAt`. */
  add(slug: string, key: string, review: SandboxReviewInput): SandboxReview {
    const publishedAt = review.publishedAt ?? new Date();
    const created: SandboxReview = {
      author: 'Sam Sandbox',
      title: null,
      text: 'A review.',
      rating: 1,
      reply: null,
      images: [],
      updatedAt: publishedAt,
      ...review,
      publishedAt,
      id: review.id ?? this.newId(slug),
    };
    this.listing(slug, key).reviews.push(created);
    return created;
  }

  /**
   * Changes a review; throws if it does not exist. A change by the author sets `updatedAt` to now unless the change contains it.
   * A change of only the reply does not set it, as on the real platforms.
   */
  edit(slug: string, key: string, id: string, change: SandboxReviewChange): SandboxReview {
    const isByAuthor = Object.keys(change).some((field) => field !== 'reply');
    return Object.assign(this.review(slug, key, id), isByAuthor ? { updatedAt: new Date() } : {}, change);
  }

  /** Removes a review. Throws if it does not exist. */
  drop(slug: string, key: string, id: string): void {
    const review = this.review(slug, key, id);
    const { reviews } = this.listing(slug, key);
    reviews.splice(reviews.indexOf(review), 1);
  }

  /** Removes a listing; the platform then responds that it does not exist. */
  removeListing(slug: string, key: string): void {
    this.byKey.delete(`${slug} ${key}`);
  }

  behave(slug: string, key: string, behaviour: SandboxBehaviour, fromPage = 1): void {
    Object.assign(this.listing(slug, key), { behaviour, behaviourFromPage: fromPage });
  }

  private review(slug: string, key: string, id: string): SandboxReview {
    const found = this.find(slug, key)?.reviews.find((review) => review.id === id);
    if (found === undefined) throw new Error(`the sandbox has no review ${id} at ${slug} ${key}`);
    return found;
  }

  private newId(slug: string): string {
    this.serial += 1;
    return this.platform(slug).reviewId?.(this.serial) ?? String(this.serial);
  }

  private platform(slug: string): SandboxPlatform {
    const platform = this.platforms.get(slug);
    if (platform === undefined) throw new Error(`the sandbox has no platform ${slug}`);
    return platform;
  }
}
