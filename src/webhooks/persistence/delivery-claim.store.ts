import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';

/** A worker's right to attempt a delivery, until its lease ends. Every write of the attempt names the token. */
export interface DeliveryClaim {
  readonly id: number;
  readonly token: string;
}

/** A claimed delivery with all that an attempt needs, read after the claim. */
export interface ClaimedDelivery extends DeliveryClaim {
  readonly accountId: number;
  readonly webhookId: number;
  readonly eventType: string;
  readonly eventId: number;
  /** Attempts of its ladder so far. */
  readonly tries: number;
  readonly body: Buffer;
  /** Where to now; null where the webhook is gone or paused. */
  readonly target: string | null;
}

/** How many attempts may be under way at the same time, over all processes (reliability D12). */
export interface DeliveryLimits {
  readonly perWebhook: number;
  readonly perAccount: number;
  /** Those of a webhook whose last attempt ran into the time limit. */
  readonly afterTimeout: number;
}

export const DELIVERY_LIMITS: DeliveryLimits = { perWebhook: 4, perAccount: 16, afterTimeout: 1 };

/** The commits of dispatch do not wait for the disk: what a crash forgets was never settled, and is delivered again. */
export const DISPATCH_SETTINGS = `set_config('synchronous_commit', 'off', true)`;

/** Any number that no other program locks in this database. */
const CLAIM_LOCK = 0x68727764;
/** A paused webhook whose deliveries are due is looked at again so late; going on wakes it at once. */
const PAUSED_LOOK_SECONDS = 60;

interface ReadyRow {
  readonly webhookId: number;
  readonly isFull: boolean;
  readonly isServed: boolean;
  readonly id: number | null;
  readonly token: string | null;
}

/** Whose turn it is, by the database's clock alone. */
@Injectable()
export class DeliveryClaimStore {
  constructor(private readonly database: Database) {}

  /**
   * Claims up to `places` due deliveries: webhooks least recently served first, one delivery of each before the second of
   * any, those of a webhook in the order of their times. Claims of all processes go one after the other, so the limits are
   * exact. A lease that ran out is due again, so what a dead worker held comes back by itself.
   */
  async claim(places: number, leaseMs: number, limits: DeliveryLimits = DELIVERY_LIMITS): Promise<DeliveryClaim[]> {
    return this.database.transaction(async () => {
      // A claim that a crash of the database forgets is due again, which is what a claim of a dead worker becomes anyway.
      await this.database.query(`select pg_advisory_xact_lock($1), ${DISPATCH_SETTINGS}`, [CLAIM_LOCK]);
      // Not prepared: deliveries come in bursts, and a plan made before one reads too much after it.
      const rows = await this.database.query<ReadyRow>(CLAIM, [
        places,
        leaseMs,
        limits.perWebhook,
        limits.perAccount,
        limits.afterTimeout,
      ]);
      await this.moveOn(rows);
      return rows.flatMap(({ id, token }) => (id !== null && token !== null ? [{ id, token }] : []));
    });
  }

  /** What an attempt of each claim needs, as it is now; without those whose claim is no longer ours. */
  async load(claims: readonly DeliveryClaim[]): Promise<ClaimedDelivery[]> {
    return this.database.prepared<ClaimedDelivery>({
      name: 'load-claimed-deliveries',
      text: `select d.id, d.lease_token as token, d.account_id as "accountId", d.webhook_id as "webhookId",
          d.event_type as "eventType", d.event_id as "eventId", d.tries, d.body, w.target
        from unnest($1::bigint[], $2::uuid[]) c (id, token)
        join webhook_delivery d on d.id = c.id and d.lease_token = c.token
        left join webhook w on w.account_id = d.account_id and w.id = d.webhook_id and w.is_active`,
      values: columnsOf(claims),
    });
  }

  /** Gives claims back unattempted: they wait at the place they had. */
  async release(claims: readonly DeliveryClaim[]): Promise<void> {
    if (claims.length === 0) return;
    await this.database.execute(
      `update webhook_delivery d set lease_token = null, due_at = d.next_attempt_at
       from unnest($1::bigint[], $2::uuid[]) c (id, token) where d.id = c.id and d.lease_token = c.token`,
      columnsOf(claims),
    );
  }

  /** When to look at each of the webhooks again; a statement of its own, because it must see what was just claimed. */
  private async moveOn(rows: readonly ReadyRow[]): Promise<void> {
    const webhooks = new Map(rows.map((row) => [row.webhookId, row]));
    if (webhooks.size === 0) return;
    const all = [...webhooks.values()];
    await this.database.query(MOVE_ON, [
      all.map((row) => row.webhookId),
      all.map((row) => row.isFull),
      all.map((row) => row.isServed),
    ]);
  }
}

function columnsOf(claims: readonly DeliveryClaim[]): [number[], string[]] {
  return [claims.map((claim) => claim.id), claims.map((claim) => claim.token)];
}

/**
 * Times are compared with the statement's own: PostgreSQL looks nothing up in an index by a clock that moves on. Planned each
 * time: a plan that was kept from when the table was small costs tens of milliseconds beside a hundred thousand deliveries.
 */
const CLAIM = `
  with flying as materialized (
    select account_id, webhook_id, count(*)::int as n from webhook_delivery
    where lease_token is not null and due_at > statement_timestamp() group by 1, 2
  ), busy as materialized (
    select account_id, sum(n)::int as n from flying group by 1
  ), ready as materialized (
    select d.webhook_id, d.account_id, d.last_served_at, coalesce(b.n, 0) as of_account,
      case when d.timed_out then $5::int else $3::int end - coalesce(f.n, 0) as places
    from webhook_dispatch d
    left join flying f on f.account_id = d.account_id and f.webhook_id = d.webhook_id
    left join busy b on b.account_id = d.account_id
    where d.next_due_at <= statement_timestamp() and coalesce(b.n, 0) < $4::int
      and coalesce(f.n, 0) < case when d.timed_out then $5::int else $3::int end
    order by d.last_served_at, d.webhook_id
    limit $1::int
    for update of d skip locked
  ), due as (
    select r.*, x.id, x.turn from ready r
    join webhook w on w.account_id = r.account_id and w.id = r.webhook_id and w.is_active
    cross join lateral (
      select q.id, row_number() over (order by q.due_at, q.id) as turn from (
        select d.id, d.due_at from webhook_delivery d
        where d.webhook_id = r.webhook_id and d.account_id = r.account_id and d.state = 'pending'
          and d.due_at <= statement_timestamp()
        order by d.due_at, d.id limit r.places
      ) q
    ) x
  ), ranked as (
    select *, row_number() over (partition by account_id order by turn, last_served_at, webhook_id) as in_account from due
  ), chosen as (
    select id from ranked where in_account <= $4::int - of_account
    order by turn, last_served_at, webhook_id limit $1::int
  ), taken as (
    update webhook_delivery d set lease_token = gen_random_uuid(),
      due_at = clock_timestamp() + $2::int * interval '1 millisecond'
    from chosen c where d.id = c.id and d.state = 'pending'
    returning d.id, d.webhook_id, d.lease_token as token
  )
  select r.webhook_id as "webhookId", t.id, t.token, t.id is not null as "isServed",
    count(t.id) over (partition by r.webhook_id) >= r.places as "isFull"
  from ready r left join taken t on t.webhook_id = r.webhook_id`;

/**
 * A webhook with all its places taken is looked at when one of them is free again: an attempt that ends says so, and one
 * that never ends runs out of its lease.
 */
const MOVE_ON = `
  update webhook_dispatch d set
    last_served_at = case when c.is_served then clock_timestamp() else d.last_served_at end,
    next_due_at = case
      when not exists (select from webhook w where w.account_id = d.account_id and w.id = d.webhook_id) then null
      when not exists (select from webhook w where w.account_id = d.account_id and w.id = d.webhook_id and w.is_active)
        then clock_timestamp() + interval '${PAUSED_LOOK_SECONDS} seconds'
      when c.is_full then (
        select min(x.due_at) from webhook_delivery x
        where x.webhook_id = d.webhook_id and x.account_id = d.account_id and x.state = 'pending' and x.due_at > statement_timestamp())
      else (
        select min(x.due_at) from webhook_delivery x
        where x.webhook_id = d.webhook_id and x.account_id = d.account_id and x.state = 'pending')
      end
  from unnest($1::bigint[], $2::boolean[], $3::boolean[]) c (webhook_id, is_full, is_served)
  where d.webhook_id = c.webhook_id`;
