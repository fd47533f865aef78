import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { PageRequest } from '@libs/kernel';
import type { EventType } from '../../domain/subscription';
import { EXCHANGE_RETENTION } from '../../persistence/exchange-retention';
import { heldSince } from '../../persistence/held-deliveries.sql';

export const DELIVERY_STATES = ['pending', 'success', 'failed', 'dead_letter'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export interface Delivery {
  readonly id: number;
  readonly webhookId: number;
  readonly eventType: EventType;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** The attempts since it was created or redelivered, by which the schedule of retries counts; `attempts` has all of them. */
  readonly tries: number;
  readonly createdAt: Date;
  readonly nextAttemptAt: Date | null;
  /** Since when the operator has switched off what it waits for; null while nothing of it is off. */
  readonly switchedOffSince: Date | null;
  readonly lastAttemptAt: Date | null;
  readonly lastStatusCode: number | null;
  readonly lastError: string | null;
  readonly lastDurationMs: number | null;
  /** Null for `scrape.run.finished`. */
  readonly reviewCount: number | null;
  /** The first objects of the event, at most five. */
  readonly objectIds: readonly number[];
  /** The number of the delivery among those of its webhook; null if it has none. */
  readonly sequence: number | null;
}

/** Selects deliveries; null does not filter. */
export interface DeliveryFilter {
  readonly state: DeliveryState | null;
  readonly event: EventType | null;
  /** Created at this time or later, as UTC text. */
  readonly since: string | null;
  /** Created before this time, as UTC text. */
  readonly until: string | null;
}

/** A row as PostgreSQL returns it: the elements of a `bigint[]` are strings. */
export type DeliveryRow = Omit<Delivery, 'objectIds'> & { readonly objectIds: readonly string[] };

export interface DeliveryAttempt {
  readonly number: number;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly statusCode: number | null;
  readonly error: string | null;
  /** Seconds that the answer asked to wait; null if it did not. */
  readonly retryAfterS: number | null;
}

/** What an attempt sent and received; null where it is not stored. */
export interface AttemptExchange {
  readonly requestHeaders: Readonly<Record<string, string>> | null;
  readonly responseHeaders: Readonly<Record<string, string>> | null;
  readonly responseBody: string | null;
}

export interface WholeDelivery extends Delivery {
  /** The body that is sent, as text; null once the terms of a platform did not allow to keep it. */
  readonly body: string | null;
  readonly history: readonly (DeliveryAttempt & AttemptExchange)[];
}

/** The columns of a `DeliveryRow`; `d` is the alias of the delivery. */
export const DELIVERY_COLUMNS = `d.id, d.webhook_id as "webhookId", d.event_type as "eventType", d.state, d.attempts, d.tries,
  d.created_at as "createdAt", d.next_attempt_at as "nextAttemptAt", d.last_attempt_at as "lastAttemptAt",
  d.last_status_code as "lastStatusCode", d.last_error as "lastError", d.last_duration_ms as "lastDurationMs",
  d.review_count as "reviewCount", ${heldSince('d')} as "switchedOffSince", coalesce(d.object_ids, '{}') as "objectIds", d.sequence`;

const FROM_WEBHOOK = 'from webhook_delivery d where d.account_id = $1 and d.webhook_id = $2';
const FROM_DELIVERY = `${FROM_WEBHOOK} and d.id = $3`;

/** Deliveries as clients see them. Every method is limited to the account. */
@Injectable()
export class DeliveryQuery {
  constructor(private readonly database: Database) {}

  /** Newest first. */
  async page(
    accountId: number,
    webhookId: number,
    filter: DeliveryFilter,
    { limit, offset }: PageRequest,
  ): Promise<{ readonly deliveries: readonly Delivery[]; readonly total: number }> {
    return this.database.snapshot(async () => {
      const where = `${FROM_WEBHOOK} and ($3::text is null or d.state = $3::text)
        and ($4::text is null or d.event_type = $4::text)
        and d.created_at >= coalesce($5::timestamp at time zone 'UTC', '-infinity')
        and d.created_at < coalesce($6::timestamp at time zone 'UTC', 'infinity')`;
      const values = [accountId, webhookId, filter.state, filter.event, filter.since, filter.until];
      const rows = await this.database.query<DeliveryRow>(
        `select ${DELIVERY_COLUMNS} ${where} order by d.created_at desc, d.id desc limit $7 offset $8`,
        [...values, limit, offset],
      );
      const [count] = await this.database.query<{ n: number }>(`select count(*) as n ${where}`, values);
      return { deliveries: rows.map(deliveryOf), total: count?.n ?? 0 };
    });
  }

  /** A delivery with its attempts, of one moment; null if there is no such delivery. */
  async find(accountId: number, webhookId: number, deliveryId: number): Promise<WholeDelivery | null> {
    return this.database.snapshot(async () => {
      const [delivery] = await this.database.query<DeliveryRow & { readonly body: Buffer | null }>(
        `select ${DELIVERY_COLUMNS}, d.body ${FROM_DELIVERY}`,
        [accountId, webhookId, deliveryId],
      );
      if (!delivery) return null;
      const history = await this.database.query<DeliveryAttempt & AttemptExchange>(
        `select a.number, a.started_at as "startedAt", a.duration_ms as "durationMs", a.status_code as "statusCode", a.error, a.retry_after as "retryAfterS",
           x.request_headers as "requestHeaders", x.response_headers as "responseHeaders", x.response_body as "responseBody"
         from webhook_attempt a
         left join webhook_exchange x on x.account_id = $1 and x.delivery_id = $2 and x.number = a.number
           and x.started_at > statement_timestamp() - ${EXCHANGE_RETENTION}
         where a.account_id = $1 and a.delivery_id = $2 order by a.number`,
        [accountId, deliveryId],
      );
      return { ...deliveryOf(delivery), body: delivery.body?.toString('utf8') ?? null, history };
    });
  }

  async exists(accountId: number, webhookId: number, deliveryId: number): Promise<boolean> {
    return (await this.database.query(`select d.id ${FROM_DELIVERY}`, [accountId, webhookId, deliveryId])).length > 0;
  }
}

export function deliveryOf(row: DeliveryRow): Delivery {
  return { ...row, objectIds: row.objectIds.map(Number) };
}
