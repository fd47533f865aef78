import { queryOptions } from '@tanstack/react-query';
import { call, type Schemas } from '../client';

export type ApiKey = Schemas['ApiKey'];
export type NewKey = Schemas['NewConsoleKeyBody'];
export type CreatedKey = Schemas['CreatedApiKey'];

export const keyKeys = { list: (accountId: number) => ['account', accountId, 'keys'] as const };

/** The keys of an account, newest first. */
export const keysQuery = (accountId: number) =>
  queryOptions({
    queryKey: keyKeys.list(accountId),
    queryFn: async () => (await call(accountId, 'GET', '/v3/keys')).data,
    refetchInterval: 30_000,
  });

export const createKey = (accountId: number, body: NewKey) => call(accountId, 'POST', '/v3/keys', { body });

export const revokeKey = (accountId: number, keyId: number) =>
  call(accountId, 'DELETE', '/v3/keys/{key_id}', { path: { key_id: keyId } });
