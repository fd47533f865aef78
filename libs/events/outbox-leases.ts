import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { LeasedTable, msFromNow } from '@libs/leases';
import type { RelayedEvent } from './event-subscribers';

/** The exclusive right to relay the events of one account, until it is released or expires. */
export interface AccountLease {
  readonly accountId: number;
  readonly token: string;
}

/** A due event, and how often it has failed. */
export interface WaitingEvent extends RelayedEvent {
  readonly attempts: number;
}

interface WaitingAccount {
  readonly accountId: number;
  /** The account has a lease that has expired. */
  readonly isExpired: boolean;
}

/** Duration of a lease from each renewal. */
export const LEASE_MS = 5_000;
/** Number of candidates that one query returns. */
const ACCOUNTS_PER_QUERY = 8;
/** Longest wait for a row lock: a waiting transaction occupies a lane that other accounts need. */
const LOCK_WAIT_MS = 500;

const ACCOUNTS = new LeasedTable('outbox_lease', {
  key: { account_id: 'accountId' },
  token: 'token',
  end: 'lease_until',
});

/**
 * Leases on the events of accounts, by the database's clock.
 *
 * When a lease expires, the transaction that ran under it must end too, because its uncommitted rows block other writers. No
 * timeout of PostgreSQL ends a session that waits to send to a client that does not read. So a process that acquires an expired
 * lease terminates the session that ran under it.
 */
@Injectable()
export class OutboxLeases {
  /** The last account that was tried. Queries start after it, so that accounts are served in turn. */
  private cursor = 0;

  constructor(private readonly database: Database) {}

  /** Acquires the lease of an account that has due events of these names and no valid lease. Returns null if there is none. */
  async next(eventNames: readonly string[]): Promise<AccountLease | null> {
    for (let after = this.cursor, isWrapped = false; ;) {
      const waiting = await this.waitingAccounts(after, eventNames);
      for (const { accountId, isExpired } of waiting) {
        this.cursor = accountId;
        if (isExpired) await this.endSession(accountId);
        const token = await this.claim(accountId);
        if (token !== null) return { accountId, token };
      }
      const last = waiting.at(-1);
      if (last && waiting.length === ACCOUNTS_PER_QUERY) after = last.accountId;
      else if (isWrapped) return null;
      else [after, isWrapped] = [0, true];
    }
  }

  /**
   * Locks and returns up to `limit` due events of the account, oldest first. An event that has failed before is returned alone. The
   * query waits for rows that a process of an earlier version has locked, which keeps the order. The first statements of a transaction:
   * its session is named after the lease, so that it can be terminated, and gets its lock timeout.
   */
  async due({ accountId, token }: AccountLease, eventNames: readonly string[], limit: number): Promise<WaitingEvent[]> {
    const [, due] = await this.database.together([
      {
        name: 'outbox-enter',
        text: `select set_config('application_name', $1, true), set_config('lock_timeout', '${LOCK_WAIT_MS}ms', true)`,
        values: [sessionName(token)],
      },
      { name: 'outbox-due', inIndexOrder: true, text: DUE, values: [accountId, eventNames, limit] },
    ]);
    const rows = due as unknown as WaitingEvent[];
    const failedBefore = rows.findIndex((event) => event.attempts > 0);
    return failedBefore < 0 ? rows : rows.slice(0, Math.max(failedBefore, 1));
  }

  /** Marks events as relayed and renews the lease. Returns false if the lease is lost; the caller then rolls back. */
  async markRelayed(lease: AccountLease, eventIds: readonly number[]): Promise<boolean> {
    const marked = await this.database.prepared<{ id: number }>({
      name: 'outbox-relayed',
      text: `with held as (
          update outbox_lease set lease_until = ${msFromNow(LEASE_MS)} where ${ACCOUNTS.isHeld()} returning account_id
        )
        update outbox o set relayed_at = clock_timestamp() from held
        where o.id = any($3::bigint[]) and o.account_id = held.account_id returning o.id`,
      values: [...ACCOUNTS.valuesOf(lease), eventIds],
    });
    const isHeld = marked.length === eventIds.length;
    if (!isHeld) ACCOUNTS.countLoss();
    return isHeld;
  }

  /**
   * Postpones a failed event by one second, doubled with each attempt, at most `longestSeconds`. No effect if the lease is lost.
   */
  async postpone(lease: AccountLease, eventId: number, longestSeconds: number): Promise<void> {
    await this.database.execute(
      `update outbox o set attempts = attempts + 1, not_before = clock_timestamp()
         + least($4::int, power(2, least(attempts, 16))) * interval '1 second'
       where o.id = $3 and o.account_id = $1 and ${IS_WAITING('o')}
         and exists (select from outbox_lease where ${ACCOUNTS.isHeld()})`,
      [...ACCOUNTS.valuesOf(lease), eventId, longestSeconds],
    );
  }

  async renew(lease: AccountLease): Promise<void> {
    await ACCOUNTS.renew(this.database, lease, LEASE_MS);
  }

  /** Releases the lease now, or after `afterMs`. No effect if the lease is lost. */
  async release(lease: AccountLease, afterMs = 0): Promise<void> {
    if (afterMs > 0) await ACCOUNTS.renew(this.database, lease, afterMs);
    else
      await this.database.prepared({
        name: 'outbox-release',
        text: `update outbox_lease set ${ACCOUNTS.released} where ${ACCOUNTS.isHeld()}`,
        values: ACCOUNTS.valuesOf(lease),
      });
  }

  private async waitingAccounts(after: number, eventNames: readonly string[]): Promise<readonly WaitingAccount[]> {
    return this.database.prepared<WaitingAccount>({
      name: 'outbox-waiting',
      inIndexOrder: true,
      text: WAITING,
      values: [after, eventNames, ACCOUNTS_PER_QUERY],
    });
  }

  /** Returns the token of a new lease, or null if another process has the lease or is acquiring it. Does not wait for locks. */
  private async claim(accountId: number): Promise<string | null> {
    const [lease] = await this.database.prepared<{ token: string }>({
      name: 'outbox-claim',
      text: `with free as (
          select account_id from outbox_lease
          where account_id = $1 and (lease_until is null or lease_until < clock_timestamp()) for update skip locked
        ), taken as (
          update outbox_lease l set ${ACCOUNTS.taken(LEASE_MS)}
          from free where l.account_id = free.account_id returning l.token
        ), made as (
          insert into outbox_lease (account_id, token, lease_until)
          select $1, gen_random_uuid(), ${msFromNow(LEASE_MS)} where not exists (select from outbox_lease where account_id = $1)
          on conflict do nothing returning token
        )
        select token from taken union all select token from made`,
      values: [accountId],
    });
    return lease?.token ?? null;
  }

  /** Terminates the session that ran under the expired lease, which releases its locks. */
  private async endSession(accountId: number): Promise<void> {
    await this.database.query(
      `select pg_terminate_backend(s.pid) from outbox_lease l
       join pg_stat_activity s on s.application_name = $2 || l.token and s.datname = current_database()
       where l.account_id = $1 and l.lease_until < clock_timestamp()`,
      [accountId, sessionName('')],
    );
  }
}

/** SQL condition: the event is not relayed. In this form, the planner does not use the partial index of waiting events for it. */
const IS_WAITING = (row: string): string => `coalesce(${row}.relayed_at, 'infinity') = 'infinity'`;

const sessionName = (token: string): string => `hrev relay ${token}`;

/**
 * Accounts after $1 with a due event and no valid lease. The recursion visits the distinct pairs of account and event name of
 * waiting events, with one index lookup each.
 */
const WAITING = `
  with recursive step (account_id, event, not_before) as (
    (select account_id, event, not_before from outbox where relayed_at is null and account_id > $1::bigint
     order by account_id, event, not_before limit 1)
    union all
    select next.* from step cross join lateral (
      select o.account_id, o.event, o.not_before from outbox o
      where o.relayed_at is null and (o.account_id, o.event) > (step.account_id, step.event)
      order by o.account_id, o.event, o.not_before limit 1
    ) next
  )
  select step.account_id as "accountId", l.lease_until is not null as "isExpired"
  from step left join lateral (select lease_until from outbox_lease where account_id = step.account_id offset 0) l on true
  where step.event = any($2::text[]) and step.not_before <= statement_timestamp()
    and (l.lease_until is null or l.lease_until < statement_timestamp())
  limit $3::int`;

/**
 * The first due events of the account: for each name, the first events that have not failed (`not_before` is -infinity) and the
 * first that have; of all these, the first by id. Each part can use only one index: the order begins with `not_before`, which is
 * not a constant there, and the outer condition does not match the partial index (`IS_WAITING`). Otherwise the planner would scan
 * all relayed or all waiting events if the statistics are old.
 */
const DUE = `
  select o.id, o.account_id as "accountId", o.event as name, o.payload, o.attempts, o.traceparent,
    to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "createdAt"
  from outbox o
  where o.id = any(array(
    select first.id from unnest($2::text[]) e (name) cross join lateral (
      (select id from outbox
       where relayed_at is null and account_id = $1::bigint and event = e.name and not_before <= '-infinity'
       order by not_before, id limit $3::int)
      union all
      (select id from outbox
       where relayed_at is null and account_id = $1::bigint and event = e.name
         and not_before > '-infinity' and not_before <= statement_timestamp()
       order by not_before, id limit $3::int)
    ) first order by first.id limit $3::int))
    and ${IS_WAITING('o')} and o.not_before <= statement_timestamp()
  order by o.id for update`;
