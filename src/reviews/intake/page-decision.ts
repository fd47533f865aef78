/** Compares a page with the stored reviews of a link, and decides which reviews are written. */
import type { CollectedReview } from '@libs/sources';
import { replyToStore } from './domain/own-reply';
import { contentOf, factsOfChange, mergeContent, type ReviewContent, type ReviewFact } from './domain/review-content';
import { scrubRaw, type RawPrivacy } from './domain/scrub-raw';
import { showedMore } from './domain/unmasked-author';
import type { LoopShare } from './loop-share';
import { contentHash, type PassIds } from './persistence/review-identity';
import { newReview, type NewReview } from './persistence/review-copy';
import type { SeenReview } from './persistence/review-intake.store';
import type { PreparedReview, RewrittenReview, StoredReview } from './persistence/review-row';

/** A review of a page, and the form in which it would be stored. */
export interface Incoming {
  readonly collected: CollectedReview;
  /** Its place on the page, from 0. */
  readonly position: number;
  readonly prepared: PreparedReview;
}

/** The stored reviews to write, and the facts of the rewritten ones. */
export interface PageDecision {
  readonly rewritten: readonly RewrittenReview[];
  readonly seen: readonly SeenReview[];
  readonly facts: ReadonlyMap<number, readonly ReviewFact[]>;
  /** The rewritten reviews whose stored author shows more of the name than the new one. */
  readonly unmasked: ReadonlySet<number>;
}

/** A page that is read in parts. */
export class PageReading {
  private readonly reviews: Iterator<CollectedReview>;
  private readonly readIds = new Set<string>();
  private position = 0;

  constructor(
    page: Iterable<CollectedReview>,
    private readonly ids: PassIds,
  ) {
    this.reviews = page[Symbol.iterator]();
  }

  /**
   * Reads at most `limit` further reviews. `read` is their number; it is less than `limit` at the end of the page. `fresh` contains, by
   * external id, the reviews whose id did not occur before on the page.
   */
  async next(
    limit: number,
    loop: LoopShare,
  ): Promise<{ readonly read: number; readonly fresh: ReadonlyMap<string, Incoming> }> {
    const fresh = new Map<string, Incoming>();
    for (let read = 0; read < limit; read += 1) {
      const next = this.reviews.next();
      if (next.done === true) return { read, fresh };
      const collected = next.value;
      const content = contentOf(collected);
      const externalId = this.ids.idOf(collected, content);
      if (!this.readIds.has(externalId)) {
        this.readIds.add(externalId);
        fresh.set(externalId, incomingOf(collected, content, externalId, this.position));
      }
      this.position += 1;
      if (loop.isUsedUp) await loop.yieldLoop();
    }
    return { read: limit, fresh };
  }
}

/** The review that is collected, as it is stored under this id. `position` is its place on the page. */
export function incomingOf(
  collected: CollectedReview,
  content: ReviewContent,
  externalId: string,
  position: number,
): Incoming {
  return { collected, position, prepared: { externalId, content, hash: contentHash(content), raw: {} } };
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
 * Decides which stored reviews are written: those that differ from the page, were missed or deleted, are stored under another id, or have
 * a reply that the service changed. `page` contains the reviews by the ids under which they are stored.
 */
export async function decide(
  stored: readonly StoredReview[],
  page: ReadonlyMap<string, Incoming>,
  privacy: RawPrivacy,
  loop: LoopShare,
): Promise<PageDecision> {
  const rewritten: RewrittenReview[] = [];
  const seen: SeenReview[] = [];
  const [facts, unmasked] = [new Map<number, readonly ReviewFact[]>(), new Set<number>()];
  for (const before of stored) {
    const incoming = page.get(before.externalId);
    if (!incoming) continue;
    const { id, version } = before;
    const usesReply = usesCollectedReply(before, incoming);
    const awaitsOwnReply = before.ownReplyAgeMs !== null && !usesReply;
    const content = mergeContent(before.content, incoming.prepared.content, {
      replyKnown: usesReply,
      unread: incoming.collected.unread,
    });
    const hash = contentHash(content);
    if (isRewritten(before, incoming, hash)) {
      rewritten.push({ ...withScrubbedRaw(incoming, privacy), content, hash, id, version, awaitsOwnReply });
      facts.set(id, factsOfChange(before, content, hash !== before.hash));
      if (showedMore(before.content.author, content.author)) unmasked.add(id);
    } else if (before.isMissed || (before.ownReplyAgeMs !== null && !awaitsOwnReply)) {
      seen.push({ id, version, showsOwnReply: !awaitsOwnReply });
    }
    if (loop.isUsedUp) await loop.yieldLoop();
  }
  return { rewritten, seen, facts, unmasked };
}

function isRewritten(before: StoredReview, { prepared }: Incoming, hash: string): boolean {
  return hash !== before.hash || before.isDeleted || prepared.externalId !== before.externalId;
}

function withScrubbedRaw({ collected, prepared }: Incoming, privacy: RawPrivacy): PreparedReview {
  return { ...prepared, raw: scrubRaw(collected.raw, collected.author, privacy) };
}

/**
 * Whether the page's reply is stored: the visit reads replies, this one was read, and the page is not older than a change of the reply by
 * the service.
 */
function usesCollectedReply(before: StoredReview, { collected, prepared }: Incoming): boolean {
  if (collected.replyKnown === false || (collected.unread?.reply ?? 0) > 0) return false;
  const { ownReplyAgeMs, content } = before;
  const replies = { ownReplyAgeMs, stored: content.replyText, collected: prepared.content.replyText };
  return replyToStore(replies) === 'collected';
}
