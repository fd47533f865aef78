import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, type Schemas } from '../client';
import type { operations } from '../schema.gen';
import type { Invalidations } from '../../lib/live/kinds';

export type ObjectItem = Schemas['ObjectListItem'];
export type ObjectLink = Schemas['Link'];
export type ObjectFigures = Schemas['FiguresOfObject'];
export type ObjectFilter = NonNullable<operations['listObjects']['parameters']['query']>;

/** The number of objects that are read at once, and filtered in the browser if there are no more. */
export const OBJECTS_AT_ONCE = 1_000;
const COLLECTING_MS = 5_000;

export const objectKeys = {
  all: (accountId: number) => ['account', accountId, 'objects'] as const,
  list: (accountId: number) => [...objectKeys.all(accountId), 'list'] as const,
  single: (accountId: number, objectId: number) => [...objectKeys.all(accountId), objectId] as const,
};

/** The newest objects of an account. While one is being collected, the list is read again every few seconds. */
export const objectsQuery = (accountId: number) =>
  queryOptions({
    queryKey: objectKeys.list(accountId),
    queryFn: () => page(accountId, {}, 0),
    staleTime: 15_000,
    refetchInterval: ({ state }) =>
      state.data?.data.some((object) => object.scrape_status === 'in_progress') ? COLLECTING_MS : false,
  });

/** The objects that the server finds, in pages, for accounts with more objects than are read at once. */
export const foundObjectsQuery = (accountId: number, filter: ObjectFilter) =>
  infiniteQueryOptions({
    queryKey: [...objectKeys.all(accountId), 'found', filter],
    queryFn: ({ pageParam }) => page(accountId, filter, pageParam),
    initialPageParam: 0,
    getNextPageParam: ({ offset, limit, has_next }) => (has_next ? offset + limit : undefined),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  });

const page = (accountId: number, filter: ObjectFilter, offset: number) =>
  call(accountId, 'GET', '/v3/objects', { query: { ...filter, limit: OBJECTS_AT_ONCE, offset } });

/** Average, reviews and replies of each enabled object, by its id. Without `objectId`, of all objects. */
export const objectFiguresQuery = (accountId: number, objectId?: number) =>
  queryOptions({
    queryKey: [...objectKeys.all(accountId), 'figures', objectId ?? 'all'],
    queryFn: async (): Promise<ReadonlyMap<number, ObjectFigures>> => {
      const byId = new Map<number, ObjectFigures>();
      for (let offset = 0, more = true; more; offset += OBJECTS_AT_ONCE) {
        // Without `min_rating: 0`, reviews without a rating are not counted.
        const query = { min_rating: 0, limit: OBJECTS_AT_ONCE, offset, object_id: objectId };
        const { data, has_next } = await call(accountId, 'GET', '/v3/analytics/objects', { query });
        for (const figures of data) byId.set(figures.object_id, figures);
        more = has_next;
      }
      return byId;
    },
    staleTime: 60_000,
  });

export const objectQuery = (accountId: number, objectId: number) =>
  queryOptions({
    queryKey: objectKeys.single(accountId, objectId),
    queryFn: () => call(accountId, 'GET', '/v3/objects/{object_id}', at(objectId)),
    staleTime: 15_000,
    refetchInterval: ({ state }) => (state.data?.is_active && state.data.links.some(isBusy) ? COLLECTING_MS : false),
  });

/** Whether a link is being collected, or waits for its first collection. */
function isBusy(link: ObjectLink): boolean {
  return link.is_active && (link.progress !== null || ['in_progress', 'pending'].includes(link.scrape_status));
}

const at = (objectId: number) => ({ path: { object_id: objectId } });

/** Creates an object. A repetition with the same key creates it once. */
export const createObject = (accountId: number, body: Schemas['CreateObjectBody'], key: string) =>
  call(accountId, 'POST', '/v3/objects', { header: { 'Idempotency-Key': key }, body });

export const switchObjects = (accountId: number, objectIds: readonly number[], isActive: boolean) =>
  call(accountId, 'PUT', '/v3/objects', { body: { object_ids: objectIds, is_active: isActive } });

export const renameObject = (accountId: number, objectId: number, name: string) =>
  call(accountId, 'PUT', '/v3/objects/{object_id}', { ...at(objectId), body: { name } });

export const deleteObject = (accountId: number, objectId: number) =>
  call(accountId, 'DELETE', '/v3/objects/{object_id}', at(objectId));

export const collectObject = (accountId: number, objectId: number) =>
  call(accountId, 'POST', '/v3/objects/{object_id}/collect', at(objectId));

const objectsOf = (accountId: number) => [objectKeys.all(accountId)];

/** What live changes make stale. */
export const objectsLive: Invalidations = {
  'link.changed': objectsOf,
  'run.progress': objectsOf,
  'run.ended': objectsOf,
};
