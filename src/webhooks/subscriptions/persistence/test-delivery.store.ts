import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { EventType } from '../../domain/subscription';
import type { DeliveryState } from './delivery.query';

/** A test event for a listener. */
export interface TestDelivery {
  readonly id: number;
  readonly accountId: number;
  readonly webhookId: number;
  readonly eventType: EventType;
  readonly body: Buffer;
}

/** The last attempt of a delivery. */
export interface LastAttempt {
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly durationMs: number | null;
}

/** Test events that are stored, because a client claims them as it claims other deliveries. Every method is limited to the account. */
@Injectable()
export class TestDeliveryStore {
  constructor(private readonly database: Database) {}

  /**
   * Stores a due delivery of a listener, in the caller's transaction. Housekeeping finds the deliveries of a deleted webhook by its
   * dispatch row, so it stores one if there is none.
   */
  async insert({ id, accountId, webhookId, eventType, body }: TestDelivery): Promise<void> {
    const reviews = eventType === 'scrape.run.finished' ? null : 1;
    await this.database.query(
      `insert into webhook_delivery (id, account_id, webhook_id, event_type, event_id, body, next_attempt_at, review_count, body_until)
       values ($1, $2, $3, $4, 0, $5, clock_timestamp(), $6, null)`,
      [id, accountId, webhookId, eventType, body, reviews],
    );
    await this.database.query(
      `insert into webhook_dispatch (account_id, webhook_id, timed_out) values ($1, $2, true) on conflict (webhook_id) do nothing`,
      [accountId, webhookId],
    );
  }

  /** The last attempt of the delivery; null if it is gone. */
  async last(accountId: number, id: number): Promise<LastAttempt | null> {
    const [row] = await this.database.query<LastAttempt>(
      `select state, attempts, last_status_code as "statusCode", last_error as error, last_duration_ms as "durationMs"
       from webhook_delivery where account_id = $1 and id = $2`,
      [accountId, id],
    );
    return row ?? null;
  }
}
