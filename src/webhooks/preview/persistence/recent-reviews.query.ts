import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { idsInsideCut, newestReviewIds } from '@src/reviews';
import { EXISTING_REVIEWS, FACTS, type ReviewFacts } from '../../persistence/review-facts.sql';

/** How many reviews are read to find enough that count. */
const MAX_LOOKED_AT = 2_000;

/** Reads recent reviews as the fan-out reads those of an event. */
@Injectable()
export class RecentReviewsQuery {
  constructor(private readonly database: Database) {}

  /**
   * The newest reviews of the account by id, at most `count`, without those of deleted links and objects. `onlyReplied`: only reviews with a
   * reply. Reads at most `MAX_LOOKED_AT` reviews, by the primary key.
   */
  async newest(accountId: number, count: number, onlyReplied: boolean): Promise<readonly ReviewFacts[]> {
    return this.database.query<ReviewFacts>(
      `with newest as materialized (${newestReviewIds('$1::bigint', MAX_LOOKED_AT)})
       select ${FACTS} from (select * from newest order by review_id desc) f ${EXISTING_REVIEWS}
       where not $3::boolean or r.reply_text is not null
       order by f.review_id desc limit $2`,
      [accountId, count, onlyReplied],
    );
  }

  /** Returns the ids of these reviews that a trial may see: the latest `perLink` of each link. */
  async visibleInTrial(accountId: number, reviewIds: readonly number[], perLink: number): Promise<ReadonlySet<number>> {
    const rows = await this.database.query<{ id: number }>(idsInsideCut('$1::bigint', '$2::bigint[]', '$3::bigint'), [
      accountId,
      reviewIds,
      perLink,
    ]);
    return new Set(rows.map(({ id }) => id));
  }
}
