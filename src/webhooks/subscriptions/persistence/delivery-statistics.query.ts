import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';

/** Deliveries that were created in a period, by their current state. */
export interface DeliveryCounts {
  readonly delivered: number;
  readonly failed: number;
  readonly deadLetter: number;
  readonly pending: number;
  /** 95th percentile of the duration of their last attempts in milliseconds; null if there was no attempt. */
  readonly p95Ms: number | null;
}

export interface DeliveryBucket extends DeliveryCounts {
  /** The first instant of the hour. */
  readonly at: Date;
}

export interface DeliveryStatistics {
  /** The first instant of the oldest bucket. */
  readonly since: Date;
  readonly totals: DeliveryCounts;
  /** One for each clock hour, oldest first. */
  readonly buckets: readonly DeliveryBucket[];
  /** Deliveries that are pending now, also older ones. */
  readonly pending: number;
  readonly oldestPendingAt: Date | null;
  /** When the current series of failures began; null if the last attempt succeeded. */
  readonly failingSince: Date | null;
}

interface Row extends DeliveryCounts {
  readonly at: Date | null;
  readonly since: Date;
}

interface NowRow {
  readonly failingSince: Date | null;
  readonly pending: number;
  readonly oldestPendingAt: Date | null;
}

/** Reads the deliveries of one webhook: `webhook_delivery_list` serves the period, and `webhook_delivery_due` the pending ones. */
@Injectable()
export class DeliveryStatisticsQuery {
  constructor(private readonly database: Database) {}

  /** The current clock hour (UTC) and the `hours - 1` hours before it. */
  async read(accountId: number, webhookId: number, hours: number): Promise<DeliveryStatistics> {
    const rows = await this.database.query<Row>(
      `with period as materialized (
         select date_trunc('hour', statement_timestamp(), 'UTC') - ($3::int - 1) * interval '1 hour' as since
       ), recent as materialized (
         select date_trunc('hour', d.created_at, 'UTC') as at, d.state,
           case when d.attempts > 0 then d.last_duration_ms end as ms
         from webhook_delivery d
         where d.account_id = $1 and d.webhook_id = $2 and d.created_at >= (select since from period)
       ), counted as (
         select at, count(*) filter (where state = 'success') as delivered,
           count(*) filter (where state = 'failed') as failed,
           count(*) filter (where state = 'dead_letter') as "deadLetter",
           count(*) filter (where state = 'pending') as pending,
           percentile_disc(0.95) within group (order by ms) as "p95Ms"
         from recent group by grouping sets ((at), ())
       )
       select since, h.at, coalesce(delivered, 0) as delivered, coalesce(failed, 0) as failed,
         coalesce("deadLetter", 0) as "deadLetter", coalesce(pending, 0) as pending, "p95Ms"
       from period cross join lateral (
         select null::timestamptz as at union all
         select since + i * interval '1 hour' from generate_series(0, $3::int - 1) i
       ) h left join counted c on c.at is not distinct from h.at
       order by h.at nulls first`,
      [accountId, webhookId, hours],
    );
    const [totals, ...buckets] = rows;
    if (totals === undefined) throw new Error('the statistics of deliveries have no row of totals');
    return {
      ...(await this.now(accountId, webhookId)),
      since: totals.since,
      totals,
      buckets: buckets as DeliveryBucket[],
    };
  }

  private async now(accountId: number, webhookId: number): Promise<NowRow> {
    const [row] = await this.database.query<NowRow>(
      `select (select w.failing_since from webhook w where w.account_id = $1 and w.id = $2) as "failingSince",
         count(*) as pending, min(d.created_at) as "oldestPendingAt"
       from webhook_delivery d where d.account_id = $1 and d.webhook_id = $2 and d.state = 'pending'`,
      [accountId, webhookId],
    );
    return row ?? { failingSince: null, pending: 0, oldestPendingAt: null };
  }
}
