import { useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { objectKeys, objectsQuery, switchObjects, type ObjectItem } from '../../api/queries/objects';

interface Page {
  readonly data: readonly ObjectItem[];
}

interface Switched {
  readonly ids: readonly number[];
  readonly isActive: boolean;
}

/** Switches objects on or off, all or none. The list shows it at once; after a refusal it is as before. */
export function useSwitch(accountId: number) {
  const queries = useQueryClient();
  const list = objectsQuery(accountId).queryKey;
  const found = [...objectKeys.all(accountId), 'found'];
  return useMutation({
    mutationFn: ({ ids, isActive }: Switched) => switchObjects(accountId, ids, isActive),
    onMutate: async ({ ids, isActive }) => {
      await queries.cancelQueries({ queryKey: objectKeys.all(accountId) });
      const before = queries.getQueryData(list);
      const pages = queries.getQueriesData({ queryKey: found });
      const switched = new Set(ids);
      const change = <P extends Page>(page: P): P => ({
        ...page,
        data: page.data.map((object) => (switched.has(object.id) ? { ...object, is_active: isActive } : object)),
      });
      queries.setQueryData(list, (page) => page && change(page));
      queries.setQueriesData<InfiniteData<Page>>(
        { queryKey: found },
        (data) => data && { ...data, pages: data.pages.map(change) },
      );
      return { before, pages };
    },
    onError: (_, __, kept) => {
      if (kept?.before) queries.setQueryData(list, kept.before);
      for (const [key, data] of kept?.pages ?? []) queries.setQueryData(key, data);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['account', accountId] }),
  });
}
