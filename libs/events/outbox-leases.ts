import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { RelayedEvent } from './event-subscribers';

/** The right to relay the events of one account, until it is given back, runs out or somebody else has taken it over. */
export interface AccountLease {
  readonly accountId: number;
  readonly token: string;
}

/** An event and how often it has failed. */
export interface WaitingEvent extends RelayedEvent {
  readonly attempts: number;
}

interface WaitingAccount {
  readonly accountId: number;
  /** Whoever holds the lease has let it run out. */
  readonly isExpired: boolean;
}

/** A process that stands still loses the accounts that it relays after so long. */
export const LEASE_MS = 5_000;
/** Accounts, or names of their events, that one look brings up. */
const LOOK_AT = 8;
/** A relay waits no longer for a row that somebody else holds: other accounts need its place. */
const LOCK_WAIT_MS = 500;

/**
 * Which account's events are relayed by whom, by the database's clock alone.
 *
 * A lease ends a frozen process's hold on its accounts only if its transaction ends too: rows that it wrote and has not
 * committed make everybody wait who would write the same. PostgreSQL cannot be trusted to miss a client that does not read
 * (a session that waits to send is ended by no time-out), so whoever takes a lease over ends the session that worked under it.
 */
@Injectable()
export class OutboxLeases {
  /** Looks begin behind the account that was taken last, so that no account is served twice before another. */
  private cursor = 0;

  constructor(private readonly database: Database) {}

  /** The lease of an account with events of these names that are due and that nobody relays; null where there is none. */
  async next(eventNames: readonly string[]): Promise<AccountLease | null> {
    for (let after = this.cursor, isWrapped = false; ;) {
      const waiting = await this.waiting(after, eventNames);
      for (const { accountId, isExpired } of waiting) {
        this.cursor = accountId;
        if (isExpired) await this.endSession(accountId);
        const token = await this.claim(accountId);
        if (token !== null) return { accountId, token };
      }
      const last = waiting.at(-1);
      if (last && waiting.length === LOOK_AT) after = last.accountId;
      else if (isWrapped) return null;
      else [after, isWrapped] = [0, true];
    }
  }

  /** The session of the caller's transaction can be found by the lease from now on, and waits for no lock for long. */
  async enter({ token }: AccountLease): Promise<void> {
    await this.database.query(
      `select set_config('application_name', $1, true), set_config('lock_timeout', '${LOCK_WAIT_MS}ms', true)`,
      [sessionName(token)],
    );
  }

  /**
   * Up to `limit` events of the account that are due, oldest first, locked; one that has failed before comes alone. A process
   * of an earlier version may hold one of them: it is waited for, so that the order stays.
   */
  async due({ accountId }: AccountLease, eventNames: readonly string[], limit: number): Promise<WaitingEvent[]> {
    const rows = await this.database.prepared<WaitingEvent>({
      name: 'outbox-due',
      text: DUE,
      values: [accountId, eventNames, limit],
    });
    const failedBefore = rows.findIndex((event) => event.attempts > 0);
    return failedBefore < 0 ? rows : rows.slice(0, Math.max(failedBefore, 1));
  }

  /** Marks events as relayed and renews the lease; false where the lease is somebody else's: then nothing may be committed. */
  async markRelayed({ accountId, token }: AccountLease, eventIds: readonly number[]): Promise<boolean> {
    const marked = await this.database.prepared<{ id: number }>({
      name: 'outbox-relayed',
      text: `with held as (
          update outbox_lease set lease_until = ${LEASE_END} where account_id = $1 and token = $2 returning account_id
        )
        update outbox o set relayed_at = clock_timestamp() from held
        where o.id = any($3::bigint[]) and o.account_id = held.account_id returning o.id`,
      values: [accountId, token, eventIds],
    });
    return marked.length === eventIds.length;
  }

  /** Lets a failed event wait, unless the lease is somebody else's. */
  async postpone({ accountId, token }: AccountLease, eventId: number, longestSeconds: number): Promise<void> {
    await this.database.execute(
      `update outbox o set attempts = attempts + 1, not_before = clock_timestamp()
         + least($4::int, power(2, least(attempts, 16))) * interval '1 second'
       where o.id = $3 and o.account_id = $1 and ${WAITS('o')}
         and exists (select from outbox_lease where account_id = $1 and token = $2)`,
      [accountId, token, eventId, longestSeconds],
    );
  }

  async renew({ accountId, token }: AccountLease): Promise<void> {
    await this.database.execute(
      `update outbox_lease set lease_until = ${LEASE_END} where account_id = $1 and token = $2`,
      [accountId, token],
    );
  }

  /** The account is free at once, or `afterMs` from now. Nothing where the lease is somebody else's. */
  async giveBack({ accountId, token }: AccountLease, afterMs = 0): Promise<void> {
    await this.database.execute(
      `update outbox_lease set token = case when $3::int > 0 then token end,
         lease_until = case when $3::int > 0 then clock_timestamp() + $3::int * interval '1 millisecond' end
       where account_id = $1 and token = $2`,
      [accountId, token, afterMs],
    );
  }

  private async waiting(after: number, eventNames: readonly string[]): Promise<readonly WaitingAccount[]> {
    return this.database.prepared<WaitingAccount>({
      name: 'outbox-waiting',
      text: WAITING,
      values: [after, eventNames, LOOK_AT],
    });
  }

  /** Never waits: a row of `outbox_lease` that somebody has locked is somebody's. */
  private async claim(accountId: number): Promise<string | null> {
    const [lease] = await this.database.prepared<{ token: string }>({
      name: 'outbox-claim',
      text: `with free as (
          select account_id from outbox_lease
          where account_id = $1 and (lease_until is null or lease_until < clock_timestamp()) for update skip locked
        ), taken as (
          update outbox_lease l set token = gen_random_uuid(), lease_until = ${LEASE_END}
          from free where l.account_id = free.account_id returning l.token
        ), made as (
          insert into outbox_lease (account_id, token, lease_until)
          select $1, gen_random_uuid(), ${LEASE_END} where not exists (select from outbox_lease where account_id = $1)
          on conflict do nothing returning token
        )
        select token from taken union all select token from made`,
      values: [accountId],
    });
    return lease?.token ?? null;
  }

  /** Ends the session that works under a lease that has run out, and with it what it holds. */
  private async endSession(accountId: number): Promise<void> {
    await this.database.query(
      `select pg_terminate_backend(s.pid) from outbox_lease l
       join pg_stat_activity s on s.application_name = $2 || l.token and s.datname = current_database()
       where l.account_id = $1 and l.lease_until < clock_timestamp()`,
      [accountId, sessionName('')],
    );
  }
}

/** Not relayed, in words that the index of what waits does not know. */
const WAITS = (row: string): string => `coalesce(${row}.relayed_at, 'infinity') = 'infinity'`;

const sessionName = (token: string): string => `hrev relay ${token}`;

const LEASE_END = `clock_timestamp() + interval '${LEASE_MS} milliseconds'`;

/**
 * From each account and name of an event that wait to the next, by one look into the index each; of these, the accounts
 * behind $1 with an event that is due and nobody who relays it.
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
 * Of each name the first that never failed, which have the least time, and the first that have; of all these the first. In
 * words that leave one index to choose from: the order begins with a time that is no constant, and what is looked up by its
 * id is not said to wait in the words of the index of all that waits. Where statistics are old, the planner would else walk
 * over everything that was ever relayed, or over everything that waits.
 */
const DUE = `
  select o.id, o.account_id as "accountId", o.event as name, o.payload, o.attempts,
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
    and ${WAITS('o')} and o.not_before <= statement_timestamp()
  order by o.id for update`;
