import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { REVIEW_FLAGS } from '../../domain/review-flags';
import { reviewOfId } from '../../persistence/review-rows.sql';
import type { IdentifyingFields } from '../domain/compared-review';
import { inParts } from './review-intake.store';
import type { IntakeLink } from './review-row';

/** Rows per statement. They have texts, so the event loop is blocked while they are received. */
const ROWS_AT_ONCE = 500;

export interface UnseenRow {
  readonly id: number;
  readonly isDeleted: boolean;
}

/** Reads stored reviews that a pass did not see, to compare them with new ones. */
@Injectable()
export class UnseenReviewStore {
  constructor(private readonly database: Database) {}

  /**
   * Returns the link's reviews that are not among `seenIds`, dated after `from` (null: all, including undated ones), also deleted ones; in
   * the order in which they were first stored.
   */
  async find(link: IntakeLink, seenIds: readonly number[], from: string | null): Promise<readonly UnseenRow[]> {
    return this.database.query<UnseenRow>(
      `select r.id, r.flags & ${REVIEW_FLAGS.deleted} <> 0 as "isDeleted" from review r
       where r.account_id = $1 and r.link_id = $2 and ($4::timestamp is null or r.review_date > $4::timestamp)
         and not (r.id = any($3::bigint[]))
       order by r.id`,
      [link.accountId, link.linkId, seenIds, from],
    );
  }

  /** Returns the identifying fields of these reviews, in parts of `ROWS_AT_ONCE`. Reviews that no longer exist are omitted. */
  async *fields(
    { accountId }: IntakeLink,
    ids: readonly number[],
  ): AsyncGenerator<readonly IdentifyingFields[], void, void> {
    for (const part of inParts(ids, ROWS_AT_ONCE)) {
      yield await this.database.queryInIndexOrder<IdentifyingFields>(
        `select r.external_id as "externalId", r.author, r.text, r.rating, r.date_precision = 2 as "isRelative",
           to_char(r.review_date, 'YYYY-MM-DD"T"HH24:MI:SS') as "reviewDate", r.flags & ${REVIEW_FLAGS.deleted} <> 0 as "isDeleted"
         from unnest($2::bigint[]) with ordinality as x(id, n) cross join lateral (${reviewOfId('$1::bigint', 'x.id')}) r
         order by x.n`,
        [accountId, part],
      );
    }
  }
}
