import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, type Schemas } from '../client';
import { ApiProblem } from '../problem';
import type { operations } from '../schema.gen';

export type Delivery = Schemas['WebhookDelivery'];
export type WholeDelivery = Schemas['WebhookDeliveryDetail'];
export type DeliveryPage = Awaited<ReturnType<typeof readDeliveries>>;

export const PAGE = 50;
const POLL_MS = 15_000;
const PENDING_MS = 5_000;

/** `since` and `until` are UTC without a zone. */
export type DeliveryFilter = NonNullable<operations['listDeliveries']['parameters']['query']>;

export const deliveryKeys = {
  all: (accountId: number) => ['account', accountId, 'deliveries'] as const,
  of: (accountId: number, webhookId: number) => ['account', accountId, 'deliveries', webhookId] as const,
};

/** Deliveries of a webhook, newest first. `key` is the filter in the query key, where its period is still relative. */
export const deliveriesQuery = (accountId: number, webhookId: number, key: object, filterNow: () => DeliveryFilter) =>
  queryOptions({
    queryKey: [...deliveryKeys.of(accountId, webhookId), key],
    queryFn: () => readDeliveries(accountId, webhookId, filterNow()),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });

export const readDeliveries = (accountId: number, webhookId: number, query: DeliveryFilter) =>
  call(accountId, 'GET', '/v3/webhooks/{webhook_id}/deliveries', {
    path: { webhook_id: webhookId },
    query: { limit: PAGE, ...query },
  });

/** A delivery with its body and attempts. While it waits, it is read again every few seconds. */
export const deliveryQuery = (accountId: number, webhookId: number, deliveryId: number) =>
  queryOptions({
    queryKey: [...deliveryKeys.of(accountId, webhookId), 'single', deliveryId],
    queryFn: () =>
      call(accountId, 'GET', '/v3/webhooks/{webhook_id}/deliveries/{delivery_id}', pathOf(webhookId, deliveryId)),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? PENDING_MS : false),
  });

export const redeliver = (accountId: number, webhookId: number, deliveryId: number) =>
  call(
    accountId,
    'POST',
    '/v3/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver',
    pathOf(webhookId, deliveryId),
  );

function pathOf(webhookId: number, deliveryId: number) {
  return { path: { webhook_id: webhookId, delivery_id: deliveryId } };
}

/** The webhook of a delivery; null if no webhook of the account has it. The API names deliveries below their webhook only. */
export async function findDelivery(accountId: number, deliveryId: number): Promise<number | null> {
  const webhooks = await call(accountId, 'GET', '/v3/webhooks');
  const found = await Promise.all(
    webhooks.data.map(async ({ id }) => {
      try {
        const path = '/v3/webhooks/{webhook_id}/deliveries/{delivery_id}';
        await call(accountId, 'GET', path, pathOf(id, deliveryId));
        return id;
      } catch (error) {
        if (error instanceof ApiProblem && error.status === 404) return null;
        throw error;
      }
    }),
  );
  return found.find((id) => id !== null) ?? null;
}
