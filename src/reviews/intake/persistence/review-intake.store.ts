import { Injectable } from '@nestjs/common';
import { Database, type PreparedStatement, type Row } from '@libs/database';
import { loadDetector } from '../text-language';
import { REVIEW_FACTS } from '../domain/review-content';
import type { Change } from '../../persistence/change-counter.store';
import { HASH_BYTES } from './review-identity';
import { reviewsOfIds } from '../../persistence/review-rows.sql';
import {
  INSERTED_NAMES,
  INSERTED_VALUES,
  RECORD_TYPES,
  STORED_COLUMNS,
  toRecord,
  toStored,
  UPDATES,
  type IntakeLink,
  type NewReview,
  type PreparedReview,
  type ReviewReport,
  type RewrittenReview,
  type RowVersion,
  type StoredReview,
  type StoredRow,
} from './review-row';

/** A stored review that a pass saw unchanged. */
export interface SeenReview extends RowVersion {
  /** True if the platform shows the reply that the service published. */
  readonly showsOwnReply: boolean;
}

/**
 * SQL: the rows `x` with the account $1, for a write by key. `offset 0` hides the value of the account from the
 * planner. For an account that the statistics do not contain, it would otherwise read all reviews of the account, in
 * any index, instead of looking the ids up.
 */
export const keysOf = (x: string): string => `(select $1::bigint as account_id, x.* from ${x} offset 0) x`;

/**
 * True if `r` still has the version that the decision `x` was based on. A later write is then not overwritten (ADR
 * 0016).
 */
export const AS_READ = 'r.xmin = x.version';

/**
 * SQL: stores the records of the reviews `written`, read now unless `x` states a time, and deletes those of reviews that now have none.
 * $5: the source, if it has a limit.
 */
const STORED_RECORDS = `
  stored as (
    insert into review_raw (account_id, review_id, raw, source_id, read_at)
    select $1, x.id, x.raw, $5::int, case when $5::int is not null then coalesce(x.raw_read_at, $3::timestamptz) end
    from x join written on written.id = x.id where x.raw is not null
    on conflict (account_id, review_id)
    do update set raw = excluded.raw, source_id = excluded.source_id, read_at = excluded.read_at
  ), outdated as (
    delete from review_raw w using x join written on written.id = x.id
    where w.account_id = $1 and w.review_id = x.id and x.raw is null
  )`;

/** SQL: replaces the records of the reviews `written` that still exist, and keeps the time at which they were read. */
const REPLACED_RECORDS = `
  replaced as (
    update review_raw w set raw = x.raw from x join written on written.id = x.id
    where w.account_id = $1 and w.review_id = x.id and x.raw is not null
  )`;

/** SQL: a pass has seen the review that it rewrites, so it is no longer one that only an import has brought. */
const SEEN = `seen_at = $3::timestamptz, missed_at = null, deleted_at = null, import_id = null, origin = null,
  own_reply_at = case when x.awaited then r.own_reply_at end,`;

/** The raw record of a stored review. */
export interface RawRow {
  readonly id: number;
  readonly raw: Readonly<Record<string, unknown>>;
  /** When it was read from the platform; null if the terms of the source do not limit how long it may be kept. */
  readonly readAt: Date | null;
}

/** The source of reviews, and how long their records may be kept (`IntakeTarget.contentDays`). */
export interface RecordsOfSource {
  readonly sourceId: number;
  readonly contentDays: number | null;
}

/** The source that the records are stored with: only if the time for which they may be kept is limited. */
const limitedSource = ({ sourceId, contentDays }: RecordsOfSource): number | null =>
  contentDays === null ? null : sourceId;

/** A stored review whose wide row was not read. */
export interface KnownReview {
  readonly id: number;
  /** True if no write is needed: the content is equal, and `missed_at`, `deleted_at`, `own_reply_at` and `import_id` are null. */
  readonly isAsStored: boolean;
}

/**
 * Stores the reviews that collections read, with their raw records and facts. All methods run in the caller's
 * transaction.
 */
@Injectable()
export class ReviewIntakeStore {
  constructor(private readonly database: Database) {}

  /**
   * Returns, by external id, which reviews are stored for the link. `hashes` are those of their contents, by external
   * id.
   */
  async known(link: IntakeLink, hashes: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, KnownReview>> {
    if (hashes.size === 0) return new Map();
    const externalIds = [...hashes.keys()];
    // All hashes are one value, in the stored form: PostgreSQL would unpack an array for every review.
    const joinedHashes = Buffer.from([...hashes.values()].join(''), 'hex');
    // The result is one text: this runs for every collected review, and parsing result rows took most of the time. Only
    // the index of external ids has the order of `external_id >= … limit 1`. With an equality, or with a sort, the
    // planner may read all reviews of the link for each id: with 200 ids of a link with 12,000 reviews, 68,600 blocks
    // instead of 800, and 1,100 ms instead of 2.
    const [row] = await this.database.prepared<{ found: string | null }>({
      name: 'intake-known',
      inIndexOrder: true,
      text: `select '[' || string_agg(concat_ws(',', e.n, r.id, case
               when r.missed_at is not null or r.deleted_at is not null or r.own_reply_at is not null or r.import_id is not null then 0
               when r.content_hash <> substr($4::bytea, (e.n::int - 1) * $5::int + 1, $5::int) then 0
               else 1 end), ',') || ']' as found
             from unnest($3::text[]) with ordinality as e(external_id, n)
             cross join lateral (
               select id, external_id, missed_at, deleted_at, own_reply_at, import_id, content_hash from review
               where account_id = $1 and link_id = $2 and external_id >= e.external_id order by external_id limit 1
             ) r where r.external_id = e.external_id`,
      values: [link.accountId, link.linkId, externalIds, joinedHashes, HASH_BYTES],
    });
    const found = JSON.parse(row?.found ?? '[]') as number[];
    const known = new Map<string, KnownReview>();
    for (let start = 0; start < found.length; start += 3) {
      const [n, id, isAsStored] = found.slice(start, start + 3) as [number, number, number];
      known.set(externalIds[n - 1] ?? '', { id, isAsStored: isAsStored === 1 });
    }
    return known;
  }

  /** The raw records of these reviews. */
  async raws(accountId: number, ids: readonly number[]): Promise<readonly RawRow[]> {
    return this.database.query<RawRow>(
      `select review_id as id, raw, read_at as "readAt" from review_raw
       where account_id = $1 and review_id = any($2::bigint[])`,
      [accountId, ids],
    );
  }

  /**
   * The stored content of these reviews. A decision that is made from it is valid only for these versions of the rows.
   */
  async stored(accountId: number, ids: readonly number[]): Promise<StoredReview[]> {
    if (ids.length === 0) return [];
    const rows = await this.database.queryInIndexOrder<StoredRow>(
      `select ${STORED_COLUMNS} from ${reviewsOfIds('$1::bigint', '$2::bigint[]')}`,
      [accountId, ids],
    );
    return rows.map(toStored);
  }

  /**
   * The statement that inserts new reviews with these ids, and their raw records; none without ids. The reviews get the
   * change numbers after `change.seq`. A review that another transaction inserted after `known` violates the unique
   * index `review_external`.
   */
  inserting(
    link: IntakeLink & RecordsOfSource,
    reviews: readonly NewReview[],
    ids: readonly number[],
    change: Change,
  ): readonly PreparedStatement[] {
    if (ids.length === 0) return [];
    const { accountId, objectId, linkId, sourceId } = link;
    const records = `[${reviews.map(({ record }) => record).join(',')}]`;
    return [
      {
        name: 'intake-insert',
        text: `with x as (
                 select ($7::bigint[])[n] as id, *
                 from json_to_recordset($8::json) as x(n int, raw json, ${RECORD_TYPES})
               ), inserted as (
                 insert into review (id, account_id, object_id, link_id, source_id, change_seq,
                   first_seen_at, updated_at, seen_at, ${INSERTED_NAMES})
                 overriding system value
                 select x.id, $1, $2, $3, $4, $5::bigint + x.n,
                   $6::timestamptz, $6::timestamptz, $6::timestamptz, ${INSERTED_VALUES} from x
               )
               insert into review_raw (account_id, review_id, raw, source_id, read_at)
               select $1, x.id, x.raw, $9::int, case when $9::int is not null then $6::timestamptz end
               from x where x.raw is not null`,
        values: [accountId, objectId, linkId, sourceId, change.seq, change.at, ids, records, limitedSource(link)],
      },
    ];
  }

  /**
   * The statement that allocates ids for new reviews of a link, and locks the link against a purge until the
   * transaction ends. `newIds` converts its result.
   */
  newIdsStatement(link: IntakeLink, count: number): PreparedStatement {
    return {
      name: 'intake-new-ids',
      text: `with held as (
               select from link_view where account_id = $1 and object_id = $2 and id = $3 for key share
             )
             select '[' || string_agg(nextval('review_id_seq')::text, ',') || ']' as ids
             from held cross join generate_series(1, $4::int)`,
      values: [link.accountId, link.objectId, link.linkId, count],
    };
  }

  /** The ids of `newIdsStatement`; empty if the account has no such link. */
  newIds([row]: readonly Row[]): number[] {
    return JSON.parse((row?.['ids'] as string | null | undefined) ?? '[]') as number[];
  }

  /**
   * Rewrites the reviews that were not written since they were read, and that a pass has seen. Stores their records, also
   * where none is left. Returns the rewritten ids.
   */
  async update(
    reviews: readonly RewrittenReview[],
    change: Change,
    source: RecordsOfSource,
  ): Promise<ReadonlySet<number>> {
    return this.rewrite(reviews, change, { others: SEEN, records: STORED_RECORDS, values: [limitedSource(source)] });
  }

  /**
   * Rewrites reviews whose records were read again and that were not written since; their sightings, marks and deletion
   * do not change. Returns the rewritten ids.
   */
  async updateUnseen(reviews: readonly (PreparedReview & RowVersion)[], change: Change): Promise<ReadonlySet<number>> {
    return this.rewrite(reviews, change, { others: '', records: REPLACED_RECORDS, values: [] });
  }

  /** `others` sets further columns; `records` writes the records of the rewritten reviews, with parameters from $5 on. */
  private async rewrite(
    reviews: readonly (PreparedReview & RowVersion & Partial<RewrittenReview>)[],
    change: Change,
    { others, records, values }: { readonly others: string; readonly records: string; readonly values: unknown[] },
  ): Promise<ReadonlySet<number>> {
    if (reviews.length === 0) return new Set();
    await loadDetector();
    const rows = reviews.map((review, index) => {
      const { id, version, awaitsOwnReply: awaited } = review;
      return { ...toRecord(review, index), id, version, awaited };
    });
    const written = await this.database.query<{ id: number }>(
      `with x as (
         select * from json_to_recordset($4::json)
           as x(n bigint, id bigint, version xid, awaited boolean, raw json, raw_read_at timestamptz, ${RECORD_TYPES})
       ), written as (
         update review r set change_seq = $2 + x.n, updated_at = $3::timestamptz, ${others} ${UPDATES}
         from ${keysOf('x')}
         where r.account_id = x.account_id and r.id = x.id and ${AS_READ}
         returning r.id
       ), ${records}
       select id from written`,
      [change.accountId, change.seq, change.at, JSON.stringify(rows), ...values],
    );
    return new Set(written.map((row) => row.id));
  }

  /**
   * Clears `missed_at` of the reviews that were not written since they were read, and `own_reply_at` if the platform
   * shows our reply. Returns the ids of the written reviews. The only field on the wire that changes is `last_seen_at`.
   */
  async noteSeen(reviews: readonly SeenReview[], change: Change): Promise<ReadonlySet<number>> {
    if (reviews.length === 0) return new Set();
    const written = await this.database.query<{ id: number }>(
      `update review r set missed_at = null,
         seen_at = case when r.missed_at is null then r.seen_at else clock_timestamp() end,
         own_reply_at = case when x.replied then null else r.own_reply_at end
       from ${keysOf('unnest($2::bigint[], $3::xid[], $4::boolean[]) as x(id, version, replied)')}
       where r.account_id = x.account_id and r.id = x.id and ${AS_READ}
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

  /** Whether any of these reviews has a change number above `change`. */
  async anyWrittenSince(accountId: number, ids: readonly number[], change: number): Promise<boolean> {
    const [row] = await this.database.prepared<{ any: boolean }>({
      name: 'intake-written-since',
      inIndexOrder: true,
      // By key, because a scan of the index of changes would read all changes of the account after `change`.
      text: `select exists (select from ${reviewsOfIds('$1::bigint', '$2::bigint[]')} where r.change_seq > $3) as any`,
      values: [accountId, ids, change],
    });
    return row?.any ?? true;
  }

  /** How many reviews of the link that collections found are not deleted. */
  async liveCount(link: IntakeLink): Promise<number> {
    return liveCountOf(await this.database.prepared(liveCountStatement(link)));
  }

  /** The statements that record facts. One row contains many reviews with the same fact. */
  facts(runId: number, objectId: number, reports: readonly ReviewReport[]): readonly PreparedStatement[] {
    return REVIEW_FACTS.flatMap((fact) =>
      inParts(
        reports.filter(({ facts }) => facts.includes(fact)).map(({ id }) => id),
        MAX_IDS,
      ).map((ids) => ({
        name: 'intake-fact',
        text: 'insert into run_fact (run_id, object_id, fact, review_ids) values ($1, $2, $3, $4::bigint[])',
        values: [runId, objectId, fact, ids],
      })),
    );
  }
}

/** The statement of `liveCount`; `liveCountOf` converts its result. */
export function liveCountStatement({ accountId, objectId, linkId }: IntakeLink): PreparedStatement {
  return {
    name: 'intake-live-count',
    text: 'select n - n_imported as n from link_total where account_id = $1 and object_id = $2 and link_id = $3',
    values: [accountId, objectId, linkId],
  };
}

export function liveCountOf([row]: readonly Row[]): number {
  return (row?.['n'] as number | undefined) ?? 0;
}

/**
 * Ids per row of facts. PostgreSQL compresses longer rows and stores them out of line, which costs more than additional
 * rows.
 */
const MAX_IDS = 200;

/** Rows per statement, so that it takes far less than the statement timeout of a process that also serves clients. */
export const MAX_ROWS = 10_000;

export function inParts<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size));
}
