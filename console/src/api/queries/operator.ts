import { queryOptions } from '@tanstack/react-query';
import { call, type Schemas } from '../client';
import type { operations } from '../schema.gen';

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
export type OAuthClient = Schemas['OAuthClientShown'];
export type OperatorSwitch = Schemas['SwitchShown'];
type AccountsFilter = NonNullable<operations['listAdminAccounts']['parameters']['query']>;

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
  queryFn: () => call(null, 'GET', '/v3/admin/sources'),
  refetchInterval: EVERY_MS,
});

/** One source. While a trial runs, it is read every two seconds. */
export const sourceReportQuery = (slug: string) =>
  queryOptions({
    queryKey: operatorKeys.source(slug),
    queryFn: () => call(null, 'GET', '/v3/admin/sources/{slug}', { path: { slug } }),
    refetchInterval: ({ state }) => (state.data?.trial && state.data.trial.state !== 'ended' ? 2_000 : EVERY_MS),
  });

export const pauseSource = (slug: string, reason: string) =>
  call(null, 'POST', '/v3/admin/sources/{slug}/pause', { path: { slug }, body: { reason } });

export const resumeSource = (slug: string, reason: string) =>
  call(null, 'POST', '/v3/admin/sources/{slug}/resume', { path: { slug }, body: { reason } });

export const trySource = (slug: string) =>
  call(null, 'POST', '/v3/admin/sources/{slug}/try', { path: { slug }, body: { link_id: null } });

export const probeAddress = (url: string) => call(null, 'POST', '/v3/admin/probe', { body: { url } });

export const queuesQuery = queryOptions({
  queryKey: [...operatorKeys.queues, 'states'],
  queryFn: () => call(null, 'GET', '/v3/admin/queues'),
  refetchInterval: 5_000,
});

export const switchesQuery = queryOptions({
  queryKey: [...operatorKeys.queues, 'switches'],
  queryFn: () => call(null, 'GET', '/v3/admin/switches'),
  refetchInterval: EVERY_MS,
});

/** Switches off or on, for one platform or (null) for all together. */
export const setSwitch = (name: OperatorSwitch['switch'], to: 'off' | 'on', slug: string | null, reason: string) =>
  call(null, 'POST', to === 'off' ? '/v3/admin/switches/{switch}/off' : '/v3/admin/switches/{switch}/on', {
    path: { switch: name },
    body: { source_slug: slug, reason },
  });

export const processesQuery = queryOptions({
  queryKey: [...operatorKeys.queues, 'processes'],
  queryFn: () => call(null, 'GET', '/v3/admin/workers'),
  refetchInterval: 5_000,
});

export const failedJobsQuery = (queue: FailedJob['queue'] | undefined, offset: number) =>
  queryOptions({
    queryKey: [...operatorKeys.queues, 'failed', queue ?? 'all', offset],
    queryFn: () =>
      call(null, 'GET', '/v3/admin/jobs', {
        query: { limit: 50, offset, queue },
      }),
    refetchInterval: EVERY_MS,
  });

export const retryJob = (jobId: string) =>
  call(null, 'POST', '/v3/admin/jobs/{job_id}/retry', { path: { job_id: jobId } });

export const accountsQuery = ({ search, plan, status, offset = 0 }: AccountsFilter) =>
  queryOptions({
    queryKey: [...operatorKeys.accounts, search, plan, status, offset],
    queryFn: () =>
      call(null, 'GET', '/v3/admin/accounts', {
        query: {
          limit: 50,
          offset,
          search,
          plan,
          status,
        },
      }),
  });

export const accountQuery = (accountId: number) =>
  queryOptions({
    queryKey: [...operatorKeys.accounts, 'single', accountId],
    queryFn: () => call(null, 'GET', '/v3/admin/accounts/{account_id}', byId(accountId)),
  });

export const accountKeysQuery = (accountId: number) =>
  queryOptions({
    queryKey: [...operatorKeys.accounts, 'keys', accountId],
    queryFn: () =>
      call(null, 'GET', '/v3/admin/accounts/{account_id}/keys', {
        path: { account_id: accountId },
        query: { limit: 1000 },
      }),
  });

const byId = (accountId: number) => ({ path: { account_id: accountId } });

export const createAccount = (body: Schemas['NewAccountBody']) => call(null, 'POST', '/v3/admin/accounts', { body });

export const changeAccount = (accountId: number, body: AccountChange) =>
  call(null, 'PATCH', '/v3/admin/accounts/{account_id}', { ...byId(accountId), body });

export const inviteToAccount = (accountId: number, email: string) =>
  call(null, 'POST', '/v3/admin/accounts/{account_id}/invitations', { ...byId(accountId), body: { email } });

export const endSessions = (accountId: number) =>
  call(null, 'DELETE', '/v3/admin/accounts/{account_id}/sessions', byId(accountId));

export const confirmationQuery = (objectId: number) =>
  queryOptions({
    queryKey: ['operator', 'confirmation', objectId],
    queryFn: () => call(null, 'GET', '/v3/admin/objects/{object_id}/confirmation', { path: { object_id: objectId } }),
    retry: false,
  });

export const confirmObject = (objectId: number, isConfirmed: boolean) => {
  const input = { path: { object_id: objectId } };
  const path = '/v3/admin/objects/{object_id}/confirmation';
  return isConfirmed ? call(null, 'PUT', path, input) : call(null, 'DELETE', path, input);
};

export const messagesQuery = (done: boolean, offset: number) =>
  queryOptions({
    queryKey: [...operatorKeys.messages, done, offset],
    queryFn: () => call(null, 'GET', '/v3/admin/support-messages', { query: { done, limit: 50, offset } }),
    refetchInterval: 60_000,
  });

export const markMessage = (messageId: number, done: boolean) =>
  call(null, 'PATCH', '/v3/admin/support-messages/{message_id}', {
    path: { message_id: messageId },
    body: { done },
  });

export const checksQuery = queryOptions({
  queryKey: [...operatorKeys.system, 'checks'],
  queryFn: () => call(null, 'GET', '/v3/admin/checks'),
  staleTime: 60_000,
});

export const statisticsQuery = queryOptions({
  queryKey: [...operatorKeys.system, 'statistics'],
  queryFn: () => call(null, 'GET', '/v3/admin/statistics'),
});

export const readBundle = () => call(null, 'GET', '/v3/admin/bundle');

export const sendTestMail = () => call(null, 'POST', '/v3/admin/test-mail');

/** The operator's client at a platform. It belongs to the installation. */
export const oauthClientQuery = (slug: string) =>
  queryOptions({
    queryKey: ['operator', 'oauth-client', slug],
    queryFn: () => call(null, 'GET', '/v3/admin/sources/{slug}/oauth-client', { path: { slug } }),
  });

export const saveOAuthClient = (slug: string, body: Schemas['OAuthClientBody']) =>
  call(null, 'PUT', '/v3/admin/sources/{slug}/oauth-client', { path: { slug }, body });

export const testOAuthClient = (slug: string) =>
  call(null, 'POST', '/v3/admin/sources/{slug}/oauth-client/test', { path: { slug } });
