import { queryOptions } from '@tanstack/react-query';
import { accountRequest, type ListOf, type Schemas } from '../client';

/** A saved view of a screen. */
export type SavedView = Schemas['ViewShown'];

export const viewKey = (accountId: number) => ['account', accountId, 'views'] as const;

/** The saved views of a screen. */
export const viewsQuery = (accountId: number, path: string) =>
  queryOptions({
    queryKey: viewKey(accountId),
    queryFn: () => accountRequest<ListOf<SavedView>>(accountId, 'GET', 'views'),
    select: ({ data }) => data.filter((view) => view.path === path),
    staleTime: 60_000,
  });

export const saveView = (accountId: number, view: Omit<SavedView, 'id' | 'position'>) =>
  accountRequest<SavedView>(accountId, 'POST', 'views', view);

export const removeView = (accountId: number, id: number) => accountRequest<null>(accountId, 'DELETE', `views/${id}`);
