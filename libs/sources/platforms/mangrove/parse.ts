/** Parses responses of Mangrove. Pure. Times are seconds since 1970. */
import { cleanTextOrNull, type LocalDateTime } from '@libs/kernel';
import { z } from 'zod';
import { collectedReview } from '../../collected-review';
import { readItems, Reading, type ItemsRead } from '../../reading';
import { readShape } from '../../read-shape';
import type { CollectedReview, PlatformObject } from '../../source';
import { Changed } from '../../source-errors';
import { sumUnread, type Unread } from '../../unread';
import { unixTime } from '../../times';
import { isListed } from './subject';

export const RATING_SCALE = 100;
/** The largest number of reviews in a response; a longer list is truncated by the server, in no known order. */
const MAX_REVIEWS = 10_000;

const text = z.string().nullish();
const count = z.number().int().min(0);
const reviewShape = z.looseObject({
  signature: z.string().min(1).max(1_000),
  payload: z.looseObject({
    iat: z.number().nullish(),
    sub: z.string(),
    rating: z.number().nullish(),
    opinion: text,
    images: z.array(z.looseObject({ src: z.string() })).nullish(),
    metadata: z.record(z.string(), z.unknown()).nullish(),
    /** Set for an edit or a deletion of the review that is the subject. */
    action: text,
  }),
});
const PARTS = {
  'payload.iat': 'date',
  'payload.rating': 'rating',
  'payload.opinion': 'text',
  'payload.images': 'photo',
  'payload.images.*': 'photo',
  'payload.metadata': 'author',
} as const;
const listShape = z.looseObject({
  reviews: z.array(z.unknown()),
  /** By `urn:maresi:<signature>`. */
  maresi_subjects: z.record(z.string(), z.looseObject({ count })).nullish(),
});
const repliesShape = z.looseObject({ reviews: z.array(reviewShape) });
const RECORD = 'A review of Mangrove';
const subjectShape = z.looseObject({ count, quality: z.number().nullish() });

type Review = z.infer<typeof reviewShape>;

export interface ReviewsList extends ItemsRead {
  /** Ids of the reviews that have reviews, among which may be a reply. */
  readonly reviewedIds: readonly string[];
  /** Number of the returned reviews, including those of other places. */
  readonly returnedCount: number;
}

/** Reads the list of reviews of a subject in canonical form. Throws `Changed` if it does not match. */
export function readReviews(value: unknown, subject: string): ReviewsList {
  const reading = new Reading("Mangrove's list of reviews");
  const list = reading.shape(listShape, value, { maresi_subjects: 'reply' });
  if (list.reviews.length >= MAX_REVIEWS) throw new Changed(`Mangrove returns ${MAX_REVIEWS} reviews or more`);
  const subjects = new Map(Object.entries(list.maresi_subjects ?? {}));
  // Without the counters it is not known which reviews have a reply.
  const replies = reading.unread === undefined ? {} : { replyKnown: false };
  const items = readItems(list.reviews, RECORD, (review, one) => {
    const read = readReview(review, subject, one);
    return read === null ? null : { ...read, ...replies };
  });
  return {
    ...items,
    ...(reading.unread === undefined ? {} : { unread: sumUnread(items.unread, reading.unread) }),
    reviewedIds: items.reviews
      .map(({ externalId }) => externalId ?? '')
      .filter((id) => (subjects.get(reviewSubject(id))?.count ?? 0) > 0),
    returnedCount: list.reviews.length,
  };
}

export interface Reply {
  readonly replyText: string | null;
  readonly replyDate: LocalDateTime | null;
  readonly unread?: Unread;
}

/** Reads the reviews of a review: the newest text of an affiliated author. Throws `Changed` if it does not match. */
export function readReply(value: unknown): Reply {
  const { reviews } = readShape(repliesShape, value, "Mangrove's list of reviews of a review");
  let newest: Review | null = null;
  for (const review of reviews) {
    const isAffiliated = isTextOfAffiliate(review);
    if (isAffiliated === null) return { replyText: null, replyDate: null, unread: { reply: 1 } };
    if (isAffiliated && (newest === null || (review.payload.iat ?? 0) > (newest.payload.iat ?? 0))) newest = review;
  }
  if (newest === null) return { replyText: null, replyDate: null };
  const replyDate = unixTime(newest.payload.iat);
  const unread = replyDate === null ? { unread: { reply_date: 1 } } : {};
  return { replyText: cleanTextOrNull(newest.payload.opinion), replyDate, ...unread };
}

/** Reads the counters of a subject. Throws `Changed` if they do not match. */
export function readSubject(value: unknown): Omit<PlatformObject, 'name'> {
  const subject = readShape(subjectShape, value, "Mangrove's data about the subject");
  const reading = new Reading("Mangrove's data about the subject");
  const { rating, ratingOriginal } = ratingOf(subject.quality, reading);
  const unread = rating === null && reading.unread !== undefined ? { average: 1 } : undefined;
  return { reviewCount: subject.count, rating, ratingOriginal, ...(unread === undefined ? {} : { unread }) };
}

/** The subject of reviews of a review. */
export function reviewSubject(id: string): string {
  return `urn:maresi:${id}`;
}

/** Whether a review of a review is a text by someone who belongs to the place; null if it does not say so in a known form. */
function isTextOfAffiliate({ payload }: Review): boolean | null {
  const isText = cleanTextOrNull(payload.action) === null && cleanTextOrNull(payload.opinion) !== null;
  return isText && affiliationOf(payload.metadata?.['is_affiliated']);
}

function affiliationOf(flag: unknown): boolean | null {
  if (flag === true || flag === 'true') return true;
  return flag === false || flag === 'false' || flag === null || flag === undefined || flag === '' ? false : null;
}

/** Null for a review of another subject. */
function readReview(value: unknown, subject: string, reading: Reading): CollectedReview | null {
  const { signature, payload } = reading.shape(reviewShape, value, PARTS);
  if (!isListed(payload.sub, subject)) return null;
  return collectedReview({
    externalId: signature,
    author: authorOf(payload.metadata ?? {}, reading),
    text: cleanTextOrNull(payload.opinion),
    reviewDate: reading.needed('date', payload.iat, unixTime),
    ...ratingOf(payload.rating, reading),
    reviewUrl: `https://mangrove.reviews/list?signature=${encodeURIComponent(signature.toWellFormed())}`,
    images: (payload.images ?? []).map(({ src }) => ({ templateUrl: src, preview: null, image: src })),
    raw: value as CollectedReview['raw'],
  });
}

/** 0 is a rating on this scale, and no rating is below one star. */
function ratingOf(
  value: number | null | undefined,
  reading: Reading,
): Pick<CollectedReview, 'rating' | 'ratingOriginal'> {
  return value === 0 ? { ratingOriginal: '0', rating: 1 } : reading.rating(value, RATING_SCALE);
}

/** The name that the author chose, else the full name. */
function authorOf(metadata: Readonly<Record<string, unknown>>, reading: Reading): string | null {
  const part = (key: string): string | null => {
    const value = metadata[key];
    if (typeof value === 'string') return cleanTextOrNull(value);
    if (value !== null && value !== undefined) reading.miss('author');
    return null;
  };
  const fullName = [part('given_name'), part('family_name')].filter((name) => name !== null).join(' ');
  return part('nickname') ?? part('preferred_username') ?? cleanTextOrNull(fullName);
}
