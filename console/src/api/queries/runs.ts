import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, type Schemas } from '../client';
import type { operations } from '../schema.gen';

export type Run = Schemas['CollectionRunOfObject'];
type RunsFilter = NonNullable<operations['listObjectRuns']['parameters']['query']>;
export type RunLink = Schemas['CollectionRunLink'];

export const RUNS_A_PAGE = 50;
const RUNS_OF_A_STRIP = 200;
const STRIP_DAYS = 7;
const DAY_MS = 86_400_000;
const OPEN_MS = 5_000;

export const runKeys = { all: (accountId: number) => ['account', accountId, 'runs'] as const };

/** A page of the runs of an object, newest first. */
export const runsQuery = (accountId: number, objectId: number, offset: number) =>
  queryOptions({
    queryKey: [...runKeys.all(accountId), 'object', objectId, offset],
    queryFn: () => ofObject(accountId, objectId, { limit: RUNS_A_PAGE, offset }),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
    refetchInterval: ({ state }) => (state.data?.data.some(isOpen) ? OPEN_MS : false),
  });

/** The runs of an object in the last days, each with the parts of its links. */
export const recentRunsQuery = (accountId: number, objectId: number) =>
  queryOptions({
    queryKey: [...runKeys.all(accountId), 'recent', objectId],
    queryFn: async (): Promise<readonly Run[]> => {
      const since = new Date(Date.now() - STRIP_DAYS * DAY_MS).toISOString().slice(0, 19);
      const query = { since, include_links: true, limit: RUNS_OF_A_STRIP };
      return (await ofObject(accountId, objectId, query)).data;
    },
    staleTime: 15_000,
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? OPEN_MS : false),
  });

/** One run with its links, also those of other objects. */
export const runQuery = (accountId: number, runId: number) =>
  queryOptions({
    queryKey: [...runKeys.all(accountId), runId],
    queryFn: () => call(accountId, 'GET', '/v3/runs/{run_id}', { path: { run_id: runId } }),
    staleTime: 15_000,
    refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? OPEN_MS : false),
  });

const isOpen = (run: { readonly finished_at: string | null }): boolean => run.finished_at === null;

const ofObject = (accountId: number, objectId: number, query: RunsFilter) =>
  call(accountId, 'GET', '/v3/objects/{object_id}/runs', { path: { object_id: objectId }, query });
