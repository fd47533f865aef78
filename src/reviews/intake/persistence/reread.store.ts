import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { isLiveObject } from '../../persistence/live-composition.sql';
import { reviewOfId } from '../../persistence/review-rows.sql';
import { AS_READ, type RawRow } from './review-intake.store';
import type { RowVersion } from './review-row';

/** A record that replaces the one of its review, and the version of the review that it was made from. */
export type ReplacedRecord = Pick<RawRow, 'id' | 'raw'> & RowVersion;

/** Finds reviews whose stored records are read again, and replaces records. */
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

  /**
   * Replaces the records of reviews that were not written since they were read, and whose content does not change.
   * Returns their ids.
   */
  async replaceRecords(accountId: number, reviews: readonly ReplacedRecord[]): Promise<ReadonlySet<number>> {
    if (reviews.length === 0) return new Set();
    const rows = await this.database.queryInIndexOrder<{ id: number }>(
      `update review_raw w set raw = x.raw
       from json_to_recordset($2::json) as x(id bigint, version xid, raw json)
       cross join lateral (${reviewOfId('$1::bigint', 'x.id')}) r
       where w.account_id = $1 and w.review_id = x.id and ${AS_READ}
       returning x.id`,
      [accountId, JSON.stringify(reviews.map(({ id, version, raw }) => ({ id, version, raw })))],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Whether the object is neither disabled nor deleted. */
  async isObjectLive(accountId: number, objectId: number): Promise<boolean> {
    const rows = await this.database.query(
      `select from tracked_object_view o where o.account_id = $1 and o.id = $2 and ${isLiveObject('o')}`,
      [accountId, objectId],
    );
    return rows.length > 0;
  }
}
