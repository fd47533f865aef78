import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { newestReviewIds, reviewAfterNewest } from '@src/reviews';
import { EXISTING_REVIEWS, SELECTABLE_REVIEW, type SelectableReview } from '../../persistence/receivable-reviews.query';

/** How many reviews are read at most. */
export const MAX_LOOKED_AT = 2_000;

/** A recent review. */
export interface RecentReview extends SelectableReview {
  /** Whether it was collected for the first time in the last seven days, by the database's clock. */
  readonly isOfWeek: boolean;
}

const OF_WEEK = `first_seen_at >= statement_timestamp() - interval '7 days'`;

/** Reads recent reviews as the fan-out reads those of an event. */
@Injectable()
export class RecentReviewsQuery {
  constructor(private readonly database: Database) {}

  /**
   * The newest `MAX_LOOKED_AT` reviews of the account by id, newest first, without those of deleted links and objects. `onlyReplied`:
   * only reviews with a reply. Reads by the primary key.
   */
  async newest(accountId: number, onlyReplied: boolean): Promise<readonly RecentReview[]> {
    return this.database.queryInIndexOrder<RecentReview>(
      `with newest as materialized (${newestReviewIds('$1::bigint', MAX_LOOKED_AT)})
       select ${SELECTABLE_REVIEW}, r.${OF_WEEK} as "isOfWeek"
       from (select * from newest order by review_id desc) f ${EXISTING_REVIEWS}
       where not $2::boolean or r.reply_text is not null
       order by f.review_id desc`,
      [accountId, onlyReplied],
    );
  }

  /** Whether the last seven days have reviews that `newest` does not read. */
  async hasOlderOfWeek(accountId: number): Promise<boolean> {
    const [next] = await this.database.queryInIndexOrder<{ isOfWeek: boolean }>(
      `select ${OF_WEEK} as "isOfWeek" from (${reviewAfterNewest('$1::bigint', MAX_LOOKED_AT)}) r`,
      [accountId],
    );
    return next?.isOfWeek === true;
  }
}
