import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { REVIEW_FLAGS } from '../domain/review-flags';
import { reviewFields, type ReviewShape } from './review-json.sql';
import { isLive, reviewOfId } from './review-rows.sql';
import { SqlValues } from './sql-values';
import { statementName } from './statement-name';

const { deleted, hidden } = REVIEW_FLAGS;

/** The oldest review of `r`'s link that a trial sees, by one look into the index; none where the link has fewer. */
export const border = (last: string): string => `
  left join lateral (
    select b.review_date, b.id from review b
    where b.account_id = r.account_id and b.link_id = r.link_id and ${isLive('b')}
    order by b.review_date desc nulls last, b.id desc offset ${last} limit 1
  ) border on true`;

/** `r` is the border or newer; the undated are the oldest. */
export const INSIDE_BORDER = `(border.id is null
    or r.review_date > border.review_date
    or (r.review_date is not null and border.review_date is null)
    or (r.review_date is not distinct from border.review_date and r.id >= border.id))`;

/**
 * The `id` of those of the reviews (an array of ids) that a trial sees, to which the latest `perLink` of a link are visible.
 * The border of each link is looked up once, however many of its reviews are asked for.
 */
export const idsInsideCut = (account: string, ids: string, perLink: string): string => `
  with asked as materialized (
    select r.id, r.link_id, r.review_date from unnest(${ids}) x (id)
    cross join lateral (${reviewOfId(account, 'x.id')}) r
  ), borders as materialized (
    select r.link_id, border.review_date, border.id
    from (select distinct ${account} as account_id, link_id from asked) r ${border(`${perLink} - 1`)}
  )
  select r.id from asked r join borders border on border.link_id = r.link_id where ${INSIDE_BORDER}`;

/** One review as a feed item. */
@Injectable()
export class SingleReviewQuery {
  constructor(private readonly database: Database) {}

  /** The review as JSON text, or null where the reader may not see it for whichever reason. */
  async visible(
    accountId: number,
    reviewId: number,
    visiblePerLink: number | null,
    shape: ReviewShape,
  ): Promise<string | null> {
    const values = new SqlValues();
    const account = values.add(accountId, 'bigint');
    const review = values.add(reviewId, 'bigint');
    const isTrial = visiblePerLink !== null;
    const text = `select row_to_json(f)::text as item from (
      select ${reviewFields(shape)} from (${reviewOfId(account, review)}) r
      join tracked_object o on o.account_id = r.account_id and o.id = r.object_id and o.is_active and o.deleted_at is null
      join link l on l.account_id = r.account_id and l.id = r.link_id and l.deleted_at is null
      ${isTrial ? border(values.add(visiblePerLink - 1, 'bigint')) : ''}
      where r.flags & ${deleted | hidden} = 0
        ${isTrial ? `and ${INSIDE_BORDER}` : ''}
    ) f`;
    const [row] = await this.database.prepared<{ item: string }>({
      name: statementName(text),
      text,
      values: values.all,
    });
    return row?.item ?? null;
  }
}
