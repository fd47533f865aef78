import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, holding, LOCKS } from '@libs/database';
import { msFromNow } from '@libs/leases';
import { isServed } from '@src/auth';
import { isOnForAll } from '@src/switches';
import type { SchemaVersion } from '../domain/subscription';
import type { DeliveryPosition, WebhookLease, LeaseGrant } from '../domain/webhook-lease';
import { HELD_RECHECK, hasHeldDeliveries, isHeld } from './held-deliveries.sql';
import { SEALED_HEADERS_TEXT } from './own-header.store';
import { SEALED_SECRETS_TEXT } from './signing-secret.store';

/** A request for due deliveries of a leased webhook, after the one that was read last. */
export interface DueRequest {
  readonly lease: Pick<WebhookLease, 'accountId' | 'webhookId' | 'token' | 'after'>;
  readonly count: number;
}

/** A delivery with the data of an attempt, read under a lease. */
export interface DueDelivery extends DeliveryPosition {
  readonly accountId: number;
  readonly webhookId: number;
  /** The token of the lease under which it was read. */
  readonly token: string;
  readonly eventType: string;
  readonly eventId: number;
  /** Attempts since the delivery was created or redelivered. */
  readonly tries: number;
  /** All attempts until now. */
  readonly attempts: number;
  /** How long ago it was created when it was read. */
  readonly ageMs: number;
  readonly body: Buffer;
  /** The span that wrote its event; null without traces. */
  readonly traceparent: string | null;
  /** The webhook's current target. */
  readonly target: string;
  /** The valid signing secrets, in the format of `SEALED_SECRETS_TEXT`. */
  readonly sealedSecrets: string | null;
  /** The webhook's own headers, in the format of `SEALED_HEADERS_TEXT`; null if it has none. */
  readonly sealedHeaders: string | null;
  /** The number of the delivery among those of its webhook; null if it has none. */
  readonly sequence: number | null;
  readonly schemaVersion: SchemaVersion;
}

/** How many attempts may be in flight at the same time, over all processes. */
export interface DeliveryLimits {
  readonly perWebhook: number;
  readonly perAccount: number;
  /** For a webhook whose last attempt timed out. */
  readonly afterTimeout: number;
}

export const DELIVERY_LIMITS: DeliveryLimits = { perWebhook: 4, perAccount: 16, afterTimeout: 1 };

/**
 * Settings of transactions on `webhook_dispatch`. Their commits do not wait for the disk: a delivery whose result a crash loses is sent
 * again. PostgreSQL soon disconnects a process that is blocked in such a transaction, because transactions that create deliveries for
 * the same webhooks, or acquire leases, wait for it.
 */
export const DISPATCH_SETTINGS = `set_config('synchronous_commit', 'off', true),
  set_config('idle_in_transaction_session_timeout', '2s', true)`;

/**
 * A paused webhook with due deliveries, or one of a suspended account, is checked again after this time; resuming the webhook wakes
 * workers at once.
 */
const PAUSED_RECHECK_SECONDS = 60;

/** Processes poll every second. A process that has not polled for this long is treated as having no free slots. */
const SILENT_SECONDS = 3;

/** A webhook that was ready in `acquire`; `token` is null if it was not acquired. */
type ReadyRow = Omit<LeaseGrant, 'token'> & { readonly token: string | null; readonly isIdle: boolean };

/** `number`: the position among the due deliveries of the webhook. */
type DueRow = Omit<DueDelivery, 'body'> & { readonly body: string; readonly number: number };

/** The slots that a process requests. */
export interface SlotRequest {
  readonly slots: number;
  /** How many of these slots webhooks that timed out, or have never responded, may get. Default: all. */
  readonly slowSlots?: number;
  /** Tokens of the process's leases that can use more slots. */
  readonly growing?: readonly string[];
}

/**
 * Leases on webhooks. All times are by the database's clock. Leases are acquired, checked and stored (`DeliverySettleStore`) many at a
 * time, so none of the statements of `LeasedTable` fits.
 */
@Injectable()
export class WebhookLeaseStore {
  /** The id of this process in `webhook_worker`. */
  private readonly worker = randomUUID();

  constructor(private readonly database: Database) {}

  /**
   * Acquires leases on webhooks with due deliveries, with up to `slots` slots in total. Webhooks that were served least recently come
   * first, and each gets one slot before any gets a second. Webhooks that timed out, or have never responded, get at most `slowSlots` of
   * the slots and half of their account's limit, so that they do not displace webhooks that respond. Leases in `growing` may get more
   * slots. Processes acquire one at a time, so the limits are exact. An expired lease is free: the webhooks of a crashed worker need no
   * cleanup.
   *
   * A webhook is served by one process at a time. If more deliveries are due than `slots` and other processes have free slots, this
   * process leaves whole webhooks to them, instead of leasing every webhook with one slot.
   */
  async acquire(
    { slots, slowSlots = slots, growing = [] }: SlotRequest,
    leaseMs: number,
    limits: DeliveryLimits = DELIVERY_LIMITS,
  ): Promise<LeaseGrant[]> {
    return this.database.transaction(async () => {
      // If the database crashes and loses a lease, the webhook is free again, as after a crash of the worker.
      await this.database.together([holding(LOCKS.webhookLeases), { text: `select ${DISPATCH_SETTINGS}` }]);
      // Not a prepared statement: deliveries come in bursts, and a plan from before a burst reads too many rows after it.
      const { perWebhook, perAccount, afterTimeout } = limits;
      const parameters = [slots, leaseMs, perWebhook, perAccount, afterTimeout, growing, slowSlots, this.worker];
      const rows = await this.database.query<ReadyRow>(ACQUIRE, parameters);
      await this.postpone(rows.filter((row) => row.isIdle).map((row) => row.webhookId));
      return rows.flatMap(({ accountId, webhookId, token, slots: granted, isSlow, isFailing }) =>
        token !== null ? [{ accountId, webhookId, token, slots: granted, isSlow, isFailing }] : [],
      );
    });
  }

  /**
   * Reads the due deliveries of each request, in order. Returns none for a lease that the caller has lost or that expires within
   * `minLeaseMs`, none for a webhook that is deleted, paused, a listener, or of a suspended account, and none that the operator has switched off.
   */
  async due(requests: readonly DueRequest[], minLeaseMs: number): Promise<DueDelivery[]> {
    const rows = await this.database.prepared<DueRow>({
      name: 'due-deliveries',
      inIndexOrder: true,
      text: DUE,
      values: [
        requests.map(({ lease }) => lease.webhookId),
        requests.map(({ lease }) => lease.accountId),
        requests.map(({ lease }) => lease.token),
        requests.map(({ count }) => count),
        requests.map(({ lease }) => lease.after.at),
        requests.map(({ lease }) => lease.after.id),
        minLeaseMs,
      ],
    });
    // Sorted here, because PostgreSQL would sort the rows with their bodies, on disk if they are large.
    rows.sort((a, b) => a.webhookId - b.webhookId || a.number - b.number);
    return rows.map((row) => ({ ...row, body: Buffer.from(row.body) }));
  }

  /**
   * Reschedules webhooks without a delivery to send now, and clears leases of crashed workers. A separate statement, so that its snapshot
   * contains what other transactions have committed.
   */
  private async postpone(webhookIds: readonly number[]): Promise<void> {
    if (webhookIds.length === 0) return;
    await this.database.query(
      `update webhook_dispatch d set next_due_at = ${NEXT_DUE}, lease_token = null, lease_until = null, slots = 0
       where d.webhook_id = any($1::bigint[])`,
      [webhookIds],
    );
  }
}

/** SQL: when the webhook of the dispatch row `d`, without a lease, is due next. */
export const NEXT_DUE = `case
    -- Deleted, or a listener: no worker sends its deliveries.
    when not exists (
      select from webhook w where w.account_id = d.account_id and w.id = d.webhook_id and w.target is not null) then null
    when not exists (
      select from webhook w join account_view a on a.id = w.account_id
      where w.account_id = d.account_id and w.id = d.webhook_id and w.is_active and ${isServed('a')}) then clock_timestamp() + interval '${PAUSED_RECHECK_SECONDS} seconds'
    else least((
      select min(x.next_attempt_at) from webhook_delivery x
      where x.webhook_id = d.webhook_id and x.account_id = d.account_id and x.state = 'pending' and not ${isHeld('x')}
    ), case when ${hasHeldDeliveries('d')} then clock_timestamp() + ${HELD_RECHECK} end)
    end`;

/**
 * From webhooks to slots:
 *
 *   load            how many slots of each account are leased
 *   ready           webhooks that are due and may get slots, with the limits that apply to them and the slots that they have
 *   due_slot        one row for each due delivery of a ready webhook, up to the slots that it may have: its first slot, its second, …
 *   wanted_slot     those that the webhook does not have yet, numbered among the slow webhooks, or among the others
 *   ranked_slot     without those beyond the limits of slow webhooks, numbered in their account
 *   allowed_slot    without those beyond the limit of the account
 *   granted_slot    those that this process takes: see `acquire`
 *
 * Compares times with `statement_timestamp()`: PostgreSQL cannot search an index by the volatile `clock_timestamp()`. Planned at each
 * execution: a plan from when the table was small takes tens of milliseconds with a hundred thousand deliveries.
 */
const ACQUIRE = `
  with load as materialized (
    select account_id, sum(slots)::int as slots, coalesce(sum(slots) filter (where timed_out), 0)::int as slow_slots
    from webhook_dispatch where lease_token is not null and lease_until > statement_timestamp() group by 1
  ), ready as materialized (
    select d.webhook_id, d.account_id, d.last_served_at, d.timed_out,
      $4::int - coalesce(load.slots, 0) as account_limit, $4::int / 2 - coalesce(load.slow_slots, 0) as slow_limit,
      case when d.timed_out then $5::int else $3::int end as webhook_limit,
      case when d.lease_until > statement_timestamp() then d.slots else 0 end as slots
    from webhook_dispatch d left join load on load.account_id = d.account_id
    where d.next_due_at <= statement_timestamp() and coalesce(load.slots, 0) < $4::int and ${isOnForAll('webhooks')}
      and (not d.timed_out or $7::int > 0 and coalesce(load.slow_slots, 0) < $4::int / 2)
      and (d.lease_until is null or d.lease_until <= statement_timestamp()
        or d.lease_token = any($6::uuid[]) and d.slots < case when d.timed_out then $5::int else $3::int end)
    -- Leased webhooks come after all others and do not use up the limit.
    order by d.lease_until > statement_timestamp() is true, d.last_served_at, d.webhook_id
    limit $1::int + cardinality($6::uuid[])
    for update of d skip locked
  ), due_slot as materialized (
    select ready.*, w.failure_count > 0 as is_failing, delivery.number from ready
    join webhook w on w.account_id = ready.account_id and w.id = ready.webhook_id and w.is_active and w.target is not null
    join account_view a on a.id = ready.account_id and ${isServed('a')}
    cross join lateral (
      select row_number() over () as number from (
        select from webhook_delivery d
        where d.webhook_id = ready.webhook_id and d.account_id = ready.account_id and d.state = 'pending'
          and d.next_attempt_at <= statement_timestamp() and not ${isHeld('d')}
        order by d.next_attempt_at, d.id limit ready.webhook_limit
      ) due
    ) delivery
  ), wanted_slot as (
    select *, row_number() over (partition by timed_out, account_id order by number, last_served_at, webhook_id) as of_equally_slow_in_account,
      row_number() over (partition by timed_out order by number, last_served_at, webhook_id) as of_equally_slow
    from due_slot where number > slots
  ), ranked_slot as (
    select *, row_number() over (partition by account_id order by number, last_served_at, webhook_id) as of_account
    from wanted_slot where not timed_out or of_equally_slow_in_account <= slow_limit and of_equally_slow <= $7::int
  ), other_worker as (
    select coalesce(max(free), 0) as most_free from webhook_worker
    where id <> $8::uuid and seen_at > statement_timestamp() - interval '${SILENT_SECONDS} seconds'
  ), allowed_slot as (
    select *, count(*) over () as of_all, count(*) over (order by last_served_at, webhook_id) as up_to_this_webhook,
      first_value(webhook_id) over (order by last_served_at, webhook_id) as first_webhook_id
    from ranked_slot where of_account <= account_limit
  ), granted_slot as (
    select webhook_id, slots, is_failing from allowed_slot, other_worker
    -- A webhook that fits into no process as a whole is acquired by the process with the most free slots.
    where most_free = 0 or of_all <= $1::int or up_to_this_webhook <= $1::int or webhook_id = first_webhook_id and most_free <= $1::int
    order by number, last_served_at, webhook_id limit $1::int
  ), this_worker as (
    insert into webhook_worker as w (id, free, seen_at)
    select $8::uuid, $1::int - count(*), clock_timestamp() from granted_slot
    on conflict (id) do update set free = excluded.free, seen_at = excluded.seen_at
  ), gone_worker as (
    delete from webhook_worker where seen_at < statement_timestamp() - interval '1 hour'
  ), leased as (
    update webhook_dispatch d set
      lease_token = case when granted.slots > 0 then d.lease_token else gen_random_uuid() end,
      lease_until = ${msFromNow('$2::int')},
      last_served_at = clock_timestamp(),
      slots = granted.slots + granted.more_slots
    from (select webhook_id, slots, is_failing, count(*)::int as more_slots from granted_slot group by 1, 2, 3) granted
    where d.webhook_id = granted.webhook_id
    returning d.webhook_id, d.lease_token, d.timed_out, granted.more_slots, granted.is_failing
  )
  select ready.account_id as "accountId", ready.webhook_id as "webhookId", leased.lease_token as token, leased.more_slots as slots,
    leased.timed_out as "isSlow", leased.is_failing as "isFailing",
    ready.slots = 0 and not exists (select from due_slot where due_slot.webhook_id = ready.webhook_id) as "isIdle"
  from ready left join leased on leased.webhook_id = ready.webhook_id`;

const DUE = `
  select request.account_id as "accountId", request.webhook_id as "webhookId", request.token, due.id, due.number,
    due.next_attempt_at::text as at, due.event_type as "eventType", due.event_id as "eventId", due.tries, due.attempts,
    due.traceparent,
    due.age_ms as "ageMs",
    -- JSON is UTF-8. As text it is half as long in the response as bytea, and converts back to the same bytes.
    convert_from(due.body, 'UTF8') as body, w.target, secrets.sealed as "sealedSecrets",
    ${SEALED_HEADERS_TEXT('request.webhook_id')} as "sealedHeaders", due.sequence, w.schema_version as "schemaVersion"
  from unnest($1::bigint[], $2::bigint[], $3::uuid[], $4::int[], $5::timestamptz[], $6::bigint[])
    as request (webhook_id, account_id, token, count, after_at, after_id)
  join webhook_dispatch lease on lease.webhook_id = request.webhook_id and lease.account_id = request.account_id
    and lease.lease_token = request.token and lease.lease_until > ${msFromNow('$7::int')}
  join webhook w on w.account_id = request.account_id and w.id = request.webhook_id and w.is_active and w.target is not null
  join account_view a on a.id = request.account_id and ${isServed('a')}
  cross join lateral (select ${SEALED_SECRETS_TEXT('request.account_id')} as sealed) secrets
  cross join lateral (
    select d.id, d.next_attempt_at, d.event_type, d.event_id, d.tries, d.attempts, d.traceparent, d.body, d.sequence,
      (extract(epoch from clock_timestamp() - d.created_at) * 1000)::float8 as age_ms,
      row_number() over (order by d.next_attempt_at, d.id) as number
    from webhook_delivery d
    where d.webhook_id = request.webhook_id and d.account_id = request.account_id and d.state = 'pending'
      and d.next_attempt_at <= statement_timestamp() and (d.next_attempt_at, d.id) > (request.after_at, request.after_id)
      and ${isOnForAll('webhooks')} and not ${isHeld('d')}
    order by d.next_attempt_at, d.id limit request.count
  ) due`;
