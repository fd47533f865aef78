import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { activeTraceparent } from '@libs/traces';
import type { LinkedPage } from '../domain/add-link';
import type { PageOfObject } from '../domain/import-trial';
import type { CollectionEffect, LinkChange, LinkState } from '../domain/link';

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

  /** The pages that are linked to the objects of the account. */
  async pagesOfAccount(accountId: number): Promise<readonly PageOfObject[]> {
    return this.database.query<PageOfObject>(
      `select l.object_id as "objectId", l.source_id as "sourceId", l.url from link l where l.account_id = $1 and l.deleted_at is null
       order by l.object_id, l.id`,
      [accountId],
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
         insert into link_collection (link_id, account_id, object_id, source_id, next_run_at, traceparent)
         select added.id, $1, $2, added.source_id, ${DUE_IF_OBJECT_IS_ENABLED}, $5
         from added, tracked_object_view o where o.account_id = $1 and o.id = $2
       )
       select id, source_id as "sourceId" from added`,
      [accountId, objectId, pages.map((page) => page.sourceId), pages.map((page) => page.url), activeTraceparent()],
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
      `update link_collection c set next_run_at = clock_timestamp(), traceparent = $3
       from link l
       where l.account_id = $1 and l.object_id = any($2) and l.deleted_at is null and l.is_active and c.link_id = l.id`,
      [accountId, objectIds, activeTraceparent()],
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
      `update link_collection c set frozen_at = null, lasting_failures = 0, next_run_at = ${DUE_IF_OBJECT_IS_ENABLED},
         traceparent = $3
       from tracked_object_view o
       where c.account_id = $1 and c.link_id = $2 and o.account_id = c.account_id and o.id = c.object_id`,
      [accountId, linkId, activeTraceparent()],
    );
  }
}
