/**
 * Parses reviews of 2GIS (contract §2.3) from the review API or from a page. Both have the same records, except that photos are
 * in `photos[]` of the API and in `media[].photo` of the page. Pure. The result must not depend on the origin, so fields that
 * only one of the two contains are not used.
 */
import { cleanTextOrNull, localTimeAtOffset, localTimeInZone, parseInstant, type LocalDateTime } from '@libs/kernel';
import { z } from 'zod';
import { parseRating } from '../../parse-rating';
import { readShape } from '../../read-shape';
import type { CollectedImage, CollectedReview } from '../../source';
import { Changed } from '../../source-errors';
import { utcTime } from '../../utc-time';

export const RATING_SCALE = 5;
const OWN_PROVIDER = '2gis';

/** The firm's time zone. 2GIS writes every date with the offset +07:00 in every city, but shows the city's local time. */
export type BranchZone =
  | { readonly kind: 'named'; readonly name: string }
  | { readonly kind: 'offset'; readonly minutes: number }
  | { readonly kind: 'unknown' };

const photoShape = z.object({
  id: z.union([z.string(), z.number()]).nullish(),
  preview_urls: z.record(z.string(), z.unknown()),
  visibility_status: z.string().nullish(),
});
type Photo = z.infer<typeof photoShape>;

const reviewShape = z.object({
  id: z.union([z.string().min(1), z.number()]),
  text: z.string().nullish(),
  rating: z.union([z.number(), z.string()]).nullish(),
  provider: z.string(),
  is_hidden: z.boolean().nullish(),
  on_moderation: z.boolean().nullish(),
  date_created: z.string().nullish(),
  user: z.object({ name: z.string().nullish() }).nullish(),
  official_answer: z.object({ text: z.string().nullish(), date_created: z.string().nullish() }).nullish(),
  photos: z.array(photoShape).nullish(),
  media: z.array(z.object({ photo: photoShape.nullish() })).nullish(),
});

type Review = z.infer<typeof reviewShape>;

/** Parses records in their order and omits reviews that are not public. `place` is `firm/123`. */
export function readReviews(
  records: readonly Readonly<Record<string, unknown>>[],
  zone: BranchZone,
  place: string,
): CollectedReview[] {
  return records.map((record) => readReview(record, zone, place)).filter((review) => review !== null);
}

function readReview(raw: Readonly<Record<string, unknown>>, zone: BranchZone, place: string): CollectedReview | null {
  const review = readShape(reviewShape, raw, 'A review');
  if (review.is_hidden === true || review.on_moderation === true) return null;
  const id = String(review.id);
  return {
    externalId: id,
    author: cleanTextOrNull(review.user?.name),
    text: cleanTextOrNull(review.text),
    positive: null,
    negative: null,
    reviewDate: branchTime(review.date_created, zone),
    datePrecision: 'exact',
    ...parseRating(review.rating, RATING_SCALE),
    reviewUrl: `https://2gis.ru/${place}/tab/reviews/review/${encodeURIComponent(id)}`,
    ...readReply(review),
    images: photosOf(review)
      .map(readPhoto)
      .filter((image) => image !== null),
    videos: [],
    // 2GIS also shows reviews of other providers (flamp), which cannot be answered at 2GIS.
    isNative: review.provider === OWN_PROVIDER,
    raw,
  };
}

function readReply({ official_answer }: Review): Pick<CollectedReview, 'replyText' | 'replyDate'> {
  const replyText = cleanTextOrNull(official_answer?.text);
  return { replyText, replyDate: replyText === null ? null : utcTime(official_answer?.date_created, 'A reply') };
}

function photosOf({ photos, media }: Review): readonly Photo[] {
  if (photos && photos.length > 0) return photos;
  return (media ?? []).flatMap(({ photo }) => (photo ? [photo] : []));
}

/** A date in the firm's local time; with an unknown time zone, as 2GIS writes it. */
function branchTime(date: string | null | undefined, zone: BranchZone): LocalDateTime | null {
  if (date === null || date === undefined || date === '') return null;
  const utc = parseInstant(date);
  if (utc === null) throw new Changed('A review has a date in an unexpected format');
  const instant = new Date(`${utc.slice(0, 19)}Z`);
  if (zone.kind === 'named') return localTimeInZone(instant, zone.name);
  return zone.kind === 'offset' ? localTimeAtOffset(instant, zone.minutes) : date.slice(0, 19);
}

/** The image server scales to any width: `…jpg?w=1920` is the largest listed size, `…jpg` the original. */
function readPhoto({ preview_urls, visibility_status }: Photo): CollectedImage | null {
  if (visibility_status !== null && visibility_status !== undefined && visibility_status !== 'visible') return null;
  const address = (size: string): string | null => {
    const listed = preview_urls[size];
    if (typeof listed !== 'string' || listed === '') return null;
    const absolute = listed.startsWith('//') ? `https:${listed}` : listed;
    return /^https?:\/\//.test(absolute) ? absolute : null;
  };
  const widest = address('1920x');
  const image = address('url') ?? widest;
  if (image === null) return null;
  const templateUrl = widest?.replace(/([?&]w=)1920(?=&|$)/, '$1{size}') ?? image;
  return { templateUrl, preview: address('320x') ?? address('640x'), image };
}
