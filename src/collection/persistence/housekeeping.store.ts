import { Injectable } from '@nestjs/common';
import { Database, LOCKS } from '@libs/database';
import { purgeRelayedEvents } from '@libs/events';
import { trailOn } from '@src/audit';
import { purgeLink } from '@src/links';
import { purgeObjects } from '@src/objects';
import { purgeReviews } from '@src/reviews';
import { purgeSamples } from '@src/sources';
import { SourceControlStore, SourceHealthStore } from '../health';

/** A link that was deleted, itself or with its object, more than 30 days ago. */
export interface ExpiredLink {
  readonly linkId: number;
  readonly accountId: number;
  readonly objectId: number;
}

/** How many rows one batch of the purge of a link removed. `isComplete`: the link itself is removed. */
export interface PurgedPart {
  readonly reviews: number;
  readonly links: number;
  readonly isComplete: boolean;
}

/** Rows per batch, so that a transaction lasts well under a second. */
const BATCH_REVIEWS = 1_000;
const BATCH_OBJECTS = 100;
const BATCH_RUNS = 100;
const BATCH_EVENTS = 5_000;

/** How long deleted objects and links are kept (contract §4.6). */
const RETENTION = `interval '30 days'`;
/** How long ended runs are kept. */
const RUN_RETENTION = `interval '90 days'`;

/**
 * Whether the link or its object was deleted more than 30 days ago. A link in an open run is purged after its worker has dropped it
 * and the run has ended. Compares with `statement_timestamp()`, which can be used in an index condition.
 */
const IS_EXPIRED = `least(l.deleted_at, o.deleted_at) < statement_timestamp() - ${RETENTION}
  and not exists (select from run_link r where r.link_id = l.id and r.outcome is null)`;
const LINK = 'link_view l join tracked_object_view o on o.account_id = l.account_id and o.id = l.object_id';

/**
 * Deletes old rows that no response contains. Each method except `nextExpiredLink` deletes one batch in the caller's transaction,
 * which has acquired `tryLock`, so that no other process changes deleted objects and ended runs.
 */
@Injectable()
export class HousekeepingStore {
  private readonly health = new SourceHealthStore(this.database);
  private readonly control = new SourceControlStore(this.database);
  private readonly trail = trailOn(this.database);

  constructor(private readonly database: Database) {}

  /** Acquires the lock of housekeeping until the transaction ends; returns false if another process has it. */
  async tryLock(): Promise<boolean> {
    return this.database.tryLock(LOCKS.housekeeping);
  }

  /** The expired link with the lowest id above `afterId`; null if there is none. */
  async nextExpiredLink(afterId: number): Promise<ExpiredLink | null> {
    const [link] = await this.database.query<ExpiredLink>(
      `select l.id as "linkId", l.account_id as "accountId", l.object_id as "objectId" from (
         select id from link_view where deleted_at < statement_timestamp() - ${RETENTION}
         union
         select c.id from tracked_object_view d join link_view c on c.account_id = d.account_id and c.object_id = d.id
         where d.deleted_at < statement_timestamp() - ${RETENTION}
       ) old join ${LINK} on l.id = old.id
       where l.id > $1 and ${IS_EXPIRED} order by l.id limit 1`,
      [afterId],
    );
    return link ?? null;
  }

  /**
   * Deletes up to 1,000 reviews of an expired link with their raw records. The last batch also deletes the link, its totals, its
   * schedule and its run links, and records the erasure in the audit trail. Does nothing if the link has not expired or is already removed.
   */
  async purgePart({ accountId, objectId, linkId }: ExpiredLink): Promise<PurgedPart> {
    // Locks the link first: a transaction that writes its reviews waits for this row and then does not find it.
    const locked = await this.database.query(`select from ${LINK} where l.id = $1 and ${IS_EXPIRED} for update of l`, [
      linkId,
    ]);
    if (locked.length === 0) return { reviews: 0, links: 0, isComplete: true };
    const reviews = await purgeReviews(this.database, { accountId, objectId, linkId }, BATCH_REVIEWS);
    if (reviews === BATCH_REVIEWS) return { reviews, links: 0, isComplete: false };
    // Deletes its schedule too. Planners lock that row, so the next statement finds every run link that was planned before.
    const links = await purgeLink(this.database, linkId);
    await this.database.execute('delete from run_link where account_id = $1 and link_id = $2', [accountId, linkId]);
    await this.trail.record({ action: 'link.erased', accountId, target: { type: 'link', id: linkId } });
    return { reviews, links, isComplete: true };
  }

  /**
   * Deletes objects whose links are removed, and records each erasure in the audit trail. Keeps objects created in the last 30 days, which count towards the creation budget.
   */
  async purgeObjects(): Promise<number> {
    const objects = await this.database.query<{ id: number; accountId: number }>(
      `select o.id, o.account_id as "accountId" from tracked_object_view o
       where o.deleted_at < statement_timestamp() - ${RETENTION} and o.created_at < statement_timestamp() - ${RETENTION}
         and not exists (select from link_view l where l.account_id = o.account_id and l.object_id = o.id)
       limit ${BATCH_OBJECTS}`,
    );
    for (const { id, accountId } of objects)
      await this.trail.record({ action: 'object.erased', accountId, target: { type: 'object', id } });
    return purgeObjects(
      this.database,
      objects.map(({ id }) => id),
    );
  }

  /**
   * Deletes ended runs with their links and results. Their events were written when they ended, and the contract promises the
   * details of a run for no longer than `RUN_RETENTION`.
   */
  async purgeRuns(): Promise<number> {
    const runs = await this.database.query<{ id: number }>(
      `select id from run where finished_at < statement_timestamp() - ${RUN_RETENTION}
       order by finished_at limit ${BATCH_RUNS}`,
    );
    return this.database.execute('delete from run where id = any($1::bigint[])', [runs.map((run) => run.id)]);
  }

  /** Deletes relayed events. One that is not relayed is kept, however old. */
  async purgeEvents(): Promise<number> {
    return purgeRelayedEvents(this.database, BATCH_EVENTS);
  }

  /** Deletes old hours, events and samples of sources. */
  async purgeSources(): Promise<number> {
    return (await this.health.purge()) + (await this.control.purgeEvents()) + (await purgeSamples(this.database));
  }
}
