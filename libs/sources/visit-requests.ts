/** The requests of visits. */
import type { Parser, ParsedData, Unpacked } from './parsing/parser';
import type { PlatformObject, VisitTools } from './source';
import { SourceError } from './source-errors';
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
