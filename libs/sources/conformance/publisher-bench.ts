/** What the questions to a publisher are asked on: a sandbox with one answered listing, and calls over real HTTP. */
import { GuardedClient } from '@libs/egress';
import { PublishHttpTools } from '../publish-http-tools';
import { PublishError } from '../publish-errors';
import type { Credentials, HeldReply, PublishTools, ReplyPublisher, ReviewAddress } from '../publisher';
import { SandboxServer, type SandboxPlatform, type SandboxReplies, type SandboxReview } from '../sandbox';
import type { PlatformSource } from '../source';

export interface PublisherOptions {
  /** The listing that is answered; a key as the sandbox platform has it. */
  readonly key: string;
  readonly canonicalUrl: string;
  /** What `check` is to find. */
  readonly card: string;
  /** A page that the sandbox does not show to this account. */
  readonly foreignUrl: string;
  readonly credentials: Credentials;
  /** The same, of which one secret is wrong (the sandbox refuses what begins with "wrong"). */
  readonly wrongCredentials: Credentials;
  /** False where every call carries the credentials themselves. */
  readonly usesTokens: boolean;
  /** Whether some replies wait for the platform's decision. */
  readonly moderates: boolean;
  /** The API has ids of its own, and a review is found by its looks: one that is gone looks like one that was changed. */
  readonly foundByLooks?: boolean;
  /** The record that is stored with a review; none where the publisher does not look at it. */
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

export class PublisherBench {
  readonly sandbox: SandboxServer;
  /** What was saved since the last reset, laid over the credentials of later calls. */
  saved: Record<string, string> = {};
  saves = 0;

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

  get replies(): SandboxReplies {
    return this.sandbox.replies(this.slug);
  }

  /** A listing of one review without a reply, and no token that is still good. */
  reset(): SandboxReview {
    const listing = this.sandbox.listing(this.slug, this.options.key);
    listing.name = 'Orchard & Quill';
    listing.reviews.length = 0;
    this.replies.reset();
    this.replies.expireTokens();
    this.sandbox.requests.length = 0;
    this.saved = {};
    this.saves = 0;
    return this.review();
  }

  review(text: string | null = 'The orchard was lovely.'): SandboxReview {
    const { ratings } = this.platform.demo;
    const publishedAt = new Date('2026-06-15T12:00:00Z');
    return this.sandbox.add(this.slug, this.options.key, { text, rating: ratings[0] ?? null, publishedAt });
  }

  addressOf(review: SandboxReview, change: Partial<ReviewAddress> = {}): ReviewAddress {
    return {
      externalId: review.id,
      objectUrl: this.options.canonicalUrl,
      card: this.options.card,
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
      credentials: { ...(change.credentials ?? this.options.credentials), ...this.saved },
      saveCredentials: (changed) => {
        this.saves += 1;
        Object.assign(this.saved, changed);
        return Promise.resolve();
      },
      signal,
      now: new Date(),
    };
  }

  readBack(review: SandboxReview): Promise<HeldReply> {
    return this.publisher.readBack(this.addressOf(review), this.tools());
  }

  publish(review: SandboxReview, text = TEXT, change: ToolChanges = {}): Promise<unknown> {
    return this.publisher.publish(this.addressOf(review), text, this.tools(change));
  }
}

/** The failure of a call; fails itself where there is none, or one that is no `PublishError`. */
export async function publishFailureOf(call: Promise<unknown>): Promise<PublishError> {
  const outcome = await call.then(
    (value) => new Error(`no failure: ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
  if (outcome instanceof PublishError) return outcome;
  throw outcome;
}
