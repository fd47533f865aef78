/** Parses responses of the Graph API (contract §2.3). Pure. */
import { cleanTextOrNull, type LocalDateTime } from '@libs/kernel';
import { z } from 'zod';
import { parseRating } from '../../parse-rating';
import { readShape } from '../../read-shape';
import { Changed } from '../../source-errors';
import type { CollectedReview, PlatformObject } from '../../source';
import { utcTime } from '../../utc-time';
import { commentPageOf, commentsShape, type OwnComment } from './comments';
import { starIds, type MetStars, type StarReview } from './star-ids';

/** A scale of 1 is a recommendation or its opposite (source.ts). */
export const RATING_SCALE = 1;
/** The scale of reviews from before August 2018. */
const STARS = 5;
const RECOMMENDATIONS: Readonly<Record<string, string>> = { positive: 'recommended', negative: 'not_recommended' };

const text = z.string().nullish();
const reviewShape = z.looseObject({
  created_time: text,
  recommendation_type: text,
  review_text: text,
  rating: z.number().nullish(),
  reviewer: z.looseObject({ name: text }).nullish(),
  open_graph_story: z.looseObject({ id: text, comments: commentsShape.nullish() }).nullish(),
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
  /** The reviews with stars that earlier pages of the visit had. */
  readonly metStars?: MetStars;
}

/** A review with more comments than the list has. */
export interface Unfinished {
  readonly reviewId: string;
  readonly own: OwnComment | null;
  /** Cursor of the further comments; null if Facebook gives none. */
  readonly after: string | null;
}

export interface ReviewPage {
  readonly reviews: CollectedReview[];
  /** Cursor of the next page; null at the end of the list. */
  readonly after: string | null;
  readonly metStars: MetStars;
  /** Reviews whose reply may be among comments that were not read. */
  readonly unfinished: readonly Unfinished[];
}

/** Reads a page of the list. Throws `Changed` if it does not match. */
export function readReviewPage(value: unknown, facts: ListFacts): ReviewPage {
  const { data, paging } = readShape(pageShape, value, "Facebook's list of reviews");
  const hasNext = Boolean(paging?.next);
  const after = hasNext ? cleanTextOrNull(paging?.cursors?.after) : null;
  if (hasNext && after === null) throw new Changed("Facebook's list of reviews has a next page without a cursor");
  const { ids, metStars } = idsOf(data, facts);
  const reviews = data.map((review, index) => readReview(review, ids[index] ?? null, facts));
  return { reviews, after, metStars, unfinished: facts.withComments ? unfinishedOf(data, facts) : [] };
}

/** The ids of reviews: those of their stories, or of stars of the time of their creation. */
function idsOf(data: readonly Review[], { metStars = {} }: ListFacts): { ids: (string | null)[]; metStars: MetStars } {
  const storyIds = data.map(({ open_graph_story: story }) => cleanTextOrNull(story?.id));
  const stars = data.flatMap((review, index): (StarReview & { readonly index: number })[] => {
    const date = storyIds[index] === null ? dateOf(review) : null;
    if (date === null) return [];
    const { name } = review.reviewer ?? {};
    const content = { author: cleanTextOrNull(name), text: cleanTextOrNull(review.review_text) };
    return [{ index, date, ...content, rating: ratingOf(review).ratingOriginal }];
  });
  const { ids, met } = starIds(stars, metStars);
  const starIdAt = new Map(stars.map(({ index }, position) => [index, ids[position] ?? null]));
  return { ids: storyIds.map((id, index) => id ?? starIdAt.get(index) ?? null), metStars: met };
}

function unfinishedOf(data: readonly Review[], { pageId }: ListFacts): readonly Unfinished[] {
  return data.flatMap(({ open_graph_story: story }) => {
    const reviewId = cleanTextOrNull(story?.id);
    const { own, hasMore, after } = commentPageOf(story?.comments, pageId);
    return reviewId !== null && hasMore ? [{ reviewId, own, after }] : [];
  });
}

const dateOf = (review: Review): LocalDateTime | null => utcTime(review.created_time, 'A review of Facebook');

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

function readReview(review: Review, externalId: string | null, facts: ListFacts): CollectedReview {
  return {
    externalId,
    author: cleanTextOrNull(review.reviewer?.name),
    text: cleanTextOrNull(review.review_text),
    positive: null,
    negative: null,
    // The site shows times in the zone of the visitor, so the API's times are stored in UTC.
    reviewDate: dateOf(review),
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

/** The last comment of the page itself, among those that the list has. */
function replyOf(
  { open_graph_story: story }: Review,
  { pageId, withComments }: ListFacts,
): Pick<CollectedReview, 'replyText' | 'replyDate' | 'replyKnown'> {
  const { own } = commentPageOf(story?.comments, pageId);
  return { replyText: own?.text ?? null, replyDate: own?.date ?? null, replyKnown: withComments };
}
