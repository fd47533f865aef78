/**
 * Booking.com's Guest Review API: its calls, its two authentication methods (tokens of a machine account, or the older user name and
 * password) and the formats of the responses about replies. The list is sorted from oldest to newest.
 */
import { z } from 'zod';
import { AccessTokens } from '../../access/access-tokens';
import { CONNECTION_STATUSES, publisherCall, visitCall } from '../../access/authorized';
import { AccessRevoked, publishFailure, type FailureContext } from '../../publish-errors';
import { credentialField, type CredentialField } from '../../connecting';
import type { Credentials, PublishRequest, PublishTools } from '../../publisher';
import { jsonOrNull } from '../../read-shape';
import type { OwnerVisitTools } from '../../source';
import { Unavailable } from '../../source-errors';
import type { PublishResponse, SourceResponse } from '../../source-http';

export const PLATFORM = 'Booking.com';
const HOST = 'https://supply-xml.booking.com/';
const API = `${HOST}review-api/properties`;

export const CREDENTIAL_FIELDS: readonly CredentialField[] = [
  credentialField(
    'property_id',
    'Number of the property: in the extranet beside its name, and in the address of the extranet as hotel_id.',
    { secret: false },
  ),
  credentialField(
    'client_id',
    'Machine account with tokens: in the Connectivity Portal under Administration > Manage machine accounts. The account needs the Guest Reviews API for this property.',
    { secret: false, required: false },
  ),
  credentialField('client_secret', 'Shown once when the machine account gets token-based authentication.', {
    required: false,
  }),
  credentialField('username', 'Name of an older machine account, which has a password and no tokens.', {
    secret: false,
    required: false,
  }),
  credentialField('password', 'Password of the older machine account: set in the Connectivity Portal.', {
    required: false,
  }),
];

const tokenShape = z.object({ jwt: z.string().min(1) });
const LIFETIME_S = 3_600;

const bookingTokens = new AccessTokens({
  slug: 'booking',
  credentialNames: ['client_id', 'client_secret'],
  request: ({ client_id = '', client_secret = '' }: Credentials) => ({
    url: 'https://connectivity-authentication.booking.com/token-based-authentication/exchange',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_id, client_secret }),
  }),
  read: (response) => {
    const result = tokenShape.safeParse(jsonOrNull(response.body));
    return result.success ? { token: result.data.jwt, lifetimeS: LIFETIME_S, refreshToken: null } : null;
  },
});

const NO_CREDENTIALS = 'Booking.com needs client_id and client_secret, or username and password';

/** Sends a request with the authentication method of the credentials. */
export function call(
  tools: PublishTools,
  request: { readonly url: string } & PublishRequest,
): Promise<PublishResponse> {
  const authorization = basicAuthorization(tools.credentials);
  if (authorization !== null) {
    return tools.http.request(request.url, { ...request, headers: { ...request.headers, authorization } });
  }
  if ((tools.credentials['client_id'] ?? '') === '') {
    return Promise.reject(new AccessRevoked(NO_CREDENTIALS));
  }
  return publisherCall(PLATFORM, bookingTokens, tools, request);
}

/** Requests a page of the list with the authentication method of the connection; also returns the statuses 401, 403 and 404. */
export function visitList(tools: OwnerVisitTools, url: string): Promise<SourceResponse> {
  const { credentials } = tools.connection;
  const authorization = basicAuthorization(credentials);
  if (authorization !== null) {
    const headers = { accept: 'application/json', authorization };
    return tools.http.request(url, { accept: CONNECTION_STATUSES, headers });
  }
  if ((credentials['client_id'] ?? '') === '')
    return Promise.reject(new Unavailable('credentials_rejected', NO_CREDENTIALS));
  return visitCall(PLATFORM, bookingTokens, tools, url);
}

function basicAuthorization({ username = '', password = '' }: Credentials): string | null {
  return username === '' ? null : `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** Returns the error of a response. Only its status is used, because Booking.com's message may repeat the reply's text. */
export function failureOf(response: PublishResponse, { requestKind }: Pick<FailureContext, 'requestKind'>): Error {
  return publishFailure(response, { platform: PLATFORM, requestKind });
}

/** Whether a text is a property's number. Check every number before it is used in a URL. */
export const isPropertyId = (text: string): boolean => /^\d{1,15}$/.test(text);

export const reviewUrl = (propertyId: string, reviewId: string): string =>
  `${API}/${propertyId}/reviews/${encodeURIComponent(reviewId)}`;

export function listUrl(propertyId: string, fromDate: string, limit = 100): string {
  return `${API}/${propertyId}/reviews?${new URLSearchParams({ from_date: fromDate, limit: String(limit) }).toString()}`;
}

/** Whether an address of a next page is at the API's host. The documented examples have other paths than the first page. */
export const isListUrl = (url: string): boolean => url.startsWith(HOST);

const record = z.record(z.string(), z.unknown());

const text = z.string().nullish();

/** The fields of a review that identify it. */
export const listShape = z.looseObject({
  meta: z.looseObject({ next_page: text }).nullish(),
  data: z.looseObject({
    reviews: z.array(
      z.looseObject({
        review_id: z.string().min(1),
        created_timestamp: z.string(),
        content: z.looseObject({ positive: text, negative: text }).nullish(),
        scoring: z.looseObject({ review_score: z.number().nullish() }).nullish(),
      }),
    ),
  }),
});
export type ListedReview = z.output<typeof listShape>['data']['reviews'][number];

/** A single review; the format of the response is not documented. */
export const singleShape = z.looseObject({
  data: z.union([z.looseObject({ reviews: z.array(record).min(1) }), record]),
});

/** A review with its reply, as the API returns it. */
export const reviewWithReplyShape = z.looseObject({
  review_id: z.string(),
  reply: z.looseObject({ text, last_change_timestamp: text }).nullish(),
});

/** The response to a published reply. */
export const publishedShape = z.looseObject({ errors: z.array(z.unknown()).nullish() });
