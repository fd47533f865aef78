/** Fixture of the publisher suite: a sandbox with one listing, and calls over real HTTP. */
import { GuardedClient } from '@libs/egress';
import type { SourceConnecting } from '../connecting';
import { PublishHttpTools } from '../publish-http-tools';
import { PublishError } from '../publish-errors';
import type { Credentials, ReplyOnPlatform, PublishTools, ReplyPublisher, ReviewAddress } from '../publisher';
import { SandboxServer, type SandboxPlatform, type SandboxReplies, type SandboxReview } from '../sandbox';
import type { PlatformSource } from '../source';

export interface PublisherOptions {
  /** Key of the listing in the sandbox platform. */
  readonly key: string;
  readonly canonicalUrl: string;
  /** The card that `check` must return. */
  readonly card: string;
  /** The page of an object to which the credentials give no access. */
  readonly foreignUrl: string;
  readonly credentials: Credentials;
  /** Credentials with one wrong secret (the sandbox refuses secrets that begin with "wrong"). */
  readonly wrongCredentials: Credentials;
  /** False if calls contain the credentials instead of an access token. */
  readonly usesTokens: boolean;
  /** Whether the platform moderates some replies. */
  readonly moderates: boolean;
  /** The API has its own ids, so a review is found by its content. A deleted and a changed review then have the same error. */
  readonly foundByContent?: boolean;
  /** The id of a review in the API, if the API has ids of its own and a visit has read the review. */
  readonly idOnOwnerRoadOf?: (review: SandboxReview) => string;
  /** The API finds recent reviews only, so a review that it does not find may still exist. */
  readonly findsRecentOnly?: boolean;
  /** The stored record of a review; absent if the publisher does not use it. */
  readonly raw?: (review: SandboxReview) => Readonly<Record<string, unknown>>;
}

export const TEXT = 'Thank you for the kind words, Zoë.\n\nSee you soon 👋';

export interface ToolChanges {
  readonly credentials?: Credentials;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly origin?: string;
  readonly beforeWrite?: () => void;
}

export class PublisherFixture {
  readonly sandbox: SandboxServer;
  /** Credentials that were saved since the last reset; later calls use them. */
  savedCredentials: Record<string, string> = {};
  saveCount = 0;

  constructor(
    readonly source: PlatformSource,
    readonly platform: SandboxPlatform,
    readonly options: PublisherOptions,
  ) {
    this.sandbox = new SandboxServer([platform]);
  }

  get slug(): string {
    return this.platform.slug;
  }

  get publisher(): ReplyPublisher {
    if (this.source.publisher === undefined) throw new Error(`${this.slug} has no publisher`);
    return this.source.publisher;
  }

  get connecting(): SourceConnecting {
    if (this.source.connecting === undefined) throw new Error(`${this.slug} has no connections`);
    return this.source.connecting;
  }

  get replies(): SandboxReplies {
    return this.sandbox.replies(this.slug);
  }

  /** Resets to a listing of one review without a reply, and expires all tokens. */
  reset(): SandboxReview {
    const listing = this.sandbox.listing(this.slug, this.options.key);
    listing.name = 'Orchard & Quill';
    listing.reviews.length = 0;
    this.replies.reset();
    this.replies.expireTokens();
    this.sandbox.requests.length = 0;
    this.savedCredentials = {};
    this.saveCount = 0;
    return this.addReview();
  }

  addReview(text: string | null = 'The orchard was lovely.'): SandboxReview {
    const { ratings } = this.platform.demo;
    const publishedAt = new Date('2026-06-15T12:00:00Z');
    return this.sandbox.add(this.slug, this.options.key, { text, rating: ratings[0] ?? null, publishedAt });
  }

  addressOf(review: SandboxReview, change: Partial<ReviewAddress> = {}): ReviewAddress {
    return {
      externalId: review.id,
      objectUrl: this.options.canonicalUrl,
      card: this.options.card,
      idOnOwnerRoad: this.options.idOnOwnerRoadOf?.(review) ?? null,
      raw: this.options.raw?.(review) ?? {},
      hasText: review.text !== null,
      ...change,
    };
  }

  tools(change: ToolChanges = {}): PublishTools {
    const origin = change.origin ?? this.sandbox.origin;
    const signal = change.signal ?? new AbortController().signal;
    const http = new PublishHttpTools({
      client: new GuardedClient({ exemptOrigins: [origin] }),
      source: this.source,
      origin,
      permit: () => Promise.resolve(),
      beforeWrite: change.beforeWrite ?? (() => undefined),
      signal,
      version: 'conformance',
      timeoutMs: change.timeoutMs ?? 5_000,
    });
    return {
      http,
      credentials: { ...(change.credentials ?? this.options.credentials), ...this.savedCredentials },
      saveCredentials: (changed) => {
        this.saveCount += 1;
        Object.assign(this.savedCredentials, changed);
        return Promise.resolve();
      },
      signal,
      now: new Date(),
    };
  }

  readBack(review: SandboxReview): Promise<ReplyOnPlatform> {
    return this.publisher.readBack(this.addressOf(review), this.tools());
  }

  publish(review: SandboxReview, text = TEXT, change: ToolChanges = {}): Promise<unknown> {
    return this.publisher.publish(this.addressOf(review), text, this.tools(change));
  }
}

/** Returns the `PublishError` of a call; throws if the call succeeds or fails with another error. */
export async function publishFailureOf(call: Promise<unknown>): Promise<PublishError> {
  const outcome = await call.then(
    (value) => new Error(`no failure: ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
  if (outcome instanceof PublishError) return outcome;
  throw outcome;
}
