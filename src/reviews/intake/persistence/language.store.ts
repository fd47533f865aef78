import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { Change } from '../../persistence/change-counter.store';
import { DETECTOR, UNDETERMINED } from '../text-language';
import { AS_READ, keysOf } from './review-intake.store';
import type { RowVersion } from './review-row';

/** A review whose language was not detected, with the beginning of its text. */
export interface UndetectedReview extends RowVersion {
  readonly text: string | null;
}

export interface DetectedReview extends RowVersion {
  readonly language: string;
}

/** Reviews that were stored by a version that detects no languages. */
@Injectable()
export class LanguageStore {
  constructor(private readonly database: Database) {}

  /** The next account after `after` with such reviews; null if there is none. */
  async nextAccount(after: number): Promise<number | null> {
    const rows = await this.database.queryInIndexOrder<{ accountId: number }>(
      `select account_id as "accountId" from review where detector = 0 and account_id > $1 order by account_id limit 1`,
      [after],
    );
    return rows[0]?.accountId ?? null;
  }

  /** Such reviews of the account after the id `after`, in their order. `characters`: how much of each text is read. */
  async undetected(
    accountId: number,
    after: number,
    limit: number,
    characters: number,
  ): Promise<readonly UndetectedReview[]> {
    return this.database.queryInIndexOrder<UndetectedReview>(
      `select id, xmin::text as version, left(text, $4) as text from review
       where detector = 0 and account_id = $1 and id > $2 order by account_id, id limit $3`,
      [accountId, after, limit, characters],
    );
  }

  /**
   * Stores the languages of reviews that were not written since they were read. They get no change numbers, and `updated_at` stays: a
   * version that shows a further field is no change of the review. Returns the number of written reviews.
   */
  async store({ accountId }: Change, reviews: readonly DetectedReview[]): Promise<number> {
    return this.database.execute(
      `update review r set language = x.language, detector = ${DETECTOR}
       from ${keysOf('unnest($2::bigint[], $3::xid[], $4::text[]) as x(id, version, language)')}
       where r.account_id = x.account_id and r.id = x.id and ${AS_READ}`,
      [
        accountId,
        reviews.map(({ id }) => id),
        reviews.map(({ version }) => version),
        reviews.map(({ language }) => language),
      ],
    );
  }

  /** Deletes the counters that are 0 because their reviews have a language now: they would be read with all others. */
  async deleteEmptyCounters({ accountId }: Change): Promise<void> {
    for (const table of ['link_stat', 'link_month'])
      await this.database.execute(
        `delete from ${table} where account_id = $1 and language = '${UNDETERMINED}' and n = 0`,
        [accountId],
      );
  }
}
