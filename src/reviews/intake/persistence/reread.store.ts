import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { Change } from '../../persistence/change-counter.store';
import { isLiveObject } from '../../persistence/live-composition.sql';
import { reviewOfId } from '../../persistence/review-rows.sql';
import { AS_READ, keysOf } from './review-intake.store';
import { RECORD_TYPES, toRecord, UPDATES, type PreparedReview, type RowVersion } from './review-row';

/** A stored review with the content that its record gives today. */
export type RereadReview = PreparedReview & RowVersion;

export interface RecordRow {
  readonly id: number;
  readonly raw: Readonly<Record<string, unknown>>;
}

/** Reads stored records, and rewrites the reviews that they give today. All methods that write run in the caller's transaction. */
@Injectable()
export class RereadStore {
  constructor(private readonly database: Database) {}

  /** The ids of the link's reviews after `after` whose row was written since `since` (null: all), in their order. */
  async reviewIds(accountId: number, linkId: number, after: number, since: string | null): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      // A scan of the link's index reads no row of the table unless times are compared.
      `select r.id from review r where r.account_id = $1 and r.link_id = $2 and r.id > $3::bigint
         and ($4::timestamptz is null or r.updated_at >= $4::timestamptz)
       order by r.id`,
      [accountId, linkId, after, since],
    );
    return rows.map(({ id }) => id);
  }

  /** The stored records of these reviews. */
  async records(accountId: number, ids: readonly number[]): Promise<readonly RecordRow[]> {
    return this.database.query<RecordRow>(
      'select review_id as id, raw from review_raw where account_id = $1 and review_id = any($2::bigint[])',
      [accountId, ids],
    );
  }

  /**
   * Rewrites the reviews that were not written since they were read; their sightings, marks and deletion do not change. Returns the
   * rewritten ids.
   */
  async rewrite(reviews: readonly RereadReview[], change: Change): Promise<ReadonlySet<number>> {
    if (reviews.length === 0) return new Set();
    const rows = JSON.stringify(
      reviews.map((review, index) => ({ ...toRecord(review, index), id: review.id, version: review.version })),
    );
    const written = await this.database.query<{ id: number }>(
      `with x as (
         select * from json_to_recordset($4::json) as x(n bigint, id bigint, version xid, raw json, ${RECORD_TYPES})
       ), written as (
         update review r set change_seq = $2 + x.n, updated_at = $3::timestamptz, ${UPDATES}
         from ${keysOf('x')} where r.account_id = x.account_id and r.id = x.id and ${AS_READ}
         returning r.id
       ), raws as (
         update review_raw w set raw = x.raw from x join written on written.id = x.id
         where w.account_id = $1 and w.review_id = x.id
       )
       select id from written`,
      [change.accountId, change.seq, change.at, rows],
    );
    return new Set(written.map(({ id }) => id));
  }

  /** Replaces the records of reviews that were not written since they were read, and whose content does not change. Returns their ids. */
  async replaceRecords(accountId: number, reviews: readonly (RecordRow & RowVersion)[]): Promise<ReadonlySet<number>> {
    if (reviews.length === 0) return new Set();
    const rows = await this.database.queryInIndexOrder<{ id: number }>(
      `update review_raw w set raw = x.raw
       from json_to_recordset($2::json) as x(id bigint, version xid, raw json) cross join lateral (${reviewOfId('$1::bigint', 'x.id')}) r
       where w.account_id = $1 and w.review_id = x.id and ${AS_READ}
       returning x.id`,
      [accountId, JSON.stringify(reviews.map(({ id, version, raw }) => ({ id, version, raw })))],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Whether the object is neither disabled nor deleted. */
  async isObjectLive(accountId: number, objectId: number): Promise<boolean> {
    const rows = await this.database.query(
      `select from tracked_object o where o.account_id = $1 and o.id = $2 and ${isLiveObject('o')}`,
      [accountId, objectId],
    );
    return rows.length > 0;
  }
}
