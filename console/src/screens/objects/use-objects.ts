import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  foundObjectsQuery,
  objectFiguresQuery,
  OBJECTS_AT_ONCE,
  objectsQuery,
  type ObjectFigures,
  type ObjectFilter,
} from '../../api/queries/objects';
import { matches } from './matches';
import type { ObjectsSearch } from './search';
import { sorted } from './sorted';

const NO_OBJECTS = { data: [], total: 0 };
const NO_FIGURES: ReadonlyMap<number, ObjectFigures> = new Map();

/**
 * The objects that the address asks for, in its order. Up to 1,000 objects are filtered and sorted in the browser; of more, the server
 * finds those that match, in pages, by name or newest first.
 */
export function useObjects(accountId: number, search: ObjectsSearch) {
  const all = useQuery(objectsQuery(accountId));
  const figures = useQuery(objectFiguresQuery(accountId)).data ?? NO_FIGURES;
  const { data, total } = all.data ?? NO_OBJECTS;
  const isLarge = total > OBJECTS_AT_ONCE;
  const found = useFound(accountId, search, isLarge);
  const objects = isLarge
    ? found.objects
    : sorted(
        data.filter((object) => matches(object, search)),
        figures,
        search,
      );
  return {
    objects,
    figures,
    total,
    matching: isLarge ? found.total : objects.length,
    isLarge,
    isPending: all.isPending || found.isPending,
    error: all.error ?? found.error,
    retry: all.error ? () => void all.refetch() : found.retry,
    more: found.more,
    isLoadingMore: found.isLoadingMore,
  };
}

/** The objects that the server finds; none unless `isUsed`. */
function useFound(accountId: number, search: ObjectsSearch, isUsed: boolean) {
  const found = useInfiniteQuery({ ...foundObjectsQuery(accountId, filterOf(search)), enabled: isUsed });
  const pages = found.data?.pages ?? [];
  return {
    objects: pages.flatMap(({ data }) => data),
    total: pages.at(-1)?.total ?? 0,
    isPending: isUsed && found.isPending,
    error: found.error,
    retry: () => void found.refetch(),
    more: found.hasNextPage ? () => void found.fetchNextPage() : null,
    isLoadingMore: found.isFetchingNextPage,
  };
}

/** The server sorts by name in one direction and by age in one; for other orders it returns the newest first. */
function filterOf({ search, problem, sort_by: by }: ObjectsSearch): ObjectFilter {
  return {
    ...(search === undefined ? {} : { search: search.trim().slice(0, 100) }),
    ...(problem === undefined ? {} : { problem }),
    sort_by: by === 'name' ? 'name' : 'created_at',
  };
}
