import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { PlanName } from '../domain/entitlements';

export interface AccountRecord {
  readonly id: number;
  readonly name: string;
  /** Where notices are mailed; null: nowhere. */
  readonly email: string | null;
  readonly plan: PlanName;
  readonly status: 'active' | 'suspended';
  readonly suspendedReason: string | null;
  readonly trialEndsAt: Date | null;
  /** The trial's end has passed, by the database clock. */
  readonly trialIsOver: boolean;
  readonly createdAt: Date;
}

export interface NewAccountRow {
  readonly name: string;
  readonly email: string | null;
  readonly plan: PlanName;
  /** Null: the plan has no end. */
  readonly trialDays: number | null;
}

const COLUMNS = `id, name, email, plan, status, suspended_reason as "suspendedReason", trial_ends_at as "trialEndsAt",
  coalesce(trial_ends_at <= clock_timestamp(), false) as "trialIsOver", created_at as "createdAt"`;

/** Channel on which every process hears which account's keys or standing changed; the payload is the account's id. */
export const ACCESS_CHANNEL = 'hrev_access';

/** Accounts as they are stored. Whatever changes what a key may do tells all processes at commit. */
@Injectable()
export class AccountStore {
  constructor(private readonly database: Database) {}

  /** A trial gets its end by the database clock. */
  async insert(account: NewAccountRow): Promise<AccountRecord> {
    const [made] = await this.database.query<AccountRecord>(
      `insert into account (name, email, plan, trial_ends_at)
       values ($1, $2, $3, clock_timestamp() + $4::int * interval '1 day') returning ${COLUMNS}`,
      [account.name, account.email, account.plan, account.trialDays],
    );
    if (!made) throw new Error('an insert returned no row');
    return made;
  }

  async byId(id: number): Promise<AccountRecord | null> {
    const [account] = await this.database.query<AccountRecord>(`select ${COLUMNS} from account where id = $1`, [id]);
    return account ?? null;
  }

  async page(
    limit: number,
    offset: number,
  ): Promise<{ readonly accounts: readonly AccountRecord[]; readonly total: number }> {
    const accounts = await this.database.query<AccountRecord>(
      `select ${COLUMNS} from account order by id limit $1 offset $2`,
      [limit, offset],
    );
    const [count] = await this.database.query<{ total: number }>('select count(*) as total from account');
    return { accounts, total: count?.total ?? 0 };
  }

  /** The changed account, or null where there is none of that id. */
  async setStatus(id: number, status: 'active' | 'suspended', reason: string | null): Promise<AccountRecord | null> {
    return this.change(`update account set status = $2, suspended_reason = $3 where id = $1 returning ${COLUMNS}`, [
      id,
      status,
      reason,
    ]);
  }

  /** `trialDays` null: the plan has no end. */
  async setPlan(id: number, plan: PlanName, trialDays: number | null): Promise<AccountRecord | null> {
    return this.change(
      `update account set plan = $2, trial_ends_at = clock_timestamp() + $3::int * interval '1 day'
       where id = $1 returning ${COLUMNS}`,
      [id, plan, trialDays],
    );
  }

  /** The changed account, or null where there is none of that id. No key may more or less by it, so nobody is told. */
  async setEmail(id: number, email: string | null): Promise<AccountRecord | null> {
    const [account] = await this.database.query<AccountRecord>(
      `update account set email = $2 where id = $1 returning ${COLUMNS}`,
      [id, email],
    );
    return account ?? null;
  }

  private async change(sql: string, parameters: readonly unknown[]): Promise<AccountRecord | null> {
    return this.database.transaction(async () => {
      const [account] = await this.database.query<AccountRecord>(sql, parameters);
      if (account) await this.database.query('select pg_notify($1, $2)', [ACCESS_CHANNEL, String(account.id)]);
      return account ?? null;
    });
  }
}
