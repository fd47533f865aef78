/** Reads a page in slices, compares them with the stored reviews of a link, and decides which reviews are written. */
import type { Statement } from '@libs/database';
import { LoopShare } from '@libs/kernel';
import type { CollectedReview } from '@libs/sources';
import { replyToStore } from './domain/own-reply';
import {
  contentOf,
  factsOfChange,
  factsOfNew,
  mergeContent,
  type ReviewContent,
  type ReviewFact,
} from './domain/review-content';
import { scrubRaw, type RawPrivacy } from './domain/scrub-raw';
import { showedMore } from './domain/unmasked-author';
import { contentHash, type PassIds } from './persistence/review-identity';
import type { SeenReview } from './persistence/review-intake.store';
import {
  newReview,
  type NewReview,
  type PreparedReview,
  type RewrittenReview,
  type StoredReview,
} from './persistence/review-row';

/** A review of a page, and the form in which it would be stored. */
export interface Incoming {
  readonly collected: CollectedReview;
  /** Its place on the page, from 0. */
  readonly position: number;
  readonly prepared: PreparedReview;
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

/** Reviews that are written in one transaction: a part of a page, or of those that waited for the end of a pass. */
export interface Slice {
  /** By the ids under which they were read. */
  readonly reviews: ReadonlyMap<string, Incoming>;
  /** The number of reviews that were read from the page for this slice, including repeats. */
  readonly read: number;
}

/** A transaction writes at most this many reviews. */
const REVIEWS_AT_ONCE = 1_000;

/**
 * Iterates a page once, and yields it in slices. A review that the page repeats is in one of them. An empty page is one
 * slice.
 */
export async function* slicesOfPage(page: Iterable<CollectedReview>, ids: PassIds): AsyncGenerator<Slice, void, void> {
  const [loop, seen] = [new LoopShare(), new Set<string>()];
  let [reviews, read, position] = [new Map<string, Incoming>(), 0, 0];
  for (const collected of page) {
    const content = contentOf(collected);
    const externalId = ids.idOf(collected, content);
    if (!seen.has(externalId)) reviews.set(externalId, incomingOf(collected, content, externalId, position));
    seen.add(externalId);
    read += 1;
    position += 1;
    if (read === REVIEWS_AT_ONCE) {
      yield { reviews, read };
      reviews = new Map();
      read = 0;
    }
    if (loop.isUsedUp) await loop.yieldLoop();
  }
  if (read > 0 || position === 0) yield { reviews, read };
}

/** Yields the reviews that waited for the end of a pass in slices. They were counted when their page was read. */
export function* slicesOfWaiting(waiting: Iterable<Incoming>): Generator<Slice, void, void> {
  let reviews = new Map<string, Incoming>();
  for (const review of waiting) {
    reviews.set(review.prepared.externalId, review);
    if (reviews.size < REVIEWS_AT_ONCE) continue;
    yield { reviews, read: 0 };
    reviews = new Map();
  }
  if (reviews.size > 0) yield { reviews, read: 0 };
}

/** Two halves of a slice. The first one counts what was read. */
export function halvesOf({ reviews, read }: Slice): readonly [Slice, Slice] {
  const [all, half] = [[...reviews], Math.ceil(reviews.size / 2)];
  return [
    { reviews: new Map(all.slice(0, half)), read },
    { reviews: new Map(all.slice(half)), read: 0 },
  ];
}

/** A stored review with its new content, and what is reported about it. */
export interface ChangedReview extends RewrittenReview {
  readonly facts: readonly ReviewFact[];
  /** The stored author shows more of the name than the new one. */
  readonly showedMore: boolean;
}

/** The stored reviews to write. */
export interface Changes {
  readonly rewritten: readonly ChangedReview[];
  readonly seen: readonly SeenReview[];
}

/** What is written of a slice. */
export interface SliceDecision extends Changes {
  /** The reviews by the ids under which they are stored. */
  readonly reviews: ReadonlyMap<string, Incoming>;
  /** Those that are stored at the end of the pass. */
  readonly waiting: readonly Incoming[];
  /** The ids of those that are stored already. */
  readonly knownIds: readonly number[];
  readonly fresh: readonly NewReview[];
  /** Statements that record under which id a review was read. */
  readonly recording: readonly Statement[];
  /**
   * The newest change among the reviews of the link that only imports have brought, when the decision was made; null if it does not depend
   * on them. A later one makes the decision void.
   */
  readonly importedChange: number | null;
}

/** What is stored of the records of a source. */
export interface RecordRule {
  readonly rawPrivacy: RawPrivacy;
  /** Days that they may be kept; 0: none is stored; null: as long as their reviews. */
  readonly contentDays: number | null;
}

export function changesNothing({ fresh, rewritten, seen, recording }: SliceDecision): boolean {
  return fresh.length + rewritten.length + seen.length + recording.length === 0;
}

/** The size of the statements in characters. Of a rewritten review only the text counts. */
export function sizeOf({ fresh, rewritten }: SliceDecision): number {
  const sent = fresh.reduce((sum, { record }) => sum + record.length, 0);
  return rewritten.reduce((sum, { content }) => sum + (content.text?.length ?? 0), sent);
}

/**
 * Prepares new reviews, and yields after each. Raw records are scrubbed only here, because most reviews of a pass are
 * not written.
 */
export function* newReviews(fresh: readonly Incoming[], rule: RecordRule): Generator<void, readonly NewReview[], void> {
  const reviews: NewReview[] = [];
  for (const review of fresh) {
    reviews.push(newReview(withRecord(review, rule), reviews.length));
    yield;
  }
  return reviews;
}

/**
 * Decides which stored reviews are written: those that differ from the page, were missed or deleted, are stored under
 * another id, were brought by an import, or have a reply that the service changed. `page` contains the reviews by the ids under which they are
 * stored. Yields after each review.
 */
export function* decideChanges(
  stored: readonly StoredReview[],
  page: ReadonlyMap<string, Incoming>,
  rule: RecordRule,
): Generator<void, Changes, void> {
  const [rewritten, seen]: [ChangedReview[], SeenReview[]] = [[], []];
  for (const before of stored) {
    yield;
    const incoming = page.get(before.externalId);
    if (incoming === undefined) continue;
    const { id, version } = before;
    const usesReply = usesCollectedReply(before, incoming);
    const awaitsOwnReply = before.ownReplyAgeMs !== null && !usesReply;
    const content = mergeContent(before.content, incoming.prepared.content, {
      replyKnown: usesReply,
      unread: incoming.collected.unread,
    });
    const hash = contentHash(content);
    if (isRewritten(before, incoming, hash)) {
      rewritten.push({
        ...withRecord(incoming, rule),
        content,
        hash,
        id,
        version,
        awaitsOwnReply,
        facts: factsOf(before, content, hash),
        showedMore: showedMore(before.content.author, content.author),
      });
    } else if (before.isMissed || (before.ownReplyAgeMs !== null && !awaitsOwnReply)) {
      seen.push({ id, version, showsOwnReply: !awaitsOwnReply });
    }
  }
  return { rewritten, seen };
}

function isRewritten(before: StoredReview, { prepared }: Incoming, hash: string): boolean {
  return hash !== before.hash || before.isDeleted || before.isImported || prepared.externalId !== before.externalId;
}

/**
 * The facts of a stored review that a pass found. One that an import has brought is not announced as new, nor is its reply; if the import was
 * removed, clients do not have the review.
 */
function factsOf(before: StoredReview, content: ReviewContent, hash: string): readonly ReviewFact[] {
  if (before.isImported && before.isDeleted) return factsOfNew(content);
  const facts = factsOfChange(before, content, hash !== before.hash);
  return before.isImported ? facts.filter((fact) => fact === 'changed') : facts;
}

/** The review with its record as it is stored: without personal data, or none if the source allows none. */
function withRecord({ collected, prepared }: Incoming, { rawPrivacy, contentDays }: RecordRule): PreparedReview {
  return { ...prepared, raw: contentDays === 0 ? null : scrubRaw(collected.raw, collected.author, rawPrivacy) };
}

/**
 * Whether the page's reply is stored: the visit reads replies, this one was read, and the page is not older than a
 * change of the reply by the service.
 */
function usesCollectedReply(before: StoredReview, { collected, prepared }: Incoming): boolean {
  if (collected.replyKnown === false || (collected.unread?.reply ?? 0) > 0) return false;
  const { ownReplyAgeMs, content } = before;
  const replies = { ownReplyAgeMs, stored: content.replyText, collected: prepared.content.replyText };
  return replyToStore(replies) === 'collected';
}
