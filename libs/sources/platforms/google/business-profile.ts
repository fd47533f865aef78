/**
 * The parts of Google's Business Profile APIs that are used: URLs, authentication and response formats. A location is a place that an
 * account manages; `locationName` is its resource name `accounts/{a}/locations/{l}`.
 */
import { z } from 'zod';
import { AccessTokens, form, FORM_TYPE, readOAuthGrant } from '../../access/access-tokens';
import type { Credentials, CredentialField } from '../../publisher';

export const PLATFORM = 'Google';

export const CREDENTIAL_FIELDS: readonly CredentialField[] = [
  {
    name: 'client_id',
    secret: false,
    required: true,
    description: 'OAuth client of a project with access to the Business Profile APIs',
  },
  { name: 'client_secret', secret: true, required: true, description: "That client's secret" },
  {
    name: 'refresh_token',
    secret: true,
    required: true,
    description: "Owner's or manager's consent, scope business.manage",
  },
  {
    name: 'location',
    secret: false,
    required: false,
    description: 'accounts/…/locations/…, for an account that manages very many places',
  },
];

export const googleTokens = new AccessTokens({
  slug: 'google',
  credentialNames: ['client_id', 'client_secret', 'refresh_token'],
  request: ({ client_id = '', client_secret = '', refresh_token = '' }: Credentials) => ({
    url: 'https://oauth2.googleapis.com/token',
    headers: { 'content-type': FORM_TYPE },
    body: form({ grant_type: 'refresh_token', client_id, client_secret, refresh_token }),
  }),
  read: readOAuthGrant,
});

const LOCATION_NAME = /^accounts\/[A-Za-z0-9_-]{1,64}\/locations\/[A-Za-z0-9_-]{1,64}$/;

/** Whether a text is a location name. Check every location name before it is used in a URL. */
export function isLocationName(text: string): boolean {
  return LOCATION_NAME.test(text);
}

/** The name of a location in the Business Information API: `locations/{l}`. */
export function shortName(locationName: string): string {
  return locationName.slice(locationName.indexOf('locations/'));
}

export const ACCOUNTS = 'https://mybusinessaccountmanagement.googleapis.com/v1/accounts';
export const BUSINESS_INFORMATION_API = 'https://mybusinessbusinessinformation.googleapis.com/v1';
export const LOCATION_FIELDS = 'name,title,metadata';

export function reviewsUrl(locationName: string, pageToken: string | null): string {
  const query = new URLSearchParams({ pageSize: '50', orderBy: 'updateTime desc' });
  if (pageToken !== null) query.set('pageToken', pageToken);
  return `https://mybusiness.googleapis.com/v4/${locationName}/reviews?${query.toString()}`;
}

export function reviewUrl(locationName: string, reviewId: string): string {
  return `https://mybusiness.googleapis.com/v4/${locationName}/reviews/${encodeURIComponent(reviewId)}`;
}

const text = z.string().nullish();

export const replyShape = z.looseObject({
  comment: text,
  updateTime: text,
  reviewReplyState: text,
  policyViolation: z.unknown().optional(),
});

export type Reply = z.infer<typeof replyShape>;

export const reviewShape = z.looseObject({
  reviewId: z.string().min(1),
  reviewer: z.looseObject({ displayName: text, isAnonymous: z.boolean().nullish() }).nullish(),
  starRating: text,
  comment: text,
  createTime: text,
  updateTime: text,
  reviewReply: replyShape.nullish(),
  reviewMediaItems: z.array(z.looseObject({ thumbnailUrl: text, videoUrl: text })).nullish(),
});

export type Review = z.infer<typeof reviewShape>;

export const listShape = z.looseObject({
  // Absent for a place without reviews.
  reviews: z.array(reviewShape).nullish(),
  averageRating: z.number().nullish(),
  totalReviewCount: z.number().int().min(0).nullish(),
  nextPageToken: text,
});

export const locationShape = z.looseObject({
  name: z.string(),
  title: text,
  metadata: z.looseObject({ placeId: text, mapsUri: text }).nullish(),
});

export type Location = z.infer<typeof locationShape>;

export const accountsShape = z.looseObject({
  accounts: z.array(z.looseObject({ name: z.string() })).nullish(),
  nextPageToken: text,
});

export const locationsShape = z.looseObject({
  locations: z.array(locationShape).nullish(),
  nextPageToken: text,
});

/** Google's error (google.rpc.Status) with its code, for example `PERMISSION_DENIED`. */
export const errorShape = z.object({ error: z.object({ status: z.string().regex(/^[A-Z_]{3,40}$/) }) });
