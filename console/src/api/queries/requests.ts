import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, type Schemas } from '../client';
import type { paths } from '../schema.gen';

export type LoggedRequest = Schemas['RequestShown'];
export type KeyOfRequest = Schemas['KeyOfRequest'];
export type LeftOut = Schemas['LeftOutShown'];
export type RequestPage = Schemas['RequestPage'];
export type WholeRequest = Schemas['RequestDetail'];

/** `since` is UTC without a zone. */
export type RequestFilter = NonNullable<paths['/console/api/requests']['get']['parameters']['query']>;

export const REQUESTS_A_PAGE = 50;
const POLL_MS = 10_000;

const requestKeys = { all: (accountId: number) => ['account', accountId, 'requests'] as const };

/** Requests of keys, newest first. `key` is the filter in the query key, where its period is still relative. */
export const requestsQuery = (accountId: number, key: object, filterNow: () => RequestFilter) =>
  queryOptions({
    queryKey: [...requestKeys.all(accountId), key],
    queryFn: () =>
      call(accountId, 'GET', '/console/api/requests', {
        query: { limit: REQUESTS_A_PAGE, ...filterNow() },
      }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });

/** `id` is one of several requests with the same request id. */
export const requestQuery = (accountId: number, requestId: string, id: number | undefined) =>
  queryOptions({
    queryKey: [...requestKeys.all(accountId), requestId, id],
    queryFn: () =>
      call(accountId, 'GET', '/console/api/requests/{request_id}', {
        path: { request_id: requestId },
        query: { id },
      }),
    staleTime: Infinity,
  });
