/**
 * The part of Google's Places API (New) that is used: its address, its key and the format of a place. The API finds a place by its place
 * id only; a number of a place (cid) does not suffice. The card of a connection is the resource name `places/{placeId}`.
 */
import { z } from 'zod';
import { credentialField, type CredentialField } from '../../connecting';
import type { Credentials } from '../../publisher';

const API = 'https://places.googleapis.com/v1';

export const PLACES_FIELDS: readonly CredentialField[] = [
  credentialField(
    'places_api_key',
    'Key in the Google Cloud console under APIs & Services > Credentials, for a project with the Places API (New) and billing. It reads five reviews, and cannot answer.',
    { required: false },
  ),
  credentialField(
    'place_id',
    'Only if the address of the place does not contain its place id: from the Place ID Finder of Google Maps Platform.',
    { secret: false, required: false },
  ),
];

const PLACE_CARD = /^places\/[A-Za-z0-9_-]{10,255}$/;

/** Whether a card is one of the Places API. Check every card before it is used in a URL. */
export const isPlaceCard = (card: string): boolean => PLACE_CARD.test(card);

export const placeUrl = (card: string): string => `${API}/${card}`;

/** The fields of a request determine its price. */
export const CHECK_MASK = 'id,displayName,googleMapsUri';
export const REVIEWS_MASK = 'id,displayName,rating,googleMapsUri,userRatingCount,reviews';

export function placesHeaders({ places_api_key = '' }: Credentials, mask: string): Readonly<Record<string, string>> {
  return { accept: 'application/json', 'x-goog-api-key': places_api_key, 'x-goog-fieldmask': mask };
}

const text = z.string().nullish();
const localizedText = z.looseObject({ text }).nullish();

export const placeReviewShape = z.looseObject({
  // `places/{placeId}/reviews/{reviewId}`
  name: z.string().regex(/^places\/[^/]+\/reviews\/[^/]+$/),
  rating: z.number().nullish(),
  text: localizedText,
  originalText: localizedText,
  authorAttribution: z.looseObject({ displayName: text }).nullish(),
  publishTime: text,
  googleMapsUri: text,
});

export const PLACE_REVIEW_PARTS = {
  rating: 'rating',
  text: 'text',
  originalText: 'text',
  authorAttribution: 'author',
  publishTime: 'date',
  googleMapsUri: 'address',
} as const;

export const placeShape = z.looseObject({
  id: z.string(),
  displayName: localizedText,
  rating: z.number().nullish(),
  userRatingCount: z.number().int().min(0).nullish(),
  googleMapsUri: text,
  // Absent for a place without reviews.
  reviews: z.array(z.unknown()).nullish(),
});
