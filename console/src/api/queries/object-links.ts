import { queryOptions } from '@tanstack/react-query';
import { call, type Schemas } from '../client';

export type LinkResult = Schemas['LinkResult'];
export type DetectedLink = Schemas['DetectedLink'];

/** The number of addresses that the API judges at once. */
const DETECTED_AT_ONCE = 200;

const at = (objectId: number, linkId: number) => ({ path: { object_id: objectId, link_id: linkId } });

/** What would become of each address. Nothing is written, and no platform is asked. */
export async function detectLinks(
  accountId: number,
  urls: readonly string[],
  objectId: number | null = null,
): Promise<readonly DetectedLink[]> {
  const found: DetectedLink[] = [];
  for (let first = 0; first < urls.length; first += DETECTED_AT_ONCE) {
    const body = { urls: urls.slice(first, first + DETECTED_AT_ONCE), object_id: objectId };
    found.push(...(await call(accountId, 'POST', '/v3/links/detect', { body })).data);
  }
  return found;
}

export const detectionQuery = (accountId: number, urls: readonly string[], objectId: number | null) =>
  queryOptions({
    queryKey: ['account', accountId, 'links', 'detected', objectId, urls],
    queryFn: () => detectLinks(accountId, urls, objectId),
    enabled: urls.length > 0,
    staleTime: 60_000,
  });

/** Adds an address. A refused one is not an error: the result has its code. */
export const addLink = async (accountId: number, objectId: number, url: string): Promise<LinkResult | undefined> => {
  const input = { path: { object_id: objectId }, body: { url } };
  return (await call(accountId, 'POST', '/v3/objects/{object_id}/links', input)).link_results[0];
};

export const changeLink = (accountId: number, objectId: number, linkId: number, change: Schemas['ChangeLinkBody']) =>
  call(accountId, 'PUT', '/v3/objects/{object_id}/links/{link_id}', { ...at(objectId, linkId), body: change });

export const deleteLink = (accountId: number, objectId: number, linkId: number) =>
  call(accountId, 'DELETE', '/v3/objects/{object_id}/links/{link_id}', at(objectId, linkId));
