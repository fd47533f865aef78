import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { PageRequest } from '@libs/kernel';
import type { PlanName } from '../domain/entitlements';
import { AccessNotifications } from './access-notifications';

/** The operator's account and the demo account are made by the first start. */
export type AccountKind = 'customer' | 'operator' | 'demo';

export interface AccountRecord {
  readonly id: number;
  readonly name: string;
  /** Address that notices are mailed to; null: they are not mailed. */
  readonly email: string | null;
  readonly plan: PlanName;
  readonly status: 'active' | 'suspended';
  readonly suspendedReason: string | null;
  readonly trialEndsAt: Date | null;
  /** Whether the trial's end has passed, by the database clock. */
  readonly trialIsOver: boolean;
  readonly createdAt: Date;
  /** When an owner closed the account; null: it is not closed. */
  readonly closedAt: Date | null;
  /** Whether the account was closed so long ago that its data is being erased, by the database clock. */
  readonly isBeingErased: boolean;
  readonly kind: AccountKind;
}

/** Filters of the list; a null field does not filter. */
export interface AccountFilter {
  /** Substring of the name or of the e-mail address, case-insensitive. */
  readonly search: string | null;
  readonly plan: PlanName | null;
  /** The status in responses: an account whose trial is over is suspended. */
  readonly status: 'active' | 'suspended' | null;
}

export interface NewAccountRow {
  readonly name: string;
  readonly email: string | null;
  readonly plan: PlanName;
  /** Null: the plan has no end. */
  readonly trialDays: number | null;
  readonly kind: AccountKind;
}

/** How long the data of a closed account is kept. */
const IS_BEING_ERASED = `closed_at <= statement_timestamp() - interval '30 days'`;

const COLUMNS = `id, name, email, plan, status, kind, suspended_reason as "suspendedReason", trial_ends_at as "trialEndsAt",
  coalesce(trial_ends_at <= clock_timestamp(), false) as "trialIsOver", created_at as "createdAt",
  closed_at as "closedAt", coalesce(${IS_BEING_ERASED}, false) as "isBeingErased"`;

/** The table `account`. Changes that affect the access of keys notify all processes at commit. */
@Injectable()
export class AccountStore {
  constructor(
    private readonly database: Database,
    private readonly news: AccessNotifications,
  ) {}

  /** The end of a trial is computed by the database clock. */
  async insert(account: NewAccountRow): Promise<AccountRecord> {
    const [inserted] = await this.database.query<AccountRecord>(
      `insert into account (name, email, plan, trial_ends_at, kind)
       values ($1, $2, $3, clock_timestamp() + $4::int * interval '1 day', $5) returning ${COLUMNS}`,
      [account.name, account.email, account.plan, account.trialDays, account.kind],
    );
    if (!inserted) throw new Error('an insert returned no row');
    return inserted;
  }

  async byId(id: number): Promise<AccountRecord | null> {
    const [account] = await this.database.query<AccountRecord>(`select ${COLUMNS} from account where id = $1`, [id]);
    return account ?? null;
  }

  /** The account that the first start made for this purpose; null if there is none. */
  async ofFirstStart(kind: Exclude<AccountKind, 'customer'>): Promise<AccountRecord | null> {
    const sql = `select ${COLUMNS} from account where kind = $1 and kind <> 'customer'`;
    const [account] = await this.database.query<AccountRecord>(sql, [kind]);
    return account ?? null;
  }

  /** The account, locked until the end of the transaction. */
  async lock(id: number): Promise<AccountRecord | null> {
    const sql = `select ${COLUMNS} from account where id = $1 for no key update`;
    const [account] = await this.database.query<AccountRecord>(sql, [id]);
    return account ?? null;
  }

  /** A page of the accounts that match, oldest first, and their total. */
  async page(
    { limit, offset }: PageRequest,
    { search, plan, status }: AccountFilter,
  ): Promise<{ readonly accounts: readonly AccountRecord[]; readonly total: number }> {
    return this.database.snapshot(async () => {
      const matching = `from account where ($1::text is null or plan = $1)
        and ($2::text is null or position(lower($2) in lower(name)) > 0 or position(lower($2) in lower(email)) > 0)
        and ($3::text is null or ($3 = 'suspended') =
          (status = 'suspended' or coalesce(trial_ends_at <= clock_timestamp(), false)))`;
      const values = [plan, search, status];
      const accounts = await this.database.query<AccountRecord>(
        `select ${COLUMNS} ${matching} order by id limit $4 offset $5`,
        [...values, limit, offset],
      );
      const [count] = await this.database.query<{ total: number }>(`select count(*) as total ${matching}`, values);
      return { accounts, total: count?.total ?? 0 };
    });
  }

  /** The changed account, or null if the id does not exist. The status `active` opens a closed account again. */
  async setStatus(id: number, status: 'active' | 'suspended', reason: string | null): Promise<AccountRecord | null> {
    return this.change(
      `update account set status = $2, suspended_reason = $3, closed_at = case when $2 = 'active' then null else closed_at end
       where id = $1 returning ${COLUMNS}`,
      [id, status, reason],
    );
  }

  /** Suspends the account and sets when it was closed; a closed account keeps the time. */
  async close(id: number, reason: string): Promise<AccountRecord | null> {
    return this.change(
      `update account set status = 'suspended', suspended_reason = $2, closed_at = coalesce(closed_at, clock_timestamp())
       where id = $1 returning ${COLUMNS}`,
      [id, reason],
    );
  }

  /**
   * Marks a batch of accounts whose trial ends within these days as notified, and returns them. An account is returned once for each
   * end of its trial. Must run in the transaction that stores the notices.
   */
  async takeEndingTrials(days: number, limit: number): Promise<readonly AccountRecord[]> {
    return this.database.query<AccountRecord>(
      `update account set trial_noticed = trial_ends_at where id in (
         select id from account
         where trial_ends_at > clock_timestamp() and trial_ends_at <= clock_timestamp() + $1::int * interval '1 day'
           and trial_noticed is distinct from trial_ends_at and status = 'active'
         order by trial_ends_at limit $2 for no key update skip locked)
       returning ${COLUMNS}`,
      [days, limit],
    );
  }

  /** `trialDays` null: the plan has no end. */
  async setPlan(id: number, plan: PlanName, trialDays: number | null): Promise<AccountRecord | null> {
    return this.change(
      `update account set plan = $2, trial_ends_at = clock_timestamp() + $3::int * interval '1 day'
       where id = $1 returning ${COLUMNS}`,
      [id, plan, trialDays],
    );
  }

  /** `endsAt`: an instant as text. */
  async setTrialEnd(id: number, endsAt: string): Promise<AccountRecord | null> {
    return this.change(
      `update account set trial_ends_at = $2::timestamp at time zone 'UTC' where id = $1 returning ${COLUMNS}`,
      [id, endsAt],
    );
  }

  /** The changed account, or null if the id does not exist. */
  async setName(id: number, name: string): Promise<AccountRecord | null> {
    const [account] = await this.database.query<AccountRecord>(
      `update account set name = $2 where id = $1 returning ${COLUMNS}`,
      [id, name],
    );
    return account ?? null;
  }

  /** The changed account, or null if the id does not exist. The change does not affect the access of keys, so no cache is invalidated. */
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
      if (account) await this.news.notify(account.id);
      return account ?? null;
    });
  }
}

/** The ids of the closed accounts whose data is to be erased, oldest first. */
export async function accountsToErase(database: Database): Promise<readonly number[]> {
  const accounts = await database.query<{ id: number }>(
    `select id from account where ${IS_BEING_ERASED} order by closed_at, id`,
  );
  return accounts.map(({ id }) => id);
}
