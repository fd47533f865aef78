import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { ReviewShape } from '../../persistence/review-json.sql';
import { goneOf, syncItems, syncItemsOf, type SyncItems, type SyncItemRow } from './sync-items.sql';

export interface SyncPage {
  readonly accountId: number;
  readonly limit: number;
  readonly shape: ReviewShape;
}

/** A walk over all reviews of some links. */
export interface SyncWalk {
  /** Ascending. */
  readonly linkIds: readonly number[];
  /** The review after which it continues; null: from the beginning. */
  readonly from: WalkPosition | null;
  /** Whether the reader's composition holds the links, as far as they are live. */
  readonly inScope: boolean;
  /** PostgreSQL's text of the time at which the reviews moved in or out; null: each by its own change. */
  readonly notedAt: string | null;
}

export interface WalkPosition {
  readonly linkId: number;
  readonly externalId: string;
}

/** Numbers of the account's order of changes. */
export interface SyncRange {
  readonly objectIds: readonly number[];
  readonly after: number;
  readonly until: number;
}

/**
 * In the order of the unique index of external ids: they are the only indexed part of a review that never changes, so no review can
 * move from the part that is still to be read into the part that was read. The first link continues after the last page; the index serves
 * `>=`, and the inequality drops the one review that was read.
 *
 * The rows must come link by link in the order of `w`, because the next page continues after the last row. One lateral subquery with a limit
 * reads a link and its state, and cannot be flattened: with the state joined beside it, the planner could begin with the table of links, and
 * the last row of a page was not the furthest.
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
    left join lateral (${goneOf('w.id')}) state on true
    order by found.external_id limit $4
  ) r
  limit $4`;

/** With ties: a number that several reviews share is never half read. */
const CHANGED = `
  select r.*, true as in_scope, null::timestamptz as checked_at, state.gone
  from review r left join lateral (${goneOf('r.link_id')}) state on true
  where r.account_id = $1 and r.change_seq > $3 and r.change_seq <= $4 and r.object_id = any($2::bigint[])
  order by r.change_seq fetch first ($5::bigint) rows with ties`;

/** Reviews as changes, for readers who see all reviews of a link. Statements are planned for their values: lists of links differ too much. */
@Injectable()
export class SyncRowsQuery {
  constructor(private readonly database: Database) {}

  /** The position of a walk whose last review this was; null where the review was purged since. */
  async positionOf(accountId: number, reviewId: number): Promise<WalkPosition | null> {
    const [place] = await this.database.query<WalkPosition>(
      'select link_id as "linkId", external_id as "externalId" from review where account_id = $1 and id = $2',
      [accountId, reviewId],
    );
    return place ?? null;
  }

  /** All links that ever belonged to the object, ascending. */
  async linksOf(accountId: number, objectId: number): Promise<readonly number[]> {
    const rows = await this.database.query<{ id: number }>(
      'select id from link where account_id = $1 and object_id = $2 order by id',
      [accountId, objectId],
    );
    return rows.map((row) => row.id);
  }

  /** The next reviews of these links after `from`, link by link by their ids, in each by the platform's ids. */
  async walk(page: SyncPage, { linkIds, from, inScope, notedAt }: SyncWalk): Promise<SyncItems> {
    const rest = from === null ? linkIds : linkIds.filter((id) => id >= from.linkId);
    // Its link has left the composition meanwhile: the next one is read from its beginning.
    const after = from !== null && rest[0] === from.linkId ? from.externalId : null;
    return this.items(WALK, page, [page.accountId, rest, after, page.limit, inScope, notedAt]);
  }

  /** What changed in these objects in a range of numbers, each review in its present state. */
  async changed(page: SyncPage, { objectIds, after, until }: SyncRange): Promise<SyncItems> {
    return this.items(CHANGED, page, [page.accountId, objectIds, after, until, page.limit]);
  }

  private async items(rows: string, page: SyncPage, values: readonly unknown[]): Promise<SyncItems> {
    return syncItemsOf(await this.database.query<SyncItemRow>(syncItems(rows, page.shape), values));
  }
}
