/**
 * Parses reviews of Trustpilot's page state (contract §2.3). Pure. Known formats: 2024 (`pending`, no `submittedDate`) and 2026
 * (`isPending`). The page's JSON-LD contains the same reviews without replies. It is not used as a fallback, because stored
 * replies would be removed by one pass and restored by the next.
 */
import { cleanTextOrNull, type LocalDateTime } from '@libs/kernel';
import { z } from 'zod';
import { collectedReview } from '../../collected-review';
import { readItems, Reading, type ItemsRead } from '../../reading';
import type { CollectedReview, PlatformObject } from '../../source';
import { utcTime as utcTimeOf } from '../../times';
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
  dates: z.object({ publishedDate: z.string().nullish() }).nullish(),
  reply: z.object({ message: z.string(), publishedDate: z.string().nullish() }).nullish(),
});

const PARTS = {
  title: 'text',
  text: 'text',
  rating: 'rating',
  consumer: 'author',
  dates: 'date',
  reply: 'reply',
  'reply.publishedDate': 'reply_date',
} as const;

const businessShape = z.object({ displayName: z.string().nullish(), trustScore: z.number().nullish() });
const BUSINESS_PARTS = { displayName: 'name', trustScore: 'average' } as const;

/** The name of a review in messages. */
export const RECORD = 'A review of Trustpilot';

/** Returns the published reviews of a page, in the page's order. */
export function readReviews(page: BusinessPage): ItemsRead {
  return readItems(page.reviews, RECORD, readReview);
}

/** Returns the page's data about the business. Uses the counter of the list, because `numberOfReviews` includes hidden reviews. */
export function readBusiness({ businessUnit, filters }: BusinessPage): PlatformObject {
  const reading = new Reading("Trustpilot's data about the business");
  const { displayName, trustScore } = reading.shape(businessShape, businessUnit, BUSINESS_PARTS);
  return {
    name: cleanTextOrNull(displayName),
    reviewCount: filters.pagination.totalCount,
    ...reading.average(trustScore, RATING_SCALE),
    unread: reading.unread,
  };
}

function readReview(raw: unknown, reading: Reading): CollectedReview | null {
  const review = reading.shape(reviewShape, raw, PARTS);
  // A pending review is not public: it is new or in moderation.
  if (review.isPending === true || review.pending === true) return null;
  return reviewOf(
    {
      id: review.id,
      author: review.consumer?.displayName,
      title: review.title,
      text: review.text,
      publishedDate: review.dates?.publishedDate,
      rating: review.rating,
      reply: review.reply,
      raw: raw as CollectedReview['raw'],
    },
    reading,
  );
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

/** The review as it is collected, the same on both roads. */
export function reviewOf(review: TrustpilotReview, reading: Reading): CollectedReview {
  return collectedReview({
    externalId: review.id,
    author: cleanTextOrNull(review.author),
    text: mergeText(cleanTextOrNull(review.title), cleanTextOrNull(review.text)),
    reviewDate: reading.needed('date', review.publishedDate, utcTime),
    ...reading.neededRating(review.rating, RATING_SCALE),
    reviewUrl: `https://www.trustpilot.com/reviews/${encodeURIComponent(review.id)}`,
    replyText: reading.within('reply', review.reply?.message, Boolean(review.reply)),
    replyDate: reading.stated('reply_date', review.reply?.publishedDate, utcTime),
    raw: review.raw,
  });
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
function utcTime(date: string): LocalDateTime | null {
  return utcTimeOf(date, RECORD);
}
