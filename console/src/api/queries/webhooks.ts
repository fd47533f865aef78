import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call, type Schemas } from '../client';

export type Webhook = Schemas['Webhook'];
export type WebhookStatistics = Schemas['WebhookStatistics'];
export type WebhookSettings = Schemas['CreateWebhookBody'];
export type EventType = WebhookSettings['event_types'][number];
export type Recovery = Schemas['WebhookRecovery'];

const POLL_MS = 15_000;
const RUNNING_MS = 2_000;
const SLOW_POLL_MS = 60_000;

export const webhookKeys = {
  all: (accountId: number) => ['account', accountId, 'webhooks'] as const,
  list: (accountId: number) => ['account', accountId, 'webhooks', 'list'] as const,
  single: (accountId: number, webhookId: number) => ['account', accountId, 'webhooks', webhookId] as const,
  statistics: (accountId: number, webhookId: number) =>
    ['account', accountId, 'webhooks', webhookId, 'statistics'] as const,
  recoveries: (accountId: number, webhookId: number) =>
    ['account', accountId, 'webhooks', webhookId, 'recoveries'] as const,
  secret: (accountId: number) => ['account', accountId, 'webhooks', 'secret'] as const,
};

/** The webhooks of an account, oldest first. */
export const webhooksQuery = (accountId: number) =>
  queryOptions({
    queryKey: webhookKeys.list(accountId),
    queryFn: async () => (await call(accountId, 'GET', '/v3/webhooks')).data,
    staleTime: POLL_MS,
    refetchInterval: SLOW_POLL_MS,
  });

export const webhookQuery = (accountId: number, webhookId: number) =>
  queryOptions({
    queryKey: webhookKeys.single(accountId, webhookId),
    queryFn: () => call(accountId, 'GET', '/v3/webhooks/{webhook_id}', pathOf(webhookId)),
    refetchInterval: POLL_MS,
  });

/** Figures of the deliveries of a webhook, of `hours` hours. */
export const statisticsQuery = (accountId: number, webhookId: number, hours = 24) =>
  queryOptions({
    queryKey: [...webhookKeys.statistics(accountId, webhookId), hours],
    queryFn: () =>
      call(accountId, 'GET', '/v3/webhooks/{webhook_id}/statistics', {
        ...pathOf(webhookId),
        query: { hours },
      }),
    staleTime: POLL_MS,
    refetchInterval: hours === 24 ? POLL_MS : SLOW_POLL_MS,
  });

/** Recoveries of a webhook, newest first. While one runs, they are read again every two seconds. */
export const recoveriesQuery = (accountId: number, webhookId: number) =>
  queryOptions({
    queryKey: webhookKeys.recoveries(accountId, webhookId),
    queryFn: async () => {
      const input = { ...pathOf(webhookId), query: { limit: 5 } };
      return (await call(accountId, 'GET', '/v3/webhooks/{webhook_id}/recoveries', input)).data;
    },
    refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'running') ? RUNNING_MS : SLOW_POLL_MS),
  });

/** How many of the newest reviews the settings select, and which platforms do not exist. */
export const previewQuery = (accountId: number, settings: Schemas['PreviewBody']) =>
  queryOptions({
    queryKey: [...webhookKeys.all(accountId), 'preview', settings],
    queryFn: () => call(accountId, 'POST', '/v3/webhooks/preview', { body: settings }),
    placeholderData: (before) => before,
    staleTime: SLOW_POLL_MS,
  });

type Example = Readonly<Record<string, unknown>>;
interface Documented {
  readonly webhooks: Readonly<
    Record<string, { readonly post: { readonly requestBody: { readonly content: Readonly<Record<string, Example>> } } }>
  >;
}

/** A sample body of each event, from the document of the API. */
export const sampleBodiesQuery = queryOptions({
  queryKey: ['sample-bodies'],
  queryFn: async (): Promise<Readonly<Record<string, string>>> => {
    const document = (await (await fetch('/v3/openapi.json')).json()) as Documented;
    return Object.fromEntries(
      Object.entries(document.webhooks).map(([event, { post }]) => [
        event,
        JSON.stringify(post.requestBody.content['application/json']?.['example'], null, 2),
      ]),
    );
  },
  staleTime: Infinity,
});

export const createWebhook = (accountId: number, body: WebhookSettings) =>
  call(accountId, 'POST', '/v3/webhooks', { body });

export const changeWebhook = (accountId: number, webhookId: number, body: Schemas['ChangeWebhookBody']) =>
  call(accountId, 'PATCH', '/v3/webhooks/{webhook_id}', { ...pathOf(webhookId), body });

/** Switches a webhook on or off. */
export const webhookSwitch = (accountId: number, webhookId: number) =>
  mutationOptions({
    mutationFn: (isActive: boolean) => changeWebhook(accountId, webhookId, { is_active: isActive }),
    onSettled: (_data, _error, _isActive, _result, { client }) =>
      client.invalidateQueries({ queryKey: webhookKeys.all(accountId) }),
  });

export const deleteWebhook = (accountId: number, webhookId: number) =>
  call(accountId, 'DELETE', '/v3/webhooks/{webhook_id}', pathOf(webhookId));

export const testWebhook = (accountId: number, webhookId: number) =>
  call(accountId, 'POST', '/v3/webhooks/{webhook_id}/test', { ...pathOf(webhookId), body: {} });

export const startRecovery = (accountId: number, webhookId: number, body: Schemas['RecoveryBody']) =>
  call(accountId, 'POST', '/v3/webhooks/{webhook_id}/recoveries', { ...pathOf(webhookId), body });

export const stopRecovery = (accountId: number, webhookId: number, recoveryId: number) =>
  call(accountId, 'DELETE', '/v3/webhooks/{webhook_id}/recoveries/{recovery_id}', {
    path: { webhook_id: webhookId, recovery_id: recoveryId },
  });

/** The secret is kept by the screen that shows it, and not in the memory of queries. */
export const revealSecret = (accountId: number) => call(accountId, 'GET', '/v3/webhooks/secret');

export const rotateSecret = (accountId: number) => call(accountId, 'POST', '/v3/webhooks/rotate-secret');

function pathOf(webhookId: number) {
  return { path: { webhook_id: webhookId } };
}
