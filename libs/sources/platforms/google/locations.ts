/**
 * Finds the location of a place among the locations that an account manages. A location matches if its metadata contains the
 * place's id or number (cid). Short links are resolved first.
 */
import { parsedUrl } from '@libs/kernel';
import { linkedPage } from '../../linked-page';
import { CardNotYours, PlatformRefused } from '../../publish-errors';
import type { PublishTools } from '../../publisher';
import { readShape } from '../../read-shape';
import {
  ACCOUNTS,
  accountsShape,
  BUSINESS_INFORMATION_API,
  isAccountName,
  isLocationName,
  LOCATION_FIELDS,
  shortName,
  locationShape,
  locationsShape,
  type Location,
} from './business-profile';
import { get, pagesOf } from './requests';
import { addressOf, match, placeOf, placeOfId, type Place } from './match';

export interface FoundLocation {
  /** `accounts/{a}/locations/{l}` */
  readonly locationName: string;
  readonly title: string | null;
}

/** Limit for pages of accounts and locations together; larger accounts must set `location`. */
const MAX_PAGES = 100;

/** Throws `CardNotYours` if the account does not manage the place. */
export async function findLocation(objectUrl: string, tools: PublishTools): Promise<FoundLocation> {
  const place = await placeAt(objectUrl, tools);
  const configured = tools.credentials['location'] ?? '';
  const found = configured === '' ? await search(place, tools) : await configuredLocation(configured, place, tools);
  if (found === null) throw new CardNotYours('The connected Google account does not manage this place');
  return found;
}

async function configuredLocation(
  locationName: string,
  place: Place,
  tools: PublishTools,
): Promise<FoundLocation | null> {
  if (!isLocationName(locationName)) throw new CardNotYours('`location` must be accounts/{number}/locations/{number}');
  const response = await get(
    `${BUSINESS_INFORMATION_API}/${shortName(locationName)}?readMask=${LOCATION_FIELDS}`,
    tools,
    [404],
  );
  if (response.status === 404) return null;
  const location = readShape(locationShape, response.json(), "Google's description of the place");
  return isPlace(location, place) ? { locationName, title: location.title ?? null } : null;
}

async function search(place: Place, tools: PublishTools): Promise<FoundLocation | null> {
  let pages = 0;
  const countPage = (): void => {
    pages += 1;
    if (pages > MAX_PAGES) throw new PlatformRefused('The account manages too many places: set `location`');
  };
  for await (const accounts of pagesOf(`${ACCOUNTS}?pageSize=20`, tools, countPage)) {
    for (const { name: account } of readShape(accountsShape, accounts, "Google's accounts").accounts ?? []) {
      const found = await searchAccount(account, place, tools, countPage);
      if (found !== null) return found;
    }
  }
  return null;
}

async function searchAccount(
  account: string,
  place: Place,
  tools: PublishTools,
  countPage: () => void,
): Promise<FoundLocation | null> {
  if (!isAccountName(account)) return null;
  const first = `${BUSINESS_INFORMATION_API}/${account}/locations?readMask=${LOCATION_FIELDS}&pageSize=100`;
  for await (const page of pagesOf(first, tools, countPage)) {
    const { locations } = readShape(locationsShape, page, "Google's places of an account");
    const location = (locations ?? []).find((candidate) => isPlace(candidate, place));
    const locationName = location === undefined ? '' : `${account}/${location.name}`;
    if (location !== undefined && isLocationName(locationName)) return { locationName, title: location.title ?? null };
  }
  return null;
}

function isPlace({ metadata }: Location, place: Place): boolean {
  const page = parsedUrl(metadata?.mapsUri ?? '');
  const places = [placeOfId(metadata?.placeId ?? ''), page === null ? null : placeOf(page)];
  return places.some((candidate) => candidate !== null && addressOf(candidate) === addressOf(place));
}

/** Returns the place of a canonical address; resolves short links. Throws `PlatformRefused` if it does not lead to a place. */
export async function placeAt(objectUrl: string, tools: PublishTools): Promise<Place> {
  const page = await linkedPage(objectUrl, { match, what: 'a place on Google Maps' }, tools);
  const place = placeOf(new URL(page));
  if (place === null) throw new PlatformRefused('The address does not lead to a place on Google Maps');
  return place;
}
