import { LOCKS, holding, type PreparedStatement } from '@libs/database';
import { LeasedTable, type Held } from '@libs/leases';
import { isOnFor } from '@src/switches';
import { MAX_RETRY_AFTER_MS } from '../domain/failure';
import type { SourceLimit } from '../domain/pace';
import { mayVisit } from './may-visit.sql';

const RUNNING = { end: 'lease_until', state: `state = 'running'` } as const;
/** Leases on run links. */
export const RUN_LINKS = new LeasedTable('run_link', { key: { id: 'runLinkId' }, ...RUNNING });
/** The links that take part in the visit of a claimed link, under its token. */
export const COMPANIONS = new LeasedTable('run_link', { key: { visit_of: 'runLinkId' }, ...RUNNING });

/**
 * The statements of a claim, to be sent together; the rows of statement `CLAIM_INDEX` are the claimed links, or one row without an id.
 * With `isPartial`, sources were left out (`searchOf`). Conditions compare with `statement_timestamp()`: `clock_timestamp()` is volatile
 * and cannot be used in an index condition. `limit` is part of the text: if it were a parameter, PostgreSQL would plan for a tenth of all
 * rows.
 *
 * A row of `account_queue` is the queue of one account at one source: when it was last served, and when (`next_claim_at`) its next
 * link can be claimed. A claim of any run goes from sources to queues to links, by these relations:
 *
 *   busy_queue, free_source   what is running, and the sources with free slots
 *   searched_source           the sources whose waiting queues (waiting_queue, waiting_source) were served least recently
 *   locked_queue              their queues that are served next
 *   candidate, next_link      the first links of each of these queues, and of all of them the ones to claim
 *   locked_link, claimed      the run links, now under leases
 *   served_queue              the queues that had their turn
 */
export function claimStatements(
  limits: readonly SourceLimit[],
  leaseMs: number,
  runId: number | null,
  limit: number,
  search: Search = 'first sources',
): readonly PreparedStatement[] {
  const sources = limits.map((limit) => limit.sourceId);
  const values = [
    sources,
    limits.map((limit) => limit.concurrency),
    limits.map((limit) => limit.accountLimit),
    leaseMs,
  ];
  const claim = runId === null ? claimOfAny(values, limit, search) : claimOfRun([...values, runId], limit);
  return [
    holding(LOCKS.claims),
    { name: 'look-up-in-indexes', text: LOOK_UP_IN_INDEXES, values: [] },
    claim,
    { name: 'share-visits', text: SHARE_VISITS, values: [] },
    { name: 'settle-account-queues', text: UPDATE_QUEUES, values: [sources] },
  ];
}

const claimOfAny = (values: readonly unknown[], limit: number, search: Search): PreparedStatement => ({
  name: search === 'first sources' ? `claim-run-links-${limit}` : `claim-run-links-anywhere-${limit}`,
  text: claimText(nextRoundRobin(limit, search)),
  values,
});

const claimOfRun = (values: readonly unknown[], limit: number): PreparedStatement => ({
  name: `claim-links-of-run-${limit}`,
  text: claimText(nextOfRun(limit)),
  values,
});

/**
 * Which sources a claim searches: those that are served next, in most cases enough of them, or all. A claim locks and reads the queues of
 * the sources that it searches.
 */
export type Search = 'first sources' | 'all sources';

/** How many sources are searched first. More than links are wanted, because the links of a source may be locked or gone. */
const firstSources = (limit: number): number => 2 * limit + 16;

/** Index of the statement that returns the claimed links. */
export const CLAIM_INDEX = 2;
/** Index of the statement that returns the run links that take part in the visit of another one (`leader`). */
export const SHARE_INDEX = 3;

/**
 * Restricts the plan of the claim to index look-ups. Many links are queued at once; with older statistics, PostgreSQL estimates
 * that a scan, sort or hash of all of them is as cheap as an index look-up. A generic plan is made once per connection and not for
 * each claim.
 */
const LOOK_UP_IN_INDEXES = `select set_config('plan_cache_mode', 'force_generic_plan', true),
  ${['seqscan', 'bitmapscan', 'sort', 'hashjoin', 'mergejoin'].map((method) => `set_config('enable_${method}', 'off', true)`).join(', ')}`;

/**
 * How many queues are read in addition to one for each free slot. At most two accounts can have used half of a day's requests, so
 * one of these queues can be served.
 */
const MORE_QUEUES = 3;

/**
 * The queues whose account is delayed by a `Retry-After`, for a time that a run can wait. Their links are not claimed and use no attempts.
 * Links that are delayed for longer are claimed and fail at once, so that their runs end with the reason.
 */
const DELAYED = `delayed_queue as materialized (
    select source_id, account_id from account_pace where held_until > '-infinity' and held_until > statement_timestamp()
      and held_until <= statement_timestamp() + interval '${MAX_RETRY_AFTER_MS} milliseconds'
  )`;

/** Condition: queue `q` is not in `queues`. PostgreSQL hashes the rows, which are few. */
const isNotIn = (queues: 'busy_queue' | 'delayed_queue'): string =>
  `(q.source_id, q.account_id) not in (select source_id, account_id from ${queues})`;

/** The columns of `ClaimedLink`, of rows of `run_link`, `link`, `tracked_object` and `link_collection`. */
const CLAIMED_LINK = `r.id as "runLinkId", r.lease_token as token, r.run_id as "runId", r.account_id as "accountId", r.object_id as "objectId",
      r.link_id as "linkId", r.source_id as "sourceId", r.wants_full as "wantsFull", r.attempts,
      r.traceparent,
      r.priority = 0 as "isFirst",
      (l.is_active and l.deleted_at is null and o.is_active and o.deleted_at is null) as collectable,
      (select closed_until from source_pace p where p.source_id = r.source_id and p.closed_until > clock_timestamp()
        and p.trial_run_id is distinct from r.run_id) as "sourceClosedUntil",
      l.url, coalesce(c.disputed_newest, c.full_pass_newest) as "knownNewest", c.known_change as "knownChange",
      c.shows_window as "showsWindow",
      (select true from link_view twin where twin.source_id = l.source_id and twin.url = l.url and twin.id <> l.id
        and twin.is_active and twin.deleted_at is null limit 1) is not null as "isShared"`;

/** Links that take part in one visit, at most. */
const MAX_COMPANIONS = 1_000;

/** Condition: the link `l` and its object `o` are collected, and the operator has not switched off the source. */
const IS_COLLECTED = `l.is_active and l.deleted_at is null and o.is_active and o.deleted_at is null and ${isOnFor('collection', 'l.source_id')}`;

/** The queued run links of the page of the run link `leader`, except those of its link. Locks them. */
const QUEUED_OF_PAGE = `
    select r.id from (
      select * from link_view
      where source_id = leader.source_id and url >= leader.url and url <= leader.url and is_active and deleted_at is null order by url offset 0
    ) l cross join lateral (select * from tracked_object_view where id = l.object_id offset 0) o
    cross join lateral (
      select r.id from run_link r where r.link_id = l.id and r.outcome is null and r.state = 'queued' for update skip locked
    ) r
    where o.account_id = l.account_id and l.id <> leader.link_id and ${IS_COLLECTED} limit ${MAX_COMPANIONS}`;

/** The columns of a run link that takes part in the visit of the run link `leader`. */
const TAKES_PART = `state = 'running', lease_token = leader.lease_token, lease_until = leader.lease_until, visit_of = leader.id, pages = 0, reviews_read = 0,
    started_at = coalesce(r.started_at, clock_timestamp())`;

/**
 * Lets all links of a page take part in one visit: of the links that this transaction has claimed, the first of each page leads, and the
 * others, with the queued links of the page, have its lease. A link of an account that received a `Retry-After` of the platform takes part
 * too, because no request is sent for it. Returns the run links that take part, and the ones that lead them. In the same transaction as the claim, whose
 * lock other workers wait for, so that no other worker begins a visit of the page at the same time.
 */
const SHARE_VISITS = `
  with claimed_now as materialized (
    select r.id, r.link_id, r.source_id, l.url, r.lease_token, r.lease_until
    from (select *, xmin from run_link where state = 'running' order by lease_until offset 0) r
    cross join lateral (select * from link_view where id = r.link_id offset 0) l
    cross join lateral (select * from tracked_object_view where id = r.object_id offset 0) o
    where r.xmin = pg_current_xact_id()::xid and ${IS_COLLECTED}
  ), leader as materialized (
    select distinct on (source_id, url) * from claimed_now order by source_id, url, id
  ), companion as materialized (
    select claimed_now.id, leader.id as leader_id from claimed_now join leader using (source_id, url) where claimed_now.id <> leader.id
    union all
    select queued.id, leader.id from leader cross join lateral (${QUEUED_OF_PAGE}) queued
  )
  update run_link r set attempts = r.attempts + (r.state = 'queued')::int, ${TAKES_PART}
  from companion join leader on leader.id = companion.leader_id where r.id = companion.id returning r.id, leader.id as leader`;

/** Lets the queued links of the page of a claimed link take part in its visit. $1 run link, $2 its token. */
const JOIN_VISIT = `
  with leader as materialized (
    select r.id, r.link_id, r.source_id, l.url, r.lease_token, r.lease_until from run_link r join link_view l on l.id = r.link_id
    where ${RUN_LINKS.isHeld('r')}
  ), companion as materialized (select queued.id from leader cross join lateral (${QUEUED_OF_PAGE}) queued)
  update run_link r set attempts = r.attempts + 1, ${TAKES_PART} from companion, leader where r.id = companion.id`;

/** The links that take part in the visit of a claimed link. $1 run link, $2 its token. */
const COMPANIONS_OF_VISIT = `
  select ${CLAIMED_LINK} from run_link r
  join link_view l on l.id = r.link_id join tracked_object_view o on o.id = r.object_id join link_collection c on c.link_id = r.link_id
  where ${COMPANIONS.isHeld('r')} order by r.id`;

/** The statements that let links take part in the visit of a claimed link; the rows of the second are all that take part. */
export const companionStatements = (claim: Held<'runLinkId'>): readonly PreparedStatement[] => [
  { name: 'join-visit', inIndexOrder: true, text: JOIN_VISIT, values: RUN_LINKS.valuesOf(claim) },
  { name: 'companions-of-visit', text: COMPANIONS_OF_VISIT, values: COMPANIONS.valuesOf(claim) },
];

/** Condition: the link has no failed attempt in this run and can be claimed at once. */
const FIRST_ATTEMPT = `r.state = 'queued' and r.attempts = 0`;
/** Condition: the link waits for another attempt. Order by `not_before`, so that links in backoff are not read. */
const RETRY = `r.state = 'queued' and r.attempts > 0`;

/**
 * `busy_queue`: how many visits of each queue are running, and how many of its leases have expired; a visit that several links share counts
 * for the queue of the link that leads it. `busy_source`: how many visits are running at each source, by their leases: the link that leads
 * a visit may end before the others. `free_source`: the sources with free slots. A source that is switched off has none, unless the operator tries one link.
 */
const SLOTS = `
  running as materialized (
    select source_id, account_id, lease_token, visit_of, lease_until > statement_timestamp() as is_leased from run_link where state = 'running'
    order by lease_until
  ), busy_queue as materialized (
    select source_id, account_id, count(*) filter (where is_leased and visit_of is null)::int as visits,
      count(*) filter (where not is_leased)::int as expired
    from running group by source_id, account_id
  ), busy_source as materialized (
    select source_id, count(distinct lease_token)::int as visits from running where is_leased group by source_id
  ), free_source as materialized (
    -- A join would compare each source with each one that has visits.
    select source.source_id, max(source.account_limit) as account_limit, (max(source.concurrency) - sum(source.visits))::int as slots
    from (
      select source_id, concurrency, account_limit, 0 as visits
      from unnest($1::int[], $2::int[], $3::int[]) as limits(source_id, concurrency, account_limit)
      union all
      select source_id, null, null, visits from busy_source
    ) source
    where ${isOnFor('collection', 'source.source_id')} or (select p.trial_run_id from source_pace p where p.source_id = source.source_id) is not null
    group by source.source_id having max(source.concurrency) > sum(source.visits)
  )`;

/** When an account was last served at any source: one look-up in the index `account_queue_turn`. */
const SERVED_ANYWHERE = `(select other.last_served_at from account_queue other where other.account_id = q.account_id
        order by other.last_served_at desc limit 1) as served_anywhere`;

/**
 * `waiting_queue`: the queues that are served next at each free source: all queues with claimed links, which are few, and the least recently
 * served of the others, one for each free slot and `MORE_QUEUES` more. They are not locked, so that their number costs little.
 * `searched_source`: the sources that are searched. If a worker has fewer free slots than all sources together, the first source is the one with
 * the waiting account that was served least recently at any source. Otherwise an account with links at many sources would get a slot at
 * each of them. Among sources with the same account, the first is the one whose next account was served there least recently.
 */
const searchedSources = (limit: number, search: Search): string => `waiting_queue as materialized (
    select q.source_id, q.visits, q.last_served_at, ${SERVED_ANYWHERE} from (
      select free_source.source_id, idle.account_id, 0 as visits, idle.last_served_at from free_source cross join lateral (
        select q.account_id, q.last_served_at from account_queue q
        where q.source_id = free_source.source_id and q.next_claim_at <= statement_timestamp()
          and ${isNotIn('busy_queue')} and ${isNotIn('delayed_queue')}
        order by q.last_served_at, q.account_id limit free_source.slots + ${MORE_QUEUES}
      ) idle
      union all
      select q.source_id, q.account_id, busy.visits, q.last_served_at from busy_queue busy
      join account_queue q on q.source_id = busy.source_id and q.account_id = busy.account_id
      where (busy.source_id in (select source_id from free_source)) is true and (q.next_claim_at <= statement_timestamp() or busy.expired > 0)
        and ${isNotIn('delayed_queue')}
    ) q
  ), waiting_source as materialized (
    select source_id, min(served_anywhere) as served_anywhere, (array_agg(last_served_at order by visits, last_served_at))[1] as served_here
    from waiting_queue group by source_id
  ), searched_source as materialized (
    select source_id, slots, account_limit from free_source
    where (source_id in (
      select source_id from waiting_source order by served_anywhere, served_here, source_id${search === 'all sources' ? '' : ` limit ${firstSources(limit)}`}
    )) is true
  ), search as materialized (
    select ${search === 'all sources' ? 'false' : `(select count(*) from waiting_source) > ${firstSources(limit)}`} as is_partial
  )`;

/**
 * The queues that are served next at each searched source, and the first links of each. Locks the queues, and skips those that are
 * locked, because a planner is adding links to them. The cost does not depend on the number of queued links or of other accounts. If
 * sources were left out, only the first link of each source is claimed, because those of the others come before the second.
 *
 * An account that has used its share of the source's daily requests is served only if no other account waits.
 */
const nextRoundRobin = (
  limit: number,
  search: Search,
): string => `${SLOTS}, ${DELAYED}, ${searchedSources(limit, search)},
  locked_queue as materialized (
    select searched.source_id, searched.slots, q.account_id, q.last_served_at, q.visits, ${SERVED_ANYWHERE},
      (select pace.used_on = current_date and pace.requests_used >= searched.account_limit from account_pace pace
        where pace.account_id = q.account_id and pace.source_id = searched.source_id) is true as used_its_share
    from searched_source searched cross join lateral (
      select * from (
        select q.account_id, q.last_served_at, 0 as visits from account_queue q
        where q.source_id = searched.source_id and q.next_claim_at <= statement_timestamp()
          and ${isNotIn('busy_queue')} and ${isNotIn('delayed_queue')}
        order by q.last_served_at, q.account_id limit searched.slots + ${MORE_QUEUES} for update skip locked
      ) idle
      union all
      select * from (
        select q.account_id, q.last_served_at, busy.visits from busy_queue busy
        join account_queue q on q.source_id = busy.source_id and q.account_id = busy.account_id
        where busy.source_id = searched.source_id and (q.next_claim_at <= statement_timestamp() or busy.expired > 0)
          and ${isNotIn('delayed_queue')}
        for update of q skip locked
      ) busy
    ) q
  ), candidate as materialized (
    select q.source_id, q.account_id, q.slots, q.visits, q.last_served_at, link.id, link.nth from locked_queue q cross join lateral (
      select claimable.id, row_number() over (order by claimable.class, claimable.moves_up_at, claimable.id) as nth from (
        select queued.id, greatest(0, queued.priority - coalesce((queued.moves_up_at <= statement_timestamp())::int, 0)) as class,
          queued.moves_up_at
        from generate_series(0, 2) c(class) cross join lateral (
          (select r.id, r.priority, r.moves_up_at from run_link r
            where r.source_id = q.source_id and r.account_id = q.account_id and ${FIRST_ATTEMPT} and r.priority = c.class
              and r.not_before <= statement_timestamp()
            order by r.moves_up_at, r.id limit q.slots)
          union all
          (select r.id, r.priority, r.moves_up_at from run_link r
            where r.source_id = q.source_id and r.account_id = q.account_id and ${RETRY} and r.priority = c.class
              and r.not_before <= statement_timestamp()
            order by r.not_before, r.id limit q.slots)
        ) queued
        union all
        select r.id, 0, '-infinity' from run_link r
        where r.state = 'running' and r.lease_until <= statement_timestamp()
          and r.source_id = q.source_id and r.account_id = q.account_id
      ) claimable
    ) link
    where not q.used_its_share or (select true from locked_queue other where other.source_id = q.source_id and not other.used_its_share limit 1) is null
  ), ranked as (
    select candidate.*, row_number() over (partition by source_id order by visits + nth, last_served_at, account_id) as nth_in_source
    from candidate
  ), next_link as materialized (
    select ranked.id, ranked.source_id, ranked.account_id from ranked
    join (select source_id, min(served_anywhere) as served_anywhere from locked_queue group by source_id) source using (source_id)
    cross join search
    where ranked.nth_in_source <= case when search.is_partial then 1 else ranked.slots end
    order by ranked.nth_in_source, source.served_anywhere, ranked.last_served_at, ranked.id limit ${limit}
  )`;

/** Links of one run only, for a command that waits for it, regardless of the order of queues. */
const nextOfRun = (limit: number): string => `${SLOTS}, candidate as materialized (
    select r.id, r.source_id, r.account_id, r.moves_up_at, free_source.slots,
      row_number() over (partition by r.source_id order by r.priority, r.moves_up_at, r.id) as nth_in_source
    from run_link r join free_source using (source_id)
    where r.run_id = $5 and (r.state = 'queued' and r.not_before <= statement_timestamp()
      or r.state = 'running' and r.lease_until <= statement_timestamp())
  ), next_link as materialized (
    select id, source_id, account_id from candidate where nth_in_source <= slots order by nth_in_source, moves_up_at, id limit ${limit}
  ), locked_queue as materialized (
    select q.source_id, q.account_id, false as used_its_share from account_queue q
    where (q.source_id, q.account_id) in (select source_id, account_id from next_link)
    for update skip locked
  ), search as (select false as is_partial)`;

/**
 * Claims the links. Sets `last_served_at` of the queues of the links in `next_link`, even if such a link is locked, so that a locked
 * link does not block the source. Also sets it for the queues without a claimable link.
 */
const claimText = (next: string): string => `
  with ${next}, locked_link as materialized (
    select r.id from next_link cross join lateral (
      -- With a plain condition, PostgreSQL may read all queued links if it estimates that there are few.
      select r.id from run_link r
      where r.id = next_link.id and case r.state when 'queued' then true when 'running' then r.lease_until <= statement_timestamp() end
        and ${mayVisit('r.source_id', 'r.run_id')}
      for update skip locked
    ) r
  ), claimed as (
    update run_link r set state = 'running', ${RUN_LINKS.taken('$4')}, visit_of = null,
      attempts = r.attempts + 1, pages = 0, reviews_read = 0, started_at = coalesce(r.started_at, clock_timestamp())
    from locked_link, link_view l, tracked_object_view o, link_collection c
    where r.id = locked_link.id and l.id = r.link_id and o.id = r.object_id and c.link_id = r.link_id
    returning ${CLAIMED_LINK}
  ), served_queue as (
    update account_queue q set last_served_at = clock_timestamp() from (
      select source_id, account_id from locked_queue locked
      where (locked.source_id, locked.account_id) in (select source_id, account_id from next_link)
        or not used_its_share and (locked.source_id, locked.account_id) not in (select source_id, account_id from candidate)
    ) served where q.account_id = served.account_id and q.source_id = served.source_id
  )
  select claimed.*, search.is_partial as "isPartial" from search left join claimed on true`;

/** The first link of queue `q` to become claimable, for each class, among first attempts and among retries. */
const FIRST_OF_QUEUE = `generate_series(0, 2) c(class) cross join lateral (
      (select r.not_before from run_link r
        where r.source_id = q.source_id and r.account_id = q.account_id and ${FIRST_ATTEMPT} and r.priority = c.class limit 1)
      union all
      (select r.not_before from run_link r
        where r.source_id = q.source_id and r.account_id = q.account_id and ${RETRY} and r.priority = c.class
        order by r.not_before limit 1)
    )`;

/**
 * Sets `next_claim_at` of the queues of this claim: when their next link can be claimed. A separate statement after the claim, so
 * that its snapshot contains links that were planned while the claim started. The rows are locked, and planners that add links
 * wait.
 */
const UPDATE_QUEUES = `
  update account_queue q set next_claim_at = (
    select min(first.not_before) from ${FIRST_OF_QUEUE} first)
  where q.source_id = any($1::int[]) and q.last_served_at >= transaction_timestamp() and q.next_claim_at <= statement_timestamp()
    and (select true from ${FIRST_OF_QUEUE} first where first.not_before <= statement_timestamp() limit 1) is null`;
