import { queryOptions } from '@tanstack/react-query';
import { call, type Schemas } from '../client';

export type Connection = Schemas['Connection'];
export type Consent = Schemas['ConsentShown'];
export type ConsentCard = Schemas['ConsentCardShown'];

const WORKING_MS = 1_000;
const MAX_PAIRS = 1_000;

export const connectionKeys = {
  list: (accountId: number) => ['account', accountId, 'connections'] as const,
  flow: (accountId: number, flowId: number) => ['account', accountId, 'consents', flowId] as const,
};

export const connectionsQuery = (accountId: number) =>
  queryOptions({
    queryKey: connectionKeys.list(accountId),
    queryFn: () => call(accountId, 'GET', '/v3/connections'),
    select: ({ data }) => data,
    staleTime: 15_000,
  });

/** A flow. While a worker reads cards or tests pairs, it is read again every second. */
export const consentQuery = (accountId: number, flowId: number) =>
  queryOptions({
    queryKey: connectionKeys.flow(accountId, flowId),
    queryFn: () => call(accountId, 'GET', '/v3/connections/oauth/{flow_id}', { path: { flow_id: flowId } }),
    refetchInterval: ({ state }) =>
      state.data?.state === 'reading' || state.data?.state === 'testing' ? WORKING_MS : false,
  });

/** The page of the platform, on which the person continues. */
export const beginConsent = (accountId: number, source: string) =>
  call(accountId, 'POST', '/v3/connections/oauth', { body: { source } });

export async function attachPairs(
  accountId: number,
  flowId: number,
  pairs: readonly { readonly card: string; readonly object_id: number }[],
): Promise<void> {
  for (let start = 0; start < pairs.length; start += MAX_PAIRS) {
    const body = { pairs: pairs.slice(start, start + MAX_PAIRS) };
    await call(accountId, 'POST', '/v3/connections/oauth/{flow_id}/attach', { path: { flow_id: flowId }, body });
  }
}

export const connectByFields = (
  accountId: number,
  body: { readonly object_id: number; readonly source: string; readonly fields: Record<string, string> },
) => call(accountId, 'POST', '/v3/connections', { body });

export const checkConnection = (accountId: number, id: number) =>
  call(accountId, 'POST', '/v3/connections/{connection_id}/check', { path: { connection_id: id } });

export const disconnect = (accountId: number, id: number) =>
  call(accountId, 'DELETE', '/v3/connections/{connection_id}', { path: { connection_id: id } });
