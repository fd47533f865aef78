import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { DELIVERY_COLUMNS, deliveryOf, type Delivery, type DeliveryRow } from './delivery.query';

/** Makes deliveries and webhooks due. Every method is limited to the account. */
@Injectable()
export class DeliveryStore {
  constructor(private readonly database: Database) {}

  /**
   * Makes a delivery due at once, in the caller's transaction; `DeliveryHistoryService.redeliver` says what it promises. Returns null if
   * there is no such delivery, or if its body was removed.
   */
  async makeDeliveryDue(accountId: number, webhookId: number, deliveryId: number): Promise<Delivery | null> {
    // Locks the lease before the delivery, in the same order as settlements.
    await this.makeWebhookDue(accountId, webhookId);
    const [delivery] = await this.database.query<DeliveryRow>(
      `update webhook_delivery d set state = 'pending', settled_at = null,
         tries = case when d.state = 'pending' then d.tries else 0 end, next_attempt_at = clock_timestamp()
       where d.account_id = $1 and d.webhook_id = $2 and d.id = $3 and d.body is not null returning ${DELIVERY_COLUMNS}`,
      [accountId, webhookId, deliveryId],
    );
    return delivery ? deliveryOf(delivery) : null;
  }

  /** Makes the webhook due at once, because it was resumed or a delivery became due. */
  async makeWebhookDue(accountId: number, webhookId: number): Promise<void> {
    await this.database.execute(
      'update webhook_dispatch set next_due_at = clock_timestamp() where account_id = $1 and webhook_id = $2',
      [accountId, webhookId],
    );
  }
}
