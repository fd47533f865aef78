/** Compares a page with the stored reviews of a link, and decides what is written. */
import type { CollectedReview } from '@libs/sources';
import { judgeSighting } from './domain/own-reply';
import { contentOf, factsOfChange, mergeContent, type ReviewFact } from './domain/review-content';
import { scrubRaw, type RawPrivacy } from './domain/scrub-raw';
import type { LoopShare } from './loop-share';
import { contentHash, externalIdOf } from './persistence/review-identity';
import { newReview, type NewReview } from './persistence/review-copy';
import type { SeenReview } from './persistence/review-intake.store';
import type { PreparedReview, RewrittenReview, StoredReview } from './persistence/review-row';

/** A review as a page showed it. */
export interface Incoming {
  readonly collected: CollectedReview;
  readonly prepared: PreparedReview;
}

/** The stored reviews to be written, and the facts of each that is rewritten. */
export interface PageDecision {
  readonly rewritten: readonly RewrittenReview[];
  readonly seen: readonly SeenReview[];
  readonly facts: ReadonlyMap<number, readonly ReviewFact[]>;
}

/**
 * Reads the next reviews of a page, at most `limit`. `read` is how many were read: fewer than `limit` at the end of the page. `fresh` has
 * those that are not in `taken`, each once, by external id; they are added to `taken`.
 */
export async function onceEach(
  shown: Iterator<CollectedReview>,
  limit: number,
  taken: Set<string>,
  loop: LoopShare,
): Promise<{ readonly read: number; readonly fresh: ReadonlyMap<string, Incoming> }> {
  const fresh = new Map<string, Incoming>();
  for (let read = 0; read < limit; read += 1) {
    const next = shown.next();
    if (next.done === true) return { read, fresh };
    const collected = next.value;
    const content = contentOf(collected);
    const externalId = externalIdOf(collected, content);
    if (!taken.has(externalId)) {
      taken.add(externalId);
      const prepared = { externalId, content, hash: contentHash(content), raw: {} };
      fresh.set(externalId, { collected, prepared });
    }
    if (loop.isUsedUp) await loop.giveFree();
  }
  return { read: limit, fresh };
}

/** New reviews ready to be sent. Raw records are scrubbed here because most reviews of a pass are not written. */
export async function newReviews(
  fresh: readonly Incoming[],
  privacy: RawPrivacy,
  loop: LoopShare,
): Promise<readonly NewReview[]> {
  const reviews: NewReview[] = [];
  for (const one of fresh) {
    reviews.push(newReview(withScrubbedRaw(one, privacy)));
    if (loop.isUsedUp) await loop.giveFree();
  }
  return reviews;
}

/** Decides which stored reviews are written: those that differ from the page, were missed or deleted, or await our reply. */
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
    const one = page.get(before.externalId);
    if (!one) continue;
    const { id, version } = before;
    const replyCounts = takesReply(before, one);
    const awaitsOwnReply = before.ownReplyAgeMs !== null && !replyCounts;
    const content = mergeContent(before.content, one.prepared.content, { replyKnown: replyCounts });
    const hash = contentHash(content);
    if (hash !== before.hash || before.isDeleted) {
      rewritten.push({ ...withScrubbedRaw(one, privacy), content, hash, id, version, awaitsOwnReply });
      facts.set(id, factsOfChange(before, content, hash !== before.hash));
    } else if (before.isMissed || (before.ownReplyAgeMs !== null && !awaitsOwnReply)) {
      seen.push({ id, version, showsOwnReply: !awaitsOwnReply });
    }
    if (loop.isUsedUp) await loop.giveFree();
  }
  return { rewritten, seen, facts };
}

function withScrubbedRaw({ collected, prepared }: Incoming, privacy: RawPrivacy): PreparedReview {
  return { ...prepared, raw: scrubRaw(collected.raw, collected.author, privacy) };
}

/** Whether the page's reply is used: the visit could see replies, and the page is not older than a reply that we just changed. */
function takesReply(before: StoredReview, { collected, prepared }: Incoming): boolean {
  if (collected.replyKnown === false) return false;
  const { ownReplyAgeMs, content } = before;
  return judgeSighting({ ownReplyAgeMs, stored: content.replyText, seen: prepared.content.replyText }) === 'taken';
}
