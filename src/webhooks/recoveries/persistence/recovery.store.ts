import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { PageRequest } from '@libs/kernel';

export const RECOVERED_STATES = ['failed', 'dead_letter'] as const;
export type RecoveredState = (typeof RECOVERED_STATES)[number];
export const RECOVERY_STATES = ['running', 'finished', 'stopped'] as const;

export interface Recovery {
  readonly id: number;
  readonly since: Date;
  readonly until: Date;
  readonly statuses: readonly RecoveredState[];
  readonly matched: number;
  readonly done: number;
  readonly state: (typeof RECOVERY_STATES)[number];
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

export interface NewRecovery {
  readonly statuses: readonly RecoveredState[];
  /** UTC text. */
  readonly since: string;
  /** UTC text; null: now. */
  readonly until: string | null;
}

const COLUMNS = `id, since, until, statuses, matched, done, state, created_at as "createdAt", ended_at as "endedAt"`;

/** The table `webhook_recovery` as clients see it. Every method is limited to the account. */
@Injectable()
export class RecoveryStore {
  constructor(private readonly database: Database) {}

  /** Whether the account has the webhook. `lock`: blocks changes and deletion of it, and other new recoveries, until the transaction ends. */
  async hasWebhook(accountId: number, webhookId: number, lock: boolean): Promise<boolean> {
    const sql = `select id from webhook where account_id = $1 and id = $2${lock ? ' for no key update' : ''}`;
    return (await this.database.query(sql, [accountId, webhookId])).length > 0;
  }

  async isRunning(accountId: number, webhookId: number): Promise<boolean> {
    const sql = `select id from webhook_recovery where account_id = $1 and webhook_id = $2 and state = 'running'`;
    return (await this.database.query(sql, [accountId, webhookId])).length > 0;
  }

  /** Inserts a recovery; it is finished if no delivery matches. Null if the period is empty or begins more than 30 days ago. */
  async insert(
    accountId: number,
    webhookId: number,
    { statuses, since, until }: NewRecovery,
  ): Promise<Recovery | null> {
    const [recovery] = await this.database.query<Recovery>(
      `with period as materialized (
         select $3::timestamp at time zone 'UTC' as since,
           least(coalesce($4::timestamp at time zone 'UTC', 'infinity'), statement_timestamp()) as until
       ), counted as materialized (
         select count(*)::int as n from webhook_delivery d
         where d.account_id = $1 and d.webhook_id = $2 and d.state = any($5::text[]) and d.body is not null
           and d.created_at >= (select since from period) and d.created_at < (select until from period)
       )
       insert into webhook_recovery (account_id, webhook_id, since, until, statuses, matched, state, ended_at)
       select $1, $2, since, until, $5::text[], n, case when n = 0 then 'finished' else 'running' end,
         case when n = 0 then clock_timestamp() end
       from period, counted where since < until and since >= statement_timestamp() - interval '30 days'
       returning ${COLUMNS}`,
      [accountId, webhookId, since, until, statuses],
    );
    return recovery ?? null;
  }

  /** Newest first. */
  async page(
    accountId: number,
    webhookId: number,
    { limit, offset }: PageRequest,
  ): Promise<{ readonly recoveries: readonly Recovery[]; readonly total: number }> {
    return this.database.snapshot(async () => {
      const where = 'from webhook_recovery where account_id = $1 and webhook_id = $2';
      const recoveries = await this.database.query<Recovery>(
        `select ${COLUMNS} ${where} order by id desc limit $3 offset $4`,
        [accountId, webhookId, limit, offset],
      );
      const [count] = await this.database.query<{ n: number }>(`select count(*) as n ${where}`, [accountId, webhookId]);
      return { recoveries, total: count?.n ?? 0 };
    });
  }

  async find(accountId: number, webhookId: number, recoveryId: number): Promise<Recovery | null> {
    const sql = `select ${COLUMNS} from webhook_recovery where account_id = $1 and webhook_id = $2 and id = $3`;
    return (await this.database.query<Recovery>(sql, [accountId, webhookId, recoveryId]))[0] ?? null;
  }

  /** Stops a running recovery; an ended one stays as it is. */
  async stop(accountId: number, webhookId: number, recoveryId: number): Promise<void> {
    await this.database.execute(
      `update webhook_recovery set state = 'stopped', ended_at = clock_timestamp()
       where account_id = $1 and webhook_id = $2 and id = $3 and state = 'running'`,
      [accountId, webhookId, recoveryId],
    );
  }
}
