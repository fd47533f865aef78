/** Parses responses of the Graph API (contract §2.3). Pure. */
import { cleanTextOrNull, type LocalDateTime } from '@libs/kernel';
import { z } from 'zod';
import { collectedReview } from '../../collected-review';
import { readItems, Reading, type ItemsRead } from '../../reading';
import { readShape } from '../../read-shape';
import { Changed } from '../../source-errors';
import type { CollectedReview, PlatformObject } from '../../source';
import { utcTime } from '../../times';
import { commentPageOf, commentsShape, type CommentPage, type OwnComment } from './comments';
import { starIds, type KnownStars, type StarReview } from './star-ids';

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
const PARTS = {
  created_time: 'date',
  recommendation_type: 'rating',
  review_text: 'text',
  rating: 'rating',
  reviewer: 'author',
  'open_graph_story.comments': 'reply',
  'open_graph_story.comments.data.*': 'reply',
} as const;
const pageShape = z.looseObject({
  data: z.array(z.unknown()),
  paging: z.looseObject({ cursors: z.looseObject({ after: text }).nullish(), next: text }).nullish(),
});
const objectShape = z.looseObject({
  name: text,
  overall_star_rating: z.number().nullish(),
  rating_count: z.number().int().min(0).nullish(),
});

type Review = z.infer<typeof reviewShape>;

/** What a parser receives beside the text of the list. */
export interface ListFacts {
  readonly pageId: string;
  /** Whether comments were requested. */
  readonly withComments: boolean;
  /** The reviews with stars that earlier pages of the visit had. */
  readonly knownStars?: KnownStars;
}

/** A review with more comments than the list has. */
export interface Unfinished {
  readonly reviewId: string;
  readonly own: OwnComment | null;
  /** Cursor of the further comments; null if Facebook gives none. */
  readonly after: string | null;
}

export interface ReviewPage extends ItemsRead {
  /** Cursor of the next page; null at the end of the list. */
  readonly after: string | null;
  readonly knownStars: KnownStars;
  /** Reviews whose reply may be among comments that were not read. */
  readonly unfinished: readonly Unfinished[];
}

const RECORD = 'A review of Facebook';
const OBJECT_PARTS = { name: 'name', overall_star_rating: 'average', rating_count: 'count' } as const;
const timeOf = (instant: string): LocalDateTime | null => utcTime(instant, RECORD);

/** Reads a page of the list. Throws `Changed` if it does not match. */
export function readReviewPage(value: unknown, facts: ListFacts): ReviewPage {
  const { data, paging } = readShape(pageShape, value, "Facebook's list of reviews");
  const hasNext = Boolean(paging?.next);
  const after = hasNext ? cleanTextOrNull(paging?.cursors?.after) : null;
  if (hasNext && after === null) throw new Changed("Facebook's list of reviews has a next page without a cursor");
  const reads: ReviewRead[] = [];
  const items = readItems(data, RECORD, (value, reading) => {
    const read = readReview(reading.shape(reviewShape, value, PARTS), facts, reading);
    reads.push(read);
    return { ...read.review, raw: value as CollectedReview['raw'] };
  });
  const { reviews, knownStars } = withStarIds(items.reviews, facts);
  return { ...items, reviews, after, knownStars, unfinished: facts.withComments ? unfinishedOf(reads) : [] };
}

/** The reviews with the ids of stars of the time of their creation where their stories have none. */
function withStarIds(
  reviews: readonly CollectedReview[],
  { knownStars = {} }: ListFacts,
): { readonly reviews: CollectedReview[]; readonly knownStars: KnownStars } {
  const stars = reviews.flatMap(
    ({ externalId, reviewDate: date, author, text: words, ratingOriginal: rating }, index): IndexedStar[] =>
      externalId !== null || date === null ? [] : [{ index, date, author, text: words, rating }],
  );
  const { ids, met } = starIds(stars, knownStars);
  const starIdAt = new Map(stars.map(({ index }, position) => [index, ids[position] ?? null]));
  const named = reviews.map((review, index) => ({
    ...review,
    externalId: review.externalId ?? starIdAt.get(index) ?? null,
  }));
  return { reviews: named, knownStars: met };
}

type IndexedStar = StarReview & { readonly index: number };

function unfinishedOf(reads: readonly ReviewRead[]): readonly Unfinished[] {
  return reads.flatMap(({ review: { externalId: reviewId }, comments: { own, hasMore, after } }) =>
    reviewId !== null && hasMore ? [{ reviewId, own, after }] : [],
  );
}

/** Reads the description of the page. Throws `Changed` if it does not match. */
export function readObject(value: unknown): PlatformObject {
  const reading = new Reading("Facebook's description of the page");
  const page = reading.shape(objectShape, value, OBJECT_PARTS);
  const average = reading.average(page.overall_star_rating, STARS);
  return {
    name: cleanTextOrNull(page.name),
    reviewCount: page.rating_count ?? null,
    ...average,
    unread: reading.unread,
  };
}

/** A review without the id of stars, and the comments that the list has of it. */
interface ReviewRead {
  readonly review: CollectedReview;
  readonly comments: CommentPage;
}

function readReview(review: Review, { pageId, withComments }: ListFacts, reading: Reading): ReviewRead {
  const story = review.open_graph_story;
  // The site shows times in the zone of the visitor, so the API's times are stored in UTC.
  const reviewDate = reading.needed('date', review.created_time, timeOf);
  const rating = ratingOf(review, reading);
  const comments = commentPageOf(story?.comments, pageId, reading);
  const collected = collectedReview({
    externalId: cleanTextOrNull(story?.id),
    author: cleanTextOrNull(review.reviewer?.name),
    text: cleanTextOrNull(review.review_text),
    reviewDate,
    ...rating,
    replyText: comments.own?.text ?? null,
    replyDate: comments.own?.date ?? null,
    replyKnown: withComments,
    raw: review,
  });
  return { review: collected, comments };
}

/** The recommendation, or the stars of an old review. */
function ratingOf(
  { recommendation_type: type, rating }: Review,
  reading: Reading,
): Pick<CollectedReview, 'rating' | 'ratingOriginal'> {
  const recommendation = cleanTextOrNull(type)?.toLowerCase() ?? null;
  if (recommendation === null) return reading.neededRating(rating, STARS);
  const known = Object.hasOwn(RECOMMENDATIONS, recommendation) ? RECOMMENDATIONS[recommendation] : undefined;
  return { rating: null, ratingOriginal: known ?? recommendation };
}
