import { Database, type PreparedStatement, type Row } from '@libs/database';
import type { Change } from '../../persistence/change-counter.store';
import { isLive } from '../../persistence/review-rows.sql';
import type { IdentifyingFields } from '../domain/compared-review';
import { DETECTOR, loadDetector, UNDETERMINED } from '../text-language';
import { AS_READ, inParts, keysOf } from './review-intake.store';
import { SLACK, spansOf } from './review-road.store';
import {
  INSERTED_NAMES,
  INSERTED_VALUES,
  RECORD_TYPES,
  toRecord,
  UPDATES,
  type IntakeLink,
  type PreparedReview,
  type RowVersion,
} from './review-row';

/** A review of an import as it is stored. */
export interface ImportedReview extends PreparedReview {
  /** Where the import got it from; null if it does not say. */
  readonly origin: string | null;
}

/** A stored review that only imports have brought, with the content that an import gives it. */
export interface ChangedImport extends ImportedReview, RowVersion {
  /** The import that brought it, if that is this one: its import was removed. */
  readonly importId: number | null;
}

const MAX_REMOVED = 1_000;

/** The reviews that only imports have brought. */
export class ImportedReviewStore {
  constructor(private readonly database: Database) {}

  /** Whether a review of the link was written after the account's change `since`. */
  async isWrittenSince({ linkId }: IntakeLink, since: number, { accountId }: Change): Promise<boolean> {
    const [row] = await this.database.query<{ any: boolean }>(
      'select exists (select from review where account_id = $1 and change_seq > $3 and link_id = $2) as any',
      [accountId, linkId, since],
    );
    return row?.any ?? true;
  }

  /** The account's newest change; 0 before the first one. */
  async newestOfAccount(accountId: number): Promise<number> {
    const [row] = await this.database.query<{ change: number }>(
      'select change_seq as change from account_change where account_id = $1',
      [accountId],
    );
    return row?.change ?? 0;
  }

  /** The newest change among the imported reviews of the link; 0 without any. */
  async newestChange(link: IntakeLink): Promise<number> {
    return this.newestChangeOf(await this.database.prepared(this.newestChangeStatement(link)));
  }

  /** The statement of `newestChange`; `newestChangeOf` converts its result. */
  newestChangeStatement({ accountId, linkId }: IntakeLink): PreparedStatement {
    return {
      name: 'intake-newest-import',
      inIndexOrder: true,
      text: `select change_seq as change from review
             where account_id = $1 and link_id = $2 and import_id is not null
             order by account_id desc, link_id desc, change_seq desc limit 1`,
      values: [accountId, linkId],
    };
  }

  newestChangeOf([row]: readonly Row[]): number {
    return (row?.['change'] as number | undefined) ?? 0;
  }

  /**
   * The ids of the reviews of the link that may be one of the given ones: they have its author, or about its date, or no certain date;
   * `imported`: only those that imports have brought. Removed ones are left out. In the order in which they were first stored.
   */
  async idsLike(
    link: IntakeLink,
    reviews: readonly IdentifyingFields[],
    which: 'all' | 'imported',
  ): Promise<readonly number[]> {
    const { first, last } = spansOf(reviews.map(({ reviewDate }) => reviewDate));
    const authors = [...new Set(reviews.flatMap(({ author }) => author ?? []))];
    const chosen =
      which === 'imported' ? `r.import_id is not null and ${isLive('r')}` : `(r.import_id is null or ${isLive('r')})`;
    const rows = await this.database.query<{ id: number }>(
      `select r.id from review r
       where r.account_id = $1 and r.link_id = $2 and ${chosen}
         and (r.review_date is null or r.date_precision = 2 or r.author = any($5::text[]) or exists (
           select from unnest($3::timestamp[], $4::timestamp[]) as span(first, last)
           where r.review_date between span.first - ${SLACK} and span.last + ${SLACK}))
       order by r.id`,
      [link.accountId, link.linkId, first, last, authors],
    );
    return rows.map(({ id }) => id);
  }

  /** Inserts reviews of an import, with the change numbers after `change.seq`. Returns their ids. The caller holds the link. */
  async insert(
    { accountId, objectId, linkId, sourceId }: IntakeLink,
    importId: number,
    reviews: readonly ImportedReview[],
    change: Change,
  ): Promise<ReadonlyMap<string, number>> {
    if (reviews.length === 0) return new Map();
    await loadDetector();
    const records = reviews.map((review, n) => ({ ...toRecord(review, n), origin: review.origin }));
    const rows = await this.database.query<{ id: number; externalId: string }>(
      `insert into review (account_id, object_id, link_id, source_id, change_seq,
         first_seen_at, updated_at, seen_at, import_id, origin, ${INSERTED_NAMES})
       select $1, $2, $3, $4, $5::bigint + x.n, $6::timestamptz, $6::timestamptz, $6::timestamptz, $7, x.origin, ${INSERTED_VALUES}
       from json_to_recordset($8::json) as x(n int, origin text, ${RECORD_TYPES}) order by x.n
       returning id, external_id as "externalId"`,
      [accountId, objectId, linkId, sourceId, change.seq, change.at, importId, JSON.stringify(records)],
    );
    return new Map(rows.map(({ id, externalId }) => [externalId, id]));
  }

  /** Rewrites reviews that only imports have brought, also those of a removed import, and that were not written since they were read. */
  async update(reviews: readonly ChangedImport[], change: Change): Promise<void> {
    if (reviews.length === 0) return;
    await loadDetector();
    const rows = reviews.map((review, n) => ({
      ...{ ...toRecord(review, n), id: review.id, version: review.version },
      ...{ origin: review.origin, import_id: review.importId },
    }));
    await this.database.execute(
      `update review r set change_seq = $2 + x.n, updated_at = $3::timestamptz, deleted_at = null, origin = x.origin,
         import_id = coalesce(x.import_id, r.import_id),
         first_seen_at = case when x.import_id is null then r.first_seen_at else $3::timestamptz end,
         seen_at = case when x.import_id is null then r.seen_at else $3::timestamptz end, ${UPDATES}
       from ${keysOf(`json_to_recordset($4::json) as x(n bigint, id bigint, version xid, origin text, import_id bigint, ${RECORD_TYPES})`)}
       where r.account_id = x.account_id and r.id = x.id and r.import_id is not null and ${AS_READ}`,
      [change.accountId, change.seq, change.at, JSON.stringify(rows)],
    );
  }

  /**
   * The ids of reviews that only this import has brought and that are not removed, at most as many as `remove` takes. Read after the
   * change number, so no collection finds one of them meanwhile.
   */
  async ofImport(importId: number, change: Change): Promise<readonly number[]> {
    const rows = await this.database.query<{ id: number }>(
      `select id from review where account_id = $1 and import_id = $2 and deleted_at is null order by id limit ${MAX_REMOVED}`,
      [change.accountId, importId],
    );
    return rows.map(({ id }) => id);
  }

  /** Removes reviews of an import, under the change numbers after `change.seq`: only their marks remain, for clients that keep a copy. */
  async remove(ids: readonly number[], change: Change): Promise<void> {
    for (const part of inParts(ids, MAX_REMOVED))
      await this.database.execute(
        `update review r set deleted_at = $3::timestamptz, updated_at = $3::timestamptz, change_seq = $4 + x.n,
           author = null, text = null, positive = null, negative = null,
           reply_text = null, reply_date = null, review_url = null, rating_original = null, origin = null,
           language = '${UNDETERMINED}', detector = ${DETECTOR}
         from ${keysOf('unnest($2::bigint[]) with ordinality as x(id, n)')}
         where r.account_id = x.account_id and r.id = x.id`,
        [change.accountId, part, change.at, change.seq],
      );
  }
}
