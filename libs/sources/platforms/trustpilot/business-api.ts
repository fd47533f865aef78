/** Trustpilot's Business API: its calls and tokens, and the formats of the responses about replies. */
import { z } from 'zod';
import { AccessTokens, form, FORM_TYPE, readOAuthGrant } from '../../access/access-tokens';
import { credentialField, type CredentialField } from '../../connecting';
import { publishFailure, type FailureContext } from '../../publish-errors';
import type { Credentials } from '../../publisher';
import type { PublishResponse } from '../../source-http';

export const PLATFORM = 'Trustpilot';
const API = 'https://api.trustpilot.com/v1';
const OAUTH = `${API}/oauth/oauth-business-users-for-applications`;

export const CREDENTIAL_FIELDS: readonly CredentialField[] = [
  credentialField(
    'api_key',
    'In Trustpilot Business under Integrations > Developers > APIs, on the page of an application.',
  ),
  credentialField('api_secret', 'On the page of the same application, beside its API key.'),
  credentialField(
    'business_user_id',
    'Id of the user who signs the replies, 24 characters: from the Business Users API, or from Trustpilot support.',
    { secret: false },
  ),
  credentialField(
    'refresh_token',
    'Only for an application that uses the authorization code grant; leave it empty otherwise.',
    { required: false },
  ),
];

/** Tokens are valid for 100 hours. Trustpilot responds with 429 to too many token requests. */
export const trustpilotTokens = new AccessTokens({
  slug: 'trustpilot',
  credentialNames: ['api_key', 'api_secret', 'refresh_token'],
  request: ({ api_key = '', api_secret = '', refresh_token = '' }: Credentials) => ({
    url: refresh_token === '' ? `${OAUTH}/accesstoken` : `${OAUTH}/refresh`,
    headers: {
      'content-type': FORM_TYPE,
      authorization: `Basic ${Buffer.from(`${api_key}:${api_secret}`).toString('base64')}`,
    },
    body: form(
      refresh_token === '' ? { grant_type: 'client_credentials' } : { grant_type: 'refresh_token', refresh_token },
    ),
  }),
  read: readOAuthGrant,
});

export const findUrl = (business: string): string => `${API}/business-units/find?name=${encodeURIComponent(business)}`;

/** The address of a list that only accounts of the business can read. */
export const privateListUrl = (unitId: string): string =>
  `${API}/private/business-units/${encodeURIComponent(unitId)}/reviews?perPage=1`;

/** The address of a page of the public list; an API key suffices. Reported reviews are included, because the public page shows them. */
export function publicListUrl(unitId: string, page: number): string {
  const query = new URLSearchParams({
    perPage: '100',
    page: String(page),
    orderBy: 'createdat.desc',
    language: 'all',
    includeReportedReviews: 'true',
  });
  return `${publicUnitUrl(unitId)}/reviews?${query.toString()}`;
}

/** The address of the public data about a business. */
export const publicUnitUrl = (unitId: string): string => `${API}/business-units/${encodeURIComponent(unitId)}`;

export const reviewUrl = (reviewId: string): string => `${API}/private/reviews/${encodeURIComponent(reviewId)}`;

const text = z.string().nullish();

export const unitShape = z.looseObject({ id: z.string().regex(/^[0-9a-f]{24}$/), displayName: text });
export const reviewShape = z.looseObject({
  id: z.string(),
  companyReply: z.looseObject({ text, createdAt: text }).nullish(),
});
/** The response to a published reply is not documented; its time is used if present. */
export const publishedShape = z.looseObject({ createdAt: text, reply: z.looseObject({ createdAt: text }).nullish() });

/** The error of a response. Uses only the status: Trustpilot's message is not documented and may repeat the reply's text. */
export function failureOf(response: PublishResponse, { requestKind }: Pick<FailureContext, 'requestKind'>): Error {
  return publishFailure(response, { platform: PLATFORM, requestKind });
}
