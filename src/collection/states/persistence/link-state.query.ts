import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { Unread } from '@libs/sources';
import type { LinkView } from '@src/objects';
import { offSince } from '@src/switches';

/** A link with the results of its collection, from which the rest of its view is computed. */
export interface StoredLink extends Omit<LinkView, 'sourceSlug' | 'autoName' | 'completeness' | 'warning'> {
  readonly manyMissing: boolean;
  readonly countDisputes: number;
  readonly unread: Unread | null;
}

const LINK_WITH_STATE = `
  select l.id, l.object_id as "objectId", l.source_id as "sourceId", l.url, l.link_name as "linkName",
    l.scraped_object_name as "scrapedObjectName", l.is_active as "isActive", l.is_public as "isPublic",
    l.created_at as "createdAt", c.frozen_at as "frozenAt", c.scrape_status as "scrapeStatus",
    c.scrape_error as "scrapeError", c.last_scraped_at as "lastScrapedAt",
    c.last_scraped_review_date as "lastScrapedReviewDate", c.platform_review_count as "platformReviewCount",
    c.stop_reason as "stopReason", c.read_by as "readBy", c.road, c.next_run_at as "nextCollectionAt", c.full_pass_at as "lastFullAt",
    ${offSince('collection', 'l.source_id')} as "switchedOffSince", c.failing_since as "failingSince", c.failures as "failuresInARow",
    case when running.id is not null then json_build_object('read', running.reviews_read,
      'of', case when running.wants_full then c.platform_review_count end) end as progress,
    coalesce(c.warning = 'many_reviews_missing', false) as "manyMissing", c.count_disputes as "countDisputes", c.unread,
    coalesce(total.n, 0) as "collectedCount"
  from link_view l
  join link_collection c on c.link_id = l.id
  left join link_total_view total
    on total.account_id = l.account_id and total.object_id = l.object_id and total.link_id = l.id
  left join run_link running
    on running.link_id = l.id and running.account_id = l.account_id and running.outcome is null and running.state = 'running' and c.scrape_status = 'in_progress'`;

/** Links with the results of their collection. Both methods read only links of the given account that are not deleted. */
@Injectable()
export class LinkStateQuery {
  constructor(private readonly database: Database) {}

  /** Links of the objects, oldest first. */
  async ofObjects(accountId: number, objectIds: readonly number[]): Promise<readonly StoredLink[]> {
    return this.database.query<StoredLink>(
      `${LINK_WITH_STATE} where l.account_id = $1 and l.object_id = any($2) and l.deleted_at is null order by l.id`,
      [accountId, objectIds],
    );
  }

  async find(accountId: number, objectId: number, linkId: number): Promise<StoredLink | null> {
    const [row] = await this.database.query<StoredLink>(
      `${LINK_WITH_STATE} where l.account_id = $1 and l.object_id = $2 and l.id = $3 and l.deleted_at is null`,
      [accountId, objectId, linkId],
    );
    return row ?? null;
  }
}
