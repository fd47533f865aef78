import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';

/** Deliveries of a webhook that may be pending while a recovery adds more. */
const MAX_PENDING = 100;
const EVERY = `interval '1 second'`;
/** How soon a recovery is tried again whose webhook is paused or has too many pending deliveries. */
const WAIT = `interval '5 seconds'`;

/** A recovery whose next batch is due, locked until the transaction ends. */
export interface DueRecovery {
  readonly id: number;
  readonly accountId: number;
  readonly webhookId: number;
  readonly isActive: boolean;
}

/** The batches of recoveries. All methods run in the caller's transaction, which holds the lock of the row as its lease. */
@Injectable()
export class RecoveryBatchStore {
  constructor(private readonly database: Database) {}

  /** Locks the recovery that has been due longest and that no other process works on; null if there is none. */
  async due(): Promise<DueRecovery | null> {
    const [recovery] = await this.database.query<DueRecovery>(
      `select r.id, r.account_id as "accountId", r.webhook_id as "webhookId", w.is_active as "isActive"
       from webhook_recovery r join webhook w on w.account_id = r.account_id and w.id = r.webhook_id
       where r.state = 'running' and r.next_at <= statement_timestamp()
       order by r.next_at limit 1 for update of r skip locked for key share of w skip locked`,
    );
    return recovery ?? null;
  }

  /** How many deliveries a batch may make due: 0 while the webhook is paused or has many pending deliveries. */
  async room({ accountId, webhookId, isActive }: DueRecovery): Promise<number> {
    if (!isActive) return 0;
    const [row] = await this.database.query<{ n: number }>(
      `select count(*) as n from (select from webhook_delivery
         where account_id = $1 and webhook_id = $2 and state = 'pending' limit ${MAX_PENDING}) p`,
      [accountId, webhookId],
    );
    return MAX_PENDING - (row?.n ?? 0);
  }

  async postpone({ accountId, id }: DueRecovery): Promise<void> {
    await this.database.execute(
      `update webhook_recovery set next_at = clock_timestamp() + ${WAIT} where account_id = $1 and id = $2`,
      [accountId, id],
    );
  }

  /**
   * Makes the next `count` deliveries due, oldest first, with new series of attempts. Ends the recovery if there are fewer. Returns how many
   * it made due.
   */
  async makeDue({ accountId, webhookId, id }: DueRecovery, count: number): Promise<number> {
    // Locks the lease before the deliveries, in the same order as settlements.
    await this.database.execute(
      'update webhook_dispatch set next_due_at = clock_timestamp() where account_id = $1 and webhook_id = $2',
      [accountId, webhookId],
    );
    const [batch] = await this.database.query<{ n: number }>(
      `with recovery as materialized (
         select * from webhook_recovery where account_id = $1 and id = $3
       ), batch as materialized (
         select d.id, d.created_at, row_number() over (order by d.created_at, d.id) as place
         from webhook_delivery d, recovery r
         where d.account_id = $1 and d.webhook_id = $2 and d.state = any(r.statuses) and d.body is not null
           and d.created_at >= r.since and d.created_at < r.until and (d.created_at, d.id) > (r.after_at, r.after_id)
         order by d.created_at, d.id limit $4
       ), made as (
         update webhook_delivery d set state = 'pending', settled_at = null, tries = 0,
           -- Due deliveries are sent in the order of these times.
           next_attempt_at = statement_timestamp() + b.place * interval '1 microsecond'
         from batch b where d.id = b.id and d.account_id + 0 = $1 and d.state in ('failed', 'dead_letter')
           and d.body is not null
         returning d.id
       ), last as (
         select count(*)::int as n, max(created_at) as at from batch
       )
       update webhook_recovery r set done = r.done + (select count(*) from made),
         after_at = coalesce(l.at, r.after_at),
         after_id = coalesce((select max(b.id) from batch b where b.created_at = l.at), r.after_id),
         next_at = clock_timestamp() + ${EVERY},
         state = case when l.n < $4 then 'finished' else r.state end,
         ended_at = case when l.n < $4 then clock_timestamp() end
       from last l where r.account_id = $1 and r.id = $3
       returning l.n`,
      [accountId, webhookId, id, count],
    );
    return batch?.n ?? 0;
  }
}
