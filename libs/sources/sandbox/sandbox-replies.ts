/**
 * The replies of a sandbox platform: access and tokens, the behaviour of write requests, and a record of all publications. The
 * platform's file contains the formats of requests and responses. Tests compare the responses with the record.
 */
import type { SandboxResponse, SandboxReview } from './sandbox-review';

/** Behaviours of write requests. Read requests always succeed, except with `down`. */
export const SANDBOX_REPLY_BEHAVIOURS = [
  'normal',
  'moderate', // stored, and public after approval
  'reject', // the text is refused
  'cut_before', // not stored, connection closed without a response
  'cut_after', // stored, connection closed without a response
  'late', // stored, response after `delayMs`
  'throttled', // 429 with Retry-After: 1, not stored
  'unavailable', // 503 with Retry-After: 1, not stored
  'error', // 500, not stored
  'error_after', // stored, then 502
  'garbled', // stored, then an unreadable response
  'down', // 503 for all requests, including read requests
] as const;

export type SandboxReplyBehaviour = (typeof SANDBOX_REPLY_BEHAVIOURS)[number];

/** `foreign`: the credentials are valid, but have no access to the card. */
export const SANDBOX_ACCESS = ['granted', 'revoked', 'foreign'] as const;
export type SandboxAccess = (typeof SANDBOX_ACCESS)[number];

/** A write that the platform stored, whether or not the caller got a response. */
export interface SandboxPublication {
  readonly reviewId: string;
  /** Null for a deletion. */
  readonly text: string | null;
  readonly at: Date;
}

export interface SandboxPendingReply {
  readonly review: SandboxReview;
  readonly text: string;
  readonly at: Date;
  state: 'pending' | 'rejected';
  reason: string | null;
}

/** A write and its responses. */
export interface SandboxWrite {
  readonly review: SandboxReview;
  /** Null deletes the reply. */
  readonly text: string | null;
  /** The platform moderates every reply. */
  readonly moderated?: boolean;
  readonly successResponse: () => SandboxResponse;
  readonly rejectionResponse: () => SandboxResponse;
}

export const SANDBOX_REJECTION = 'Contains a phone number';
const WRONG = /^wrong/;

export class SandboxReplies {
  /** All stored writes, in order. */
  readonly publications: SandboxPublication[] = [];
  /** Replies that are in moderation or were rejected, by the id of the review. */
  readonly pending = new Map<string, SandboxPendingReply>();
  access: SandboxAccess = 'granted';
  tokensIssued = 0;
  private behaviour: SandboxReplyBehaviour = 'normal';
  private times = Infinity;
  private delayMs = 60_000;
  private readonly tokens = new Set<string>();

  get currentBehaviour(): SandboxReplyBehaviour {
    return this.behaviour;
  }

  /** Sets the behaviour, permanently or for the next `times` writes; only `late` uses `delayMs`. */
  behave(behaviour: SandboxReplyBehaviour, options: { readonly times?: number; readonly delayMs?: number } = {}): void {
    this.behaviour = behaviour;
    this.times = options.times ?? Infinity;
    this.delayMs = options.delayMs ?? 60_000;
  }

  /** Resets everything except tokens. */
  reset(): void {
    this.publications.length = 0;
    this.pending.clear();
    this.access = 'granted';
    this.tokensIssued = 0;
    this.behave('normal');
  }

  /** Returns the number of published replies to a review, or of published replies with this text. */
  published(reviewId: string, text?: string): number {
    const matches = (entry: SandboxPublication): boolean =>
      entry.reviewId === reviewId && entry.text !== null && (text === undefined || entry.text === text);
    return this.publications.filter(matches).length;
  }

  /** Approves a pending reply. Throws if there is none. */
  approve(reviewId: string): void {
    const { review, text, at } = this.pendingReply(reviewId);
    review.reply = { text, at };
    this.pending.delete(reviewId);
  }

  /** Rejects a pending reply with a reason. Throws if there is none. */
  reject(reviewId: string, reason = SANDBOX_REJECTION): void {
    Object.assign(this.pendingReply(reviewId), { state: 'rejected', reason });
  }

  /** Issues an access token; null if access is revoked or a secret is empty or begins with "wrong". */
  issueToken(secrets: readonly string[]): string | null {
    const isValid = this.access !== 'revoked' && secrets.every((secret) => secret !== '' && !WRONG.test(secret));
    if (!isValid) return null;
    this.tokensIssued += 1;
    const token = `sandbox-token-${this.tokensIssued}-${Math.random().toString(36).slice(2)}`;
    this.tokens.add(token);
    return token;
  }

  /** Invalidates all tokens. */
  expireTokens(): void {
    this.tokens.clear();
  }

  /** Whether an `Authorization` header has a valid token. */
  acceptsToken(authorization: string | undefined): boolean {
    const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
    return this.access !== 'revoked' && token !== undefined && this.tokens.has(token);
  }

  /** Whether a key that clients send with every request is accepted: it is neither empty nor begins with "wrong". */
  acceptsKey(key: string | null | undefined): boolean {
    return this.access !== 'revoked' && Boolean(key) && !WRONG.test(key ?? '');
  }

  /** The response to every request while the platform is down; otherwise null. */
  get outage(): SandboxResponse | null {
    return this.behaviour === 'down' ? failure(503) : null;
  }

  /** Performs a write according to the current behaviour. */
  write(call: SandboxWrite): SandboxResponse {
    const { delayMs } = this;
    const behaviour = this.nextBehaviour();
    switch (behaviour) {
      case 'reject':
        return call.text === null ? this.store(call, false) : call.rejectionResponse();
      case 'cut_before':
        return { ...failure(500), closesConnection: true };
      case 'throttled':
        return { ...failure(429), headers: { 'retry-after': '1' } };
      case 'unavailable':
      case 'down':
        return { ...failure(503), headers: { 'retry-after': '1' } };
      case 'error':
        return failure(500);
      default:
        return this.withFailure(behaviour, this.store(call, behaviour === 'moderate'), delayMs);
    }
  }

  private withFailure(behaviour: SandboxReplyBehaviour, response: SandboxResponse, delayMs: number): SandboxResponse {
    switch (behaviour) {
      case 'cut_after':
        return { ...response, closesConnection: true };
      case 'late':
        return { ...response, delayMs };
      case 'error_after':
        return failure(502);
      case 'garbled':
        return { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' };
      default:
        return response;
    }
  }

  private store({ review, text, moderated, successResponse }: SandboxWrite, moderate: boolean): SandboxResponse {
    const at = new Date(Math.floor(Date.now() / 1000) * 1000);
    this.publications.push({ reviewId: review.id, text, at });
    this.pending.delete(review.id);
    if (text === null) review.reply = null;
    else if (moderate || moderated === true)
      this.pending.set(review.id, { review, text, at, state: 'pending', reason: null });
    else review.reply = { text, at };
    return successResponse();
  }

  private nextBehaviour(): SandboxReplyBehaviour {
    const behaviour = this.behaviour;
    this.times -= 1;
    if (this.times <= 0) this.behave('normal');
    return behaviour;
  }

  private pendingReply(reviewId: string): SandboxPendingReply {
    const found = this.pending.get(reviewId);
    if (found === undefined) throw new Error(`there is no pending reply to ${reviewId}`);
    return found;
  }
}

const failure = (status: number): SandboxResponse => ({
  status,
  headers: { 'content-type': 'text/plain' },
  body: 'Simulated failure of the sandbox',
});
