/** Statements of `SourcePaceStore`. Lock order: the account's row, then the source's. */

export interface ReservationRow {
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
 * $1 source, $2 account, $3 delay, $4 ceiling, $5 the account's share, $6 the longest wait. Serializes the requests of an account,
 * and those of a source. The account's share is limited only while a link of another account can be claimed.
 */
export const RESERVE = `
  with mine as materialized (
    select case when used_on = current_date then requests_used else 0 end as used, held_until
    from account_pace where account_id = $2 and source_id = $1 for update
  ), limits as materialized (
    select greatest(0, coalesce((select extract(epoch from held_until - clock_timestamp()) * 1000 from mine), 0))::float8 as held_ms,
      case when coalesce((select used from mine), 0) < $5::int then false
        else (select true from account_queue t where t.source_id = $1 and t.account_id <> $2
          and t.next_claim_at <= statement_timestamp() limit 1) is not null end as is_share_spent
  ), reserved as (
    insert into source_pace as p (source_id, next_request_at, used_on, requests_used)
    select $1, clock_timestamp() + $3 * interval '1 millisecond', current_date, 1 from limits where held_ms <= 0 and not is_share_spent
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
  select (select wait_ms from reserved) as "waitMs", held_ms as "heldMs", is_share_spent as "isShareSpent",
    (p.used_on = current_date and p.requests_used >= $4::int) is true as "isUsedUp",
    coalesce(extract(epoch from p.next_request_at - clock_timestamp()) * 1000, 0)::float8 as "sourceMs"
  from limits left join source_pace p on p.source_id = $1`;

/** $1 source, $2 account, $3 duration. */
export const DELAY_ACCOUNT = `
  insert into account_pace as a (account_id, source_id, held_until) values ($2, $1, clock_timestamp() + $3 * interval '1 millisecond')
  on conflict (account_id, source_id) do update set held_until = greatest(a.held_until, excluded.held_until)`;

export interface RecordedRetryAfter {
  readonly accounts: number;
  readonly wasDelayedRecently: boolean;
}

/** $1 source, $2 account, $3 the period of `wasDelayedRecently`. Stores two accounts at most, so that the row stays small. */
export const RECORD_RETRY_AFTER = `
  insert into source_pace as p (source_id, throttled_accounts) values ($1, array[$2::bigint])
  on conflict (source_id) do update set throttled_accounts = case
    when $2 = any(p.throttled_accounts) or cardinality(p.throttled_accounts) >= 2 then p.throttled_accounts
    else p.throttled_accounts || $2::bigint end
  returning cardinality(throttled_accounts) as accounts,
    delayed_for_one_at > clock_timestamp() - $3 * interval '1 millisecond' as "wasDelayedRecently"`;

/** $1 source, $2 duration, $3 whether only one account received the `Retry-After`. */
export const DELAY_ALL_ACCOUNTS = `
  update source_pace set next_request_at = greatest(next_request_at, clock_timestamp() + $2 * interval '1 millisecond'),
    delayed_for_one_at = case when $3 then clock_timestamp() else delayed_for_one_at end
  where source_id = $1`;
