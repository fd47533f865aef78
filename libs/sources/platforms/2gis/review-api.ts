/**
 * 2GIS's review API, as its web app uses it: `GET {api}/branches/{id}/reviews`, newest first, 50 a page; every answer
 * names the next one (`next_link`, with `offset_date` in it) until there is none. No `rated` filter: it would leave out
 * reviews that do not count for the rating, which readers of the page see nevertheless.
 */
import { normalizeRating, parsedUrl } from '@libs/kernel';
import { z } from 'zod';
import { pageFault } from '../../page-status';
import { readShape } from '../../read-shape';
import type { PlatformObject } from '../../source';
import { Changed } from '../../source-errors';
import { hostOwnedBy } from '../../url-tools';
import { HOSTS, type Place } from './match';
import type { ApiAccess } from './page-state';
import { RATING_SCALE } from './parse';

/** An answer with its records as they came. */
export interface ApiPage {
  readonly records: readonly Readonly<Record<string, unknown>>[];
  /** Null on the last page. */
  readonly nextUrl: string | null;
  readonly total: number | null;
  readonly rating: number | null;
}

const PAGE_SIZE = '50';
const count = z.number().int().nonnegative().nullish();
const link = z.string().nullish();

const answerShape = z.object({
  meta: z
    .object({
      code: z.number().nullish(),
      total_count: count,
      branch_reviews_count: count,
      geo_reviews_count: count,
      branch_rating: z.number().nullish(),
      geo_rating: z.number().nullish(),
      next_link: link,
    })
    .nullish(),
  reviews: z.array(z.record(z.string(), z.unknown())).nullish(),
  next_link: link,
});

type Answer = z.infer<typeof answerShape>;
type Meta = NonNullable<Answer['meta']>;

export const HEADERS = { accept: 'application/json' } as const;
/** The API refuses the key (401, 403) or has no such list (404). */
export const REFUSALS: readonly number[] = [401, 403, 404];

/** The address of the first page. Throws `Changed` where the page names an API that is not 2GIS's. */
export function firstUrl(access: ApiAccess, { kind, id }: Place): string {
  const type = kind === 'geo' ? 'geo' : 'branch';
  const url = new URL(`${kind === 'geo' ? 'geo' : 'branches'}/${id}/reviews`, access.url);
  refuseForeign(url);
  url.search = new URLSearchParams({
    limit: PAGE_SIZE,
    is_advertiser: 'false',
    fields: `meta.providers,meta.${type}_rating,meta.${type}_reviews_count,meta.total_count,reviews.hiding_reason,reviews.is_verified`,
    without_my_first_review: 'false',
    sort_by: 'date_created',
    key: access.key,
    locale: 'ru_RU',
  }).toString();
  return url.href;
}

/** Throws `Changed` for another shape. */
export function readAnswer(value: unknown): Answer {
  return readShape(answerShape, value, "The review API's answer");
}

/** The list in an answer. Throws what its own status means, `Changed` where it has none. */
export function readApiPage(answer: Answer, url: string, access: ApiAccess): ApiPage {
  const meta: Meta = answer.meta ?? {};
  // The API repeats its status in the body, also where the answer as a whole is a 200.
  const fault = pageFault('2GIS', { status: meta.code ?? 200 });
  if (fault !== null) throw fault;
  if (!answer.reviews) throw new Changed("The review API's answer holds no reviews");
  const next = firstGiven(answer.next_link, meta.next_link);
  return {
    records: answer.reviews,
    nextUrl: next === null || next === '' ? null : nextUrl(next, url, access),
    total: firstGiven(meta.total_count, meta.branch_reviews_count, meta.geo_reviews_count),
    rating: firstGiven(meta.branch_rating, meta.geo_rating),
  };
}

function firstGiven<T>(...values: readonly (T | null | undefined)[]): T | null {
  return values.find((value) => value !== null && value !== undefined) ?? null;
}

/**
 * The page's word on the object, completed by the API's. The API is known to say 0 at times for a list that it cannot
 * reach; the page's counter then stands, so that the empty list is not taken for the whole one.
 */
export function completeObject(
  object: PlatformObject,
  { total, rating }: Pick<ApiPage, 'total' | 'rating'>,
): PlatformObject {
  const isDoubtful = total === null || (total === 0 && (object.reviewCount ?? 0) > 0);
  const known = { ...object, reviewCount: isDoubtful ? object.reviewCount : total };
  const ownRating = rating === null ? null : normalizeRating(rating, RATING_SCALE);
  if (known.rating !== null || ownRating === null) return known;
  return { ...known, rating: ownRating, ratingOriginal: String(rating) };
}

/** `next_link` may be relative and may lack the key. */
function nextUrl(given: string, current: string, access: ApiAccess): string {
  const url = parsedUrl(given, current);
  if (url === null) throw new Changed('The review API names a next page that is no address');
  refuseForeign(url);
  if (!url.searchParams.has('key')) url.searchParams.set('key', access.key);
  return url.href;
}

/** The key goes to 2GIS over https and nowhere else. */
function refuseForeign(url: URL): void {
  if (url.protocol !== 'https:' || !hostOwnedBy(url.hostname, HOSTS)) {
    throw new Changed('The review API is named at an address that is not of 2GIS');
  }
}
