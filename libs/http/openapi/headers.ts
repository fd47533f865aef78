import type { DocumentedEndpoint } from '../endpoint';
import { IGNORED_PARAMETERS_HEADER } from '../ignored-parameters.interceptor';

/** The documentation of a response header; the default schema is a count. */
export const header = (description: string, schema: object = { type: 'integer', minimum: 0 }) => ({
  description,
  schema,
});

export const REQUEST_ID = {
  'X-Request-Id': header('The id that the client sent, or a new one.', { type: 'string' }),
};
const IGNORED_PARAMETERS = {
  [IGNORED_PARAMETERS_HEADER]: header(
    'Unknown query parameters, percent-encoded and comma-separated, at most 20; absent if there are none.',
    { type: 'string' },
  ),
};
const RATE_HEADERS = {
  'RateLimit-Limit': header('Requests per minute and key.'),
  'RateLimit-Remaining': header('Requests left in the running minute.'),
  'RateLimit-Reset': header('Seconds until the oldest counted request no longer counts.'),
  'RateLimit-Policy': header('The limit as a structured field: `q` requests in `w` seconds.', {
    type: 'string',
    examples: ['"key";q=300;w=60'],
  }),
  RateLimit: header('The state of the limit as a structured field: `r` requests are left, more after `t` seconds.', {
    type: 'string',
    examples: ['"key";r=299;t=60'],
  }),
};

const DEPRECATION_HEADERS = {
  Deprecation: header('When the endpoint was deprecated, as in RFC 9745.', {
    type: 'string',
    examples: ['@1796083200'],
  }),
  Link: header('The page about the deprecation, and the endpoint that replaces this one.', { type: 'string' }),
};
const SUNSET_HEADER = {
  Sunset: header('When the endpoint may be gone, as in RFC 8594.', { type: 'string' }),
};

/** Refusals of a session after its request was counted. Those of the guard (401, 403, 404) come before. */
const COUNTED_OF_SESSION = [402, 409, 422, 429];

function hasRateHeaders({ access, session }: DocumentedEndpoint, status: number): boolean {
  if (session !== null) return status < 300 || COUNTED_OF_SESSION.includes(status);
  return access !== 'public' && status !== 401 && status < 500;
}

/** Early refusals of a key beyond its limit do not have them (ADR 32). */
const deprecationHeaders = ({ deprecation }: DocumentedEndpoint): Record<string, unknown> => ({
  ...(deprecation === undefined ? {} : DEPRECATION_HEADERS),
  ...(deprecation?.sunset === undefined ? {} : SUNSET_HEADER),
});

/** The headers of every response of this status. */
export function headersOf(endpoint: DocumentedEndpoint, status: number): Record<string, unknown> {
  return {
    ...REQUEST_ID,
    ...(hasRateHeaders(endpoint, status) ? RATE_HEADERS : {}),
    ...(status === 429 ? {} : deprecationHeaders(endpoint)),
    ...(status === 429 ? { 'Retry-After': header('Seconds to wait.') } : {}),
  };
}

/** Adds the headers of successful responses, in place. */
export function addHeaders(responses: readonly Record<string, unknown>[], endpoint: DocumentedEndpoint): void {
  for (const response of responses) {
    response['headers'] = {
      ...headersOf(endpoint, 200),
      ...IGNORED_PARAMETERS,
      ...(endpoint.idempotent
        ? { 'Idempotent-Replayed': header('`true` on a replayed response.', { type: 'string', enum: ['true'] }) }
        : {}),
    };
  }
}
