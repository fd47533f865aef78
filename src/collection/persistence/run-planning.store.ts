import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { ASKED_AHEAD_MS } from '../domain/closing';
import { PROOF_AWAITED_MS } from '../domain/schedule';
import { ASKED_FOR, type RunCause, type PriorityClass } from '../domain/priority-class';
import { dueLinks, dueLinksByAccount, takingDueLinks } from './due-links';

interface LinkId {
  readonly linkId: number;
}

/** A link whose time has come. */
export interface DueLink {
  readonly linkId: number;
  readonly accountId: number;
  readonly objectId: number;
  readonly sourceId: number;
  readonly dueAt: Date;
  readonly lastScrapedAt: Date | null;
  readonly fullPassAt: Date | null;
  /** When a full pass is due for another reason than the age of the last one; null where there is none. */
  readonly fullDueAt: Date | null;
  readonly frozenAt: Date | null;
  readonly warning: string | null;
  /** When the first of its missing reviews was missed that is not judged yet; notes older than `PROOF_AWAITED_MS` do not count. */
  readonly missedSince: Date | null;
  /** False where the link or its object was switched off or deleted: it rests until it is switched on again. */
  readonly isOn: boolean;
  /** False where its account is suspended or its trial is over: it keeps its times and is not collected. */
  readonly accountPays: boolean;
  /** A run is collecting it, or is about to. */
  readonly inOpenRun: boolean;
  /** Its due moment was planned before, which only a clock that was set back brings about: nothing is planned for it twice. */
  readonly slotTaken: boolean;
  /** The database's clock when it was taken. */
  readonly now: Date;
}

/** One link's part in a run that is about to be made. */
export interface PlannedLink {
  readonly linkId: number;
  readonly accountId: number;
  readonly objectId: number;
  readonly sourceId: number;
  readonly cause: RunCause;
  readonly turnClass: PriorityClass;
  readonly slot: Date;
  /** From when on it goes as those of the next higher class do. */
  readonly movesUpAt: Date;
  readonly wantsFull: boolean;
}

/** When a link comes due next; null lets it rest until it is switched on again. */
export interface MovedLink {
  readonly linkId: number;
  readonly nextRunAt: Date | null;
}

/**
 * What planning knows of links whose rows are locked already. It must be a statement of its own: one that locks as it
 * reads would see the other tables as they were before it waited, and miss the run that the one before it made.
 *
 * Runs are looked up link by link. Of `exists` PostgreSQL would make a hash of all run links where it took them for few,
 * and it keeps that plan while they become many: in a new installation, or after a large clean-up.
 */
const DUE_LINKS = `
  select
  c.link_id as "linkId", c.account_id as "accountId", c.object_id as "objectId", c.source_id as "sourceId",
  coalesce(c.next_run_at, clock_timestamp()) as "dueAt", c.last_scraped_at as "lastScrapedAt", c.full_pass_at as "fullPassAt", c.full_due_at as "fullDueAt",
  c.frozen_at as "frozenAt", c.warning,
  (select min(r.missed_at) from review r
    where r.account_id = c.account_id and r.link_id = c.link_id and r.deleted_at is null
      and r.missed_at >= statement_timestamp() - $2::bigint * interval '1 millisecond') as "missedSince",
  (l.is_active and l.deleted_at is null and o.is_active and o.deleted_at is null) as "isOn",
  (a.status = 'active' and (a.trial_ends_at is null or a.trial_ends_at > clock_timestamp())) as "accountPays",
  (select true from run_link r where r.link_id = c.link_id and r.outcome is null limit 1) is not null as "inOpenRun",
  (select true from run_link r where r.link_id = c.link_id and r.slot = date_trunc('milliseconds', c.next_run_at) limit 1)
    is not null as "slotTaken",
  clock_timestamp() as now
  from link_collection c
  join link l on l.id = c.link_id
  join tracked_object o on o.id = c.object_id
  join account a on a.id = c.account_id
  where c.link_id = any($1::bigint[]) order by c.link_id`;

const OTHER_LINK = `
  select c.link_id as "linkId" from link_collection c
  join link l on l.id = c.link_id join tracked_object o on o.id = c.object_id join account a on a.id = c.account_id
  where c.source_id = $1 and c.next_run_at <= statement_timestamp() + $2 * interval '1 millisecond'
    and c.scrape_status = 'success' and c.frozen_at is null
    and c.account_id <> all (select unnest(refused_accounts) from source_pace where source_id = $1)
    and l.is_active and l.deleted_at is null and o.is_active and o.deleted_at is null
    and a.status = 'active' and (a.trial_ends_at is null or a.trial_ends_at > clock_timestamp())
    and not exists (select from run_link r where r.link_id = c.link_id and r.outcome is null)
  order by c.next_run_at, c.link_id limit 1 for update of c skip locked`;

/** Which links are due, and the runs made of them. Everything here runs in the caller's transaction. */
@Injectable()
export class RunPlanningStore {
  constructor(private readonly database: Database) {}

  /** The database's clock: every due time and lease is measured by it. */
  async now(): Promise<Date> {
    const [row] = await this.database.query<{ now: Date }>('select clock_timestamp() as now');
    if (!row) throw new Error('the database told no time');
    return row.now;
  }

  /**
   * Takes up to `limit` due links; other planners skip them until this transaction ends. Where more are due, accounts take
   * turns, so that none waits for all that another has due. `isMore`: where more are due that nobody else is planning.
   */
  async takeDue(limit: number): Promise<{ readonly links: readonly DueLink[]; readonly isMore: boolean }> {
    let found = await this.database.prepared<LinkId>(dueLinks(limit + 1));
    const isMore = found.length > limit;
    if (isMore) found = await this.database.prepared<LinkId>(dueLinksByAccount(limit));
    if (found.length === 0) return { links: [], isMore: false };
    const taken = await this.database.prepared<LinkId>(takingDueLinks(found.map((link) => link.linkId)));
    return { links: await this.known(taken), isMore: isMore && taken.length > 0 };
  }

  /** The links of one object, locked against other planners. */
  async linksOfObject(accountId: number, objectId: number): Promise<DueLink[]> {
    const locked = await this.database.query<LinkId>(
      `select c.link_id as "linkId" from link_collection c join link l on l.id = c.link_id
       where l.account_id = $1 and l.object_id = $2 and l.deleted_at is null order by c.link_id for update of c`,
      [accountId, objectId],
    );
    return this.known(locked);
  }

  /**
   * A link of an account whose visits the source has not refused: its last collection succeeded, it is due within the hour
   * and no run holds it. Locked against other planners; none where others hold all of them.
   */
  async takeOther(sourceId: number): Promise<DueLink[]> {
    return this.known(await this.database.query<LinkId>(OTHER_LINK, [sourceId, ASKED_AHEAD_MS]));
  }

  private async known(locked: readonly LinkId[]): Promise<DueLink[]> {
    if (locked.length === 0) return [];
    const linkIds = locked.map((link) => link.linkId);
    return this.database.prepared<DueLink>({
      name: 'read-due-links',
      text: DUE_LINKS,
      values: [linkIds, PROOF_AWAITED_MS],
    });
  }

  /**
   * Makes one run for each account and cause among the links and puts them in, and moves due times on. The caller holds the
   * links' rows and has left out those in an open run, so two planners at one moment make one collection of a link. Returns
   * the runs' ids.
   */
  async createRuns(links: readonly PlannedLink[], moved: readonly MovedLink[] = []): Promise<number[]> {
    if (links.length === 0 && moved.length === 0) return [];
    const runs = await this.database.prepared<{ id: number }>({
      name: 'create-runs',
      text: CREATE_RUNS,
      values: [JSON.stringify(links.map(toRow)), moved.map((link) => link.linkId), moved.map((link) => link.nextRunAt)],
    });
    return runs.map((run) => run.id);
  }

  /** A run that has nothing to do ends as it begins. */
  async createEmptyRun(accountId: number, cause: RunCause): Promise<number> {
    const [run] = await this.database.query<{ id: number }>(
      'insert into run (account_id, cause, finished_at) values ($1, $2, clock_timestamp()) returning id',
      [accountId, cause],
    );
    if (!run) throw new Error('no run was made');
    return run.id;
  }

  /**
   * The run that collects any of the object's links right now, newest first; null where none does. Asked link by link: by
   * their object, all parts of runs that there ever were would be read for it.
   */
  async openRunOf(accountId: number, objectId: number): Promise<number | null> {
    const [row] = await this.database.query<{ runId: number }>(
      `select open.run_id as "runId" from link l
       cross join lateral (select r.id, r.run_id from run_link r where r.link_id = l.id and r.outcome is null offset 0) open
       where l.account_id = $1 and l.object_id = $2 order by open.id desc limit 1`,
      [accountId, objectId],
    );
    return row?.runId ?? null;
  }

  /**
   * Lets links that wait in a run of any cause go as those go that a client asked for; with `full`, they begin with the whole
   * list. Those that a worker claims at this moment are passed over: they need no haste any more, and whoever writes their
   * pages may wait for rows that the caller holds.
   */
  async hasten(linkIds: readonly number[], full = false): Promise<void> {
    await this.database.query(
      `update run_link set priority = least(priority, $2), wants_full = wants_full or $3 where id in (
         select id from run_link where link_id = any($1::bigint[]) and outcome is null and state = 'queued' and (priority > $2 or $3 and not wants_full)
         order by id for update skip locked)`,
      [linkIds, ASKED_FOR, full],
    );
  }
}

const CREATE_RUNS = `
  with planned as (
    select * from json_to_recordset($1::json) as x(
      account_id bigint, cause text, object_id bigint, link_id bigint, source_id int, slot timestamptz, wants_full boolean,
      priority smallint, moves_up_at timestamptz)
  ), made as (
    insert into run (account_id, cause) select distinct account_id, cause from planned returning id, account_id, cause
  ), filled as (
    insert into run_link (run_id, account_id, object_id, link_id, source_id, slot, wants_full, priority, moves_up_at)
    select made.id, p.account_id, p.object_id, p.link_id, p.source_id, p.slot, p.wants_full, p.priority, p.moves_up_at
    from planned p join made using (account_id, cause)
  ), moved as (
    update link_collection c set next_run_at = x.at from unnest($2::bigint[], $3::timestamptz[]) as x(id, at) where c.link_id = x.id
  )
  select id from made`;

function toRow(link: PlannedLink): Record<string, unknown> {
  return {
    account_id: link.accountId,
    cause: link.cause,
    object_id: link.objectId,
    link_id: link.linkId,
    source_id: link.sourceId,
    slot: link.slot,
    wants_full: link.wantsFull,
    priority: link.turnClass,
    moves_up_at: link.movesUpAt,
  };
}
