import { queryOptions } from '@tanstack/react-query';
import { clientOf, dataOf, type Schemas } from '../client';

export type AdminSource = Schemas['AdminSource'];
export type AdminSourceWhole = Schemas['AdminSourceWhole'];
export type SourceField = Schemas['SourceFieldShown'];
export type SourcesTotals = Schemas['SourcesTotalsShown'];
export type ProbeResult = Schemas['ProbeShown'];
export type Queue = Schemas['QueueShown'];
export type Process = Schemas['ProcessShown'];
export type FailedJob = Schemas['FailedJobShown'];
export type OperatedAccount = Schemas['AdminAccount'];
export type CreatedAccount = Schemas['CreatedAccount'];
export type AccountChange = Schemas['AccountChangeBody'];
export type SupportMessage = Schemas['SupportMessageShown'];
export type Check = Schemas['CheckShown'];

const client = () => clientOf(null);
const EVERY_MS = 15_000;

export const operatorKeys = {
  sources: ['operator', 'sources'] as const,
  source: (slug: string) => ['operator', 'sources', slug] as const,
  queues: ['operator', 'queues'] as const,
  accounts: ['operator', 'accounts'] as const,
  messages: ['operator', 'messages'] as const,
  system: ['operator', 'system'] as const,
};

export const sourcesReportQuery = queryOptions({
  queryKey: operatorKeys.sources,
  queryFn: () => dataOf(client().GET('/v3/admin/sources')),
  refetchInterval: EVERY_MS,
});

/** One source. While a trial runs, it is read every two seconds. */
export const sourceReportQuery = (slug: string) =>
  queryOptions({
    queryKey: operatorKeys.source(slug),
    queryFn: () => dataOf(client().GET('/v3/admin/sources/{slug}', { params: { path: { slug } } })),
    refetchInterval: ({ state }) => (state.data?.trial && state.data.trial.state !== 'ended' ? 2_000 : EVERY_MS),
  });

export const pauseSource = (slug: string, reason: string) =>
  dataOf(client().POST('/v3/admin/sources/{slug}/pause', { params: { path: { slug } }, body: { reason } }));

export const resumeSource = (slug: string, reason: string) =>
  dataOf(client().POST('/v3/admin/sources/{slug}/resume', { params: { path: { slug } }, body: { reason } }));

export const trySource = (slug: string) =>
  dataOf(client().POST('/v3/admin/sources/{slug}/try', { params: { path: { slug } }, body: { link_id: null } }));

export const probeAddress = (url: string) => dataOf(client().POST('/v3/admin/probe', { body: { url } }));

export const queuesQuery = queryOptions({
  queryKey: [...operatorKeys.queues, 'states'],
  queryFn: () => dataOf(client().GET('/v3/admin/queues')),
  refetchInterval: 5_000,
});

export const processesQuery = queryOptions({
  queryKey: [...operatorKeys.queues, 'processes'],
  queryFn: () => dataOf(client().GET('/v3/admin/workers')),
  refetchInterval: 5_000,
});

export const failedJobsQuery = (queue: FailedJob['queue'] | undefined, offset: number) =>
  queryOptions({
    queryKey: [...operatorKeys.queues, 'failed', queue ?? 'all', offset],
    queryFn: () =>
      dataOf(
        client().GET('/v3/admin/jobs', {
          params: { query: { limit: 50, offset, ...(queue === undefined ? {} : { queue }) } },
        }),
      ),
    refetchInterval: EVERY_MS,
  });

export const retryJob = (jobId: string) =>
  dataOf(client().POST('/v3/admin/jobs/{job_id}/retry', { params: { path: { job_id: jobId } } }));

export interface AccountsFilter {
  readonly search?: string | undefined;
  readonly plan?: OperatedAccount['plan'] | undefined;
  readonly status?: 'active' | 'suspended' | undefined;
  readonly offset?: number | undefined;
}

export const accountsQuery = ({ search, plan, status, offset }: AccountsFilter) =>
  queryOptions({
    queryKey: [...operatorKeys.accounts, search, plan, status, offset],
    queryFn: () =>
      dataOf(
        client().GET('/v3/admin/accounts', {
          params: {
            query: {
              limit: 50,
              offset: offset ?? 0,
              ...(search === undefined ? {} : { search }),
              ...(plan === undefined ? {} : { plan: plan as 'full' }),
              ...(status === undefined ? {} : { status }),
            },
          },
        }),
      ),
  });

export const accountQuery = (accountId: number) =>
  queryOptions({
    queryKey: [...operatorKeys.accounts, 'single', accountId],
    queryFn: () => dataOf(client().GET('/v3/admin/accounts/{account_id}', byId(accountId))),
  });

export const accountKeysQuery = (accountId: number) =>
  queryOptions({
    queryKey: [...operatorKeys.accounts, 'keys', accountId],
    queryFn: () =>
      dataOf(
        client().GET('/v3/admin/accounts/{account_id}/keys', {
          params: { path: { account_id: accountId }, query: { limit: 1000 } },
        }),
      ),
  });

const byId = (accountId: number) => ({ params: { path: { account_id: accountId } } });

export const createAccount = (body: Schemas['NewAccountBody']) => dataOf(client().POST('/v3/admin/accounts', { body }));

export const changeAccount = (accountId: number, body: AccountChange) =>
  dataOf(client().PATCH('/v3/admin/accounts/{account_id}', { ...byId(accountId), body }));

export const inviteToAccount = (accountId: number, email: string) =>
  dataOf(client().POST('/v3/admin/accounts/{account_id}/invitations', { ...byId(accountId), body: { email } }));

export const endSessions = (accountId: number) =>
  dataOf(client().DELETE('/v3/admin/accounts/{account_id}/sessions', byId(accountId)));

export const confirmationQuery = (objectId: number) =>
  queryOptions({
    queryKey: ['operator', 'confirmation', objectId],
    queryFn: () =>
      dataOf(client().GET('/v3/admin/objects/{object_id}/confirmation', { params: { path: { object_id: objectId } } })),
    retry: false,
  });

export const confirmObject = (objectId: number, isConfirmed: boolean) => {
  const call = { params: { path: { object_id: objectId } } };
  const path = '/v3/admin/objects/{object_id}/confirmation';
  return dataOf(isConfirmed ? client().PUT(path, call) : client().DELETE(path, call));
};

export const messagesQuery = (done: boolean, offset: number) =>
  queryOptions({
    queryKey: [...operatorKeys.messages, done, offset],
    queryFn: () =>
      dataOf(client().GET('/v3/admin/support-messages', { params: { query: { done, limit: 50, offset } } })),
    refetchInterval: 60_000,
  });

export const markMessage = (messageId: number, done: boolean) =>
  dataOf(
    client().PATCH('/v3/admin/support-messages/{message_id}', {
      params: { path: { message_id: messageId } },
      body: { done },
    }),
  );

export const checksQuery = queryOptions({
  queryKey: [...operatorKeys.system, 'checks'],
  queryFn: () => dataOf(client().GET('/v3/admin/checks')),
  staleTime: 60_000,
});

export const statisticsQuery = queryOptions({
  queryKey: [...operatorKeys.system, 'statistics'],
  queryFn: () => dataOf(client().GET('/v3/admin/statistics')),
});

export const readBundle = () => dataOf(client().GET('/v3/admin/bundle'));

export const sendTestMail = () => dataOf(client().POST('/v3/admin/test-mail'));
