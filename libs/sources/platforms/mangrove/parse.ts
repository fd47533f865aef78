/** Parses responses of Mangrove. Pure. Times are seconds since 1970. */
import { cleanTextOrNull, type LocalDateTime } from '@libs/kernel';
import { z } from 'zod';
import { parseRating } from '../../parse-rating';
import { readShape } from '../../read-shape';
import type { CollectedReview, PlatformObject } from '../../source';
import { Changed } from '../../source-errors';
import { unixTime } from '../../unix-time';
import { isListed } from './subject';

export const RATING_SCALE = 100;
/** The largest number of reviews in a response; a longer list is truncated by the server, in no known order. */
const MAX_REVIEWS = 10_000;

const text = z.string().nullish();
const count = z.number().int().min(0);
const reviewShape = z.looseObject({
  signature: z.string().min(1).max(1_000),
  payload: z.looseObject({
    iat: z.number(),
    sub: z.string(),
    rating: z.number().nullish(),
    opinion: text,
    images: z.array(z.looseObject({ src: z.string() })).nullish(),
    metadata: z.record(z.string(), z.unknown()).nullish(),
    /** Set for an edit or a deletion of the review that is the subject. */
    action: text,
  }),
});
const listShape = z.looseObject({
  reviews: z.array(reviewShape),
  /** By `urn:maresi:<signature>`. */
  maresi_subjects: z.record(z.string(), z.looseObject({ count })).nullish(),
});
const subjectShape = z.looseObject({ count, quality: z.number().nullish() });

type Review = z.infer<typeof reviewShape>;

export interface ReviewsList {
  readonly reviews: CollectedReview[];
  /** Ids of the reviews that have reviews, among which may be a reply. */
  readonly reviewedIds: readonly string[];
  /** Number of the returned reviews, including those of other places. */
  readonly returnedCount: number;
}

/** Reads the list of reviews of a subject in canonical form. Throws `Changed` if it does not match. */
export function readReviews(value: unknown, subject: string): ReviewsList {
  const list = readShape(listShape, value, "Mangrove's list of reviews");
  if (list.reviews.length >= MAX_REVIEWS) throw new Changed(`Mangrove returns ${MAX_REVIEWS} reviews or more`);
  const own = list.reviews.filter(({ payload }) => isListed(payload.sub, subject));
  const subjects = new Map(Object.entries(list.maresi_subjects ?? {}));
  return {
    reviews: own.map(readReview),
    reviewedIds: own
      .map(({ signature }) => signature)
      .filter((id) => (subjects.get(reviewSubject(id))?.count ?? 0) > 0),
    returnedCount: list.reviews.length,
  };
}

export interface Reply {
  readonly replyText: string | null;
  readonly replyDate: LocalDateTime | null;
}

/** Reads the reviews of a review: the newest text of an affiliated author. Throws `Changed` if it does not match. */
export function readReply(value: unknown): Reply {
  const { reviews } = readShape(listShape, value, "Mangrove's list of reviews of a review");
  let newest: Review | null = null;
  for (const review of reviews) {
    if (isReply(review) && (newest === null || review.payload.iat > newest.payload.iat)) newest = review;
  }
  if (newest === null) return { replyText: null, replyDate: null };
  return { replyText: cleanTextOrNull(newest.payload.opinion), replyDate: unixTime(newest.payload.iat) };
}

/** Reads the counters of a subject. Throws `Changed` if they do not match. */
export function readSubject(value: unknown): Omit<PlatformObject, 'name'> {
  const subject = readShape(subjectShape, value, "Mangrove's data about the subject");
  return { reviewCount: subject.count, ...ratingOf(subject.quality) };
}

/** The subject of reviews of a review. */
export function reviewSubject(id: string): string {
  return `urn:maresi:${id}`;
}

function isReply({ payload }: Review): boolean {
  const flag = payload.metadata?.['is_affiliated'];
  const isAffiliated = flag === true || flag === 'true';
  return isAffiliated && cleanTextOrNull(payload.action) === null && cleanTextOrNull(payload.opinion) !== null;
}

function readReview(review: Review): CollectedReview {
  const { signature, payload } = review;
  return {
    externalId: signature,
    author: authorOf(payload.metadata ?? {}),
    text: cleanTextOrNull(payload.opinion),
    positive: null,
    negative: null,
    reviewDate: unixTime(payload.iat),
    datePrecision: 'exact',
    ...ratingOf(payload.rating),
    reviewUrl: `https://mangrove.reviews/list?signature=${encodeURIComponent(signature.toWellFormed())}`,
    replyText: null,
    replyDate: null,
    images: (payload.images ?? []).map(({ src }) => ({ templateUrl: src, preview: null, image: src })),
    videos: [],
    isNative: true,
    raw: review,
  };
}

/** 0 is a rating on this scale, and no rating is below one star. */
function ratingOf(value: number | null | undefined): Pick<CollectedReview, 'rating' | 'ratingOriginal'> {
  return value === 0 ? { ratingOriginal: '0', rating: 1 } : parseRating(value, RATING_SCALE);
}

/** The name that the author chose, else the full name. */
function authorOf(metadata: Readonly<Record<string, unknown>>): string | null {
  const part = (key: string): string | null => {
    const value = metadata[key];
    return typeof value === 'string' ? cleanTextOrNull(value) : null;
  };
  const fullName = [part('given_name'), part('family_name')].filter((name) => name !== null).join(' ');
  return part('nickname') ?? part('preferred_username') ?? cleanTextOrNull(fullName);
}
