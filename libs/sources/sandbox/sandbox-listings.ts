/**
 * The content of the sandbox: listings of all platforms, made by the first word about them, changed by tests and people.
 * Kept in memory only; a sandbox that starts anew is empty.
 */
import type { SandboxBehaviour, SandboxListing, SandboxPlatform, SandboxReview } from './sandbox-platform';

/** What may be left out of a new review. */
export type SandboxReviewInput = Partial<SandboxReview>;
export type SandboxReviewChange = Partial<Omit<SandboxReview, 'id'>>;

const FIRST_SERIAL = 100_000_001;

export class SandboxListings {
  private readonly byKey = new Map<string, SandboxListing>();
  private readonly platforms: ReadonlyMap<string, SandboxPlatform>;
  private serial = FIRST_SERIAL;

  constructor(platforms: readonly SandboxPlatform[]) {
    this.platforms = new Map(platforms.map((platform) => [platform.slug, platform]));
  }

  all(): readonly SandboxListing[] {
    return [...this.byKey.values()];
  }

  /** Undefined where nobody made that listing: the platform answers that it does not exist. */
  find(slug: string, key: string): SandboxListing | undefined {
    return this.byKey.get(`${slug} ${key}`);
  }

  /** The listing, made if need be. Throws for a platform that the sandbox does not have. */
  listing(slug: string, key: string): SandboxListing {
    const known = this.find(slug, key);
    if (known !== undefined) return known;
    this.platform(slug);
    const made: SandboxListing = {
      slug,
      key,
      name: `Sandbox ${key}`,
      behaviour: 'normal',
      behaviourFromPage: 1,
      reviews: [],
    };
    this.byKey.set(`${slug} ${key}`, made);
    return made;
  }

  /** Publishes a review; what is left out is filled: a new id, no reply, published now, updated when published. */
  add(slug: string, key: string, review: SandboxReviewInput): SandboxReview {
    const publishedAt = review.publishedAt ?? new Date();
    const made: SandboxReview = {
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
    this.listing(slug, key).reviews.push(made);
    return made;
  }

  /**
   * Throws where the listing has no such review. What the author changes counts as updated now unless the change says
   * when; a reply alone does not touch the author's date, as on the real platforms.
   */
  edit(slug: string, key: string, id: string, change: SandboxReviewChange): SandboxReview {
    const byAuthor = Object.keys(change).some((field) => field !== 'reply');
    return Object.assign(this.review(slug, key, id), byAuthor ? { updatedAt: new Date() } : {}, change);
  }

  /** Takes a review off the platform, as its author or the platform does. Throws where there is none. */
  drop(slug: string, key: string, id: string): void {
    const { reviews } = this.listing(slug, key);
    reviews.splice(reviews.indexOf(this.review(slug, key, id)), 1);
  }

  /** Takes the whole listing off the platform: from now on it is an object that never was. */
  forget(slug: string, key: string): void {
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
