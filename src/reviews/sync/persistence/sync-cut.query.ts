import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { isLive } from '../../persistence/review-rows.sql';
import { goneOf, syncItems, syncItemsOf, type SyncItems, type SyncItemRow } from './sync-items.sql';
import type { SyncPage } from './sync-rows.query';

/** What a reader with a cut reads again: everything that the changes of a range may have moved over the cut. */
export interface CutPass {
  /** The reader has everything up to this number. */
  readonly base: number;
  /** Reviews changed after this number belong to the next pass. */
  readonly until: number;
  /** Links of these objects are read again where one of their reviews changed after `base`. */
  readonly objectIds: readonly number[];
  /** Links that are read again in any case. */
  readonly linkIds: readonly number[];
  readonly coveredLinkIds: readonly number[];
  readonly visiblePerLink: number;
  /** PostgreSQL's text of the time that removals are given. */
  readonly at: string;
  /** Reviews up to this id are done. */
  readonly after: number;
  /** An earlier pass over the same range was stopped, so reviews inserted since `base` may have been returned already. */
  readonly isAgain: boolean;
}

/** The review at this offset among those of the link `w` that are not deleted, newest first, undated last. */
const nth = (offset: string): string => `
  select b.review_date, b.id from review b
  where b.account_id = $1 and b.link_id = w.id and ${isLive('b')}
  order by b.review_date desc nulls last, b.id desc offset ${offset} limit 1`;

/** `r` is the given review, newer, or there is no such review. */
const notBelow = (edge: string): string => `(${edge}.id is null
    or r.review_date > ${edge}.review_date
    or (r.review_date is not null and ${edge}.review_date is null)
    or (r.review_date is not distinct from ${edge}.review_date and r.id >= ${edge}.id))`;

/**
 * `moved` reviews changed since the base, so an unchanged review that was inside the cut is now at most that many rows below it. All reviews
 * up to there are returned, and below it those that changed. A review that was inserted since and is outside was never returned.
 */
const MOVED = `
  with touched as (
    select r.link_id as id, count(*) as moved from review r
    where r.account_id = $1 and r.change_seq > $2 and r.object_id = any($4::bigint[])
    group by r.link_id
    union all
    select l.id, 0 from unnest($5::bigint[]) l (id)
  ), reach as (
    select id, sum(moved)::bigint as moved from touched group by id
  )
  select * from (
    select r.*, judged.in_scope, case when not judged.in_scope then $8::timestamptz end as checked_at,
      state.gone
    from reach w
    left join lateral (${goneOf('w.id')}) state on true
    left join lateral (${nth('$7::bigint - 1')}) border on true
    left join lateral (${nth('$7::bigint - 1 + w.moved')}) edge on true
    cross join lateral (
      select r.* from review r where r.account_id = $1 and r.link_id = w.id
        and r.review_date >= coalesce(edge.review_date, '-infinity') and ${notBelow('edge')}
      union all
      select r.* from review r where r.account_id = $1 and r.link_id = w.id
        and r.review_date is null and ${notBelow('edge')}
      union all
      select r.* from review r where r.account_id = $1 and r.link_id = w.id
        and r.change_seq > $2 and r.change_seq <= $3 and (${notBelow('edge')}) is not true
    ) r
    cross join lateral (select w.id = any($6::bigint[]) and ${notBelow('border')} as in_scope) judged
  ) r
  where r.id > $9 and r.change_seq <= $3 and (r.in_scope or r.change_seq <= $2 or r.first_seen_at <> r.updated_at or $11::boolean)
  order by r.id limit $10`;

/** Reviews as changes, for readers who see only the latest of each link (§5.3): one change can move others over the cut. */
@Injectable()
export class SyncCutQuery {
  constructor(private readonly database: Database) {}

  /** Ordered by id. */
  async moved(page: SyncPage, pass: CutPass): Promise<SyncItems> {
    const rows = await this.database.query<SyncItemRow>(syncItems(MOVED, page.shape), [
      page.accountId,
      pass.base,
      pass.until,
      pass.objectIds,
      pass.linkIds,
      pass.coveredLinkIds,
      pass.visiblePerLink,
      pass.at,
      pass.after,
      page.limit,
      pass.isAgain,
    ]);
    return syncItemsOf(rows);
  }
}
