/**
 * The reply desk of a sandbox platform: who may answer its reviews, with which tokens, how the platform treats what it is
 * given, and a count of everything it ever published. How a call and its answer look stays in the platform's file; what
 * became of it is told here, so that a test can hold the two against each other.
 */
import type { SandboxAnswer, SandboxReview } from './sandbox-review';

/** How calls that write are treated. Those that only read are answered truly, but for `down`. */
export const SANDBOX_REPLY_BEHAVIOURS = [
  'normal',
  'moderate', // taken, and shown only once somebody approves it
  'reject', // the text is refused
  'cut_before', // the call is read, nothing is done, the connection is cut
  'cut_after', // done, then the connection is cut
  'late', // done, and answered after `delayMs`
  'throttled', // 429 with Retry-After: 1, nothing is done
  'unavailable', // 503 with Retry-After: 1, nothing is done
  'error', // 500, nothing is done
  'error_after', // done, then 502
  'garbled', // done, then an answer that nobody can read
  'down', // 503 to everything, readers too
] as const;

export type SandboxReplyBehaviour = (typeof SANDBOX_REPLY_BEHAVIOURS)[number];

/** `foreign`: the credentials are good, the card is somebody else's. */
export const SANDBOX_ACCESS = ['granted', 'revoked', 'foreign'] as const;
export type SandboxAccess = (typeof SANDBOX_ACCESS)[number];

/** One call that the platform took, whether or not its caller heard of it. */
export interface SandboxPublication {
  readonly reviewId: string;
  /** Null where the reply was taken away. */
  readonly text: string | null;
  readonly at: Date;
}

export interface SandboxWaitingReply {
  readonly review: SandboxReview;
  readonly text: string;
  readonly at: Date;
  state: 'pending' | 'rejected';
  reason: string | null;
}

/** What a write does and what the platform says when all is well. */
export interface SandboxWrite {
  readonly review: SandboxReview;
  /** Null takes the reply away. */
  readonly text: string | null;
  /** The platform moderates every reply. */
  readonly moderated?: boolean;
  readonly done: () => SandboxAnswer;
  readonly rejected: () => SandboxAnswer;
}

export const SANDBOX_REJECTION = 'Contains a phone number';
const WRONG = /^wrong/;

export class SandboxReplies {
  /** Everything that was taken, in its order. */
  readonly publications: SandboxPublication[] = [];
  /** Replies that wait for a decision, or were refused by one, by review. */
  readonly waiting = new Map<string, SandboxWaitingReply>();
  access: SandboxAccess = 'granted';
  tokensIssued = 0;
  private behaviour: SandboxReplyBehaviour = 'normal';
  private times = Infinity;
  private delayMs = 60_000;
  private readonly tokens = new Set<string>();

  get current(): SandboxReplyBehaviour {
    return this.behaviour;
  }

  /** From now on, or for the next `times` writes; `delayMs` is that of `late`. */
  behave(behaviour: SandboxReplyBehaviour, options: { readonly times?: number; readonly delayMs?: number } = {}): void {
    this.behaviour = behaviour;
    this.times = options.times ?? Infinity;
    this.delayMs = options.delayMs ?? 60_000;
  }

  /** As on the first day. Tokens stay good. */
  reset(): void {
    this.publications.length = 0;
    this.waiting.clear();
    this.access = 'granted';
    this.tokensIssued = 0;
    this.behave('normal');
  }

  /** How often a review was answered, or answered with this very text. */
  published(reviewId: string, text?: string): number {
    const isMeant = (entry: SandboxPublication): boolean =>
      entry.reviewId === reviewId && entry.text !== null && (text === undefined || entry.text === text);
    return this.publications.filter(isMeant).length;
  }

  /** Shows a reply that waits. Throws where there is none. */
  approve(reviewId: string): void {
    const { review, text, at } = this.waitingFor(reviewId);
    review.reply = { text, at };
    this.waiting.delete(reviewId);
  }

  /** Refuses a reply that waits, with a reason. Throws where there is none. */
  reject(reviewId: string, reason = SANDBOX_REJECTION): void {
    Object.assign(this.waitingFor(reviewId), { state: 'rejected', reason });
  }

  /** A new access token, or null where these secrets get none: access was revoked, or one begins with "wrong". */
  issueToken(secrets: readonly string[]): string | null {
    const isGood = this.access !== 'revoked' && secrets.every((secret) => secret !== '' && !WRONG.test(secret));
    if (!isGood) return null;
    this.tokensIssued += 1;
    const token = `sandbox-token-${this.tokensIssued}-${Math.random().toString(36).slice(2)}`;
    this.tokens.add(token);
    return token;
  }

  /** Every token that was issued so far is good no more. */
  expireTokens(): void {
    this.tokens.clear();
  }

  /** Whether an `Authorization` is that of a token of ours. */
  knows(authorization: string | undefined): boolean {
    const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
    return this.access !== 'revoked' && token !== undefined && this.tokens.has(token);
  }

  /** The answer to every call while the platform is down; null while it is up. */
  get outage(): SandboxAnswer | null {
    return this.behaviour === 'down' ? faulty(503) : null;
  }

  /** Does what the behaviour says. */
  write(call: SandboxWrite): SandboxAnswer {
    const { delayMs } = this;
    const behaviour = this.takeBehaviour();
    switch (behaviour) {
      case 'reject':
        return call.text === null ? this.take(call, false) : call.rejected();
      case 'cut_before':
        return { ...faulty(500), cut: true };
      case 'throttled':
        return { ...faulty(429), headers: { 'retry-after': '1' } };
      case 'unavailable':
      case 'down':
        return { ...faulty(503), headers: { 'retry-after': '1' } };
      case 'error':
        return faulty(500);
      default:
        return this.spoiled(behaviour, this.take(call, behaviour === 'moderate'), delayMs);
    }
  }

  private spoiled(behaviour: SandboxReplyBehaviour, answer: SandboxAnswer, delayMs: number): SandboxAnswer {
    switch (behaviour) {
      case 'cut_after':
        return { ...answer, cut: true };
      case 'late':
        return { ...answer, delayMs };
      case 'error_after':
        return faulty(502);
      case 'garbled':
        return { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' };
      default:
        return answer;
    }
  }

  private take({ review, text, moderated, done }: SandboxWrite, moderate: boolean): SandboxAnswer {
    const at = new Date(Math.floor(Date.now() / 1000) * 1000);
    this.publications.push({ reviewId: review.id, text, at });
    this.waiting.delete(review.id);
    if (text === null) review.reply = null;
    else if (moderate || moderated === true)
      this.waiting.set(review.id, { review, text, at, state: 'pending', reason: null });
    else review.reply = { text, at };
    return done();
  }

  private takeBehaviour(): SandboxReplyBehaviour {
    const behaviour = this.behaviour;
    this.times -= 1;
    if (this.times <= 0) this.behave('normal');
    return behaviour;
  }

  private waitingFor(reviewId: string): SandboxWaitingReply {
    const found = this.waiting.get(reviewId);
    if (found === undefined) throw new Error(`no reply to ${reviewId} waits`);
    return found;
  }
}

const faulty = (status: number): SandboxAnswer => ({
  status,
  headers: { 'content-type': 'text/plain' },
  body: 'The sandbox plays a fault',
});
