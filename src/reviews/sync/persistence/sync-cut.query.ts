import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { isLive } from '../../persistence/review-rows.sql';
import { removalReasonOf, syncItems, syncItemsOf, type SyncItems, type SyncItemRow } from './sync-items.sql';
import type { SyncPage } from './sync-rows.query';

/** A pass of a reader with a cut: it reads every review that the changes of a range may have moved over the cut. */
export interface CutPass {
  /** The client has received all changes up to this number. */
  readonly base: number;
  /** Reviews changed after this number belong to the next pass. */
  readonly until: number;
  /** A link of these objects is read again if one of its reviews changed after `base`. */
  readonly objectIds: readonly number[];
  /** Links that are always read again. */
  readonly linkIds: readonly number[];
  readonly coveredLinkIds: readonly number[];
  readonly visiblePerLink: number;
  /** The `changed_at` of removals on the wire, as PostgreSQL's text. */
  readonly at: string;
  /** Reviews up to this id were read. */
  readonly after: number;
  /** True if an earlier pass over the range was stopped, so reviews inserted after `base` may have been returned already. */
  readonly isRestarted: boolean;
}

/** The review at this offset among those of the link `w` that are not deleted, newest first, undated last. */
const nth = (offset: string): string => `
  select b.review_date, b.id from review b
  where b.account_id = $1 and b.link_id = w.id and ${isLive('b')}
  order by b.review_date desc nulls last, b.id desc offset ${offset} limit 1`;

/** True if `r` is the review `edge` or newer, or if there is no `edge`. */
const notBelow = (edge: string): string => `(${edge}.id is null
    or r.review_date > ${edge}.review_date
    or (r.review_date is not null and ${edge}.review_date is null)
    or (r.review_date is not distinct from ${edge}.review_date and r.id >= ${edge}.id))`;

/**
 * `moved` is the number of reviews of a link that changed after the base. An unchanged review that was inside the cut is therefore now at
 * most `moved` rows below the cut (at the review `edge`). The pass returns all reviews down to the edge, and the changed ones below it.
 * It omits reviews outside the cut that were inserted after the base, because the client never received them.
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
    left join lateral (${removalReasonOf('w.id')}) state on true
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

/** Reviews as changes, for readers with a cut (contract §5.3). One change can move other reviews over the cut. */
@Injectable()
export class SyncCutQuery {
  constructor(private readonly database: Database) {}

  /** The reviews of a pass after `pass.after`, in the order of ids. */
  async moved(page: SyncPage, pass: CutPass): Promise<SyncItems> {
    const rows = await this.database.queryInIndexOrder<SyncItemRow>(syncItems(MOVED, page.shape), [
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
      pass.isRestarted,
    ]);
    return syncItemsOf(rows);
  }
}
