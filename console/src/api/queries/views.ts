import { queryOptions } from '@tanstack/react-query';
import { call, type Schemas } from '../client';

/** A saved view of a screen. */
export type SavedView = Schemas['ViewShown'];

export const viewKey = (accountId: number) => ['account', accountId, 'views'] as const;

/** The saved views of a screen. */
export const viewsQuery = (accountId: number, path: string) =>
  queryOptions({
    queryKey: viewKey(accountId),
    queryFn: () => call(accountId, 'GET', '/console/api/views'),
    select: ({ data }) => data.filter((view) => view.path === path),
    staleTime: 60_000,
  });

export const saveView = (accountId: number, body: Schemas['NewViewBody']) =>
  call(accountId, 'POST', '/console/api/views', { body });

export const removeView = (accountId: number, id: number) =>
  call(accountId, 'DELETE', '/console/api/views/{view_id}', { path: { view_id: id } });
