import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { ReviewShape } from '../../persistence/review-json.sql';
import { reviewOfId } from '../../persistence/review-rows.sql';
import { removalReasonOf, syncItems, syncItemsOf, type SyncItems, type SyncItemRow } from './sync-items.sql';

export interface SyncPage {
  readonly accountId: number;
  readonly limit: number;
  readonly shape: ReviewShape;
}

/** One page of a walk. A walk reads all reviews of some links, page by page. */
export interface SyncWalk {
  /** Ascending. */
  readonly linkIds: readonly number[];
  /** The last review that was read; null: the walk begins. */
  readonly from: WalkPosition | null;
  /** True if the links belong to the reader's composition, unless they are removed or their object is not live. */
  readonly inScope: boolean;
  /** When the reviews moved into or out of the composition, as PostgreSQL's text; null: the time of each review's change. */
  readonly movedAt: string | null;
}

export interface WalkPosition {
  readonly linkId: number;
  readonly externalId: string;
}

/** A range of change numbers of some objects: above `after`, up to `until`. */
export interface SyncRange {
  readonly objectIds: readonly number[];
  readonly after: number;
  readonly until: number;
}

/**
 * The order is that of the unique index of external ids. They are the only indexed part of a review that never changes, so no review
 * can move from the unread part of the walk into the part that was read. The first link continues after the last page: the index
 * serves `>=`, and the inequality excludes the review that was read.
 *
 * The rows must be returned link by link in the order of `w`, because the next page continues after the last row. A lateral subquery
 * with a limit reads both the reviews of a link and the state of the link, because the planner cannot flatten it. With a separate join of
 * the state, the planner could begin with the table of links, and the last row of a page was not the last in the order.
 */
const WALK = `
  select r.*, $5::boolean as in_scope, $6::timestamptz as checked_at
  from unnest($2::bigint[]) with ordinality w (id, place)
  cross join lateral (
    select found.*, state.gone
    from (
      select * from review r
      where r.account_id = $1 and r.link_id = w.id
        and r.external_id >= case when w.place = 1 then coalesce($3::text, '') else '' end
        and (w.place > 1 or r.external_id is distinct from $3::text)
      order by r.external_id limit $4
    ) found
    left join lateral (${removalReasonOf('w.id')}) state on true
    order by found.external_id limit $4
  ) r
  limit $4`;

/** `with ties`: reviews that share a change number are on the same page. */
const CHANGED = `
  select r.*, true as in_scope, null::timestamptz as checked_at, state.gone
  from review r left join lateral (${removalReasonOf('r.link_id')}) state on true
  where r.account_id = $1 and r.change_seq > $3 and r.change_seq <= $4 and r.object_id = any($2::bigint[])
  order by r.change_seq fetch first ($5::bigint) rows with ties`;

/** Reviews as changes, for readers without a cut. The statements are not prepared, because the best plan depends on the list of links. */
@Injectable()
export class SyncRowsQuery {
  constructor(private readonly database: Database) {}

  /** The position of a walk after this review; null if the review was purged. */
  async positionOf(accountId: number, reviewId: number): Promise<WalkPosition | null> {
    const [position] = await this.database.queryInIndexOrder<WalkPosition>(
      `select link_id as "linkId", external_id as "externalId" from (${reviewOfId('$1::bigint', '$2::bigint')}) r`,
      [accountId, reviewId],
    );
    return position ?? null;
  }

  /** The ids of all links of the object, including removed ones, ascending. */
  async linksOf(accountId: number, objectId: number): Promise<readonly number[]> {
    const rows = await this.database.query<{ id: number }>(
      'select id from link_view where account_id = $1 and object_id = $2 order by id',
      [accountId, objectId],
    );
    return rows.map((row) => row.id);
  }

  /** The next reviews after `from`, in the order of link ids and, within a link, of external ids. */
  async walk(page: SyncPage, { linkIds, from, inScope, movedAt }: SyncWalk): Promise<SyncItems> {
    const remainingLinkIds = from === null ? linkIds : linkIds.filter((id) => id >= from.linkId);
    // If the link of `from` has left the composition, the next link is read from its beginning.
    const after = from !== null && remainingLinkIds[0] === from.linkId ? from.externalId : null;
    return this.items(WALK, page, [page.accountId, remainingLinkIds, after, page.limit, inScope, movedAt]);
  }

  /** The reviews of these objects that changed in a range of numbers, each in its current state. */
  async changed(page: SyncPage, { objectIds, after, until }: SyncRange): Promise<SyncItems> {
    return this.items(CHANGED, page, [page.accountId, objectIds, after, until, page.limit]);
  }

  private async items(rows: string, page: SyncPage, values: readonly unknown[]): Promise<SyncItems> {
    return syncItemsOf(await this.database.queryInIndexOrder<SyncItemRow>(syncItems(rows, page.shape), values));
  }
}
