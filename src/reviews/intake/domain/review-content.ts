/**
 * The content of a review: the parts that clients can see and platforms can change. A review that is collected again is rewritten only if
 * the hash of its content differs (contract §10: `updated_at` changes only with something that a client can see). The time at which it
 * was last seen, curation and the raw record are not part of the content.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  NOTHING_UNREAD,
  REVIEW_PART_NAMES,
  REVIEW_PARTS,
  optionalTexts,
  type CollectedImage,
  type CollectedReview,
  type CollectedVideo,
  type Unread,
  type UnreadPart,
} from '@libs/sources';
import { cleanTextOrNull, isSameReply, parseLocalDateTime, storedTextOrNull, type LocalDateTime } from '@libs/kernel';
import { maskAuthor } from './mask-author';

export type DatePrecision = CollectedReview['datePrecision'];

/** What is stored of a collected review, and compared with it. The rating is in whole hundredths of a star. */
export type ReviewContent = Omit<
  CollectedReview,
  'externalId' | 'occurrence' | 'listedAt' | 'replyKnown' | 'unread' | 'raw'
>;

/** Converts a collected review to content: masks the author, brings texts to their stored form, and converts the rating to hundredths. */
export function contentOf(collected: CollectedReview): ReviewContent {
  const replyText = storedTextOrNull(collected.replyText);
  return {
    author: maskAuthor(storedTextOrNull(collected.author)),
    text: storedTextOrNull(collected.text),
    reviewDate: dateOrNull(collected.reviewDate),
    datePrecision: collected.datePrecision,
    ratingOriginal: cleanTextOrNull(collected.ratingOriginal),
    rating: hundredthsOrNull(collected.rating),
    reviewUrl: cleanTextOrNull(collected.reviewUrl),
    replyText,
    // A reply date without a reply would sort and filter the review as answered.
    replyDate: replyText === null ? null : dateOrNull(collected.replyDate),
    images: collected.images.map(cleanImage),
    videos: collected.videos.map(cleanVideo),
    isNative: collected.isNative,
    // Last: fields that follow a copied object cost Node 20 many times as much.
    ...optionalTexts((name) => storedTextOrNull(collected[name])),
  };
}

/** Returns null for a date that does not exist (30 February), because an invalid review must not fail its page. */
function dateOrNull(date: LocalDateTime | null): LocalDateTime | null {
  return date === null ? null : parseLocalDateTime(date);
}

/** Returns null for a rating outside the scale 1-5, because an invalid review must not fail its page. */
function hundredthsOrNull(rating: number | null): number | null {
  if (rating === null || !(rating >= 1 && rating <= 5)) return null;
  return Math.round(rating * 100);
}

function cleanImage(image: CollectedImage): CollectedImage {
  return {
    templateUrl: cleanTextOrNull(image.templateUrl) ?? '',
    preview: cleanTextOrNull(image.preview),
    image: cleanTextOrNull(image.image),
  };
}

function cleanVideo(video: CollectedVideo): CollectedVideo {
  return { ...video, videoUrl: cleanTextOrNull(video.videoUrl), thumbnail: cleanTextOrNull(video.thumbnail) };
}

/**
 * The content to store when a stored review is collected again: the collected content, with five exceptions. A date that was computed
 * from "3 weeks ago" does not replace a stored date. A day does not replace an exact time of that day. A visit that cannot read replies
 * does not remove a stored reply. A part that the platform shows and that could not be read keeps its stored value. A reply without a
 * date does not remove the stored date of the same reply, because not every road has dates of replies.
 */
export function mergeContent(
  stored: ReviewContent,
  collected: ReviewContent,
  options: { readonly replyKnown: boolean; readonly unread?: Unread | undefined },
): ReviewContent {
  const keepsDate = keepsStoredDate(stored, collected);
  return {
    ...collected,
    ...storedParts(stored, options.unread ?? NOTHING_UNREAD),
    reviewDate: keepsDate ? stored.reviewDate : collected.reviewDate,
    datePrecision: keepsDate ? stored.datePrecision : collected.datePrecision,
    ...(options.replyKnown
      ? { replyDate: collected.replyDate ?? replyDateOf(stored, collected.replyText) }
      : { replyText: stored.replyText, replyDate: stored.replyDate }),
  };
}

/** Their unread values are kept by rules of their own. */
const DATES_AND_REPLIES: readonly UnreadPart[] = ['date', 'reply', 'reply_date'];
const KEPT_PARTS = REVIEW_PART_NAMES.filter((part) => !DATES_AND_REPLIES.includes(part));

/** The stored values of the parts that were not read, as far as there are some. */
function storedParts(stored: ReviewContent, unread: Unread): Partial<ReviewContent> {
  const lost = KEPT_PARTS.filter((part) => (unread[part] ?? 0) > 0);
  if (lost.length === 0) return {};
  const fields = lost.map((part) => REVIEW_PARTS[part].fields as readonly (keyof ReviewContent)[]);
  const kept = fields.filter(([first]) => first !== undefined && !isEmpty(stored[first])).flat();
  return Object.fromEntries(kept.map((field) => [field, stored[field]])) as Partial<ReviewContent>;
}

const isEmpty = (value: ReviewContent[keyof ReviewContent]): boolean =>
  value === null || (Array.isArray(value) && value.length === 0);

/** The stored date of a reply; null if another reply is stored, or none. */
function replyDateOf({ replyText, replyDate }: ReviewContent, collectedText: string | null): LocalDateTime | null {
  return collectedText !== null && isSameReply(replyText, collectedText) ? replyDate : null;
}

function keepsStoredDate(stored: ReviewContent, collected: ReviewContent): boolean {
  if (stored.reviewDate === null) return false;
  if (collected.reviewDate === null || collected.datePrecision === 'relative') return true;
  if (collected.datePrecision === 'day' && stored.datePrecision === 'exact') {
    return stored.reviewDate.slice(0, 10) === collected.reviewDate.slice(0, 10);
  }
  return false;
}

/** The effects of a run on a review, with the names of their events. When the run ends, each fact becomes an event of its own (contract §6.1, §6.5). */
export const EVENT_OF_FACT = {
  appeared: 'ReviewsAppeared',
  replied: 'RepliesAppeared',
  changed: 'ReviewsChanged',
  deleted: 'ReviewsDeleted',
  restored: 'ReviewsRestored',
} as const;
export type ReviewFact = keyof typeof EVENT_OF_FACT;
export const REVIEW_FACTS = Object.keys(EVENT_OF_FACT) as readonly ReviewFact[];

/** Facts of a review that was not stored before. */
export function factsOfNew(content: ReviewContent): readonly ReviewFact[] {
  return content.replyText === null ? ['appeared'] : ['appeared', 'replied'];
}

/**
 * Facts of a stored review whose content changed or that was deleted and is shown again. A changed reply is not a new reply (contract
 * §6.1). If only the date of the reply differs, it is the same reply with a more exact date or in another time zone, and there is no
 * fact. `updated_at` changes nevertheless, because clients see the date.
 */
export function factsOfChange(
  stored: { readonly content: ReviewContent; readonly isDeleted: boolean },
  content: ReviewContent,
  contentChanged: boolean,
): readonly ReviewFact[] {
  const facts: ReviewFact[] = [];
  if (stored.isDeleted) facts.push('restored');
  if (contentChanged && !differsInReplyDateOnly(stored.content, content)) facts.push('changed');
  if (stored.content.replyText === null && content.replyText !== null) facts.push('replied');
  return facts;
}

function differsInReplyDateOnly(stored: ReviewContent, collected: ReviewContent): boolean {
  if (stored.replyDate === collected.replyDate) return false;
  // Clients do not see the precision of a date.
  const { datePrecision, replyDate } = stored;
  return isDeepStrictEqual({ ...collected, datePrecision, replyDate }, { ...stored });
}
