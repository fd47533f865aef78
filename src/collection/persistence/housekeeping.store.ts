import { Injectable } from '@nestjs/common';
import { Database, LOCKS } from '@libs/database';

/** A link that nobody can reach any more. */
export interface DeadLink {
  readonly linkId: number;
  readonly accountId: number;
  readonly objectId: number;
}

/** How many rows one batch of a link's purge removed; `isGone` once nothing of the link is left to do. */
export interface PurgedPart {
  readonly reviews: number;
  readonly links: number;
  readonly isGone: boolean;
}

/** Rows that one transaction removes well within a second. */
const REVIEWS_AT_ONCE = 1_000;
const OBJECTS_AT_ONCE = 100;
const RUNS_AT_ONCE = 100;
const NARROW_ROWS_AT_ONCE = 5_000;

/** Deleted objects and links are kept for so long (contract §4.6), and so are events that were relayed. */
const KEPT = `interval '30 days'`;
/** Ended runs are kept for so long. */
const RUNS_KEPT = `interval '90 days'`;

/**
 * A link dies with itself or with its object. One that a run still holds waits: its worker will drop it, and the run ends.
 * Times are compared with the statement's own, which an index can be asked for.
 */
const IS_DEAD = `least(l.deleted_at, o.deleted_at) < statement_timestamp() - ${KEPT}
  and not exists (select from run_link r where r.link_id = l.id and r.outcome is null)`;
const LINK = 'link l join tracked_object o on o.account_id = l.account_id and o.id = l.object_id';

/**
 * Old rows that no answer shows. Each method is one batch in the caller's transaction, except `nextDeadLink`, which only looks.
 * Whoever has the turn is alone with them: deleted objects, and runs that ended, are written by nobody else.
 */
@Injectable()
export class HousekeepingStore {
  constructor(private readonly database: Database) {}

  /** True where no other process keeps house at this moment; then none does until this transaction ends. */
  async takeTurn(): Promise<boolean> {
    return this.database.tryLock(LOCKS.housekeeping);
  }

  /** The dead link with the lowest id above `afterId`; null where there is none. */
  async nextDeadLink(afterId: number): Promise<DeadLink | null> {
    const [link] = await this.database.query<DeadLink>(
      `select l.id as "linkId", l.account_id as "accountId", l.object_id as "objectId" from (
         select id from link where deleted_at < statement_timestamp() - ${KEPT}
         union
         select c.id from tracked_object d join link c on c.account_id = d.account_id and c.object_id = d.id
         where d.deleted_at < statement_timestamp() - ${KEPT}
       ) old join ${LINK} on l.id = old.id
       where l.id > $1 and ${IS_DEAD} order by l.id limit 1`,
      [afterId],
    );
    return link ?? null;
  }

  /**
   * Deletes up to 1,000 reviews of a dead link with their raw records; with the last of them the link itself, what was
   * counted of it, its schedule and its parts of runs. Nothing where the link is not dead or is gone already.
   */
  async purgePart({ accountId, objectId, linkId }: DeadLink): Promise<PurgedPart> {
    // The link first: whoever would still write a review of it waits for this row, and then finds none.
    const held = await this.database.query(`select from ${LINK} where l.id = $1 and ${IS_DEAD} for update of l`, [
      linkId,
    ]);
    if (held.length === 0) return { reviews: 0, links: 0, isGone: true };
    const [purged] = await this.database.query<{ n: number }>(
      `with gone as (
         delete from review where account_id = $1 and id in (
           select id from review where account_id = $1 and link_id = $2 limit ${REVIEWS_AT_ONCE})
         returning id
       ), raw as (
         delete from review_raw w using gone where w.account_id = $1 and w.review_id = gone.id
       )
       select count(*) as n from gone`,
      [accountId, linkId],
    );
    const reviews = purged?.n ?? 0;
    if (reviews === REVIEWS_AT_ONCE) return { reviews, links: 0, isGone: false };
    for (const counts of ['link_stat', 'link_month', 'link_total']) {
      await this.database.execute(`delete from ${counts} where account_id = $1 and object_id = $2 and link_id = $3`, [
        accountId,
        objectId,
        linkId,
      ]);
    }
    // With its schedule, which whoever plans it holds; what was planned until then is seen after it.
    const links = await this.database.execute('delete from link where id = $1', [linkId]);
    await this.database.execute('delete from run_link where account_id = $1 and link_id = $2', [accountId, linkId]);
    return { reviews, links, isGone: true };
  }

  /** Deleted objects whose links are purged. The budget of creations counts deleted ones too (30 days of `created_at`). */
  async purgeObjects(): Promise<number> {
    return this.database.execute(
      `delete from tracked_object where id in (
         select o.id from tracked_object o
         where o.deleted_at < statement_timestamp() - ${KEPT} and o.created_at < statement_timestamp() - ${KEPT}
           and not exists (select from link l where l.account_id = o.account_id and l.object_id = o.id)
         limit ${OBJECTS_AT_ONCE})`,
    );
  }

  /**
   * Ended runs with their links and what they found. Their events were written in the transactions that ended them: those
   * that are not relayed yet are as old, and no consumer is owed the details of a run for longer.
   */
  async purgeRuns(): Promise<number> {
    const runs = await this.database.query<{ id: number }>(
      `select id from run where finished_at < statement_timestamp() - ${RUNS_KEPT}
       order by finished_at limit ${RUNS_AT_ONCE}`,
    );
    return this.database.execute('delete from run where id = any($1::bigint[])', [runs.map((run) => run.id)]);
  }

  /** Events that were relayed. One that was not stays, however old: it is owed. */
  async purgeEvents(): Promise<number> {
    return this.database.execute(
      `delete from outbox where id in (
         select id from outbox where relayed_at < statement_timestamp() - ${KEPT} limit ${NARROW_ROWS_AT_ONCE})`,
    );
  }
}
