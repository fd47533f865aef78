import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { clientOf, dataOf, type Schemas } from '../client';
import type { EventType } from './webhooks';

export type Delivery = Schemas['WebhookDelivery'];
export type WholeDelivery = Schemas['WebhookDeliveryDetail'];
export type DeliveryPage = Awaited<ReturnType<typeof readDeliveries>>;
export type DeliveryStatus = Delivery['status'];

export const PAGE = 50;
const POLL_MS = 15_000;
const PENDING_MS = 5_000;

export interface DeliveryFilter {
  readonly status?: DeliveryStatus | undefined;
  readonly event?: EventType | undefined;
  /** UTC without a zone. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly limit?: number;
  readonly offset?: number;
}

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
  dataOf(
    clientOf(accountId).GET('/v3/webhooks/{webhook_id}/deliveries', {
      params: { path: { webhook_id: webhookId }, query: { limit: PAGE, ...defined(query) } },
    }),
  );

/** A delivery with its body and attempts. While it waits, it is read again every few seconds. */
export const deliveryQuery = (accountId: number, webhookId: number, deliveryId: number) =>
  queryOptions({
    queryKey: [...deliveryKeys.of(accountId, webhookId), 'single', deliveryId],
    queryFn: () =>
      dataOf(
        clientOf(accountId).GET('/v3/webhooks/{webhook_id}/deliveries/{delivery_id}', pathOf(webhookId, deliveryId)),
      ),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? PENDING_MS : false),
  });

export const redeliver = (accountId: number, webhookId: number, deliveryId: number) =>
  dataOf(
    clientOf(accountId).POST(
      '/v3/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver',
      pathOf(webhookId, deliveryId),
    ),
  );

function pathOf(webhookId: number, deliveryId: number) {
  return { params: { path: { webhook_id: webhookId, delivery_id: deliveryId } } };
}

/** Without the parameters that are undefined. */
function defined(filter: DeliveryFilter): { [Name in keyof DeliveryFilter]?: NonNullable<DeliveryFilter[Name]> } {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}
