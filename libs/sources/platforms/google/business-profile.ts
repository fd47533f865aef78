/**
 * The parts of Google's Business Profile APIs that are used: URLs, authentication and response formats. A location is a place that an
 * account manages; `locationName` is its resource name `accounts/{a}/locations/{l}`.
 */
import { z } from 'zod';
import { AccessTokens, form, FORM_TYPE, readOAuthGrant } from '../../access/access-tokens';
import { credentialField, type CredentialField } from '../../connecting';
import type { Credentials } from '../../publisher';

export const PLATFORM = 'Google';

/** The three fields of the client are required together; a key of the Places API replaces them (connecting.ts). */
export const CREDENTIAL_FIELDS: readonly CredentialField[] = [
  credentialField(
    'client_id',
    'In the Google Cloud console under APIs & Services > Credentials; ends with .apps.googleusercontent.com. The project needs access to the Business Profile APIs.',
    { secret: false, required: false },
  ),
  credentialField('client_secret', 'On the page of the same client, under Client secrets.', { required: false }),
  credentialField(
    'refresh_token',
    'Lasting token of an owner or manager of the place, for this client and the scope business.manage. It begins with 1//.',
    { required: false },
  ),
  credentialField(
    'location',
    'Only for an account that manages thousands of places: accounts/{number}/locations/{number}, as the APIs name the place.',
    { secret: false, required: false },
  ),
];

export const googleTokens = new AccessTokens({
  slug: 'google',
  credentialNames: ['client_id', 'client_secret', 'refresh_token'],
  request: ({ client_id = '', client_secret = '', refresh_token = '' }: Credentials) => ({
    url: TOKEN_URL,
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

/** Whether a text is the name of an account. Check every name before it is used in a URL. */
export function isAccountName(text: string): boolean {
  return /^accounts\/[A-Za-z0-9_-]{1,64}$/.test(text);
}

/** The name of a location in the Business Information API: `locations/{l}`. */
export function shortName(locationName: string): string {
  return locationName.slice(locationName.indexOf('locations/'));
}

export const ACCOUNTS = 'https://mybusinessaccountmanagement.googleapis.com/v1/accounts';
export const BUSINESS_INFORMATION_API = 'https://mybusinessbusinessinformation.googleapis.com/v1';
export const LOCATION_FIELDS = 'name,title,metadata';
export const CARD_FIELDS = `${LOCATION_FIELDS},storefrontAddress`;
export const SCOPE = 'https://www.googleapis.com/auth/business.manage';
export const TOKEN_URL = 'https://oauth2.googleapis.com/token';

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
  /** The page on which the owner answers the review. */
  reviewReplyUrl: text,
  reviewMediaItems: z.array(z.looseObject({ thumbnailUrl: text, videoUrl: text })).nullish(),
});

/** The parts of a review. */
export const PARTS = {
  reviewer: 'author',
  starRating: 'rating',
  comment: 'text',
  createTime: 'date',
  updateTime: 'date',
  reviewReply: 'reply',
  'reviewReply.updateTime': 'reply_date',
  reviewMediaItems: 'photo',
  'reviewMediaItems.*': 'photo',
} as const;

export type Review = z.infer<typeof reviewShape>;

export const listShape = z.looseObject({
  // Absent for a place without reviews.
  reviews: z.array(z.unknown()).nullish(),
  averageRating: z.number().nullish(),
  totalReviewCount: z.number().int().min(0).nullish(),
  nextPageToken: text,
});

export const locationShape = z.looseObject({
  name: z.string(),
  title: text,
  metadata: z.looseObject({ placeId: text, mapsUri: text }).nullish(),
  storefrontAddress: z
    .looseObject({
      addressLines: z.array(z.string()).nullish(),
      postalCode: text,
      locality: text,
      administrativeArea: text,
    })
    .nullish(),
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

/** Google's error (google.rpc.Status) with its code, for example `PERMISSION_DENIED`, and its reason (google.rpc.ErrorInfo). */
export const errorShape = z.object({
  error: z.looseObject({
    status: z.string().regex(/^[A-Z_]{3,40}$/),
    details: z
      .array(
        z.looseObject({
          reason: text,
          metadata: z.looseObject({ quota_limit_value: z.union([z.string(), z.number()]).nullish() }).nullish(),
        }),
      )
      .nullish()
      .catch(null),
  }),
});
