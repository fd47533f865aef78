import { Injectable } from '@nestjs/common';
import { Database, type PreparedStatement } from '@libs/database';
import { countLeaseLosses } from '@libs/leases';
import type { AttemptResult, Outcome } from '../domain/outcome';
import type { LeaseState } from '../domain/webhook-lease';
import { DISPATCH_SETTINGS, NEXT_DUE, type DueDelivery } from './webhook-lease.store';

/** How an attempt ended. */
export interface EndedAttempt {
  readonly delivery: Pick<DueDelivery, 'id' | 'accountId' | 'webhookId' | 'token' | 'tries'>;
  readonly result: AttemptResult;
  readonly outcome: Outcome;
  /** Milliseconds from now to the next attempt; null if there is none. */
  readonly waitMs: number | null;
  /** Seconds that the answer asked to wait; null if it did not. */
  readonly retryAfterS: number | null;
}

/** What an attempt sent and received. */
export interface Exchange {
  readonly deliveryId: number;
  /** The number of the attempt. */
  readonly number: number;
  readonly accountId: number;
  readonly startedAt: Date;
  /** With shortened signatures. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** Null if no response arrived. */
  readonly responseHeaders: Readonly<Record<string, string>> | null;
  readonly responseBody: string | null;
}

/** A webhook that has reached another fifty consecutive failures. */
export interface FailureMark {
  readonly accountId: number;
  readonly webhookId: number;
  readonly target: string;
  /** 50, 100, … */
  readonly failures: number;
}

interface SettledRow {
  readonly accountId: number;
  readonly webhookId: number;
  readonly outcome: Outcome;
}

type LeaseRow = Readonly<Record<'webhookId', number> & Record<'token', string | null>>;

/** The effect of one batch of attempts on a webhook's count of consecutive failures. */
interface Streak {
  readonly accountId: number;
  readonly webhookId: number;
  /** Failures before the first success. */
  lead: number;
  /** Failures after the last success, or all of them. */
  tail: number;
  succeeded: boolean;
  /** Also between two successes, where a failure is in neither count. */
  failed: boolean;
}

const NOTIFY_EVERY = 50;

/** Stores what attempts leave: their results and exchanges, the history of their deliveries, counts of failures, and the state of leases. */
@Injectable()
export class DeliverySettleStore {
  constructor(private readonly database: Database) {}

  /**
   * Settles attempts whose leases are still valid, in their order, and stores changed leases. Runs in the caller's transaction. An
   * attempt whose lease was lost writes nothing. The wait for the next attempt begins here, by the database's clock, so the next attempt
   * is never early. Returns the webhooks whose owners must be notified.
   *
   * `countsFailures`: whether any count of failures may change, because an attempt failed now or before.
   * The commit does not wait for the disk. If a crash of the database loses results, their deliveries are sent again, as after a crash
   * of the worker.
   */
  async settle(
    attempts: readonly EndedAttempt[],
    leases: readonly LeaseState[],
    countsFailures: boolean,
  ): Promise<FailureMark[]> {
    const webhookIds = [
      ...new Set([...attempts.map(({ delivery }) => delivery.webhookId), ...leases.map((lease) => lease.webhookId)]),
    ];
    // Separate statements lock the rows before the statement that computes from them, so that it reads their last committed versions.
    // Webhooks are locked before their leases, as when a paused webhook is resumed, and both in the order of ids: batches never deadlock.
    const rows = await this.database.together([
      ...(countsFailures ? [{ ...LOCK_WEBHOOKS, values: [webhookIds] }] : []),
      { ...LOCK_LEASES, values: [webhookIds] },
      ...(attempts.length > 0 ? [settleStatement(attempts)] : []),
      ...(leases.length > 0 ? [storeLeasesStatement(leases)] : []),
    ]);
    countLost(
      [...attempts.map(({ delivery }) => delivery), ...leases],
      rows[countsFailures ? 1 : 0] as unknown as LeaseRow[],
    );
    if (!countsFailures || attempts.length === 0) return [];
    return this.count(streaksOf(rows[2] as unknown as SettledRow[]));
  }

  /**
   * As `settle`, of attempts at deliveries of one listener, under the leases on these deliveries (`webhook_claim`). Returns the ids of the
   * deliveries whose results were stored; the others were claimed, sent or removed by another. Failures are counted, and no owner is
   * notified of them.
   */
  async settleClaimed(attempts: readonly EndedAttempt[]): Promise<ReadonlySet<number>> {
    const rows = await this.database.prepared<SettledRow & { readonly id: number }>({
      ...settleStatement(attempts),
      name: 'settle-claimed-deliveries',
      text: SETTLE_CLAIMED,
    });
    if (rows.length > 0) await this.count(streaksOf(rows));
    return new Set(rows.map(({ id }) => id));
  }

  /**
   * Stores exchanges of distinct attempts; `DeliveryQuery` reads them. An exchange of the same attempt is replaced: its result was not
   * stored.
   */
  async storeExchanges(exchanges: readonly Exchange[]): Promise<void> {
    const json = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));
    await this.database.execute(
      `insert into webhook_exchange
         (delivery_id, number, account_id, started_at, request_headers, response_headers, response_body)
       select * from unnest($1::bigint[], $2::int[], $3::bigint[], $4::timestamptz[], $5::json[], $6::json[], $7::text[])
         x (delivery_id, number, account_id, started_at, request_headers, response_headers, response_body)
       order by delivery_id, number
       on conflict (delivery_id, number) do update set started_at = excluded.started_at,
         request_headers = excluded.request_headers, response_headers = excluded.response_headers,
         response_body = excluded.response_body`,
      [
        exchanges.map((exchange) => exchange.deliveryId),
        exchanges.map((exchange) => exchange.number),
        exchanges.map((exchange) => exchange.accountId),
        exchanges.map((exchange) => exchange.startedAt),
        exchanges.map((exchange) => json(exchange.requestHeaders)),
        exchanges.map((exchange) => json(exchange.responseHeaders)),
        exchanges.map((exchange) => exchange.responseBody),
      ],
    );
  }

  private async count(streaks: readonly Streak[]): Promise<FailureMark[]> {
    const rows = await this.database.prepared<
      FailureMark & {
        readonly before: number;
        readonly lead: number;
        readonly tail: number;
        readonly succeeded: boolean;
      }
    >({
      name: 'count-webhook-failures',
      text: `update webhook w set
          failure_count = case when c.succeeded then c.tail else w.failure_count + c.tail end,
          last_failure_at = case when c.failed then clock_timestamp() else w.last_failure_at end,
          failing_since = case when c.tail = 0 then null
            when c.succeeded or w.failure_count = 0 then clock_timestamp()
            else coalesce(w.failing_since, w.last_failure_at) end
        from unnest($1::bigint[], $2::bigint[], $3::int[], $4::int[], $5::boolean[], $6::boolean[])
          c (account_id, id, lead, tail, succeeded, failed)
        where w.account_id = c.account_id and w.id = c.id and (w.failure_count > 0 or c.failed)
        returning w.account_id as "accountId", w.id as "webhookId", w.target, old.failure_count as before,
          c.lead, c.tail, c.succeeded`,
      values: [
        streaks.map((streak) => streak.accountId),
        streaks.map((streak) => streak.webhookId),
        streaks.map((streak) => streak.lead),
        streaks.map((streak) => streak.tail),
        streaks.map((streak) => streak.succeeded),
        streaks.map((streak) => streak.failed),
      ],
    });
    return rows.flatMap(({ accountId, webhookId, target, before, lead, tail, succeeded }) => {
      const marks = [lastMark(before + lead), succeeded ? lastMark(tail) : 0];
      return marks
        .filter((failures, at) => failures > (at === 0 ? before : 0))
        .map((failures) => ({ accountId, webhookId, target, failures }));
    });
  }
}

const LOCK_WEBHOOKS = {
  name: 'lock-webhooks',
  text: 'select from webhook where id = any($1::bigint[]) order by id for no key update',
};

const LOCK_LEASES = {
  name: 'lock-leases',
  text: `select webhook_id as "webhookId", lease_token as token, ${DISPATCH_SETTINGS}
    from webhook_dispatch where webhook_id = any($1::bigint[]) order by webhook_id for update`,
};

// The series begins with 0, as that of a `LeasedTable`.
countLeaseLosses('webhook_dispatch', 0);

/** Counts the leases that the worker has lost to another one, or that were ended. Those of a deleted webhook have no row. */
function countLost(written: readonly Pick<LeaseState, 'webhookId' | 'token'>[], rows: readonly LeaseRow[]): void {
  const tokens = new Map(rows.map(({ webhookId, token }) => [webhookId, token]));
  const lost = written.filter(({ webhookId, token }) => tokens.has(webhookId) && tokens.get(webhookId) !== token);
  const losses = new Set(lost.map(({ token }) => token)).size;
  if (losses > 0) countLeaseLosses('webhook_dispatch', losses);
}

/** A released webhook becomes due when its next delivery is due. */
function storeLeasesStatement(leases: readonly LeaseState[]): PreparedStatement {
  return {
    name: 'store-leases',
    text: STORE_LEASES,
    values: [
      leases.map((lease) => lease.webhookId),
      leases.map((lease) => lease.token),
      leases.map((lease) => lease.timedOut),
      leases.map((lease) => lease.slots),
      leases.map((lease) => lease.isReleased),
    ],
  };
}

function settleStatement(attempts: readonly EndedAttempt[]): PreparedStatement {
  return {
    name: 'settle-deliveries',
    text: SETTLE,
    values: [
      attempts.map(({ delivery }) => delivery.id),
      attempts.map(({ delivery }) => delivery.accountId),
      attempts.map(({ delivery }) => delivery.webhookId),
      attempts.map(({ delivery }) => delivery.token),
      attempts.map(({ delivery }) => delivery.tries),
      attempts.map(({ outcome }) => outcome),
      attempts.map(({ result }) => result.statusCode),
      attempts.map(({ result }) => result.error),
      attempts.map(({ result }) => result.durationMs),
      attempts.map(({ waitMs }) => waitMs),
      attempts.map(({ retryAfterS }) => retryAfterS),
    ],
  };
}

/** The last number of failures in a row, up to `failures`, that is notified; 0 if there is none. */
const lastMark = (failures: number): number => Math.floor(failures / NOTIFY_EVERY) * NOTIFY_EVERY;

function streaksOf(settled: readonly SettledRow[]): Streak[] {
  const streaks = new Map<number, Streak>();
  for (const { accountId, webhookId, outcome } of settled) {
    const streak = streaks.get(webhookId) ?? {
      accountId,
      webhookId,
      lead: 0,
      tail: 0,
      succeeded: false,
      failed: false,
    };
    streaks.set(webhookId, streak);
    if (outcome === 'success') {
      streak.succeeded = true;
      streak.tail = 0;
    } else {
      streak.failed = true;
      streak.tail += 1;
      if (!streak.succeeded) streak.lead += 1;
    }
  }
  return [...streaks.values()];
}

const settleUnder = (lease: string): string => `
  with result as (
    select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::uuid[], $5::int[], $6::text[], $7::int[], $8::text[],
        $9::int[], $10::bigint[], $11::int[])
      with ordinality
      as r (id, account_id, webhook_id, token, tries, outcome, status_code, error, duration_ms, wait_ms, retry_after, number)
  ), settled as (
    update webhook_delivery d set
      attempts = d.attempts + 1,
      tries = d.tries + 1,
      state = case
        when r.outcome = 'success' then 'success' when r.outcome = 'permanent' then 'failed'
        when r.wait_ms is null then 'dead_letter' else 'pending' end,
      next_attempt_at = n.at,
      settled_at = case when n.at is null then clock_timestamp() end,
      last_attempt_at = clock_timestamp() - r.duration_ms * interval '1 millisecond',
      last_status_code = r.status_code, last_error = r.error, last_duration_ms = r.duration_ms,
      last_retry_after = r.retry_after
    from result r
    ${lease}
    cross join lateral (
      select case when r.outcome = 'retry' then clock_timestamp() + r.wait_ms * interval '1 millisecond' end as at
    ) n
    -- Only by the primary key. With "d.account_id = r.account_id" the planner chose webhook_delivery_list and read every delivery
    -- of the account for each result: 1,700 of the 2,086 blocks that settling 29 results touched. "d.state = 'pending'" would
    -- make it choose the index of due deliveries, which is nearly empty when the plan is made, and read all of it in a burst.
    where d.id = r.id and d.account_id + 0 = r.account_id and d.settled_at is null and d.tries = r.tries
    returning d.id, d.account_id, d.webhook_id, r.outcome, r.number as position, old.attempts as past,
      old.last_attempt_at as past_at, old.last_duration_ms as past_ms, old.last_status_code as past_status,
      old.last_error as past_error, old.last_retry_after as past_retry_after
  ), history as (
    -- The row of the delivery now contains this attempt; the one before it becomes history.
    insert into webhook_past_attempt (delivery_id, number, account_id, started_at, duration_ms, status_code, error, retry_after)
    select id, past, account_id, past_at, past_ms, past_status, past_error, past_retry_after from settled where past > 0
  )
  select account_id as "accountId", webhook_id as "webhookId", id, outcome from settled order by position`;

const SETTLE = settleUnder(
  'join webhook_dispatch t on t.webhook_id = r.webhook_id and t.account_id = r.account_id and t.lease_token = r.token',
);
const SETTLE_CLAIMED = settleUnder(
  `join webhook_claim t on t.delivery_id = r.id and t.webhook_id = r.webhook_id and t.account_id = r.account_id and t.token = r.token
      and t.lease_until > statement_timestamp()`,
);

const STORE_LEASES = `
  update webhook_dispatch d set
    timed_out = c.timed_out,
    slots = c.slots,
    lease_token = case when not c.is_released then d.lease_token end,
    lease_until = case when not c.is_released then d.lease_until end,
    next_due_at = case when c.is_released then ${NEXT_DUE} else d.next_due_at end
  from unnest($1::bigint[], $2::uuid[], $3::boolean[], $4::int[], $5::boolean[])
    as c (webhook_id, token, timed_out, slots, is_released)
  where d.webhook_id = c.webhook_id and d.lease_token = c.token`;
