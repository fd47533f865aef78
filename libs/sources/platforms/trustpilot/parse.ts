/**
 * Parses reviews of Trustpilot's page state (contract §2.3). Pure. Known formats: 2024 (`pending`, no `submittedDate`) and 2026
 * (`isPending`). The page's JSON-LD contains the same reviews without replies. It is not used as a fallback, because stored
 * replies would be removed by one pass and restored by the next.
 */
import { cleanTextOrNull, normalizeRating, type LocalDateTime } from '@libs/kernel';
import { z } from 'zod';
import { parseRating } from '../../parse-rating';
import { readShape } from '../../read-shape';
import type { CollectedReview, PlatformObject } from '../../source';
import { utcTime as utcTimeOf } from '../../utc-time';
import type { BusinessPage } from './page-state';

export const RATING_SCALE = 5;

const reviewShape = z.object({
  id: z.string().min(1),
  title: z.string().nullish(),
  text: z.string().nullish(),
  rating: z.union([z.number(), z.string()]).nullish(),
  isPending: z.boolean().nullish(),
  pending: z.boolean().nullish(),
  consumer: z.object({ displayName: z.string().nullish() }).nullish(),
  dates: z.object({ publishedDate: z.string().nullish() }),
  reply: z.object({ message: z.string(), publishedDate: z.string().nullish() }).nullish(),
});

/** Returns the published reviews of a page, in the page's order. Throws `Changed` if a review does not match. */
export function readReviews(page: BusinessPage): CollectedReview[] {
  return page.reviews.map(readReview).filter((review) => review !== null);
}

/** Returns the page's data about the business. Uses the counter of the list, because `numberOfReviews` includes hidden reviews. */
export function readBusiness({ businessUnit, filters }: BusinessPage): PlatformObject {
  const { displayName, trustScore } = businessUnit;
  const rating = typeof trustScore === 'number' ? normalizeRating(trustScore, RATING_SCALE) : null;
  return {
    name: cleanTextOrNull(displayName),
    reviewCount: filters.pagination.totalCount,
    rating,
    ratingOriginal: rating === null ? null : String(trustScore),
  };
}

function readReview(raw: Readonly<Record<string, unknown>>): CollectedReview | null {
  const review = readShape(reviewShape, raw, 'A review');
  // A pending review is not public: it is new or in moderation.
  if (review.isPending === true || review.pending === true) return null;
  return reviewOf({
    id: review.id,
    author: review.consumer?.displayName,
    title: review.title,
    text: review.text,
    publishedDate: review.dates.publishedDate,
    rating: review.rating,
    reply: review.reply,
    raw,
  });
}

type OptionalText = string | null | undefined;

/** The fields of a review that the page and the Business API have under different names. */
export interface TrustpilotReview {
  readonly id: string;
  readonly author: OptionalText;
  readonly title: OptionalText;
  readonly text: OptionalText;
  readonly publishedDate: OptionalText;
  readonly rating: number | string | null | undefined;
  readonly reply: { readonly message?: OptionalText; readonly publishedDate?: OptionalText } | null | undefined;
  readonly raw: CollectedReview['raw'];
}

/** The review as it is collected, the same on both roads. Throws `Changed` for an invalid date. */
export function reviewOf(review: TrustpilotReview): CollectedReview {
  return {
    externalId: review.id,
    author: cleanTextOrNull(review.author),
    text: mergeText(cleanTextOrNull(review.title), cleanTextOrNull(review.text)),
    positive: null,
    negative: null,
    reviewDate: utcTime(review.publishedDate),
    datePrecision: 'exact',
    ...parseRating(review.rating, RATING_SCALE),
    reviewUrl: `https://www.trustpilot.com/reviews/${encodeURIComponent(review.id)}`,
    replyText: cleanTextOrNull(review.reply?.message),
    replyDate: utcTime(review.reply?.publishedDate),
    images: [],
    videos: [],
    isNative: true,
    raw: review.raw,
  };
}

/**
 * Title and text, joined by a blank line. A title that repeats the beginning of the text is omitted: Trustpilot generates such
 * titles, with an ellipsis for a long sentence.
 */
function mergeText(title: string | null, text: string | null): string | null {
  if (title === null || text === null) return title ?? text;
  const oneLine = (value: string): string => value.replace(/\s+/g, ' ').trim();
  const opening = oneLine(title.replace(/(?:…|\.\.\.)\s*$/, ''));
  return opening !== '' && oneLine(text).startsWith(opening) ? text : `${title}\n\n${text}`;
}

/** Trustpilot's dates are in UTC. */
function utcTime(date: string | null | undefined): LocalDateTime | null {
  return utcTimeOf(date, 'A review');
}
