/**
 * Finds the card of a place among those that an account manages. A card is the place's only where Google itself says so:
 * by its place id or by the number (cid) in its Maps address. A short link is followed to the place it stands for.
 */
import { parsedUrl } from '@libs/kernel';
import { publisherCall } from '../../access/authorized';
import { CardNotYours, PlatformRefused } from '../../publish-errors';
import { isSuccess, publishFailure } from '../../publish-status';
import type { PublishTools } from '../../publisher';
import { readShape } from '../../read-shape';
import type { SourceResponse } from '../../source-http';
import {
  ACCOUNTS,
  accountsShape,
  errorShape,
  googleTokens,
  INFORMATION,
  isCard,
  LOCATION_FIELDS,
  locationOf,
  locationShape,
  locationsShape,
  PLATFORM,
  type Location,
} from './business-profile';
import { addressOf, match, placeOf, placeOfId, type Place } from './match';

export interface FoundCard {
  readonly card: string;
  readonly name: string | null;
}

const MAX_REDIRECTS = 5;
/** Pages of accounts and of places together; an account with more names the place (`location`). */
const MAX_PAGES = 100;

/** Throws `CardNotYours` where the account manages no such place. */
export async function findCard(objectUrl: string, tools: PublishTools): Promise<FoundCard> {
  const place = await placeAt(objectUrl, tools);
  const named = tools.credentials['location'] ?? '';
  const found = named === '' ? await search(place, tools) : await namedCard(named, place, tools);
  if (found === null) throw new CardNotYours('The connected Google account does not manage this place');
  return found;
}

async function namedCard(card: string, place: Place, tools: PublishTools): Promise<FoundCard | null> {
  if (!isCard(card)) throw new CardNotYours('`location` must be accounts/{number}/locations/{number}');
  const answer = await ask(`${INFORMATION}/${locationOf(card)}?readMask=${LOCATION_FIELDS}`, tools, [404]);
  if (answer.status === 404) return null;
  const location = readShape(locationShape, answer.json(), "Google's description of the place");
  return isPlace(location, place) ? { card, name: location.title ?? null } : null;
}

async function search(place: Place, tools: PublishTools): Promise<FoundCard | null> {
  let pages = 0;
  const count = (): void => {
    pages += 1;
    if (pages > MAX_PAGES)
      throw new PlatformRefused('The account manages too many places: name the one with `location`');
  };
  for await (const accounts of pagesOf(`${ACCOUNTS}?pageSize=20`, tools, count)) {
    for (const { name: account } of readShape(accountsShape, accounts, "Google's accounts").accounts ?? []) {
      const found = await searchAccount(account, place, tools, count);
      if (found !== null) return found;
    }
  }
  return null;
}

async function searchAccount(
  account: string,
  place: Place,
  tools: PublishTools,
  count: () => void,
): Promise<FoundCard | null> {
  if (!/^accounts\/[A-Za-z0-9_-]{1,64}$/.test(account)) return null;
  const first = `${INFORMATION}/${account}/locations?readMask=${LOCATION_FIELDS}&pageSize=100`;
  for await (const page of pagesOf(first, tools, count)) {
    const { locations } = readShape(locationsShape, page, "Google's places of an account");
    const location = (locations ?? []).find((candidate) => isPlace(candidate, place));
    const card = location === undefined ? '' : `${account}/${location.name}`;
    if (location !== undefined && isCard(card)) return { card, name: location.title ?? null };
  }
  return null;
}

async function* pagesOf(first: string, tools: PublishTools, count: () => void): AsyncGenerator<unknown, void, void> {
  const asked = new Set<string>();
  for (let url = first; !asked.has(url);) {
    asked.add(url);
    count();
    const page = (await ask(url, tools)).json();
    yield page;
    const token = (page as { nextPageToken?: unknown } | null)?.nextPageToken;
    if (typeof token !== 'string' || token === '') return;
    url = `${first}&pageToken=${encodeURIComponent(token)}`;
  }
}

function isPlace({ metadata }: Location, place: Place): boolean {
  const page = parsedUrl(metadata?.mapsUri ?? '');
  const own = [placeOfId(metadata?.placeId ?? ''), page === null ? null : placeOf(page)];
  return own.some((candidate) => candidate !== null && addressOf(candidate) === addressOf(place));
}

/** The place of an address of ours; short links are followed, within Google's own hosts. */
async function placeAt(objectUrl: string, tools: PublishTools): Promise<Place> {
  let url = objectUrl;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const found = match(new URL(url));
    const place = found?.kind === 'page' ? placeOf(new URL(found.canonicalUrl)) : null;
    if (place !== null) return place;
    const answer = await tools.http.request(url);
    const location = answer.headers['location'];
    const next = location === undefined ? null : parsedUrl(location, url);
    if (next === null) break;
    url = next.href;
  }
  throw new PlatformRefused('The address does not lead to a place on Google Maps');
}

/** One question to Google; a refusal is thrown in the words of publishers. */
async function ask(url: string, tools: PublishTools, accept: readonly number[] = []): Promise<SourceResponse> {
  const answer = await publisherCall(PLATFORM, googleTokens, tools, { url });
  if (isSuccess(answer) || accept.includes(answer.status)) return answer;
  throw publishFailure(answer, { platform: PLATFORM, carried: 'question', detail: wordOf(answer) });
}

/** Google's machine word for a refusal (`PERMISSION_DENIED`). */
export function wordOf({ body }: SourceResponse): string | null {
  try {
    const read = errorShape.safeParse(JSON.parse(body));
    return read.success ? read.data.error.status : null;
  } catch {
    return null;
  }
}
