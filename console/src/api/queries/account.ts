import { queryOptions } from '@tanstack/react-query';
import { call, type Schemas } from '../client';

export type Account = Schemas['AccountShown'];

export const accountKeys = { of: (accountId: number) => ['account', accountId, 'facts'] as const };

/** Plan, limits, usage and the times of collection of an account, also of a suspended one. */
export const accountQuery = (accountId: number) =>
  queryOptions({
    queryKey: accountKeys.of(accountId),
    queryFn: () => call(accountId, 'GET', '/v3/account'),
    staleTime: 60_000,
  });

export const changeAccount = (accountId: number, change: { readonly name: string; readonly email: string | null }) =>
  call(accountId, 'PATCH', '/v3/account', { body: change });

/** `typedName` must be the name of the account. */
export const closeAccount = (accountId: number, typedName: string) =>
  call(accountId, 'DELETE', '/v3/account', { body: { name: typedName } });

/** Sends a message to the operator; returns its number. */
export const sendSupportMessage = async (
  accountId: number,
  message: { readonly subject: string | null; readonly message: string; readonly contact: string | null },
): Promise<number> => (await call(accountId, 'POST', '/v3/support/message', { body: message })).id;
