/**
 * 2GIS's review API, as its web app uses it: `GET {api}/branches/{id}/reviews`, newest first, 50 per page. Every response except
 * the last contains the address of the next page (`next_link`, with `offset_date`). The `rated` filter is not used: it would omit
 * reviews that do not count for the rating, although the page shows them.
 */
import { normalizeRating, parsedUrl } from '@libs/kernel';
import { z } from 'zod';
import { pageError } from '../../response-status';
import { readShape } from '../../read-shape';
import type { PlatformObject } from '../../source';
import { Changed } from '../../source-errors';
import { hostOwnedBy } from '../../url-tools';
import { HOSTS, type Place } from './match';
import type { ApiAccess } from './page-state';
import { RATING_SCALE } from './parse';

/** A page of unparsed records. */
export interface ApiPage {
  readonly records: readonly unknown[];
  /** Null on the last page. */
  readonly nextUrl: string | null;
  readonly total: number | null;
  readonly rating: number | null;
}

const PAGE_SIZE = '50';
const count = z.number().int().nonnegative().nullish();
const link = z.string().nullish();

const responseShape = z.object({
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
  reviews: z.array(z.unknown()).nullish(),
  next_link: link,
});

type ApiResponse = z.infer<typeof responseShape>;
type Meta = NonNullable<ApiResponse['meta']>;

export const HEADERS = { accept: 'application/json' } as const;
/** The API refuses the key (401, 403) or has no such list (404). */
export const REFUSALS: readonly number[] = [401, 403, 404];

/** The address of the first page. Throws `Changed` if the API's address is not on a host of 2GIS. */
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

/** Validates a response; throws `Changed` if it does not match. */
export function readResponse(value: unknown): ApiResponse {
  return readShape(responseShape, value, "The review API's response");
}

/** Reads the list of a response. Throws the error of the status in the body, and `Changed` if there is no list. */
export function readApiPage(response: ApiResponse, url: string, access: ApiAccess): ApiPage {
  const meta: Meta = response.meta ?? {};
  // The body contains a status, too, which may be an error although the status of the response is 200.
  const error = pageError('2GIS', { status: meta.code ?? 200 });
  if (error !== null) throw error;
  if (!response.reviews) throw new Changed("The review API's response has no reviews");
  const next = firstPresent(response.next_link, meta.next_link);
  return {
    records: response.reviews,
    nextUrl: next === null || next === '' ? null : nextUrl(next, url, access),
    total: firstPresent(meta.total_count, meta.branch_reviews_count, meta.geo_reviews_count),
    rating: firstPresent(meta.branch_rating, meta.geo_rating),
  };
}

function firstPresent<T>(...values: readonly (T | null | undefined)[]): T | null {
  return values.find((value) => value !== null && value !== undefined) ?? null;
}

/**
 * Completes the page's data about the object with the API's. The API sometimes returns a count of 0 for a list that it cannot
 * load; then the page's count is used, so that the empty list is not treated as complete.
 */
export function completeObject(
  object: PlatformObject,
  { total, rating }: Pick<ApiPage, 'total' | 'rating'>,
): PlatformObject {
  const isImplausible = total === null || (total === 0 && (object.reviewCount ?? 0) > 0);
  const completed = { ...object, reviewCount: isImplausible ? object.reviewCount : total };
  const apiRating = rating === null ? null : normalizeRating(rating, RATING_SCALE);
  if (completed.rating !== null || apiRating === null) return completed;
  return { ...completed, rating: apiRating, ratingOriginal: String(rating) };
}

/** The next page's address; `next_link` may be relative and without the key. */
function nextUrl(nextLink: string, current: string, access: ApiAccess): string {
  const url = parsedUrl(nextLink, current);
  if (url === null) throw new Changed('The next page of the review API has an invalid address');
  refuseForeign(url);
  if (!url.searchParams.has('key')) url.searchParams.set('key', access.key);
  return url.href;
}

/** Ensures that the key is sent only to 2GIS over https. */
function refuseForeign(url: URL): void {
  if (url.protocol !== 'https:' || !hostOwnedBy(url.hostname, HOSTS)) {
    throw new Changed('The address of the review API is not on a host of 2GIS');
  }
}
