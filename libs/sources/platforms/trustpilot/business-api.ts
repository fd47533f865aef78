/** Trustpilot's Business API, as far as replies need it: its calls, its tokens, the shape of its answers. */
import { z } from 'zod';
import { AccessTokens, form, FORM_TYPE, readOAuthGrant } from '../../access/access-tokens';
import type { Credentials, CredentialField } from '../../publisher';

export const PLATFORM = 'Trustpilot';
const API = 'https://api.trustpilot.com/v1';
const OAUTH = `${API}/oauth/oauth-business-users-for-applications`;

export const CREDENTIAL_FIELDS: readonly CredentialField[] = [
  { name: 'api_key', secret: true, required: true, description: 'API key of an application of the business account' },
  { name: 'api_secret', secret: true, required: true, description: "That application's secret" },
  { name: 'business_user_id', secret: false, required: true, description: 'User ID in whose name replies are written' },
  { name: 'refresh_token', secret: true, required: false, description: 'Only with a consent by authorization code' },
];

/** Tokens last 100 hours; asking too often is answered with 429. */
export const trustpilotTokens = new AccessTokens({
  slug: 'trustpilot',
  madeOf: ['api_key', 'api_secret', 'refresh_token'],
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

/** Only those who run the business may read this list. */
export const privateListUrl = (unitId: string): string =>
  `${API}/private/business-units/${encodeURIComponent(unitId)}/reviews?perPage=1`;

export const reviewUrl = (reviewId: string): string => `${API}/private/reviews/${encodeURIComponent(reviewId)}`;

const text = z.string().nullish();

export const unitShape = z.looseObject({ id: z.string().regex(/^[0-9a-f]{24}$/), displayName: text });
export const reviewShape = z.looseObject({
  id: z.string(),
  companyReply: z.looseObject({ text, createdAt: text }).nullish(),
});
/** Of the answer to a reply nothing is documented; where it tells the time, that is taken. */
export const writtenShape = z.looseObject({ createdAt: text, reply: z.looseObject({ createdAt: text }).nullish() });
