/**
 * Connections to Google: the credentials of an owner or manager, which open one location of the Business Profile APIs, or a key of the
 * Places API, which opens every place, but shows five reviews and no replies.
 */
import { cleanTextOrNull, parsedUrl } from '@libs/kernel';
import type { SourceConnecting } from '../../connecting';
import { AccessRevoked, CardNotYours, isSuccess } from '../../publish-errors';
import type { Credentials, PublishTools } from '../../publisher';
import { readShape } from '../../read-shape';
import { CREDENTIAL_FIELDS } from './business-profile';
import { consent } from './consent';
import { placesFailure } from './failures';
import { findLocation, placeAt } from './locations';
import { addressOf, API_HOSTS, HOSTS, placeOf, placeOfId, type Place } from './match';
import { CHECK_MASK, isPlaceCard, PLACES_FIELDS, placeShape, placesHeaders, placeUrl } from './places';

interface Card {
  readonly card: string;
  readonly name: string | null;
}

export const connecting: SourceConnecting = {
  hosts: [...HOSTS, ...API_HOSTS],
  credentialFields: [...CREDENTIAL_FIELDS, ...PLACES_FIELDS],
  alternatives: [
    {
      title: 'OAuth client of an owner or manager',
      required: ['client_id', 'client_secret', 'refresh_token'],
      optional: ['location'],
    },
    { title: 'Places API key', required: ['places_api_key'], optional: ['place_id'] },
  ],
  consent,
  canReply: (card) => !isPlaceCard(card),

  async check(objectUrl, tools) {
    if (hasAll(tools.credentials, ['client_id', 'client_secret', 'refresh_token'])) {
      const { locationName, title } = await findLocation(objectUrl, tools);
      return { card: locationName, name: title };
    }
    if (hasAll(tools.credentials, ['places_api_key'])) return checkPlace(objectUrl, tools);
    throw new AccessRevoked('Google needs client_id, client_secret and refresh_token, or places_api_key');
  },
};

const hasAll = (credentials: Credentials, names: readonly string[]): boolean =>
  names.every((name) => (credentials[name] ?? '') !== '');

/** Finds the place of the address in the Places API. Throws `CardNotYours` if it is another place, or has no place id. */
async function checkPlace(objectUrl: string, tools: PublishTools): Promise<Card> {
  const place = await placeAt(objectUrl, tools);
  const requested = `places/${tools.credentials['place_id'] ?? idIn(place)}`;
  if (!isPlaceCard(requested)) throw new CardNotYours('`place_id` is not a place id of Google');
  const headers = placesHeaders(tools.credentials, CHECK_MASK);
  const response = await tools.http.request(placeUrl(requested), { headers });
  if (response.status === 404) throw new CardNotYours('Google has no place with this place id');
  if (!isSuccess(response)) throw placesFailure(response);
  const found = readShape(placeShape, response.json(), "Google's description of the place");
  const page = parsedUrl(found.googleMapsUri ?? '');
  const places = [placeOfId(found.id), placeOfId(requested.slice('places/'.length)), page && placeOf(page)];
  if (!places.some((candidate) => candidate !== null && addressOf(candidate) === addressOf(place)))
    throw new CardNotYours('The place id belongs to another place than the address');
  // Google replaces the id of a place that moved, and returns the new one.
  const card = `places/${found.id}`;
  return { card: isPlaceCard(card) ? card : requested, name: cleanTextOrNull(found.displayName?.text) };
}

function idIn(place: Place): string {
  if ('placeId' in place) return place.placeId;
  throw new CardNotYours(
    'The Places API finds a place by its place id only, and this address does not contain it: enter the id as place_id',
  );
}
