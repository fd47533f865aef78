import { queryOptions } from '@tanstack/react-query';
import { clientOf, dataOf, type Schemas } from '../client';

export type LinkResult = Schemas['LinkResult'];
export type DetectedLink = Schemas['DetectedLink'];

/** The number of addresses that the API judges at once. */
const DETECTED_AT_ONCE = 200;

const at = (objectId: number, linkId: number) => ({ params: { path: { object_id: objectId, link_id: linkId } } });

/** What would become of each address. Nothing is written, and no platform is asked. */
export async function detectLinks(
  accountId: number,
  urls: readonly string[],
  objectId: number | null = null,
): Promise<readonly DetectedLink[]> {
  const found: DetectedLink[] = [];
  for (let first = 0; first < urls.length; first += DETECTED_AT_ONCE) {
    const body = { urls: urls.slice(first, first + DETECTED_AT_ONCE), object_id: objectId };
    found.push(...(await dataOf(clientOf(accountId).POST('/v3/links/detect', { body }))).data);
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
  const call = clientOf(accountId).POST('/v3/objects/{object_id}/links', {
    params: { path: { object_id: objectId } },
    body: { url },
  });
  return (await dataOf(call)).link_results[0];
};

export const changeLink = (accountId: number, objectId: number, linkId: number, change: Schemas['ChangeLinkBody']) =>
  dataOf(clientOf(accountId).PUT('/v3/objects/{object_id}/links/{link_id}', { ...at(objectId, linkId), body: change }));

export const deleteLink = (accountId: number, objectId: number, linkId: number) =>
  dataOf(clientOf(accountId).DELETE('/v3/objects/{object_id}/links/{link_id}', at(objectId, linkId)));
