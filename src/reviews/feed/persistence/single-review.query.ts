import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { REVIEW_FLAGS } from '../../domain/review-flags';
import { LIVE_LINK_OF_LIVE_OBJECT } from '../../persistence/live-composition.sql';
import { reviewFields, type ReviewShape } from '../../persistence/review-json.sql';
import { reviewOfId } from '../../persistence/review-rows.sql';
import { border, INSIDE_BORDER } from '../../persistence/trial-cut.sql';
import { SqlValues } from '../../persistence/sql-values';
import { namedInIndexOrder } from '../../persistence/named-statement';

const { deleted, hidden } = REVIEW_FLAGS;

/** Reviews that readers otherwise do not see. */
export interface AlsoShown {
  readonly deleted: boolean;
  readonly hidden: boolean;
}

const NOTHING: AlsoShown = { deleted: false, hidden: false };

/** One review as a feed item. */
@Injectable()
export class SingleReviewQuery {
  constructor(private readonly database: Database) {}

  /** The review as JSON text; null if it does not exist or is not visible to the reader. */
  async visible(
    accountId: number,
    reviewId: number,
    visiblePerLink: number | null,
    shape: ReviewShape,
    also: AlsoShown = NOTHING,
  ): Promise<string | null> {
    const refused = (also.deleted ? 0 : deleted) | (also.hidden ? 0 : hidden);
    const values = new SqlValues();
    const account = values.add(accountId, 'bigint');
    const review = values.add(reviewId, 'bigint');
    const isTrial = visiblePerLink !== null;
    const text = `select row_to_json(f)::text as item from (
      select ${reviewFields(shape)} from (${reviewOfId(account, review)}) r
      ${LIVE_LINK_OF_LIVE_OBJECT}
      ${isTrial ? border(values.add(visiblePerLink - 1, 'bigint')) : ''}
      where r.flags & ${refused} = 0
        ${isTrial ? `and (${also.deleted ? `r.flags & ${deleted} <> 0 or ` : ''}${INSIDE_BORDER})` : ''}
    ) f`;
    const [row] = await this.database.prepared<{ item: string }>(namedInIndexOrder(text, values));
    return row?.item ?? null;
  }
}
