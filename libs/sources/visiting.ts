/** What visits share: their requests, the reviews of a page that no earlier page had, and the judgement of empty lists. */
import type { PackedReviews } from './parsing/packed-reviews';
import type { ParsedData, Parser, Unpacked } from './parsing/parser';
import type { PlatformObject, VisitTools } from './source';
import { Blocked, Changed, SourceError } from './source-errors';
import type { SourceRequest } from './source-http';

/** Requests an address and parses the response. Throws the errors of the request and of the parser. */
export async function requestParsed<Facts, Result extends ParsedData>(
  url: string,
  parser: Parser<Facts, Result>,
  facts: Facts,
  { http, parse }: Pick<VisitTools, 'http' | 'parse'>,
  request: SourceRequest = {},
): Promise<Unpacked<Result>> {
  const { document } = await http.request(url, request);
  return parse(parser, document, facts);
}

/**
 * Returns the result of a request for further data, such as the name, a counter or a rating; null if it fails with a `SourceError`.
 * Platforms limit such requests separately, and a visit must not lose its reviews because one is throttled, refused or unreadable. Rethrows
 * other errors, and every error after `signal` is aborted.
 */
export async function optionalRequest<T>(request: () => Promise<T>, signal: AbortSignal): Promise<T | null> {
  try {
    return await request();
  } catch (error) {
    if (signal.aborted || !(error instanceof SourceError)) throw error;
    return null;
  }
}

/** An object of which the platform, or a failed request, states nothing. */
export const UNKNOWN_OBJECT: PlatformObject = { name: null, reviewCount: null, rating: null, ratingOriginal: null };

/**
 * Returns the reviews of a page that no earlier page of the visit had, and adds their ids to `knownIds`: a list that grows while
 * it is read contains some reviews twice. Throws `Changed` for a page with only known reviews, because the list then repeats and
 * would never end, and for a first page of several reviews of which none was read: the format of the list is then unknown. Only for
 * platforms with ids (`idStability: 'strong'`): a review without an id is counted as unread.
 */
export function unseenReviews(reviews: PackedReviews, knownIds: Set<string>): PackedReviews {
  const isFirst = knownIds.size === 0;
  const unseen = withoutKnown(reviews, knownIds);
  if (isFirst && unseen.length === 0 && unseen.shown > 1)
    throw new Changed(`None of ${unseen.shown} reviews was read: ${unseen.fault ?? 'their form is unknown'}`);
  const withoutId = unseen.shown - unseen.length - (reviews.shown - reviews.length);
  if (unseen.length === 0 && reviews.length > withoutId) throw new Changed('The list repeats itself');
  return unseen;
}

/** Like `unseenReviews`, for lists in which a page may have only known reviews. The caller must detect a list that never ends. */
export function withoutKnown(reviews: PackedReviews, knownIds: Set<string>): PackedReviews {
  let withoutId = 0;
  const unseen = reviews.filter((id) => {
    if (id === null) withoutId += 1;
    const isUnseen = id !== null && !knownIds.has(id);
    if (isUnseen) knownIds.add(id);
    return isUnseen;
  });
  return unseen.withUnread(withoutId, 'A review has no id');
}

/**
 * Throws `Blocked` with this message if a counter above zero, a rating or stored reviews contradict an empty list. Omit the rating of a
 * platform whose objects may have a rating without reviews.
 */
export async function verifyEmptyList(
  message: string,
  { reviewCount = null, rating = null }: Partial<Pick<PlatformObject, 'reviewCount' | 'rating'>>,
  { hasStoredReviews }: Pick<VisitTools, 'hasStoredReviews'>,
): Promise<void> {
  if ((reviewCount ?? 0) > 0 || rating !== null || (await hasStoredReviews())) throw new Blocked(message);
}

/** Like `verifyEmptyList`, for a reliable counter: if it is 0, the list is empty, and stored reviews are not consulted. */
export async function verifyByCounter(
  message: string,
  count: number | null,
  tools: Pick<VisitTools, 'hasStoredReviews'>,
): Promise<void> {
  if (count === null || count > 0) await verifyEmptyList(message, { reviewCount: count }, tools);
}
