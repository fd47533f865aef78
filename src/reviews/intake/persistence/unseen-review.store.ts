import { Injectable } from '@nestjs/common';
import { Database, type PreparedStatement } from '@libs/database';
import { REVIEW_FLAGS } from '../../domain/review-flags';
import type { Change } from '../../persistence/change-counter.store';
import { isLive, reviewOfId, reviewsOfIds } from '../../persistence/review-rows.sql';
import type { IdentifyingFields } from '../domain/compared-review';
import type { MissingReview } from '../domain/missing-reviews';
import { inParts, keysOf, liveCountOf, liveCountStatement, MAX_ROWS } from './review-intake.store';
import type { IntakeLink } from './review-row';

/** Rows per statement. They have texts, so the event loop is blocked while they are received. */
const ROWS_AT_ONCE = 500;

/** The reviews of a link at the end of a pass. */
export interface ListState {
  /** How many of those that collections found are not deleted. */
  readonly live: number;
  /** The newest one that the pass did not see, that is not deleted and was not missed; null if there is none. */
  readonly newestUnseen: { readonly reviewDate: string | null } | null;
}

export interface UnseenRow {
  readonly id: number;
  readonly isDeleted: boolean;
  /** Only an import has brought it. */
  readonly isImported: boolean;
}

/** The stored reviews that a pass did not see: compares them with new ones, and marks them as missed or deleted. */
@Injectable()
export class UnseenReviewStore {
  constructor(private readonly database: Database) {}

  /**
   * Returns the link's reviews that are not among `seenIds`, dated after `from` (null: all, including undated ones),
   * also deleted ones, but not those of removed imports; in the order in which they were first stored.
   */
  async find(link: IntakeLink, seenIds: readonly number[], from: string | null): Promise<readonly UnseenRow[]> {
    return this.database.query<UnseenRow>(
      `select r.id, r.flags & ${REVIEW_FLAGS.deleted} <> 0 as "isDeleted", r.import_id is not null as "isImported" from review r
       where r.account_id = $1 and r.link_id = $2 and (r.import_id is null or r.flags & ${REVIEW_FLAGS.deleted} = 0) and ($4::timestamp is null or r.review_date > $4::timestamp)
         and not (r.id = any($3::bigint[]))
       order by r.id`,
      [link.accountId, link.linkId, seenIds, from],
    );
  }

  /**
   * Returns the identifying fields of these reviews, in parts of `ROWS_AT_ONCE`. Reviews that no longer exist are
   * omitted.
   */
  async *fields(
    { accountId }: IntakeLink,
    ids: readonly number[],
  ): AsyncGenerator<readonly (IdentifyingFields & { readonly id: number })[], void, void> {
    for (const part of inParts(ids, ROWS_AT_ONCE)) {
      yield await this.database.queryInIndexOrder<IdentifyingFields & { readonly id: number }>(
        `select r.id, r.external_id as "externalId", r.author, r.text, r.rating, r.date_precision = 2 as "isRelative",
           to_char(r.review_date, 'YYYY-MM-DD"T"HH24:MI:SS') as "reviewDate",
           r.flags & ${REVIEW_FLAGS.deleted} <> 0 as "isDeleted"
         from unnest($2::bigint[]) with ordinality as x(id, n)
         cross join lateral (${reviewOfId('$1::bigint', 'x.id')}) r
         order by x.n`,
        [accountId, part],
      );
    }
  }

  /**
   * Returns the ids of the link's reviews that collections found and that are not deleted, not among `seenIds`, and dated after `from` (null: all,
   * including undated ones). Reviews dated `from` itself are excluded: if a window ends within a day, other reviews of
   * that day are outside it. The ids are candidates for `missing`. They are read before the change number is allocated,
   * so that a long list blocks no writer.
   */
  async notSeen(link: IntakeLink, seenIds: readonly number[], from: string | null): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `select r.id from review r
       where r.account_id = $1 and r.link_id = $2 and r.flags & ${REVIEW_FLAGS.deleted} = 0 and r.import_id is null
         and ($4::timestamp is null or r.review_date > $4::timestamp)
         and not exists (select from unnest($3::bigint[]) as seen(id) where seen.id = r.id)`,
      [link.accountId, link.linkId, seenIds, from],
    );
    return rows.map((row) => row.id);
  }

  /**
   * Returns the reviews that are not deleted and dated after `from`, and when the first pass that missed each of them
   * began.
   */
  async missing(ids: readonly number[], from: string | null, change: Change): Promise<MissingReview[]> {
    const missing: MissingReview[] = [];
    for (const part of inParts(ids, MAX_ROWS)) {
      const rows = await this.database.queryInIndexOrder<MissingReview>(
        `select r.id, r.missed_at as "missedAt" from ${reviewsOfIds('$1::bigint', '$2::bigint[]')}
         where r.flags & ${REVIEW_FLAGS.deleted} = 0 and r.import_id is null
           and ($3::timestamp is null or r.review_date > $3::timestamp)`,
        [change.accountId, part, from],
      );
      for (const row of rows) missing.push(row);
    }
    return missing;
  }

  /** What remains of the link's list beside `seenIds`, in one round trip. Needs a transaction. */
  async listState(link: IntakeLink, seenIds: readonly number[]): Promise<ListState> {
    const [live = [], [unseen] = []] = await this.database.together([
      liveCountStatement(link),
      newestUnseenStatement(link, seenIds),
    ]);
    return {
      live: liveCountOf(live),
      newestUnseen: (unseen as { reviewDate: string | null } | undefined) ?? null,
    };
  }

  /**
   * Records the first pass that missed these reviews. The link's list of steps no longer applies to them, so the time
   * at which each was last seen is written to its row.
   */
  async noteMissed(linkId: number, ids: readonly number[], beganAt: Date, change: Change): Promise<void> {
    for (const part of inParts(ids, MAX_ROWS)) {
      await this.database.query(
        `update review r set missed_at = $3,
           seen_at = greatest(r.seen_at, c.seen_ats[width_bucket(coalesce(r.review_date, '-infinity'), c.seen_floors)])
         from link_collection_view c, ${keysOf('unnest($2::bigint[]) as x(id)')}
         where r.account_id = x.account_id and r.id = x.id and c.account_id = $1 and c.link_id = $4`,
        [change.accountId, part, beganAt, linkId],
      );
    }
  }

  /** Marks the reviews as deleted; each gets a change number. */
  async markDeleted(ids: readonly number[], change: Change): Promise<void> {
    let seq = change.seq;
    for (const part of inParts(ids, MAX_ROWS)) {
      await this.database.query(
        `update review r set deleted_at = $3::timestamptz, updated_at = $3::timestamptz, change_seq = $4 + x.n
         from ${keysOf('unnest($2::bigint[]) with ordinality as x(id, n)')}
         where r.account_id = x.account_id and r.id = x.id`,
        [change.accountId, part, change.at, seq],
      );
      seq += part.length;
    }
  }
}

function newestUnseenStatement({ accountId, linkId }: IntakeLink, seenIds: readonly number[]): PreparedStatement {
  return {
    name: 'intake-newest-unseen',
    inIndexOrder: true,
    text: `select r.review_date as "reviewDate" from review r
           where r.account_id = $1 and r.link_id = $2 and ${isLive('r')} and r.missed_at is null and r.import_id is null
             and not (r.id = any($3::bigint[]))
           order by r.review_date desc nulls last, r.id desc limit 1`,
    values: [accountId, linkId, seenIds],
  };
}
