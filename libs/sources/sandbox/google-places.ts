/**
 * The Places API (New) of Google's sandbox: a place by its place id, with the fields that the mask requests and five of its reviews.
 * Formats follow the documentation. Place ids contain the number of the place (cid), which is the key of the listing. A key is valid
 * unless it begins with "wrong".
 */
import { htmlResponse, jsonResponse, newestFirst, pageOf, respondTo } from './sandbox-behaviour';
import { roundedAverage } from './sandbox-formats';
import type {
  SandboxContext,
  SandboxListing,
  SandboxRequest,
  SandboxResponse,
  SandboxReview,
} from './sandbox-platform';

export const PLACES_HOST = 'places.googleapis.com';
const PLACE = /^\/v1\/places\/([A-Za-z0-9_-]{27})$/;
const SHOWN = 5;
/** Google's page for clients that send too many requests. */
export const UNUSUAL_TRAFFIC = htmlResponse(
  '<html><head><title>Sorry...</title></head><body>unusual traffic</body></html>',
  403,
);

/** A place id of the usual form: a feature id, whose second number is the number of the place. */
export function placeIdOf(key: string): string {
  const feature = Buffer.alloc(20);
  feature.write('0a1209', 'hex');
  feature.writeBigUInt64LE(1n, 3);
  feature[11] = 0x11;
  feature.writeBigUInt64LE(BigInt(key), 12);
  return feature.toString('base64url');
}

/** The id of a review in the Places API, which is not that of the Business Profile API. */
export function placeReviewIdOf({ id }: Pick<SandboxReview, 'id'>): string {
  return `ChZDSUhNMG9n${Buffer.from(id).toString('base64url')}`;
}

export function respondFromPlaces({ url, headers }: SandboxRequest, context: SandboxContext): SandboxResponse {
  const refusal = context.replies.outage ?? refusalOf(headers, context);
  if (refusal !== null) return refusal;
  const mask = headers['x-goog-fieldmask'] ?? '';
  const placeId = PLACE.exec(url.pathname)?.[1] ?? '';
  const place = placeId === '' ? undefined : context.listings().find((listing) => listing.key === cidIn(placeId));
  if (place === undefined) return placesError(404, 'NOT_FOUND');
  return respondWithPlace(place, placeId, mask.split(','));
}

function refusalOf(headers: SandboxRequest['headers'], { replies }: SandboxContext): SandboxResponse | null {
  const key = headers['x-goog-api-key'] ?? '';
  if (replies.access === 'revoked' || key === '' || key.startsWith('wrong'))
    return placesError(400, 'INVALID_ARGUMENT', 'API_KEY_INVALID');
  if (replies.access === 'foreign') return placesError(403, 'PERMISSION_DENIED', 'SERVICE_DISABLED');
  return headers['x-goog-fieldmask'] ? null : placesError(400, 'INVALID_ARGUMENT');
}

function placesError(code: number, status: string, reason?: string): SandboxResponse {
  const details = reason && [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', domain: 'googleapis.com', reason }];
  return jsonResponse(
    { error: { code, message: 'Refused by the sandbox', status, ...(details && { details }) } },
    code,
  );
}

const cidIn = (placeId: string): string => Buffer.from(placeId, 'base64url').readBigUInt64LE(12).toString();

function respondWithPlace(place: SandboxListing, placeId: string, mask: readonly string[]): SandboxResponse {
  return respondTo(place, 1, {
    blocked: UNUSUAL_TRAFFIC,
    gone: placesError(404, 'NOT_FOUND'),
    changed: jsonResponse({ version: 2, place: {} }),
    normal: () => jsonResponse(placeOf(place, placeId, mask)),
  });
}

function placeOf(place: SandboxListing, placeId: string, mask: readonly string[]): object {
  const all = place.reviews;
  // A selection, which is not sorted by date.
  const shown = pageOf(place, newestFirst(place), 1, SHOWN).reviews.toReversed();
  const fields = {
    id: placeId,
    displayName: { text: place.name, languageCode: 'en' },
    googleMapsUri: `https://maps.google.com/?cid=${place.key}`,
    ...(all.length === 0 ? {} : { rating: roundedAverage(all), userRatingCount: all.length * 3 }),
    ...(shown.length === 0 ? {} : { reviews: shown.map((review) => record(review, placeId)) }),
  };
  return Object.fromEntries(Object.entries(fields).filter(([name]) => mask.includes(name)));
}

function record(review: SandboxReview, placeId: string): object {
  const text = review.text === null ? {} : { text: { text: review.text, languageCode: 'en' } };
  return {
    name: `places/${placeId}/reviews/${placeReviewIdOf(review)}`,
    relativePublishTimeDescription: 'a while ago',
    rating: review.rating,
    ...text,
    ...(review.text === null ? {} : { originalText: { text: review.text, languageCode: 'en' } }),
    authorAttribution: {
      displayName: review.author,
      uri: 'https://www.google.com/maps/contrib/100000000000000000000/reviews',
      photoUri: 'https://lh3.googleusercontent.com/a/sandbox=s128',
    },
    publishTime: review.publishedAt.toISOString(),
    googleMapsUri: `https://www.google.com/maps/reviews/data=!4m6!14m5!1m4!2m3!1s${placeReviewIdOf(review)}`,
  };
}
