/** Parses responses of the Graph API (contract §2.3). Pure. */
import { cleanTextOrNull } from '@libs/kernel';
import { z } from 'zod';
import { parseRating } from '../../parse-rating';
import { readShape } from '../../read-shape';
import { Changed } from '../../source-errors';
import type { CollectedReview, PlatformObject } from '../../source';
import { utcTime } from '../../utc-time';

/** A scale of 1 is a recommendation or its opposite (source.ts). */
export const RATING_SCALE = 1;
/** The scale of reviews from before August 2018. */
const STARS = 5;
const RECOMMENDATIONS: Readonly<Record<string, string>> = { positive: 'recommended', negative: 'not_recommended' };

const text = z.string().nullish();
const commentShape = z.looseObject({
  message: text,
  created_time: text,
  from: z.looseObject({ id: text }).nullish(),
});
const reviewShape = z.looseObject({
  created_time: text,
  recommendation_type: text,
  review_text: text,
  rating: z.number().nullish(),
  reviewer: z.looseObject({ name: text }).nullish(),
  open_graph_story: z
    .looseObject({ id: text, comments: z.looseObject({ data: z.array(commentShape).nullish() }).nullish() })
    .nullish(),
});
const pageShape = z.looseObject({
  data: z.array(reviewShape),
  paging: z.looseObject({ cursors: z.looseObject({ after: text }).nullish(), next: text }).nullish(),
});
const objectShape = z.looseObject({
  name: text,
  overall_star_rating: z.number().nullish(),
  rating_count: z.number().int().min(0).nullish(),
});

type Review = z.infer<typeof reviewShape>;

/** What a parser knows about the list that it reads. */
export interface ListFacts {
  readonly pageId: string;
  /** Whether comments were requested. */
  readonly withComments: boolean;
}

export interface ReviewPage {
  readonly reviews: CollectedReview[];
  /** Cursor of the next page; null at the end of the list. */
  readonly after: string | null;
}

/** Reads a page of the list. Throws `Changed` if it does not match. */
export function readReviewPage(value: unknown, facts: ListFacts): ReviewPage {
  const { data, paging } = readShape(pageShape, value, "Facebook's list of reviews");
  const hasNext = Boolean(paging?.next);
  const after = hasNext ? cleanTextOrNull(paging?.cursors?.after) : null;
  if (hasNext && after === null) throw new Changed("Facebook's list of reviews has a next page without a cursor");
  return { reviews: data.map((review) => readReview(review, facts)), after };
}

/** Reads the description of the page. Throws `Changed` if it does not match. */
export function readObject(value: unknown): PlatformObject {
  const page = readShape(objectShape, value, "Facebook's description of the page");
  const { rating, ratingOriginal } = parseRating(page.overall_star_rating, STARS);
  return {
    name: cleanTextOrNull(page.name),
    reviewCount: page.rating_count ?? null,
    rating,
    ratingOriginal: rating === null ? null : ratingOriginal,
  };
}

function readReview(review: Review, facts: ListFacts): CollectedReview {
  const reviewDate = utcTime(review.created_time, 'A review of Facebook');
  return {
    externalId: cleanTextOrNull(review.open_graph_story?.id) ?? (reviewDate === null ? null : `rating-${reviewDate}`),
    author: cleanTextOrNull(review.reviewer?.name),
    text: cleanTextOrNull(review.review_text),
    positive: null,
    negative: null,
    // The site shows times in the zone of the visitor, so the API's times are stored in UTC.
    reviewDate,
    datePrecision: 'exact',
    ...ratingOf(review),
    reviewUrl: null,
    ...replyOf(review, facts),
    images: [],
    videos: [],
    isNative: true,
    raw: review,
  };
}

/** The recommendation, or the stars of an old review. */
function ratingOf({ recommendation_type: type, rating }: Review): Pick<CollectedReview, 'rating' | 'ratingOriginal'> {
  const recommendation = cleanTextOrNull(type)?.toLowerCase() ?? null;
  if (recommendation === null) return parseRating(rating, STARS);
  const known = Object.hasOwn(RECOMMENDATIONS, recommendation) ? RECOMMENDATIONS[recommendation] : undefined;
  return { rating: null, ratingOriginal: known ?? recommendation };
}

/** The last comment of the page itself. */
function replyOf(
  { open_graph_story: story }: Review,
  { pageId, withComments }: ListFacts,
): Pick<CollectedReview, 'replyText' | 'replyDate' | 'replyKnown'> {
  const reply = (story?.comments?.data ?? []).findLast(
    ({ from, message }) => from?.id === pageId && cleanTextOrNull(message) !== null,
  );
  return {
    replyText: cleanTextOrNull(reply?.message),
    replyDate: reply === undefined ? null : utcTime(reply.created_time, 'A comment on Facebook'),
    replyKnown: withComments,
  };
}
