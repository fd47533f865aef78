import { queryOptions } from '@tanstack/react-query';
import { clientOf, dataOf, type Schemas } from '../client';

export type ObjectItem = Schemas['ObjectListItem'];
export type ObjectLink = Schemas['Link'];
export type LinkResult = Schemas['LinkResult'];

/** The number of objects that are read and filtered in the browser. */
const ALL = 1_000;
const COLLECTING_MS = 5_000;

export const objectKeys = {
  list: (accountId: number) => ['account', accountId, 'objects'] as const,
  single: (accountId: number, objectId: number) => ['account', accountId, 'objects', objectId] as const,
};

/** The objects of an account, newest first. While one is being collected, the list is read again every few seconds. */
export const objectsQuery = (accountId: number) =>
  queryOptions({
    queryKey: objectKeys.list(accountId),
    queryFn: () => dataOf(clientOf(accountId).GET('/v3/objects', { params: { query: { limit: ALL } } })),
    staleTime: 15_000,
    refetchInterval: ({ state }) =>
      state.data?.data.some((object) => object.scrape_status === 'in_progress') ? COLLECTING_MS : false,
  });

export const objectQuery = (accountId: number, objectId: number) =>
  queryOptions({
    queryKey: objectKeys.single(accountId, objectId),
    queryFn: () =>
      dataOf(clientOf(accountId).GET('/v3/objects/{object_id}', { params: { path: { object_id: objectId } } })),
    staleTime: 15_000,
    refetchInterval: ({ state }) =>
      state.data?.links.some((link) => link.scrape_status === 'in_progress' || link.scrape_status === 'pending')
        ? COLLECTING_MS
        : false,
  });

export const switchObject = (accountId: number, objectId: number, isActive: boolean) =>
  dataOf(clientOf(accountId).PUT('/v3/objects', { body: { object_ids: [objectId], is_active: isActive } }));

export const collectObject = (accountId: number, objectId: number) =>
  dataOf(clientOf(accountId).POST('/v3/objects/{object_id}/collect', { params: { path: { object_id: objectId } } }));

/** Adds an address. A refused one is not an error: the result has its code. */
export const addLink = async (accountId: number, objectId: number, url: string): Promise<LinkResult | undefined> => {
  const call = clientOf(accountId).POST('/v3/objects/{object_id}/links', {
    params: { path: { object_id: objectId } },
    body: { url },
  });
  return (await dataOf(call)).link_results[0];
};

export const switchLink = (accountId: number, objectId: number, linkId: number, isActive: boolean) =>
  dataOf(
    clientOf(accountId).PUT('/v3/objects/{object_id}/links/{link_id}', {
      params: { path: { object_id: objectId, link_id: linkId } },
      body: { is_active: isActive },
    }),
  );
