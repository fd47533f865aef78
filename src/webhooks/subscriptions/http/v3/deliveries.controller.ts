import { Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, IdParam, Input, PageParameters, QueryEnum, QueryInstant, V3 } from '@libs/http';
import type { Page } from '@libs/kernel';
import { CurrentCaller, seesAdministration, type Caller } from '@src/auth';
import { EVENT_TYPES } from '../../../domain/subscription';
import { DeliveryHistoryService } from '../../delivery-history.service';
import { DELIVERY_STATES, type DeliveryFilter } from '../../persistence/delivery.query';
import { presentDelivery, presentWholeDelivery, WebhookDelivery, WebhookDeliveryDetail } from './delivery.shapes';

class DeliveriesParameters extends Input(PageParameters, {
  status: QueryEnum({ description: 'Only deliveries of this status.', values: DELIVERY_STATES }),
  event: QueryEnum({ description: 'Only deliveries of this event type.', values: EVENT_TYPES }),
  since: QueryInstant({ description: 'Only deliveries created at this time or later. Without a time zone, UTC.' }),
  until: QueryInstant({ description: 'Only deliveries created before this time. Without a time zone, UTC.' }),
}) {}

/** Deliveries of a webhook (contract §4.11): v3 only. */
@ApiTags('Webhooks')
@Controller({ path: 'webhooks/:webhook_id/deliveries', version: V3 })
export class DeliveriesController {
  constructor(private readonly deliveries: DeliveryHistoryService) {}

  @Get()
  @Endpoint({
    summary: 'List the deliveries of a webhook',
    description: 'Newest first. Deliveries are kept for 30 days after they were settled. Test events are not listed.',
    page: WebhookDelivery,
    access: 'read',
  })
  async list(
    @CurrentCaller() { accountId }: Caller,
    @IdParam('webhook_id') webhookId: number,
    @Query() query: DeliveriesParameters,
  ): Promise<Page<WebhookDelivery>> {
    const page = await this.deliveries.list(accountId, webhookId, filterOf(query), query);
    return { ...page, data: page.data.map(presentDelivery) };
  }

  @Get(':delivery_id')
  @Endpoint({
    summary: 'Read a delivery, its body and its attempts',
    description:
      'Includes every attempt and its result. Keys that may write also get the headers and the beginning of the answer of recent attempts.',
    response: WebhookDeliveryDetail,
    access: 'read',
  })
  async get(
    @CurrentCaller() { accountId, keyScope }: Caller,
    @IdParam('webhook_id') webhookId: number,
    @IdParam('delivery_id') deliveryId: number,
  ): Promise<WebhookDeliveryDetail> {
    return presentWholeDelivery(
      await this.deliveries.single(accountId, webhookId, deliveryId),
      seesAdministration(keyScope),
    );
  }

  @Post(':delivery_id/redeliver')
  @Endpoint({
    name: 'redeliver',
    summary: 'Redeliver',
    description:
      'Sends the delivery at once, with the same id and the same bytes. A settled delivery (`success`, `failed`, `dead_letter`) becomes `pending` with a new series of attempts. A pending delivery is sent now and keeps its count of attempts. If an attempt is in flight, its result decides. While the webhook is paused, the delivery waits. A delivery whose body was removed is refused.',
    status: 202,
    response: WebhookDelivery,
    access: 'write',
    errors: ['conflict'],
  })
  async redeliver(
    @CurrentCaller() { accountId }: Caller,
    @IdParam('webhook_id') webhookId: number,
    @IdParam('delivery_id') deliveryId: number,
  ): Promise<WebhookDelivery> {
    return presentDelivery(await this.deliveries.redeliver(accountId, webhookId, deliveryId));
  }
}

const filterOf = ({ status, event, since, until }: DeliveriesParameters): DeliveryFilter => ({
  state: status ?? null,
  event: event ?? null,
  since: since ?? null,
  until: until ?? null,
});
