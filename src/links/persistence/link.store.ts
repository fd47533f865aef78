import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { ReadBy, Unread } from '@libs/sources';
import type { CollectionProgress, LinkStatus } from '@src/objects';
import type { LinkedPage } from '../domain/add-link';
import type { CollectionEffect, LinkChange, LinkState } from '../domain/link';

/** A link with the results of its collection. */
export interface StoredLink {
  readonly id: number;
  readonly objectId: number;
  readonly sourceId: number;
  readonly url: string;
  readonly linkName: string | null;
  readonly scrapedObjectName: string | null;
  readonly isActive: boolean;
  readonly isPublic: boolean;
  readonly createdAt: Date;
  readonly frozenAt: Date | null;
  readonly scrapeStatus: LinkStatus;
  readonly scrapeError: string | null;
  readonly lastScrapedAt: Date | null;
  readonly lastScrapedReviewDate: string | null;
  readonly platformReviewCount: number | null;
  readonly stopReason: string | null;
  readonly readBy: ReadBy | null;
  readonly road: string | null;
  readonly nextCollectionAt: Date | null;
  readonly lastFullAt: Date | null;
  readonly failingSince: Date | null;
  readonly failuresInARow: number;
  readonly progress: CollectionProgress | null;
  readonly manyMissing: boolean;
  readonly countDisputes: number;
  readonly unread: Unread | null;
  /** The number of stored reviews that the platform still shows. */
  readonly collectedCount: number;
}

const LINK_WITH_STATE = `
  select l.id, l.object_id as "objectId", l.source_id as "sourceId", l.url, l.link_name as "linkName",
    l.scraped_object_name as "scrapedObjectName", l.is_active as "isActive", l.is_public as "isPublic",
    l.created_at as "createdAt", c.frozen_at as "frozenAt", c.scrape_status as "scrapeStatus",
    c.scrape_error as "scrapeError", c.last_scraped_at as "lastScrapedAt",
    c.last_scraped_review_date as "lastScrapedReviewDate", c.platform_review_count as "platformReviewCount",
    c.stop_reason as "stopReason", c.read_by as "readBy", c.road, c.next_run_at as "nextCollectionAt", c.full_pass_at as "lastFullAt",
    c.failing_since as "failingSince", c.failures as "failuresInARow",
    case when running.id is not null then json_build_object('read', running.reviews_read,
      'of', case when running.wants_full then c.platform_review_count end) end as progress,
    coalesce(c.warning = 'many_reviews_missing', false) as "manyMissing", c.count_disputes as "countDisputes", c.unread,
    coalesce(total.n, 0) as "collectedCount"
  from link l
  join link_collection c on c.link_id = l.id
  left join link_total total
    on total.account_id = l.account_id and total.object_id = l.object_id and total.link_id = l.id
  left join run_link running
    on running.link_id = l.id and running.account_id = l.account_id and running.outcome is null and running.state = 'running' and c.scrape_status = 'in_progress'`;

const OWN_LINK = 'l.account_id = $1 and l.object_id = $2 and l.id = $3 and l.deleted_at is null';

/** The next due time: now if the object is enabled, otherwise null. */
const DUE_IF_OBJECT_IS_ENABLED = 'case when o.is_active then clock_timestamp() end';

/**
 * The table `link`, and the schedule in `link_collection`; the results there are written by `collection`. Every method reads and
 * changes only links of the given account that are not deleted.
 */
@Injectable()
export class LinkStore {
  constructor(private readonly database: Database) {}

  /** Links of the objects, oldest first. */
  async ofObjects(accountId: number, objectIds: readonly number[]): Promise<readonly StoredLink[]> {
    return this.database.query<StoredLink>(
      `${LINK_WITH_STATE} where l.account_id = $1 and l.object_id = any($2) and l.deleted_at is null order by l.id`,
      [accountId, objectIds],
    );
  }

  async find(accountId: number, objectId: number, linkId: number): Promise<StoredLink | null> {
    const [row] = await this.database.query<StoredLink>(`${LINK_WITH_STATE} where ${OWN_LINK}`, [
      accountId,
      objectId,
      linkId,
    ]);
    return row ?? null;
  }

  /** Locks the link until the transaction ends and returns its state; null if there is no such link. */
  async lockState(accountId: number, objectId: number, linkId: number): Promise<LinkState | null> {
    const [row] = await this.database.query<LinkState>(
      `select l.is_active as "isActive", c.frozen_at as "frozenAt", c.lasting_failures as "lastingFailures"
       from link l join link_collection c on c.link_id = l.id where ${OWN_LINK} for no key update`,
      [accountId, objectId, linkId],
    );
    return row ?? null;
  }

  /** The pages that are linked to an object. */
  async pagesOf(accountId: number, objectId: number): Promise<readonly LinkedPage[]> {
    return this.database.query<LinkedPage>(
      `select l.source_id as "sourceId", l.url from link l where l.account_id = $1 and l.object_id = $2 and l.deleted_at is null`,
      [accountId, objectId],
    );
  }

  /** Adds pages of different sources; returns the new ids by source. Each is due at once if the object is enabled. */
  async insert(
    accountId: number,
    objectId: number,
    pages: readonly LinkedPage[],
  ): Promise<ReadonlyMap<number, number>> {
    const rows = await this.database.query<{ id: number; sourceId: number }>(
      `with added as (
         insert into link (account_id, object_id, source_id, url)
         select $1, $2, page.source_id, page.url
         from unnest($3::int[], $4::text[]) with ordinality as page (source_id, url, position) order by page.position
         returning id, source_id
       ), scheduled as (
         insert into link_collection (link_id, account_id, object_id, source_id, next_run_at)
         select added.id, $1, $2, added.source_id, ${DUE_IF_OBJECT_IS_ENABLED}
         from added, tracked_object o where o.account_id = $1 and o.id = $2
       )
       select id, source_id as "sourceId" from added`,
      [accountId, objectId, pages.map((page) => page.sourceId), pages.map((page) => page.url)],
    );
    return new Map(rows.map((row) => [row.sourceId, row.id]));
  }

  /** Writes the fields that are present, and their effect on the schedule. */
  async change(
    accountId: number,
    objectId: number,
    linkId: number,
    change: LinkChange,
    effect: CollectionEffect,
  ): Promise<void> {
    await this.database.execute(
      `update link l set
         link_name = case when $4 then $5 else l.link_name end,
         is_active = coalesce($6, l.is_active),
         is_public = coalesce($7, l.is_public)
       where ${OWN_LINK}`,
      [
        accountId,
        objectId,
        linkId,
        change.linkName !== undefined,
        change.linkName ?? null,
        change.isActive ?? null,
        change.isPublic ?? null,
      ],
    );
    if (effect === 'stop') await this.unscheduleWhere('link_id = $2', [accountId, linkId]);
    if (effect === 'restart') await this.restart(accountId, linkId);
  }

  /** Marks a link as deleted. Returns false if there is no such link. */
  async markDeleted(accountId: number, objectId: number, linkId: number): Promise<boolean> {
    const deletedLinks = await this.database.execute(
      `update link l set deleted_at = clock_timestamp() where ${OWN_LINK}`,
      [accountId, objectId, linkId],
    );
    if (deletedLinks > 0) await this.unscheduleWhere('link_id = $2', [accountId, linkId]);
    return deletedLinks > 0;
  }

  async markAllDeleted(accountId: number, objectId: number): Promise<void> {
    await this.database.execute(
      `update link set deleted_at = clock_timestamp() where account_id = $1 and object_id = $2 and deleted_at is null`,
      [accountId, objectId],
    );
    await this.stopCollecting(accountId, [objectId]);
  }

  /** Removes the due times of all links of these objects. */
  async stopCollecting(accountId: number, objectIds: readonly number[]): Promise<void> {
    await this.unscheduleWhere('link_id in (select id from link where account_id = $1 and object_id = any($2))', [
      accountId,
      objectIds,
    ]);
  }

  /** Makes every enabled link of these objects due at once. */
  async startCollecting(accountId: number, objectIds: readonly number[]): Promise<void> {
    await this.database.execute(
      `update link_collection c set next_run_at = clock_timestamp()
       from link l
       where l.account_id = $1 and l.object_id = any($2) and l.deleted_at is null and l.is_active and c.link_id = l.id`,
      [accountId, objectIds],
    );
  }

  private async unscheduleWhere(condition: string, parameters: readonly unknown[]): Promise<void> {
    await this.database.execute(
      // Also updates rows without a due time, so that it waits for a concurrent change that makes the link due and overwrites it.
      `update link_collection set next_run_at = null where account_id = $1 and ${condition}`,
      parameters,
    );
  }

  private async restart(accountId: number, linkId: number): Promise<void> {
    await this.database.execute(
      `update link_collection c set frozen_at = null, lasting_failures = 0, next_run_at = ${DUE_IF_OBJECT_IS_ENABLED}
       from tracked_object o
       where c.account_id = $1 and c.link_id = $2 and o.account_id = c.account_id and o.id = c.object_id`,
      [accountId, linkId],
    );
  }
}
