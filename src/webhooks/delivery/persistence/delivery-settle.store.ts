import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { AttemptResult, Outcome } from '../../domain/outcome';
import type { TurnState } from '../domain/turn';
import { DISPATCH_SETTINGS, NEXT_LOOK, type DueDelivery } from './turn.store';

/** How an attempt ended. */
export interface EndedAttempt {
  readonly delivery: Pick<DueDelivery, 'id' | 'accountId' | 'webhookId' | 'token' | 'tries'>;
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
}

const TELL_EVERY = 50;

/** The end of attempts: delivery, history, count of failures, turn. All in the caller's transaction. */
@Injectable()
export class DeliverySettleStore {
  constructor(private readonly database: Database) {}

  /**
   * Settles attempts whose turns are still held, in their order; an attempt whose turn was taken over leaves no trace. The
   * wait begins here, by the database's clock, so it is never early. Then those turns of which something changed. Gives the
   * webhooks whose owners are to be told.
   *
   * `countsFailures`: whether the count of failures of any webhook may have to move: one of them failed, now or before.
   * The commit does not wait for the disk: what a crash of the database forgets of the last moments was never settled, and
   * is delivered once more, as after a crash of the worker.
   */
  async settle(
    attempts: readonly EndedAttempt[],
    turns: readonly TurnState[],
    countsFailures: boolean,
  ): Promise<FailureMark[]> {
    const webhookIds = [
      ...new Set([...attempts.map(({ delivery }) => delivery.webhookId), ...turns.map((turn) => turn.webhookId)]),
    ];
    await this.lock(webhookIds, countsFailures);
    const settled = await this.settleAttempts(attempts);
    const marks = countsFailures ? await this.count(streaksOf(settled)) : [];
    if (turns.length > 0) await this.go(turns);
    return marks;
  }

  private async settleAttempts(attempts: readonly EndedAttempt[]): Promise<readonly SettledRow[]> {
    if (attempts.length === 0) return [];
    return this.database.prepared<SettledRow>({
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
      ],
    });
  }

  /** In one order for everybody, so that two batches never wait for each other crosswise. */
  private async lock(webhookIds: readonly number[], countsFailures: boolean): Promise<void> {
    // Webhooks before their turns, as going on after a pause locks them.
    if (countsFailures)
      await this.database.prepared({
        name: 'lock-webhooks',
        text: 'select from webhook where id = any($1::bigint[]) order by id for no key update',
        values: [webhookIds],
      });
    // Before the statement that computes from them: it must see what whoever held them has committed.
    await this.database.prepared({
      name: 'lock-turns',
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

  /** Every turn that is over is free at once, and looked at when something of it is due. */
  private async go(turns: readonly TurnState[]): Promise<void> {
    await this.database.prepared({
      name: 'go-on-with-turns',
      text: `update webhook_dispatch d set
         timed_out = c.timed_out,
         places = c.places,
         lease_token = case when not c.is_over then d.lease_token end,
         lease_until = case when not c.is_over then d.lease_until end,
         next_due_at = case when c.is_over then ${NEXT_LOOK} else d.next_due_at end
       from unnest($1::bigint[], $2::uuid[], $3::boolean[], $4::int[], $5::boolean[])
         as c (webhook_id, token, timed_out, places, is_over)
       where d.webhook_id = c.webhook_id and d.lease_token = c.token`,
      values: [
        turns.map((turn) => turn.webhookId),
        turns.map((turn) => turn.token),
        turns.map((turn) => turn.timedOut),
        turns.map((turn) => turn.places),
        turns.map((turn) => turn.isOver),
      ],
    });
  }
}

function streaksOf(settled: readonly SettledRow[]): Streak[] {
  const streaks = new Map<number, Streak>();
  for (const { accountId, webhookId, outcome } of settled) {
    const streak = streaks.get(webhookId) ?? { accountId, webhookId, lead: 0, tail: 0, succeeded: false };
    streaks.set(webhookId, streak);
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
    select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::uuid[], $5::int[], $6::text[], $7::int[], $8::text[],
        $9::int[], $10::bigint[])
      with ordinality
      as r (id, account_id, webhook_id, token, tries, outcome, status_code, error, duration_ms, wait_ms, number)
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
      last_status_code = r.status_code, last_error = r.error, last_duration_ms = r.duration_ms
    from result r
    join webhook_dispatch t on t.webhook_id = r.webhook_id and t.account_id = r.account_id and t.lease_token = r.token
    cross join lateral (
      select case when r.outcome = 'retry' then clock_timestamp() + r.wait_ms * interval '1 millisecond' end as at
    ) n
    -- Pending, in words that the index of what is due does not know: it has few entries at most times, and a planner that
    -- takes them for few would read all of them in a burst.
    where d.id = r.id and d.account_id = r.account_id and d.settled_at is null and d.tries = r.tries
    returning d.id, d.account_id, d.webhook_id, r.outcome, r.number as place, old.attempts as past,
      old.last_attempt_at as past_at, old.last_duration_ms as past_ms, old.last_status_code as past_status,
      old.last_error as past_error
  ), history as (
    -- The attempt itself stands in the delivery now; what stood there before it is history.
    insert into webhook_past_attempt (delivery_id, number, account_id, started_at, duration_ms, status_code, error)
    select id, past, account_id, past_at, past_ms, past_status, past_error from settled where past > 0
  )
  select account_id as "accountId", webhook_id as "webhookId", outcome from settled order by place`;
