/** Compares a page with the stored reviews of a link, and decides which reviews are written. */
import type { CollectedReview } from '@libs/sources';
import { replyToStore } from './domain/own-reply';
import { contentOf, factsOfChange, mergeContent, type ReviewFact } from './domain/review-content';
import { scrubRaw, type RawPrivacy } from './domain/scrub-raw';
import type { LoopShare } from './loop-share';
import { contentHash, externalIdOf } from './persistence/review-identity';
import { newReview, type NewReview } from './persistence/review-copy';
import type { SeenReview } from './persistence/review-intake.store';
import type { PreparedReview, RewrittenReview, StoredReview } from './persistence/review-row';

/** A review of a page, and the form in which it would be stored. */
export interface Incoming {
  readonly collected: CollectedReview;
  readonly prepared: PreparedReview;
}

/** The stored reviews to write, and the facts of the rewritten ones. */
export interface PageDecision {
  readonly rewritten: readonly RewrittenReview[];
  readonly seen: readonly SeenReview[];
  readonly facts: ReadonlyMap<number, readonly ReviewFact[]>;
}

/**
 * Reads at most `limit` further reviews of a page. `read` is their number; it is less than `limit` at the end of the page. `fresh`
 * contains, by external id, the reviews whose id is not in `readIds`. Adds their ids to `readIds`.
 */
export async function readDistinct(
  page: Iterator<CollectedReview>,
  limit: number,
  readIds: Set<string>,
  loop: LoopShare,
): Promise<{ readonly read: number; readonly fresh: ReadonlyMap<string, Incoming> }> {
  const fresh = new Map<string, Incoming>();
  for (let read = 0; read < limit; read += 1) {
    const next = page.next();
    if (next.done === true) return { read, fresh };
    const collected = next.value;
    const content = contentOf(collected);
    const externalId = externalIdOf(collected, content);
    if (!readIds.has(externalId)) {
      readIds.add(externalId);
      const prepared = { externalId, content, hash: contentHash(content), raw: {} };
      fresh.set(externalId, { collected, prepared });
    }
    if (loop.isUsedUp) await loop.yieldLoop();
  }
  return { read: limit, fresh };
}

/** Prepares new reviews for COPY. Raw records are scrubbed only here, because most reviews of a pass are not written. */
export async function newReviews(
  fresh: readonly Incoming[],
  privacy: RawPrivacy,
  loop: LoopShare,
): Promise<readonly NewReview[]> {
  const reviews: NewReview[] = [];
  for (const review of fresh) {
    reviews.push(newReview(withScrubbedRaw(review, privacy)));
    if (loop.isUsedUp) await loop.yieldLoop();
  }
  return reviews;
}

/**
 * Decides which stored reviews are written: those that differ from the page, were missed or deleted, or have a reply that the service
 * changed.
 */
export async function decide(
  stored: readonly StoredReview[],
  page: ReadonlyMap<string, Incoming>,
  privacy: RawPrivacy,
  loop: LoopShare,
): Promise<PageDecision> {
  const rewritten: RewrittenReview[] = [];
  const seen: SeenReview[] = [];
  const facts = new Map<number, readonly ReviewFact[]>();
  for (const before of stored) {
    const incoming = page.get(before.externalId);
    if (!incoming) continue;
    const { id, version } = before;
    const usesReply = usesCollectedReply(before, incoming);
    const awaitsOwnReply = before.ownReplyAgeMs !== null && !usesReply;
    const content = mergeContent(before.content, incoming.prepared.content, { replyKnown: usesReply });
    const hash = contentHash(content);
    if (hash !== before.hash || before.isDeleted) {
      rewritten.push({ ...withScrubbedRaw(incoming, privacy), content, hash, id, version, awaitsOwnReply });
      facts.set(id, factsOfChange(before, content, hash !== before.hash));
    } else if (before.isMissed || (before.ownReplyAgeMs !== null && !awaitsOwnReply)) {
      seen.push({ id, version, showsOwnReply: !awaitsOwnReply });
    }
    if (loop.isUsedUp) await loop.yieldLoop();
  }
  return { rewritten, seen, facts };
}

function withScrubbedRaw({ collected, prepared }: Incoming, privacy: RawPrivacy): PreparedReview {
  return { ...prepared, raw: scrubRaw(collected.raw, collected.author, privacy) };
}

/** Whether the page's reply is stored: the visit reads replies, and the page is not older than a change of the reply by the service. */
function usesCollectedReply(before: StoredReview, { collected, prepared }: Incoming): boolean {
  if (collected.replyKnown === false) return false;
  const { ownReplyAgeMs, content } = before;
  const replies = { ownReplyAgeMs, stored: content.replyText, collected: prepared.content.replyText };
  return replyToStore(replies) === 'collected';
}
