import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { Coverage } from '../../domain/coverage';
import { linkCondition } from '../../persistence/review-rows.sql';
import { SqlValues } from '../../persistence/sql-values';

/** The age of the unanswered negative reviews: those of the buckets 1 and 2 without a reply (contract §2.8). */
@Injectable()
export class OldestUnansweredQuery {
  constructor(private readonly database: Database) {}

  /**
   * The oldest `review_date` among the dated reviews of the coverage, as local time on the wire; null if there is none. Reads one
   * entry per object of the index `review_unanswered`.
   */
  async dateAmong(coverage: Coverage): Promise<string | null> {
    const values = new SqlValues();
    const account = values.add(coverage.accountId, 'bigint');
    const objects = values.add(coverage.objectIds, 'bigint[]');
    const [row] = await this.database.query<{ date: string | null }>(
      `select to_char(min(oldest.review_date), 'YYYY-MM-DD"T"HH24:MI:SS') as date
       from unnest(${objects}) o (id) cross join lateral (
         select r.review_date from review r
         where r.account_id = ${account} and r.object_id = o.id and r.rating < 300 and r.reply_text is null
           and r.deleted_at is null and r.review_date is not null${linkCondition(coverage, values)}
         order by r.review_date limit 1
       ) oldest`,
      values.all,
    );
    return row?.date ?? null;
  }
}
