import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { reviewFields, type ReviewShape } from '../../persistence/review-json.sql';
import { newestReviewIds, ofCoverage } from '../../persistence/review-rows.sql';
import { SqlValues } from '../../persistence/sql-values';
import { ordinaryFlags, type FeedScope } from '../domain/feed-strategy';
import { filterConditions, matchingRows } from './feed-conditions.sql';

/** The reviews of an account with ids above `after`, up to `last`; `rows` of them at most. */
export interface BatchWindow {
  readonly after: number;
  readonly last: number;
  readonly rows: number;
}

export interface BatchRow {
  readonly id: number;
  /** JSON text; null if the review does not match. */
  readonly item: string | null;
}

const SHAPE: ReviewShape = { version: 'v3', showsCuration: true, includeRaw: false, separatePosNeg: true };
const ITEM = `(select row_to_json(f)::text from (select ${reviewFields(SHAPE)}) f)`;

/**
 * Reads the reviews of a feed in the order of their ids, in statements of bounded cost. The id of a review never changes, so no change
 * moves a review to a batch before or after its own.
 */
@Injectable()
export class ReviewBatchQuery {
  constructor(private readonly database: Database) {}

  /** The highest id of the account's reviews; 0 without reviews. */
  async lastId(accountId: number): Promise<number> {
    const rows = await this.database.queryInIndexOrder<{ review_id: number }>(newestReviewIds('$1::bigint', 1), [
      accountId,
    ]);
    return rows[0]?.review_id ?? 0;
  }

  /** The next rows of the account, matching or not; fewer than `rows` at the end. With a trial's cut, only those inside it that match. */
  async next(scope: FeedScope, window: BatchWindow): Promise<readonly BatchRow[]> {
    const values = new SqlValues();
    const inWindow = (row: string): string =>
      `${row}.id > ${values.add(window.after, 'bigint')} and ${row}.id <= ${values.add(window.last, 'bigint')}`;
    if (scope.visiblePerLink !== null) {
      // A trial has few objects, and so few reviews, that all of them are found and sorted.
      const text = `select r.id, ${ITEM} as item ${matchingRows(scope, values)} and ${inWindow('r')}
        order by r.id limit ${values.add(window.rows, 'bigint')}`;
      return this.database.query<BatchRow>(text, values.all);
    }
    // The rows are limited before the filter: otherwise one statement would read a whole account for a filter that few reviews pass.
    const matches = `${ofCoverage('r', scope.coverage, values)}${filterConditions(scope.filter, ordinaryFlags(scope), 'finding', values)}`;
    const text = `select r.id, case when ${matches} then ${ITEM} end as item from (
        select * from review w where w.account_id = ${values.add(scope.coverage.accountId, 'bigint')} and ${inWindow('w')}
        order by w.id limit ${values.add(window.rows, 'bigint')} offset 0) r
      order by r.id`;
    return this.database.queryInIndexOrder<BatchRow>(text, values.all);
  }
}
