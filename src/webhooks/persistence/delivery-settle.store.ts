import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { AttemptResult, Outcome } from '../domain/outcome';
import { DISPATCH_SETTINGS, type ClaimedDelivery } from './delivery-claim.store';

/** How an attempt ended. */
export interface EndedAttempt {
  readonly delivery: ClaimedDelivery;
  readonly result: AttemptResult;
  readonly outcome: Outcome;
  /** Until the next attempt, from now on; null where there is none. */
  readonly waitMs: number | null;
}

/** A webhook that reached a further fifty failures in a row. */
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
  readonly error: string | null;
}

/** What the attempts of one webhook in a batch did to its count of failures in a row. */
interface Streak {
  readonly accountId: number;
  readonly webhookId: number;
  /** Failures before the first success. */
  lead: number;
  /** Failures after the last success, or all of them. */
  tail: number;
  succeeded: boolean;
  timedOut: boolean;
}

const TELL_EVERY = 50;

/** The end of attempts: delivery, history, count of failures, next turn. All in the caller's transaction. */
@Injectable()
export class DeliverySettleStore {
  constructor(private readonly database: Database) {}

  /**
   * Settles attempts whose claims are still held, in their order; an attempt whose claim was taken over leaves no trace.
   * The wait begins here, by the database's clock, so it is never early. Gives the webhooks whose owners are to be told.
   *
   * The commit does not wait for the disk: what a crash of the database forgets of the last moments was never settled, and
   * is delivered once more, as after a crash of the worker.
   */
  async settle(attempts: readonly EndedAttempt[]): Promise<FailureMark[]> {
    const webhookIds = [...new Set(attempts.map((attempt) => attempt.delivery.webhookId))].sort((a, b) => a - b);
    await this.lock(
      webhookIds,
      attempts.some((attempt) => attempt.outcome !== 'success'),
    );
    const settled = await this.database.prepared<SettledRow>({
      name: 'settle-deliveries',
      text: SETTLE,
      values: [
        attempts.map(({ delivery }) => delivery.id),
        attempts.map(({ delivery }) => delivery.token),
        attempts.map(({ outcome }) => outcome),
        attempts.map(({ result }) => result.statusCode),
        attempts.map(({ result }) => result.error),
        attempts.map(({ result }) => result.durationMs),
        attempts.map(({ waitMs }) => waitMs),
      ],
    });
    const streaks = streaksOf(settled);
    const marks = await this.count(streaks);
    await this.nextTurns(streaks);
    return marks;
  }

  /** In one order for everybody, so that two batches never wait for each other crosswise. */
  private async lock(webhookIds: readonly number[], countsFailures: boolean): Promise<void> {
    // Those whose count moves: a failure counts, and a success where something had failed. Webhooks before their turns, as
    // going on after a pause locks them.
    await this.database.prepared({
      name: 'lock-webhooks',
      text: `select from webhook where id = any($1::bigint[]) and ($2 or failure_count > 0) order by id for no key update`,
      values: [webhookIds, countsFailures],
    });
    // Before the statement that computes from them: it must see what whoever held them has committed.
    await this.database.prepared({
      name: 'lock-dispatch',
      text: `select ${DISPATCH_SETTINGS}
        from webhook_dispatch where webhook_id = any($1::bigint[]) order by webhook_id for update`,
      values: [webhookIds],
    });
  }

  private async count(streaks: readonly Streak[]): Promise<FailureMark[]> {
    const rows = await this.database.prepared<FailureMark & { readonly before: number; readonly lead: number }>({
      name: 'count-webhook-failures',
      text: `update webhook w set
          failure_count = case when c.succeeded then c.tail else w.failure_count + c.tail end,
          last_failure_at = case when c.lead + c.tail > 0 then clock_timestamp() else w.last_failure_at end
        from unnest($1::bigint[], $2::bigint[], $3::int[], $4::int[], $5::boolean[]) c (account_id, id, lead, tail, succeeded)
        where w.account_id = c.account_id and w.id = c.id and (w.failure_count > 0 or c.lead + c.tail > 0)
        returning w.account_id as "accountId", w.id as "webhookId", w.target, old.failure_count as before, c.lead`,
      values: [
        streaks.map((streak) => streak.accountId),
        streaks.map((streak) => streak.webhookId),
        streaks.map((streak) => streak.lead),
        streaks.map((streak) => streak.tail),
        streaks.map((streak) => streak.succeeded),
      ],
    });
    return rows.flatMap(({ accountId, webhookId, target, before, lead }) => {
      const failures = Math.floor((before + lead) / TELL_EVERY) * TELL_EVERY;
      return failures > before ? [{ accountId, webhookId, target, failures }] : [];
    });
  }

  private async nextTurns(streaks: readonly Streak[]): Promise<void> {
    await this.database.query(
      `update webhook_dispatch d set timed_out = c.timed_out, next_due_at = (
          select min(x.due_at) from webhook_delivery x
          where x.webhook_id = d.webhook_id and x.account_id = d.account_id and x.state = 'pending')
        from unnest($1::bigint[], $2::boolean[]) c (webhook_id, timed_out) where d.webhook_id = c.webhook_id`,
      [streaks.map((streak) => streak.webhookId), streaks.map((streak) => streak.timedOut)],
    );
  }
}

function streaksOf(settled: readonly SettledRow[]): Streak[] {
  const streaks = new Map<number, Streak>();
  for (const { accountId, webhookId, outcome, error } of settled) {
    const streak = streaks.get(webhookId) ?? {
      accountId,
      webhookId,
      lead: 0,
      tail: 0,
      succeeded: false,
      timedOut: false,
    };
    streaks.set(webhookId, streak);
    streak.timedOut = error === 'timeout';
    if (outcome === 'success') {
      streak.succeeded = true;
      streak.tail = 0;
    } else {
      streak.tail += 1;
      if (!streak.succeeded) streak.lead += 1;
    }
  }
  return [...streaks.values()];
}

const SETTLE = `
  with result as (
    select * from unnest($1::bigint[], $2::uuid[], $3::text[], $4::int[], $5::text[], $6::int[], $7::bigint[])
      with ordinality as r (id, token, outcome, status_code, error, duration_ms, wait_ms, place)
  ), settled as (
    update webhook_delivery d set
      attempts = d.attempts + 1,
      tries = d.tries + 1,
      state = case
        when r.outcome = 'success' then 'success' when r.outcome = 'permanent' then 'failed'
        when r.wait_ms is null then 'dead_letter' else 'pending' end,
      next_attempt_at = n.at, due_at = n.at,
      settled_at = case when n.at is null then clock_timestamp() end,
      lease_token = null,
      last_attempt_at = clock_timestamp() - r.duration_ms * interval '1 millisecond',
      last_status_code = r.status_code, last_error = r.error, last_duration_ms = r.duration_ms
    from result r cross join lateral (
      select case when r.outcome = 'retry' then clock_timestamp() + r.wait_ms * interval '1 millisecond' end as at
    ) n
    where d.id = r.id and d.lease_token = r.token
    returning d.id, d.account_id, d.webhook_id, d.attempts, d.last_attempt_at, r.outcome, r.status_code, r.error, r.duration_ms, r.place
  ), history as (
    insert into webhook_attempt (delivery_id, number, account_id, started_at, duration_ms, status_code, error)
    select id, attempts, account_id, last_attempt_at, duration_ms, status_code, error from settled
  )
  select account_id as "accountId", webhook_id as "webhookId", outcome, error from settled order by place`;
