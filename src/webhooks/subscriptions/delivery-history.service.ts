import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { AppError, notFound, pageOf, type Page, type PageRequest } from '@libs/kernel';
import { Wakeups } from '@libs/queue';
import { AuditTrail } from '@src/audit';
import { DELIVERIES_DUE } from '../deliveries-due';
import { DeliveryStatisticsQuery, type DeliveryStatistics } from './persistence/delivery-statistics.query';
import { DeliveryQuery, type Delivery, type DeliveryFilter, type WholeDelivery } from './persistence/delivery.query';
import { DeliveryStore } from './persistence/delivery.store';
import { WebhooksService } from './webhooks.service';

/** Past and pending deliveries of a webhook, and redelivery (contract §6.5). */
@Injectable()
export class DeliveryHistoryService {
  constructor(
    private readonly database: Database,
    private readonly webhooks: WebhooksService,
    private readonly deliveries: DeliveryQuery,
    private readonly store: DeliveryStore,
    private readonly figures: DeliveryStatisticsQuery,
    private readonly wakeups: Wakeups,
    private readonly trail: AuditTrail,
  ) {}

  /** Newest first. Throws 404 if the account has no such webhook. */
  async list(accountId: number, webhookId: number, filter: DeliveryFilter, page: PageRequest): Promise<Page<Delivery>> {
    await this.webhooks.single(accountId, webhookId);
    const { deliveries, total } = await this.deliveries.page(accountId, webhookId, filter, page);
    return pageOf(deliveries, total, page);
  }

  /** The figures of the current clock hour and the `hours - 1` hours before it. Throws 404 if the account has no such webhook. */
  async statistics(accountId: number, webhookId: number, hours: number): Promise<DeliveryStatistics> {
    await this.webhooks.single(accountId, webhookId);
    return this.figures.read(accountId, webhookId, hours);
  }

  /** Includes the body and the attempts. Throws 404 if the account has no such webhook or delivery. */
  async single(accountId: number, webhookId: number, deliveryId: number): Promise<WholeDelivery> {
    await this.webhooks.single(accountId, webhookId);
    return existing(await this.deliveries.find(accountId, webhookId, deliveryId));
  }

  /**
   * Makes the delivery due at once, with the same id and the same bytes. A settled delivery becomes pending, and its retry schedule
   * restarts. A pending delivery keeps its count of attempts. The result of an attempt in flight is still stored. Deliveries of a paused
   * webhook wait. Throws 404 as `single` does, and 409 `conflict` if the body was removed.
   */
  async redeliver(accountId: number, webhookId: number, deliveryId: number): Promise<Delivery> {
    return this.database.transaction(async () => {
      await this.webhooks.single(accountId, webhookId);
      const delivery = await this.store.makeDeliveryDue(accountId, webhookId, deliveryId);
      if (delivery === null) throw await this.notDeliverable(accountId, webhookId, deliveryId);
      await this.trail.recordOfPerson({
        action: 'delivery.redelivered',
        accountId,
        target: { type: 'delivery', id: deliveryId },
        after: { webhook_id: webhookId },
      });
      this.database.afterCommit('wake-up of deliveries', () => this.wakeups.send(DELIVERIES_DUE));
      return delivery;
    });
  }

  private async notDeliverable(accountId: number, webhookId: number, deliveryId: number): Promise<AppError> {
    if (!(await this.deliveries.exists(accountId, webhookId, deliveryId))) return notFound();
    return new AppError(
      'conflict',
      'The body of this delivery was removed: the terms of a platform limit how long it may be kept',
    );
  }
}

/** Throws 404 for null. */
function existing<T>(delivery: T | null): T {
  if (delivery === null) throw notFound();
  return delivery;
}
