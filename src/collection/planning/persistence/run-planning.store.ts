import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { ReadBy } from '@libs/sources';
import { isServed } from '@src/auth';
import { MANUAL_CLASS, type RunCause, type PriorityClass } from '../../domain/priority-class';
import { PROOF_AWAITED_MS } from '../../domain/schedule';
import { dueLinks, dueLinksByAccount, lockDueLinks, isOpen } from './due-links';

interface LinkId {
  readonly linkId: number;
}

/** A link that may be planned. */
export interface PlannableLink {
  readonly linkId: number;
  readonly accountId: number;
  readonly objectId: number;
  readonly sourceId: number;
  readonly dueAt: Date;
  readonly lastScrapedAt: Date | null;
  readonly fullPassAt: Date | null;
  /** When a full pass is due for another reason than the age of the last one; null if there is none. */
  readonly fullDueAt: Date | null;
  readonly frozenAt: Date | null;
  readonly lastingFailures: number;
  /** The road of the last collection, and how it read; null before the first. */
  readonly road: string | null;
  readonly readBy: ReadBy | null;
  readonly warning: string | null;
  /**
   * When the first of the link's missing reviews was missed; null if there is none. Ignores deleted reviews and reviews that were
   * missed more than `PROOF_AWAITED_MS` ago.
   */
  readonly missedSince: Date | null;
  /** False if the link or its object is disabled or deleted. Such a link has no due time until it is enabled. */
  readonly isOn: boolean;
  /** False if the account is suspended or its trial is over. Its links keep their due times but are not collected. */
  readonly accountPays: boolean;
  /** Whether the operator has switched off the collection of the source. Its links keep their due times but are not collected. */
  readonly isPaused: boolean;
  /** Whether the link has a run link that has not ended. */
  readonly inOpenRun: boolean;
  /**
   * Whether the link was already planned for the same due time, for example before a clock was set back. It is not planned again.
   */
  readonly isPlannedForDueTime: boolean;
  /** A number that the links of one page share: they are due at the same time. */
  readonly pageKey: number;
  /** The span of the request that made it due; null without traces, and if a period did. */
  readonly traceparent: string | null;
  /** The database's clock when the link was read. */
  readonly now: Date;
}

/** A link of a run to create. */
export interface PlannedLink {
  readonly linkId: number;
  readonly accountId: number;
  readonly objectId: number;
  readonly sourceId: number;
  readonly cause: RunCause;
  readonly priority: PriorityClass;
  /** The due time for which the link is planned. */
  readonly dueAt: Date;
  /** When its priority rises by one class. */
  readonly movesUpAt: Date;
  readonly wantsFull: boolean;
  /** The span that planned its run; null without traces. */
  readonly traceparent: string | null;
}

/** The next due time of a link; null until the link is enabled. */
export interface NextDueTime {
  readonly linkId: number;
  readonly nextRunAt: Date | null;
}

/**
 * Reads links whose rows are already locked. A statement that also waited for the locks would use a snapshot that is older than
 * the locks, and would not contain a run that another planner created in the meantime.
 *
 * Looks up the runs of each link separately. For `exists`, PostgreSQL may hash all run links while there are few, and keep that
 * plan when there are many.
 */
const PLANNABLE_LINKS = `
  select
  c.link_id as "linkId", c.account_id as "accountId", c.object_id as "objectId", c.source_id as "sourceId",
  coalesce(c.next_run_at, clock_timestamp()) as "dueAt", c.last_scraped_at as "lastScrapedAt", c.full_pass_at as "fullPassAt", c.full_due_at as "fullDueAt",
  c.frozen_at as "frozenAt", c.lasting_failures as "lastingFailures", c.road, c.read_by as "readBy", c.warning,
  c.traceparent,
  (select min(r.missed_at) from review_view r
    where r.account_id = c.account_id and r.link_id = c.link_id and r.deleted_at is null
      and r.missed_at >= statement_timestamp() - $2::bigint * interval '1 millisecond') as "missedSince",
  (l.is_active and l.deleted_at is null and o.is_active and o.deleted_at is null) as "isOn",
  ${isServed('a')} as "accountPays",
  not ${isOpen('c')} as "isPaused",
  (select true from run_link r where r.link_id = c.link_id and r.outcome is null limit 1) is not null as "inOpenRun",
  (select true from run_link r where r.link_id = c.link_id and r.scheduled_at = date_trunc('milliseconds', c.next_run_at) limit 1)
    is not null as "isPlannedForDueTime",
  ('x' || substr(md5(l.source_id || ' ' || l.url), 1, 8))::bit(32)::bigint as "pageKey",
  clock_timestamp() as now
  from link_collection c
  cross join lateral (select * from link_view where id = c.link_id offset 0) l
  cross join lateral (select * from tracked_object_view where id = c.object_id offset 0) o
  join account_view a on a.id = c.account_id
  where c.link_id = any($1::bigint[]) order by c.link_id`;

/** A link that is due within this time may be used as a probe. */
const PROBE_AHEAD_MS = 3_600_000;

const PROBE_LINK = `
  select c.link_id as "linkId" from link_collection c
  join link_view l on l.id = c.link_id join tracked_object_view o on o.id = c.object_id join account_view a on a.id = c.account_id
  where c.source_id = $1 and c.next_run_at <= statement_timestamp() + $2 * interval '1 millisecond'
    and c.scrape_status = 'success' and c.frozen_at is null
    and ${isOpen('c')}
    and c.account_id <> all (select unnest(refused_accounts) from source_pace where source_id = $1)
    and l.is_active and l.deleted_at is null and o.is_active and o.deleted_at is null
    and ${isServed('a')}
    and not exists (select from run_link r where r.link_id = c.link_id and r.outcome is null)
  order by c.next_run_at, c.link_id limit 1 for update of c skip locked`;

const TRYOUT_LINK = `
  select c.link_id as "linkId" from link_collection c
  join link_view l on l.id = c.link_id join tracked_object_view o on o.id = c.object_id join account_view a on a.id = c.account_id
  where c.source_id = $1 and ($2::bigint is null or c.link_id = $2)
    and l.is_active and l.deleted_at is null and o.is_active and o.deleted_at is null
    and ${isServed('a')}
  order by (c.scrape_status = 'success') desc, c.next_run_at, c.link_id limit 1 for update of c`;

/** Links of one page that are planned together, at most. */
const MAX_DUE_OF_PAGE = 1_000;

/** Due links, and the runs that are planned. All methods run in the caller's transaction. */
@Injectable()
export class RunPlanningStore {
  constructor(private readonly database: Database) {}

  /**
   * Locks up to `limit` due links; other planners skip them until this transaction ends. If more are due, they are chosen
   * round-robin by account. `hasMore`: more links are due, and other planners have not locked all of them.
   */
  async lockDue(limit: number): Promise<{ readonly links: readonly PlannableLink[]; readonly hasMore: boolean }> {
    let found = await this.database.prepared<LinkId>(dueLinks(limit + 1));
    const hasMore = found.length > limit;
    if (hasMore) found = await this.database.prepared<LinkId>(dueLinksByAccount(limit));
    if (found.length === 0) return { links: [], hasMore: false };
    const locked = await this.database.prepared<LinkId>(lockDueLinks(found.map((link) => link.linkId)));
    return { links: await this.readLocked(locked), hasMore: hasMore && locked.length > 0 };
  }

  /**
   * Makes the links of objects on a source due, no earlier than `gapMs` after their last collection, and after now for one that is being
   * collected, so that many wake-ups cause few collections. Links that are off or frozen stay as they are. Returns the number of links.
   */
  async makeDue(
    objects: readonly { readonly accountId: number; readonly objectId: number }[],
    sourceId: number,
    gapMs: number,
  ): Promise<number> {
    if (objects.length === 0) return 0;
    return this.database.execute(
      `update link_collection c set next_run_at = least(c.next_run_at, greatest(clock_timestamp(),
           c.last_scraped_at + $4 * interval '1 millisecond',
           case when c.scrape_status = 'in_progress' then clock_timestamp() + $4 * interval '1 millisecond' end))
       from unnest($1::bigint[], $2::bigint[]) as x(account_id, object_id)
       where c.account_id = x.account_id and c.object_id = x.object_id and c.source_id = $3
         and c.next_run_at is not null and c.frozen_at is null`,
      [objects.map(({ accountId }) => accountId), objects.map(({ objectId }) => objectId), sourceId, gapMs],
    );
  }

  /** The links of one object, locked against other planners. */
  async linksOfObject(accountId: number, objectId: number): Promise<PlannableLink[]> {
    const locked = await this.database.query<LinkId>(
      `select c.link_id as "linkId" from link_collection c join link_view l on l.id = c.link_id
       where l.account_id = $1 and l.object_id = $2 and l.deleted_at is null order by c.link_id for update of c`,
      [accountId, objectId],
    );
    return this.readLocked(locked);
  }

  /** Locks the links of a page that are due now or within a minute, and that no other planner has locked. */
  async lockDueOfPage({
    sourceId,
    url,
  }: {
    readonly sourceId: number;
    readonly url: string;
  }): Promise<PlannableLink[]> {
    const locked = await this.database.query<LinkId>(
      `select c.link_id as "linkId" from link_view l cross join lateral (
         select link_id from link_collection c where c.link_id = l.id
           and c.next_run_at <= statement_timestamp() + interval '1 minute' and ${isOpen('c')} for update skip locked
       ) c
       where l.source_id = $1 and l.url = $2 and l.is_active and l.deleted_at is null limit ${MAX_DUE_OF_PAGE}`,
      [sourceId, url],
    );
    return this.readLocked(locked);
  }

  /**
   * Locks a link of an account that the source has not refused: its last collection succeeded, it is due within the hour and is in
   * no open run. Returns an empty list if there is none that other planners have not locked.
   */
  async lockProbe(sourceId: number): Promise<PlannableLink[]> {
    return this.readLocked(await this.database.query<LinkId>(PROBE_LINK, [sourceId, PROBE_AHEAD_MS]));
  }

  /** Locks one link of an account against other planners. */
  async lockLink(accountId: number, linkId: number): Promise<PlannableLink[]> {
    const locked = await this.database.query<LinkId>(
      `select link_id as "linkId" from link_collection where account_id = $1 and link_id = $2 for update`,
      [accountId, linkId],
    );
    return this.readLocked(locked);
  }

  /**
   * Locks the link that the operator tries: `linkId`, or the one of the source that is due next among those whose last collection
   * succeeded, otherwise any. Returns an empty list if there is no such link, or if its account or object is not active.
   */
  async lockTryout(sourceId: number, linkId: number | null): Promise<PlannableLink[]> {
    return this.readLocked(await this.database.query<LinkId>(TRYOUT_LINK, [sourceId, linkId]));
  }

  /** The open run of a link; null if there is none. */
  async openRunOfLink(linkId: number): Promise<number | null> {
    const [row] = await this.database.query<{ runId: number }>(
      'select run_id as "runId" from run_link where link_id = $1 and outcome is null',
      [linkId],
    );
    return row?.runId ?? null;
  }

  private async readLocked(locked: readonly LinkId[]): Promise<PlannableLink[]> {
    if (locked.length === 0) return [];
    const linkIds = locked.map((link) => link.linkId);
    return this.database.prepared<PlannableLink>({
      name: 'read-plannable-links',
      inIndexOrder: true,
      text: PLANNABLE_LINKS,
      values: [linkIds, PROOF_AWAITED_MS],
    });
  }

  /**
   * Creates one run per account and cause with the links, and writes the next due times. The caller has locked the links' rows and
   * excluded those in an open run, so concurrent planners plan a link once. Returns the ids of the runs.
   */
  async createRuns(links: readonly PlannedLink[], nextTimes: readonly NextDueTime[] = []): Promise<number[]> {
    if (links.length === 0 && nextTimes.length === 0) return [];
    const runs = await this.database.prepared<{ id: number }>({
      name: 'create-runs',
      text: CREATE_RUNS,
      values: [
        JSON.stringify(links.map(toRow)),
        nextTimes.map((link) => link.linkId),
        nextTimes.map((link) => link.nextRunAt),
      ],
    });
    return runs.map((run) => run.id);
  }

  /** Creates a run without links, which has ended. */
  async createEmptyRun(accountId: number, cause: RunCause): Promise<number> {
    const [run] = await this.database.query<{ id: number }>(
      'insert into run (account_id, cause, finished_at) values ($1, $2, clock_timestamp()) returning id',
      [accountId, cause],
    );
    if (!run) throw new Error('no run was created');
    return run.id;
  }

  /**
   * The newest open run with a link of the object; null if there is none. Looks up the runs of each link separately, because a
   * search by object would read all past run links.
   */
  async openRunOf(accountId: number, objectId: number): Promise<number | null> {
    const [row] = await this.database.query<{ runId: number }>(
      `select open.run_id as "runId" from link_view l
       cross join lateral (select r.id, r.run_id from run_link r where r.link_id = l.id and r.outcome is null offset 0) open
       where l.account_id = $1 and l.object_id = $2 order by open.id desc limit 1`,
      [accountId, objectId],
    );
    return row?.runId ?? null;
  }

  /**
   * Raises links that wait in an open run to the priority of "collect now"; with `full`, they read the whole list. Skips links that
   * a worker is claiming: waiting for that worker could deadlock, because it may wait for rows that the caller has locked.
   */
  async raisePriority(linkIds: readonly number[], full = false): Promise<void> {
    await this.database.query(
      `update run_link set priority = least(priority, $2), wants_full = wants_full or $3 where id in (
         select id from run_link where link_id = any($1::bigint[]) and outcome is null and state = 'queued' and (priority > $2 or $3 and not wants_full)
         order by id for update skip locked)`,
      [linkIds, MANUAL_CLASS, full],
    );
  }
}

const CREATE_RUNS = `
  with planned as (
    select * from json_to_recordset($1::json) as x(
      account_id bigint, cause text, object_id bigint, link_id bigint, source_id int, scheduled_at timestamptz, wants_full boolean,
      priority smallint, moves_up_at timestamptz, traceparent text)
  ), created as (
    insert into run (account_id, cause) select distinct account_id, cause from planned returning id, account_id, cause
  ), filled as (
    insert into run_link (run_id, account_id, object_id, link_id, source_id, scheduled_at, wants_full, priority, moves_up_at, traceparent)
    select created.id, p.account_id, p.object_id, p.link_id, p.source_id, p.scheduled_at, p.wants_full, p.priority, p.moves_up_at, p.traceparent
    from planned p join created using (account_id, cause)
  ), moved as (
    update link_collection c set next_run_at = x.at, traceparent = null from unnest($2::bigint[], $3::timestamptz[]) as x(id, at) where c.link_id = x.id
  )
  select id from created`;

function toRow(link: PlannedLink): Record<string, unknown> {
  return {
    account_id: link.accountId,
    cause: link.cause,
    object_id: link.objectId,
    link_id: link.linkId,
    source_id: link.sourceId,
    scheduled_at: link.dueAt,
    wants_full: link.wantsFull,
    priority: link.priority,
    moves_up_at: link.movesUpAt,
    traceparent: link.traceparent,
  };
}
