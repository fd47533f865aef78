/** What a page says of a link's reviews, and what is to be written of it. */
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

/** Stored reviews that must be written, and what happened to each that is rewritten. */
export interface PageDecision {
  readonly rewritten: readonly RewrittenReview[];
  readonly seen: readonly SeenReview[];
  readonly facts: ReadonlyMap<number, readonly ReviewFact[]>;
}

/**
 * The next reviews of a page, at most `most`, and how many were read: fewer than `most` at its end. Of these the ones that are
 * not among `taken` yet, each once, by their external ids; `taken` learns of them.
 */
export async function onceEach(
  shown: Iterator<CollectedReview>,
  most: number,
  taken: Set<string>,
  loop: LoopShare,
): Promise<{ readonly read: number; readonly fresh: ReadonlyMap<string, Incoming> }> {
  const fresh = new Map<string, Incoming>();
  for (let read = 0; read < most; read += 1) {
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
  return { read: most, fresh };
}

/** New reviews ready to be sent. The raw record is scrubbed only for reviews that are written: most of a pass is not. */
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

/** Of stored reviews that differ from the page, had lapsed or await a reply: which must be written, and what happened to them. */
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

/** Whether what the visit saw of the reply counts: it could see replies, and this is no old page of a reply we just changed. */
function takesReply(before: StoredReview, { collected, prepared }: Incoming): boolean {
  if (collected.replyKnown === false) return false;
  const { ownReplyAgeMs, content } = before;
  return judgeSighting({ ownReplyAgeMs, stored: content.replyText, seen: prepared.content.replyText }) === 'taken';
}
