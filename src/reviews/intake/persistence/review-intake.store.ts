import { Injectable } from '@nestjs/common';
import { Database, type Part, type PreparedStatement, type Row } from '@libs/database';
import type { MissingReview } from '../domain/missing-reviews';
import type { ReviewFact } from '../domain/review-content';
import type { Change } from '../../persistence/change-counter.store';
import { COPY_RAWS, COPY_REVIEWS, rawLines, reviewLines, type NewReview } from './review-copy';
import { HASH_BYTES } from './review-identity';
import { isLive } from '../../persistence/review-rows.sql';
import {
  STORED_COLUMNS,
  toRecord,
  toStored,
  UPDATED_TYPES,
  UPDATES,
  type IntakeLink,
  type PreparedReview,
  type RewrittenReview,
  type RowVersion,
  type StoredReview,
  type StoredRow,
} from './review-row';

/** A stored review that a pass saw as it is stored. */
export interface SeenReview extends RowVersion {
  /** The service changed its reply, and now the platform shows it so. */
  readonly showsOwnReply: boolean;
}

/** `r` is the version of the row that `x` was decided from: whoever wrote it since is not overwritten (ADR 0016). */
const AS_READ = 'r.xmin = x.version';

/** What is known of a stored review before its wide row is read. */
export interface KnownReview {
  readonly id: number;
  /** Nothing of it is to be written: its content is as stored, it was neither missed nor deleted, and no reply of ours is awaited. */
  readonly isAsStored: boolean;
}

/** Writes of a collection: reviews, their raw records, their facts. Everything here runs in the caller's transaction. */
@Injectable()
export class ReviewIntakeStore {
  constructor(private readonly database: Database) {}

  /** Which of these the link already has, by their external ids. */
  async known(link: IntakeLink, reviews: readonly PreparedReview[]): Promise<ReadonlyMap<string, KnownReview>> {
    if (reviews.length === 0) return new Map();
    // As they are stored, one behind the other: an array of texts would be taken apart again for every review.
    const hashes = Buffer.from(reviews.map((one) => one.hash).join(''), 'hex');
    // One text for all: a collection asks this of every review there is, and most of its time went into reading rows.
    // Each id is looked up by itself, in words that only the index of the ids serves: to the planner, which knows nothing of
    // how accounts and links belong together, every index of a link looks as good, and by another one all reviews of a large
    // link would be read for every page of it.
    const [row] = await this.database.prepared<{ found: string | null }>({
      name: 'intake-known',
      text: `select '[' || string_agg(concat_ws(',', e.n, r.id, case
               when r.missed_at is not null or r.deleted_at is not null or r.own_reply_at is not null then 0
               when r.content_hash <> substr($4::bytea, (e.n::int - 1) * $5::int + 1, $5::int) then 0 else 1 end), ',') || ']' as found
             from unnest($3::text[]) with ordinality as e(external_id, n)
             cross join lateral (
               select id, external_id, missed_at, deleted_at, own_reply_at, content_hash from review
               where account_id = $1 and link_id = $2 and external_id >= e.external_id order by external_id limit 1
             ) r where r.external_id = e.external_id`,
      values: [link.accountId, link.linkId, reviews.map((one) => one.externalId), hashes, HASH_BYTES],
    });
    const found = JSON.parse(row?.found ?? '[]') as number[];
    const known = new Map<string, KnownReview>();
    for (let at = 0; at < found.length; at += 3) {
      const [n, id, isAsStored] = found.slice(at, at + 3) as [number, number, number];
      known.set(reviews[n - 1]?.externalId ?? '', { id, isAsStored: isAsStored === 1 });
    }
    return known;
  }

  /** The whole stored content of some reviews. What is decided from it holds for these versions of the rows alone. */
  async stored(accountId: number, ids: readonly number[]): Promise<StoredReview[]> {
    if (ids.length === 0) return [];
    const rows = await this.database.query<StoredRow>(
      `select ${STORED_COLUMNS} from review where account_id = $1 and id = any($2::bigint[])`,
      [accountId, ids],
    );
    return rows.map(toStored);
  }

  /**
   * The statements that insert new reviews under their ids. One that another transaction inserted since `known` is a violation
   * of `review_external`.
   */
  inserting(link: IntakeLink, reviews: readonly NewReview[], ids: readonly number[], change: Change): readonly Part[] {
    if (ids.length === 0) return [];
    return [
      { copy: COPY_REVIEWS, lines: reviewLines(link, reviews, ids, change) },
      { copy: COPY_RAWS, lines: rawLines(link.accountId, reviews, ids) },
    ];
  }

  /**
   * The statement that takes ids for new reviews of a link and holds the link for the rest of the transaction, so that no
   * purge takes it away meanwhile; `newIds` reads them from its rows.
   */
  takingIds(link: IntakeLink, count: number): PreparedStatement {
    return {
      name: 'intake-new-ids',
      text: `with held as (
               select from link where account_id = $1 and object_id = $2 and id = $3 for key share
             )
             select '[' || string_agg(nextval('review_id_seq')::text, ',') || ']' as ids from held cross join generate_series(1, $4::int)`,
      values: [link.accountId, link.objectId, link.linkId, count],
    };
  }

  /** None where the link is gone or not this account's. */
  newIds([row]: readonly Row[]): number[] {
    return JSON.parse((row?.['ids'] as string | null | undefined) ?? '[]') as number[];
  }

  /**
   * Writes new content over those of the reviews that are as they were read, and takes back their being missed or deleted;
   * gives their ids.
   */
  async update(reviews: readonly RewrittenReview[], change: Change): Promise<ReadonlySet<number>> {
    if (reviews.length === 0) return new Set();
    const rows = JSON.stringify(
      reviews.map((review, index) => ({
        ...toRecord(review, index),
        id: review.id,
        version: review.version,
        awaited: review.awaitsOwnReply,
      })),
    );
    const written = await this.database.query<{ id: number }>(
      `with x as (
         select * from json_to_recordset($4::json) as x(n bigint, id bigint, version xid, awaited boolean, raw json, ${UPDATED_TYPES})
       ), written as (
         update review r set change_seq = $2 + x.n, updated_at = $3::timestamptz, seen_at = $3::timestamptz, missed_at = null, deleted_at = null,
           own_reply_at = case when x.awaited then r.own_reply_at end,
           ${UPDATES}
         from x where r.account_id = $1 and r.id = x.id and ${AS_READ}
         returning r.id
       ), raws as (
         update review_raw w set raw = x.raw from x join written on written.id = x.id
         where w.account_id = $1 and w.review_id = x.id
       )
       select id from written`,
      [change.accountId, change.seq, change.at, rows],
    );
    return new Set(written.map((row) => row.id));
  }

  /**
   * Notes of those of the reviews that are as they were read that a pass saw them, and of some that the platform showed the
   * reply as the service left it; gives their ids. Nothing that a client sees changes.
   */
  async noteSeen(reviews: readonly SeenReview[], change: Change): Promise<ReadonlySet<number>> {
    if (reviews.length === 0) return new Set();
    const written = await this.database.query<{ id: number }>(
      `update review r set missed_at = null, seen_at = case when r.missed_at is null then r.seen_at else clock_timestamp() end,
         own_reply_at = case when x.replied then null else r.own_reply_at end
       from unnest($2::bigint[], $3::xid[], $4::boolean[]) as x(id, version, replied)
       where r.account_id = $1 and r.id = x.id and ${AS_READ}
       returning r.id`,
      [
        change.accountId,
        reviews.map((review) => review.id),
        reviews.map((review) => review.version),
        reviews.map((review) => review.showsOwnReply),
      ],
    );
    return new Set(written.map((row) => row.id));
  }

  /**
   * Ids of the link's reviews that are not deleted, dated after `from` (null: all, undated ones too), and not among
   * `seenIds`. Not those of `from` itself: where a window ends in the middle of a day, its neighbors of that day are beyond
   * it. Read before the change number is held, so that the many that are there hold nobody up: candidates, no verdict.
   */
  async notSeen(link: IntakeLink, seenIds: readonly number[], from: string | null): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `select r.id from review r
       where r.account_id = $1 and r.link_id = $2 and r.flags & 16 = 0 and ($4::timestamp is null or r.review_date > $4::timestamp)
         and not exists (select from unnest($3::bigint[]) as seen(id) where seen.id = r.id)`,
      [link.accountId, link.linkId, seenIds, from],
    );
    return rows.map((row) => row.id);
  }

  /** Those of the reviews that are not deleted and still dated after `from`, with what earlier passes noted of them. */
  async missing(ids: readonly number[], from: string | null, change: Change): Promise<MissingReview[]> {
    return this.database.query<MissingReview>(
      `select r.id, r.missed_at as "missedAt" from review r
       where r.account_id = $1 and r.id = any($2::bigint[]) and r.flags & 16 = 0 and ($3::timestamp is null or r.review_date > $3::timestamp)`,
      [change.accountId, ids, from],
    );
  }

  /** Whether any of these reviews has a change number above `change`. */
  async anyWrittenSince(accountId: number, ids: readonly number[], change: number): Promise<boolean> {
    const [row] = await this.database.query<{ any: boolean }>(
      // Each review by its key: over all changes of an account that was long not collected, the way by their numbers is long.
      `select exists (
         select from unnest($2::bigint[]) as x(id)
         cross join lateral (select change_seq from review where account_id = $1 and id = x.id offset 0) r
         where r.change_seq > $3) as any`,
      [accountId, ids, change],
    );
    return row?.any ?? true;
  }

  /** How many reviews of the link are not deleted. */
  async liveCount(link: IntakeLink): Promise<number> {
    const [row] = await this.database.query<{ n: number }>(
      'select n from link_total where account_id = $1 and object_id = $2 and link_id = $3',
      [link.accountId, link.objectId, link.linkId],
    );
    return row?.n ?? 0;
  }

  /**
   * Notes the first miss. The staircase stops speaking for these reviews, so what it last said of each is written into
   * the row before it does.
   */
  async noteMissed(linkId: number, ids: readonly number[], beganAt: Date, change: Change): Promise<void> {
    for (const part of inParts(ids, MOST_ROWS)) {
      await this.database.query(
        `update review r set missed_at = $3,
           seen_at = greatest(r.seen_at, c.seen_ats[width_bucket(coalesce(r.review_date, '-infinity'), c.seen_floors)])
         from link_collection c
         where r.account_id = $1 and r.id = any($2::bigint[]) and c.account_id = $1 and c.link_id = $4`,
        [change.accountId, part, beganAt, linkId],
      );
    }
  }

  async markDeleted(ids: readonly number[], change: Change): Promise<void> {
    let seq = change.seq;
    for (const part of inParts(ids, MOST_ROWS)) {
      await this.database.query(
        `update review r set deleted_at = $3::timestamptz, updated_at = $3::timestamptz, change_seq = $4 + x.n
         from unnest($2::bigint[]) with ordinality as x(id, n) where r.account_id = $1 and r.id = x.id`,
        [change.accountId, part, change.at, seq],
      );
      seq += part.length;
    }
  }

  /** The newest review of the link that is not among `seenIds`, is not deleted and was not missed; null where there is none. */
  async newestUnseen(link: IntakeLink, seenIds: readonly number[]): Promise<{ reviewDate: string | null } | null> {
    const [row] = await this.database.query<{ reviewDate: string | null }>(
      `select r.review_date as "reviewDate" from review r
       where r.account_id = $1 and r.link_id = $2 and ${isLive('r')} and r.missed_at is null and not (r.id = any($3::bigint[]))
       order by r.review_date desc nulls last, r.id desc limit 1`,
      [link.accountId, link.linkId, seenIds],
    );
    return row ?? null;
  }

  /** The statements that note what happened, many reviews that share a fact in a row. */
  facts(
    runId: number,
    objectId: number,
    facts: readonly { readonly id: number; readonly fact: ReviewFact }[],
  ): readonly PreparedStatement[] {
    return [...new Set(facts.map((one) => one.fact))].flatMap((fact) =>
      inParts(
        facts.filter((one) => one.fact === fact).map((one) => one.id),
        MOST_IDS,
      ).map((ids) => ({
        name: 'intake-fact',
        text: 'insert into run_fact (run_id, object_id, fact, review_ids) values ($1, $2, $3, $4::bigint[])',
        values: [runId, objectId, fact, ids],
      })),
    );
  }
}

/** Ids in a row of facts: of more, PostgreSQL would put the row aside and compress it, which costs more than some rows. */
const MOST_IDS = 200;

/** Rows that one statement rewrites well within the time that a process which also serves clients gives it. */
const MOST_ROWS = 10_000;

function inParts(ids: readonly number[], size: number): number[][] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, part) => ids.slice(part * size, (part + 1) * size));
}
