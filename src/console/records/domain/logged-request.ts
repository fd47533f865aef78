import {
  jsonWithoutSecrets,
  pathWithoutSecrets,
  queryWithoutSecrets,
  REMOVED,
  textWithoutSecrets,
} from './without-secrets';

export const MAX_BODY_BYTES = 8 * 1024;
const MAX_PATH = 500;
const MAX_QUERY = 2_000;

/** A request after its response, as the process noted it. */
export interface NotedRequest {
  readonly accountId: number;
  readonly keyId: number;
  readonly requestId: string;
  /** `performance.now()` when the request arrived. */
  readonly startedAtMs: number;
  readonly ms: number;
  readonly method: string;
  /** The pattern of the route, as the router writes it. */
  readonly route: string;
  /** Path and query. */
  readonly url: string;
  readonly status: number;
  /** The first 8 KB of the body. */
  readonly body: Buffer | null;
  /** The length of the whole body. */
  readonly bodyBytes: number;
  readonly refusal: { readonly code: string; readonly detail: string } | null;
}

/** What is stored of it: texts without secrets, cut to their limits. */
export interface LoggedRequest {
  /** The pattern of the route, as the API reference writes it. */
  readonly route: string;
  readonly path: string;
  readonly query: string | null;
  readonly body: string | null;
  readonly isBodyCut: boolean;
  readonly code: string | null;
  readonly detail: string | null;
}

/**
 * Files of reviews have full names of authors, which are never stored (contract §2.3). The path is tested beside the pattern of the route:
 * a misspelled path has no route, but the same body.
 */
const HAS_NAMES = /\/review-imports?(?:\/|$)/;

/** PostgreSQL stores no NUL, and a text that is cut may end in half a character. */
const storable = (text: string, most: number): string => text.slice(0, most).replaceAll('\0', '\uFFFD').toWellFormed();

function bodyWithoutSecrets(places: readonly string[], body: Buffer | null): string | null {
  if (body === null || body.length === 0) return null;
  return places.some((place) => HAS_NAMES.test(place))
    ? JSON.stringify(REMOVED)
    : jsonWithoutSecrets(body.toString('utf8'));
}

export function loggedRequest({ route, url, body, bodyBytes, refusal }: NotedRequest): LoggedRequest {
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  const query = end < 0 ? '' : url.slice(end + 1);
  const text = bodyWithoutSecrets([route, path], body);
  return {
    route: route.replaceAll(/:(\w+)/g, '{$1}'),
    path: storable(pathWithoutSecrets(path), MAX_PATH),
    query: query === '' ? null : storable(queryWithoutSecrets(query), MAX_QUERY),
    body: text === null ? null : storable(text, MAX_BODY_BYTES),
    isBodyCut: bodyBytes > MAX_BODY_BYTES,
    code: refusal?.code ?? null,
    detail: refusal === null ? null : storable(textWithoutSecrets(refusal.detail), MAX_BODY_BYTES),
  };
}
