import { Injectable } from '@nestjs/common';
import { Database, type PreparedStatement } from '@libs/database';
import { DELAY_FOR_ONE_ACCOUNT_EVERY_MS, dayShare, delayForAllMs } from '../../domain/pace';
import { mayVisit } from '../../persistence/may-visit.sql';
import { REFUSED_ACCOUNTS_TO_CLOSE, PROBE_EVERY_MS, REFUSED_PAGES_TO_CLOSE, closureFor } from '../domain/closing';
import { SourceControlStore } from './source-control.store';

/** The account and the source of a visit. */
export interface VisitedSource {
  readonly sourceId: number;
  readonly accountId: number;
}

/** A visit that wants to send a request. */
export interface RequestingVisit extends VisitedSource {
  /** The run of the link that leads the visit. */
  readonly runId: number;
  /** The link was never collected. */
  readonly isFirst: boolean;
}

/**
 * When a request may start, or why the reservation is refused:
 *   off      the operator has switched off the collection of the source, and does not try this link
 *   ceiling  the day's requests are used up, except those reserved for first collections
 *   share    the account has used its share of the day, and other accounts wait
 *   delayed  a `Retry-After` or the reservations of other visits delay the next request by at least `forMs`; `isOfAccount`: only the
 *            requests of this account
 */
export type Reservation =
  | { readonly waitMs: number }
  | { readonly refused: 'off' | 'ceiling' | 'share' }
  | { readonly refused: 'delayed'; readonly forMs: number; readonly isOfAccount: boolean };

/** A visit that the platform refused. */
export interface RefusedVisit extends VisitedSource {
  readonly url: string;
}

/**
 * The pace of requests to each source, shared by all processes (contract §10.5). Lock order: the account's row, then
 * the source's.
 */
@Injectable()
export class SourcePaceStore {
  private readonly control = new SourceControlStore(this.database);

  constructor(private readonly database: Database) {}

  /**
   * Reserves the next time at which a request may start, `minDelayMs` after the previous request of any process. Refuses
   * to reserve a time more than `maxWaitMs` ahead.
   */
  async reserve(
    visit: RequestingVisit,
    pace: { readonly minDelayMs: number; readonly dailyRequests: number },
    maxWaitMs: number,
  ): Promise<Reservation> {
    const { ceiling, accountLimit } = dayShare(pace.dailyRequests, visit.isFirst);
    const values = [visit.sourceId, visit.accountId, pace.minDelayMs, ceiling, accountLimit, maxWaitMs, visit.runId];
    for (;;) {
      const [row] = await this.database.prepared<ReservationRow>({ name: 'reserve-request', text: RESERVE, values });
      if (!row) throw new Error('the reservation returned no row');
      if (row.waitMs !== null) return { waitMs: Math.max(0, row.waitMs) };
      if (row.isOff) return { refused: 'off' };
      if (row.heldMs > 0) return { refused: 'delayed', forMs: row.heldMs, isOfAccount: true };
      if (row.isShareSpent) return { refused: 'share' };
      if (row.isUsedUp) return { refused: 'ceiling' };
      if (row.sourceMs > maxWaitMs) return { refused: 'delayed', forMs: row.sourceMs, isOfAccount: false };
      // Other processes reserved while the statement waited for the lock. Repeats it to find the reason of the refusal.
    }
  }

  /** Whether the operator has switched off the collection of the source since a request of the visit was reserved. */
  async isOff({ sourceId, runId }: RequestingVisit): Promise<boolean> {
    const [row] = await this.database.query<{ isOff: boolean }>(
      `select not ${mayVisit('$1::int', '$2::bigint')} as "isOff"`,
      [sourceId, runId],
    );
    return row?.isOff !== false;
  }

  /** The time until the daily ceiling is reset. */
  async restOfDayMs(): Promise<number> {
    const [row] = await this.database.query<{ rest: number }>(
      `select ceil(extract(epoch from (current_date + 1)::timestamptz - clock_timestamp()) * 1000) as rest`,
    );
    return Math.max(1, row?.rest ?? 1);
  }

  /**
   * Records a `Retry-After` of `retryAfterMs`. The visit's account sends no request to the source for that time. If another account
   * received one too, no account sends a request for that time (`domain/pace.ts`).
   */
  async recordRetryAfter(visit: VisitedSource, retryAfterMs: number): Promise<void> {
    const { sourceId, accountId } = visit;
    await this.database.transaction(async () => {
      await this.database.query(DELAY_ACCOUNT, [sourceId, accountId, retryAfterMs]);
      // The row stays locked until the transaction ends, as for refusals.
      const [recorded] = await this.database.query<RecordedRetryAfter>(RECORD_RETRY_AFTER, [
        sourceId,
        accountId,
        DELAY_FOR_ONE_ACCOUNT_EVERY_MS,
      ]);
      if (!recorded) throw new Error('the row of the source was not written');
      const forMs = delayForAllMs(retryAfterMs, { ...recorded, isShared: await this.isShared(sourceId) });
      if (forMs > 0) await this.database.query(DELAY_ALL_ACCOUNTS, [sourceId, forMs, recorded.accounts < 2]);
    });
  }

  /** The statement that resets refusals after a successful visit. Send it last: all visits of a source lock this row. */
  resetRefusalsStatement(sourceId: number): PreparedStatement {
    return {
      name: 'reset-refusals',
      text: `update source_pace set blocks_in_a_row = 0, refused_pages = '{}', refused_accounts = '{}', closures_in_a_row = 0,
               throttled_accounts = '{}'
             where source_id = $1 and (blocks_in_a_row > 0 or throttled_accounts <> '{}')`,
      values: [sourceId],
    };
  }

  /**
   * Records that the platform refused a visit, and closes the source if it refuses all accounts. Returns true if a
   * probe should decide whether to close the source (`RunPlanningStore.lockProbe`). While the source is closed, refusals of
   * visits that began before do not count.
   */
  async recordRefusal(visit: RefusedVisit): Promise<boolean> {
    return this.database.transaction(async () => {
      // The row stays locked until the transaction ends: concurrent refusals are evaluated one after another.
      const [recorded] = await this.database.query<RecordedRefusals>(RECORD_REFUSAL, [
        visit.sourceId,
        visit.accountId,
        visit.url,
        REFUSED_PAGES_TO_CLOSE,
        REFUSED_ACCOUNTS_TO_CLOSE,
        PROBE_EVERY_MS,
      ]);
      if (!recorded) throw new Error('the row of the source was not written');
      const closing = closureFor({ ...recorded, isShared: await this.isShared(visit.sourceId) });
      if (closing === 'probe') return recorded.mayProbe && (await this.recordProbe(visit.sourceId));
      if (closing !== 'none') await this.close(visit.sourceId, closing.closedForMs, recorded);
      return false;
    });
  }

  /** Whether more than one account has links at the source. */
  private async isShared(sourceId: number): Promise<boolean> {
    const [row] = await this.database.query<{ isShared: boolean }>(IS_SHARED, [sourceId]);
    return row?.isShared === true;
  }

  private async recordProbe(sourceId: number): Promise<true> {
    await this.database.query('update source_pace set probed_at = clock_timestamp() where source_id = $1', [sourceId]);
    return true;
  }

  private async close(sourceId: number, forMs: number, { pages, accounts }: RecordedRefusals): Promise<void> {
    await this.database.query(
      `update source_pace set closed_until = clock_timestamp() + $2 * interval '1 millisecond',
         closures_in_a_row = closures_in_a_row + 1, refused_pages = '{}', refused_accounts = '{}'
       where source_id = $1`,
      [sourceId, forMs],
    );
    await this.control.addEvent(sourceId, 'rests', { for_s: Math.round(forMs / 1000), pages, accounts });
  }
}

interface RecordedRefusals {
  readonly pages: number;
  readonly accounts: number;
  readonly closures: number;
  readonly mayProbe: boolean;
}

/**
 * Stores no more pages and accounts than a closure needs, so that the row stays small. Stores none while the source is closed.
 */
const RECORD_REFUSAL = `
  insert into source_pace as p (source_id, blocks_in_a_row, refused_pages, refused_accounts)
  values ($1, 1, array[md5($3)], array[$2::bigint])
  on conflict (source_id) do update set blocks_in_a_row = p.blocks_in_a_row + 1,
    refused_pages = case
      when p.closed_until > clock_timestamp() or md5($3) = any(p.refused_pages) or cardinality(p.refused_pages) >= $4
      then p.refused_pages else p.refused_pages || md5($3) end,
    refused_accounts = case
      when p.closed_until > clock_timestamp() or $2 = any(p.refused_accounts) or cardinality(p.refused_accounts) >= $5
      then p.refused_accounts else p.refused_accounts || $2::bigint end
  returning cardinality(refused_pages) as pages, cardinality(refused_accounts) as accounts, closures_in_a_row as closures,
    probed_at <= clock_timestamp() - $6 * interval '1 millisecond' as "mayProbe"`;

/** Reads both ends of the index of a source's links by account; does not count links. */
const IS_SHARED = `
  select min(account_id) < max(account_id) as "isShared" from link_view
  where source_id = $1 and is_active and deleted_at is null`;

interface ReservationRow {
  readonly isOff: boolean;
  /** How long to wait for the reserved time; null if nothing was reserved. */
  readonly waitMs: number | null;
  /** How long the account must wait because of a `Retry-After`. */
  readonly heldMs: number;
  readonly isShareSpent: boolean;
  /** Whether the daily ceiling was used up when the statement began; other processes may have reserved since. */
  readonly isUsedUp: boolean;
  /** How far ahead requests to the source were reserved when the statement began; 0 or less if one may start at once. */
  readonly sourceMs: number;
}

/**
 * $1 source, $2 account, $3 delay, $4 ceiling, $5 the account's share, $6 the longest wait, $7 the run. Serializes the requests of an account,
 * and those of a source. The account's share is limited only while a link of another account can be claimed.
 */
const RESERVE = `
  with mine as materialized (
    select case when used_on = current_date then requests_used else 0 end as used, held_until
    from account_pace where account_id = $2 and source_id = $1 for update
  ), limits as materialized (
    select greatest(0, coalesce((select extract(epoch from held_until - clock_timestamp()) * 1000 from mine), 0))::float8 as held_ms,
      case when coalesce((select used from mine), 0) < $5::int then false
        else (select true from account_queue t where t.source_id = $1 and t.account_id <> $2
          and t.next_claim_at <= statement_timestamp() limit 1) is not null end as is_share_spent,
      not ${mayVisit('$1::int', '$7::bigint')} as is_off
  ), reserved as (
    insert into source_pace as p (source_id, next_request_at, used_on, requests_used)
    select $1, clock_timestamp() + $3 * interval '1 millisecond', current_date, 1 from limits
    where held_ms <= 0 and not is_share_spent and not is_off
    on conflict (source_id) do update set
      next_request_at = greatest(p.next_request_at, clock_timestamp()) + $3 * interval '1 millisecond',
      used_on = current_date,
      requests_used = case when p.used_on = current_date then p.requests_used + 1 else 1 end
    where (p.used_on <> current_date or p.requests_used < $4::int)
      and p.next_request_at <= clock_timestamp() + $6 * interval '1 millisecond'
    returning (extract(epoch from next_request_at - $3 * interval '1 millisecond' - clock_timestamp()) * 1000)::float8 as wait_ms
  ), counted as (
    insert into account_pace as a (account_id, source_id, used_on, requests_used) select $2, $1, current_date, 1 from reserved
    on conflict (account_id, source_id) do update set used_on = current_date,
      requests_used = case when a.used_on = current_date then a.requests_used + 1 else 1 end
  )
  select (select wait_ms from reserved) as "waitMs", is_off as "isOff", held_ms as "heldMs", is_share_spent as "isShareSpent",
    (p.used_on = current_date and p.requests_used >= $4::int) is true as "isUsedUp",
    coalesce(extract(epoch from p.next_request_at - clock_timestamp()) * 1000, 0)::float8 as "sourceMs"
  from limits left join source_pace p on p.source_id = $1`;

/** $1 source, $2 account, $3 duration. */
const DELAY_ACCOUNT = `
  insert into account_pace as a (account_id, source_id, held_until) values ($2, $1, clock_timestamp() + $3 * interval '1 millisecond')
  on conflict (account_id, source_id) do update set held_until = greatest(a.held_until, excluded.held_until)`;

interface RecordedRetryAfter {
  readonly accounts: number;
  readonly wasDelayedRecently: boolean;
}

/** $1 source, $2 account, $3 the period of `wasDelayedRecently`. Stores two accounts at most, so that the row stays small. */
const RECORD_RETRY_AFTER = `
  insert into source_pace as p (source_id, throttled_accounts) values ($1, array[$2::bigint])
  on conflict (source_id) do update set throttled_accounts = case
    when $2 = any(p.throttled_accounts) or cardinality(p.throttled_accounts) >= 2 then p.throttled_accounts
    else p.throttled_accounts || $2::bigint end
  returning cardinality(throttled_accounts) as accounts,
    delayed_for_one_at > clock_timestamp() - $3 * interval '1 millisecond' as "wasDelayedRecently"`;

/** $1 source, $2 duration, $3 whether only one account received the `Retry-After`. */
const DELAY_ALL_ACCOUNTS = `
  update source_pace set next_request_at = greatest(next_request_at, clock_timestamp() + $2 * interval '1 millisecond'),
    delayed_for_one_at = case when $3 then clock_timestamp() else delayed_for_one_at end
  where source_id = $1`;
