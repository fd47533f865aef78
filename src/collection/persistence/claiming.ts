import { LOCKS, holding, type PreparedStatement } from '@libs/database';
import { MOST_PATIENCE_MS } from '../domain/failure';
import type { SourceLimit } from '../source-limit';

/**
 * The statements of a claim, to be sent together; the rows of `CLAIMED_BY` are what was claimed. Times are compared with the
 * statement's own: PostgreSQL looks nothing up in an index by a clock that moves on. `most` is part of the text: of a limit that
 * it does not know, PostgreSQL takes a tenth of all that waits to be asked for.
 */
export function claiming(
  limits: readonly SourceLimit[],
  leaseMs: number,
  runId: number | null,
  most: number,
): readonly PreparedStatement[] {
  const sources = limits.map((limit) => limit.sourceId);
  const values = [sources, limits.map((limit) => limit.concurrency), limits.map((limit) => limit.ofAccount), leaseMs];
  const claim: PreparedStatement =
    runId === null
      ? { name: `claim-run-links-${most}`, text: claimText(NEXT_IN_TURN, most), values }
      : { name: `claim-links-of-run-${most}`, text: claimText(NEXT_OF_RUN, most), values: [...values, runId] };
  return [
    holding(LOCKS.claims),
    { name: 'look-up-in-indexes', text: LOOK_UP_IN_INDEXES, values: [] },
    claim,
    { name: 'settle-turns', text: SETTLE_TURNS, values: [sources] },
  ];
}

/** Which of the statements gives the links that were claimed. */
export const CLAIMED_BY = 2;

/**
 * What waits comes in bursts: by figures of before one, reading, sorting or hashing all of it looks as cheap as looking up in an
 * index, or walking it in its order. And the statement is planned once a connection, not for each claim.
 */
const LOOK_UP_IN_INDEXES = `select set_config('plan_cache_mode', 'force_generic_plan', true),
  ${['seqscan', 'bitmapscan', 'sort', 'hashjoin', 'mergejoin'].map((way) => `set_config('enable_${way}', 'off', true)`).join(', ')}`;

/** So many accounts are looked at beyond those that places are free for; more than can have had half of one day. */
const MORE_IN_SIGHT = 3;

/**
 * The platform has asked the account of a turn for patience, and for no more than a run has: its links wait and use up no
 * attempts. Where it has asked for more, they are claimed and fail at once, so that their runs end and show why.
 */
const IS_HELD = `(select true from account_pace a where a.account_id = t.account_id and a.source_id = t.source_id
            and a.held_until > statement_timestamp()
            and a.held_until <= statement_timestamp() + interval '${MOST_PATIENCE_MS} milliseconds')`;

/** Not tried yet in its run, or interrupted: no pause comes before it. */
const UNTRIED = `r.state = 'queued' and r.attempts = 0`;
/** Waits for another attempt, those whose pause is over first: what still pauses is not walked over. */
const TRIED = `r.state = 'queued' and r.attempts > 0`;

/** What the workers have under way: few rows, as many as there are places in all. */
const PLACES = `
  engaged as materialized (
    select source_id, account_id, count(*) filter (where lease_until > statement_timestamp())::int as in_hand,
      count(*) filter (where lease_until <= statement_timestamp())::int as left_over
    from run_link where state = 'running' group by source_id, account_id
  ), free as materialized (
    select x.source_id, x.of_account, x.concurrency - coalesce(sum(e.in_hand), 0)::int as places
    from unnest($1::int[], $2::int[], $3::int[]) as x(source_id, concurrency, of_account) left join engaged e using (source_id)
    group by x.source_id, x.concurrency, x.of_account having coalesce(sum(e.in_hand), 0) < x.concurrency
  )`;

/**
 * The accounts whose turn it is at each source, and of each the links that go first. Accounts that have nothing under way at
 * the source are walked in the order of their turns, and hardly further than there are places; the others are few. A turn that
 * somebody holds is passed over: a planner adds to it at this moment. Neither what waits in all nor who else waits is read.
 *
 * An account that has had its share of the source's day goes only where no other waits.
 *
 * Where there are fewer places than the sources have in all, the source goes first at which an account waits that was served
 * nowhere for longest: an account with links at many sources would fill them all otherwise, one after the other.
 */
const NEXT_IN_TURN = (most: number): string => `${PLACES}, turn as materialized (
    select free.source_id, free.places, t.account_id, t.last_served_at, t.in_hand,
      (select max(a.last_served_at) from collection_turn a where a.account_id = t.account_id) as served_anywhere,
      (select a.used_on = current_date and a.requests_used >= free.of_account from account_pace a
        where a.account_id = t.account_id and a.source_id = free.source_id) is true as has_had_its_share
    from free cross join lateral (
      select * from (
        select t.account_id, t.last_served_at, 0 as in_hand from collection_turn t
        where t.source_id = free.source_id and t.look_at <= statement_timestamp()
          and (select true from engaged e where e.source_id = t.source_id and e.account_id = t.account_id) is null
          and ${IS_HELD} is null
        order by t.last_served_at, t.account_id limit free.places + ${MORE_IN_SIGHT} for update skip locked
      ) idle
      union all
      select * from (
        select t.account_id, t.last_served_at, e.in_hand from engaged e
        join collection_turn t on t.source_id = e.source_id and t.account_id = e.account_id
        where e.source_id = free.source_id and (t.look_at <= statement_timestamp() or e.left_over > 0)
          and ${IS_HELD} is null
        for update of t skip locked
      ) working
    ) t
  ), candidate as materialized (
    select t.source_id, t.account_id, t.places, t.in_hand, t.last_served_at, l.id, l.nth from turn t cross join lateral (
      select x.id, row_number() over (order by x.class, x.moves_up_at, x.id) as nth from (
        select w.id, greatest(0, w.priority - coalesce((w.moves_up_at <= statement_timestamp())::int, 0)) as class, w.moves_up_at
        from generate_series(0, 2) c(class) cross join lateral (
          (select r.id, r.priority, r.moves_up_at from run_link r
            where r.source_id = t.source_id and r.account_id = t.account_id and ${UNTRIED} and r.priority = c.class
              and r.not_before <= statement_timestamp()
            order by r.moves_up_at, r.id limit t.places)
          union all
          (select r.id, r.priority, r.moves_up_at from run_link r
            where r.source_id = t.source_id and r.account_id = t.account_id and ${TRIED} and r.priority = c.class
              and r.not_before <= statement_timestamp()
            order by r.not_before, r.id limit t.places)
        ) w
        union all
        select r.id, 0, '-infinity' from run_link r
        where r.state = 'running' and r.lease_until <= statement_timestamp()
          and r.source_id = t.source_id and r.account_id = t.account_id
      ) x
    ) l
    where not t.has_had_its_share or (select true from turn o where o.source_id = t.source_id and not o.has_had_its_share limit 1) is null
  ), in_source as (
    select c.*, row_number() over (partition by source_id order by in_hand + nth, last_served_at, account_id) as place from candidate c
  ), next as materialized (
    select s.id, s.source_id, s.account_id from in_source s
    join (select source_id, min(served_anywhere) as since from turn group by source_id) unserved using (source_id)
    where s.place <= s.places order by s.place, unserved.since, s.last_served_at, s.id limit ${most}
  )`;

/** Of one run only, for whoever waits for it; nobody's turn comes before. */
const NEXT_OF_RUN = (most: number): string => `${PLACES}, candidate as materialized (
    select r.id, r.source_id, r.account_id, r.moves_up_at, free.places,
      row_number() over (partition by r.source_id order by r.priority, r.moves_up_at, r.id) as place
    from run_link r join free using (source_id)
    where r.run_id = $5 and (r.state = 'queued' and r.not_before <= statement_timestamp()
      or r.state = 'running' and r.lease_until <= statement_timestamp())
  ), next as materialized (
    select id, source_id, account_id from candidate where place <= places order by place, moves_up_at, id limit ${most}
  ), turn as materialized (
    select t.source_id, t.account_id, false as has_had_its_share from collection_turn t where (t.source_id, t.account_id) in (select source_id, account_id from next)
    for update skip locked
  )`;

/**
 * Turns move on for all that were next, also where somebody holds the link at this moment (the next in turn must not wait for
 * him), and for those that turn out to have nothing.
 */
const claimText = (next: (most: number) => string, most: number): string => `
  with ${next(most)}, taken as materialized (
    select r.id from next cross join lateral (
      -- Of plain conditions PostgreSQL would read all that waits where it took that for little.
      select r.id from run_link r
      where r.id = next.id and case r.state when 'queued' then true when 'running' then r.lease_until <= statement_timestamp() end
      for update skip locked
    ) r
  ), claimed as (
    update run_link r set state = 'running', lease_token = gen_random_uuid(),
      lease_until = clock_timestamp() + $4 * interval '1 millisecond',
      attempts = r.attempts + 1, pages = 0, reviews_read = 0, started_at = coalesce(r.started_at, clock_timestamp())
    from taken, link l, tracked_object o, link_collection c
    where r.id = taken.id and l.id = r.link_id and o.id = r.object_id and c.link_id = r.link_id
    returning r.id, r.lease_token as token, r.run_id as "runId", r.account_id as "accountId", r.object_id as "objectId",
      r.link_id as "linkId", r.source_id as "sourceId", r.wants_full as "wantsFull", r.attempts,
      r.priority = 0 as "isFirst",
      (l.is_active and l.deleted_at is null and o.is_active and o.deleted_at is null) as collectable,
      (select closed_until from source_pace p where p.source_id = r.source_id and p.closed_until > clock_timestamp()) as "sourceClosedUntil",
      l.url, coalesce(c.disputed_newest, c.full_pass_newest) as "knownNewest", c.known_change as "knownChange",
      c.shows_window as "showsWindow"
  ), served as (
    update collection_turn t set last_served_at = clock_timestamp() from (
      select source_id, account_id from turn
      where (turn.source_id, turn.account_id) in (select source_id, account_id from next)
        or not has_had_its_share and (turn.source_id, turn.account_id) not in (select source_id, account_id from candidate)
    ) s where t.account_id = s.account_id and t.source_id = s.source_id
  )
  select * from claimed`;

/** Of the links of a turn that wait, the one of each kind and class that can be claimed first. */
const FIRST_OF_TURN = `generate_series(0, 2) c(class) cross join lateral (
      (select r.not_before from run_link r
        where r.source_id = t.source_id and r.account_id = t.account_id and ${UNTRIED} and r.priority = c.class limit 1)
      union all
      (select r.not_before from run_link r
        where r.source_id = t.source_id and r.account_id = t.account_id and ${TRIED} and r.priority = c.class
        order by r.not_before limit 1)
    )`;

/**
 * Says of the turns of this claim when there is something to claim again, as it is behind the claim: by the claim's own
 * statement, links would be missed that were planned while it began. The rows are held since; whoever adds to them waits.
 */
const SETTLE_TURNS = `
  update collection_turn t set look_at = (
    select min(w.not_before) from ${FIRST_OF_TURN} w)
  where t.source_id = any($1::int[]) and t.last_served_at >= transaction_timestamp() and t.look_at <= statement_timestamp()
    and (select true from ${FIRST_OF_TURN} w where w.not_before <= statement_timestamp() limit 1) is null`;
