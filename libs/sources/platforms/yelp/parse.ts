/** Parses responses of the Places API (contract §2.3). Pure. */
import { cleanTextOrNull, parseLocalDateTime, type LocalDateTime } from '@libs/kernel';
import { z } from 'zod';
import { collectedReview } from '../../collected-review';
import { readItems, Reading, type ItemsRead } from '../../reading';
import { readShape } from '../../read-shape';
import type { CollectedReview, PlatformObject } from '../../source';

export const RATING_SCALE = 5;

const text = z.string().nullish();
const count = z.number().int().min(0);
const reviewShape = z.looseObject({
  id: z.string().min(1),
  url: text,
  text,
  rating: z.number().nullish(),
  time_created: text,
  user: z.looseObject({ name: text }).nullish(),
});
const PARTS = { url: 'address', text: 'text', rating: 'rating', time_created: 'date', user: 'author' } as const;
const pageShape = z.looseObject({
  reviews: z.array(z.unknown()),
  total: count.nullish(),
  possible_languages: z.array(z.string()).nullish(),
});
const businessShape = z.looseObject({
  id: z.string().min(1),
  name: text,
  rating: z.number().nullish(),
  review_count: count.nullish(),
});

const BUSINESS_PARTS = { name: 'name', rating: 'average', review_count: 'count' } as const;

export interface ReviewPage extends ItemsRead {
  /** The number of reviews that Yelp counts for the request; null if it does not say. */
  readonly total: number | null;
  /** Languages in which the business has reviews. */
  readonly languages: readonly string[];
}

const RECORD = 'A review of Yelp';

/** Reads the list. Throws `Changed` if it does not match. */
export function readReviewPage(value: unknown): ReviewPage {
  const page = readShape(pageShape, value, "Yelp's list of reviews");
  return {
    ...readItems(page.reviews, RECORD, readReview),
    total: page.total ?? null,
    languages: (page.possible_languages ?? []).slice(0, 50),
  };
}

/** Reads the description of a business. Throws `Changed` if it does not match. */
export function readBusiness(value: unknown): { readonly id: string; readonly object: PlatformObject } {
  const reading = new Reading("Yelp's description of the business");
  const business = reading.shape(businessShape, value, BUSINESS_PARTS);
  const average = reading.average(business.rating, RATING_SCALE);
  return {
    id: business.id,
    object: {
      name: cleanTextOrNull(business.name),
      reviewCount: business.review_count ?? null,
      ...average,
      unread: reading.unread,
    },
  };
}

function readReview(value: unknown, reading: Reading): CollectedReview {
  const review = reading.shape(reviewShape, value, PARTS);
  const reviewUrl = reading.stated('address', review.url, pageOf);
  return collectedReview({
    externalId: review.id,
    author: cleanTextOrNull(review.user?.name),
    // Cut by the API; the mark "..." at its end is kept.
    text: cleanTextOrNull(review.text),
    reviewDate: reading.needed('date', review.time_created, localTime),
    ...reading.neededRating(review.rating, RATING_SCALE),
    reviewUrl,
    replyKnown: false,
    // The address of the response names the app of the key.
    raw: { ...(value as CollectedReview['raw']), url: reviewUrl },
  });
}

const localTime = (time: string): LocalDateTime | null => parseLocalDateTime(time.trim());

/** The review's address without its last parameters, which name the key's app; null for an address elsewhere. */
function pageOf(url: string): string | null {
  const [page, query] = (cleanTextOrNull(url) ?? '').split('?');
  if (page === undefined || !page.startsWith('https://www.yelp.')) return null;
  const review = new URLSearchParams(query).get('hrid');
  return review === null ? page : `${page}?hrid=${encodeURIComponent(review)}`;
}
