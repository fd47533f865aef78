/** The part of the Google Play Developer API for reviews: addresses, tokens, response formats and errors. */
import { z } from 'zod';
import { serviceAccountTokens } from '../../access/service-account';
import { credentialField, type CredentialField } from '../../connecting';
import { CardNotYours, publishFailure, type FailureContext, type PublishError } from '../../publish-errors';
import { jsonOrNull } from '../../read-shape';
import type { PublishResponse } from '../../source-http';

export const PLATFORM = 'Google Play';
export const API_HOSTS: readonly string[] = ['androidpublisher.googleapis.com', 'oauth2.googleapis.com'];

export const SCOPE = 'https://www.googleapis.com/auth/androidpublisher';
export const playTokens = serviceAccountTokens('google-play', SCOPE);

export const CREDENTIAL_FIELDS: readonly CredentialField[] = [
  credentialField(
    'service_account',
    'The whole JSON key file of a service account of Google Cloud. Invite its address in the Play Console under Users and permissions, with the permission "Reply to reviews" for the app.',
  ),
];

const APPLICATIONS = 'https://androidpublisher.googleapis.com/androidpublisher/v3/applications';

export function reviewsUrl(appId: string, maxResults: number, token: string | null): string {
  const query = new URLSearchParams({ maxResults: String(maxResults) });
  if (token !== null) query.set('token', token);
  return `${APPLICATIONS}/${encodeURIComponent(appId)}/reviews?${query.toString()}`;
}

export const reviewUrl = (appId: string, reviewId: string): string =>
  `${APPLICATIONS}/${encodeURIComponent(appId)}/reviews/${encodeURIComponent(reviewId)}`;

const text = z.string().nullish();
/** Seconds since 1970, as a text (int64 of protobuf's JSON). */
const time = z.looseObject({ seconds: z.union([z.string().regex(/^\d{1,12}$/), z.number()]).nullish() }).nullish();

export const reviewShape = z.looseObject({
  reviewId: z.string().min(1),
  authorName: text,
  comments: z.array(
    z.looseObject({
      userComment: z.looseObject({ text, lastModified: time, starRating: z.number().nullish() }).nullish(),
      developerComment: z.looseObject({ text, lastModified: time }).nullish(),
    }),
  ),
});

/** The parts of a review. */
export const PARTS = {
  authorName: 'author',
  'comments.*.userComment.text': 'text',
  'comments.*.userComment.lastModified': 'date',
  'comments.*.userComment.starRating': 'rating',
  'comments.*.developerComment': 'reply',
  'comments.*.developerComment.lastModified': 'reply_date',
} as const;

export type DeveloperReview = z.infer<typeof reviewShape>;
export type DeveloperTime = z.infer<typeof time>;

/** Google returns an empty object for an empty list. */
export const listShape = z.looseObject({
  reviews: z.array(z.unknown()).nullish(),
  tokenPagination: z.looseObject({ nextPageToken: text }).nullish(),
});

export const publishedShape = z.looseObject({ result: z.looseObject({ lastEdited: time }).nullish() });

const errorShape = z.object({
  error: z.object({
    status: z.string().regex(/^[A-Z_]{3,40}$/),
    details: z
      .array(z.looseObject({ reason: text }))
      .nullish()
      .catch(null),
  }),
});

/** The error of a response. Google's code is part of the message; its text is not, because it may repeat parts of the request. */
export function failureOf(
  response: PublishResponse,
  { requestKind }: Pick<FailureContext, 'requestKind'>,
): PublishError {
  const result = errorShape.safeParse(jsonOrNull(response.body));
  const error = result.success ? result.data.error : null;
  if (response.status === 403 && error?.details?.some(({ reason }) => reason === 'SERVICE_DISABLED'))
    return new CardNotYours('The Google Play Developer API is not enabled in the project of the service account');
  return publishFailure(response, { platform: PLATFORM, requestKind, detail: error?.status ?? null });
}
