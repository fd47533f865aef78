import { column, NOW, table, type Column } from '@libs/database';
import { CONTENT_COLUMNS, type ContentColumn } from './review-columns';

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** The columns of the content of a review, as `review-columns.ts` defines them. */
function contentColumns(): Readonly<Record<CamelCase<ContentColumn['name']>, Column<unknown>>> {
  const columns = CONTENT_COLUMNS.map(({ name, type, ...options }) => [
    name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    { type, nullable: !('isRequired' in options), ...(type === 'timestamp' ? { precision: 0 } : {}) },
  ]);
  return Object.fromEntries(columns) as ReturnType<typeof contentColumns>;
}

/** The tables of this context. */
export const REVIEWS_ENTITIES = [
  /** The change number of each account. Every transaction that changes reviews locks its row until the commit, so change numbers become visible in order. */
  table('account_change', {
    columns: {
      accountId: column.bigint({ primary: true }),
      changeSeq: column.bigint(),
      changedAt: column.timestamptz(),
    },
    references: [{ columns: ['accountId'], table: 'account' }],
  }),

  /** Reviews as last collected, with curation. */
  table('review', {
    columns: {
      accountId: column.bigint({ primary: true }),
      id: column.identity(),
      objectId: column.bigint(),
      linkId: column.bigint(),
      changeSeq: column.bigint(),
      firstSeenAt: column.timestamptz(),
      updatedAt: column.timestamptz(),
      seenAt: column.timestamptz(),
      missedAt: column.timestamptz({ nullable: true }),
      deletedAt: column.timestamptz({ nullable: true }),
      hiddenAt: column.timestamptz({ nullable: true }),
      pinnedAt: column.timestamptz({ nullable: true }),
      ownReplyAt: column.timestamptz({ nullable: true }),
      importId: column.bigint({ nullable: true }),
      origin: column.text({ nullable: true }),
      language: column.text({ default: () => "'und'" }),
      detector: column.smallint({ default: () => '0' }),
      sourceId: column.int(),
      pinPosition: column.smallint({ nullable: true }),
      flags: column.smallint({
        generatedType: 'STORED',
        asExpression:
          '((((( case when text is not null then 1 else 0 end + case when images is not null then 2 else 0 end) + case when videos is not null then 4 else 0 end) + case when reply_text is not null then 8 else 0 end) + case when deleted_at is not null then 16 else 0 end) + case when hidden_at is not null then 32 else 0 end) + case when pin_position is not null then 64 else 0 end',
      }),
      contentHash: column.bytea(),
      externalId: column.text(),
      ...contentColumns(),
    },
    checks: {
      review_check: '(pin_position is null) = (pinned_at is null)',
      review_check1: 'pin_position is null or hidden_at is null',
      review_rating_check: 'rating >= 100 and rating <= 500',
    },
    indexes: {
      review_external: { on: ['accountId', 'linkId', 'externalId'], unique: true },
      review_imported: { on: ['accountId', 'linkId', 'changeSeq'], where: 'import_id is not null' },
      review_of_import: { on: ['accountId', 'importId', 'id'], where: 'import_id is not null' },
      review_missed: { on: ['accountId', 'linkId', 'missedAt'], where: 'missed_at is not null and deleted_at is null' },
      review_undetected: { on: ['accountId', 'id'], where: 'detector = 0' },
      review_pinned: { on: ['accountId', 'objectId', 'pinPosition'], where: 'pin_position is not null' },
      review_unanswered: {
        on: ['accountId', 'objectId', 'reviewDate'],
        where: 'rating < 300 and reply_text is null and deleted_at is null',
      },
    },
    otherIndexes: [
      'review_by_change',
      'review_by_date',
      'review_by_language',
      'review_by_rating',
      'review_by_reply',
      'review_by_update',
      'review_hidden',
      'review_of_link',
      'review_search',
      'review_timed',
    ],
  }),

  /** The record of each review as the platform sent it, without personal data. */
  table('review_raw', {
    columns: {
      accountId: column.bigint({ primary: true }),
      reviewId: column.bigint({ primary: true }),
      raw: column.json(),
      sourceId: column.int({ nullable: true }),
      readAt: column.timestamptz({ nullable: true }),
    },
    checks: { review_raw_check: '(source_id is null) = (read_at is null)' },
    indexes: { review_raw_limited: { on: ['sourceId', 'readAt'], where: 'source_id is not null' } },
  }),

  /** Which roads have read a review, and under which id; only for links that were read by more than one road. */
  table('review_road', {
    columns: {
      accountId: column.bigint({ primary: true }),
      linkId: column.bigint({ primary: true }),
      road: column.text({ primary: true }),
      externalId: column.text({ primary: true }),
      reviewExternalId: column.text(),
    },
    references: [{ columns: ['accountId', 'linkId'], table: 'link', to: ['accountId', 'id'], onDelete: 'CASCADE' }],
    indexes: {
      review_road_of_review: { on: ['accountId', 'linkId', 'reviewExternalId', 'road'] },
    },
  }),

  /** Counts of reviews by everything that the feed filters on. */
  table('link_stat', {
    columns: {
      accountId: column.bigint({ primary: true }),
      objectId: column.bigint({ primary: true }),
      linkId: column.bigint({ primary: true }),
      sourceId: column.int(),
      rating: column.smallint({ primary: true }),
      flags: column.smallint({ primary: true }),
      language: column.text({ primary: true, default: () => "'und'" }),
      n: column.bigint(),
    },
  }),

  /** Counts of reviews by month of review_date. Deleted reviews are not counted. */
  table('link_month', {
    columns: {
      accountId: column.bigint({ primary: true }),
      objectId: column.bigint({ primary: true }),
      month: column.date({ primary: true }),
      linkId: column.bigint({ primary: true }),
      sourceId: column.int(),
      rating: column.smallint({ primary: true }),
      language: column.text({ primary: true, default: () => "'und'" }),
      n: column.bigint(),
      nText: column.bigint(),
      nImages: column.bigint(),
      nReply: column.bigint(),
      nFeed: column.bigint(),
    },
  }),

  /** Counts of reviews, one row per link. */
  table('link_total', {
    columns: {
      accountId: column.bigint({ primary: true }),
      objectId: column.bigint({ primary: true }),
      linkId: column.bigint({ primary: true }),
      sourceId: column.int(),
      n: column.bigint(),
      nShown: column.bigint(),
      nFeed: column.bigint(),
      nImported: column.bigint({ default: () => '0' }),
    },
  }),

  /** Imports of reviews that brought or changed reviews. */
  table('review_import', {
    columns: {
      accountId: column.bigint({ primary: true }),
      id: column.identity(),
      createdAt: column.timestamptz({ default: NOW }),
      removedAt: column.timestamptz({ nullable: true }),
      createdCount: column.bigint({ default: () => '0' }),
      updatedCount: column.bigint({ default: () => '0' }),
    },
    references: [{ columns: ['accountId'], table: 'account' }],
  }),

  /** Changes that add reviews to the copy of a client or remove them although no review changes: an object is activated, deleted, added to a folder or removed from one; a link is removed. Kept for 400 days. */
  table('sync_scope_change', {
    columns: {
      accountId: column.bigint({ primary: true }),
      changeSeq: column.bigint({ primary: true }),
      objectId: column.bigint(),
      linkId: column.bigint({ nullable: true }),
      folderIds: column.bigint({ array: true }),
      changedAt: column.timestamptz(),
      hasLostReviews: column.boolean(),
    },
    references: [{ columns: ['accountId'], table: 'account', onDelete: 'CASCADE' }],
    indexes: {
      sync_scope_change_of_object: { on: ['accountId', 'objectId', 'changeSeq'] },
    },
  }),

  /** The facts of a run. The transaction that ends the run writes its events from them. */
  table('run_fact', {
    columns: {
      id: column.identity(),
      runId: column.bigint(),
      objectId: column.bigint(),
      fact: column.text(),
      reviewIds: column.bigint({ array: true }),
    },
    checks: {
      run_fact_fact_check: "fact in ('appeared', 'replied', 'changed', 'deleted', 'restored')",
    },
    references: [{ columns: ['runId'], table: 'run', onDelete: 'CASCADE' }],
    indexes: {
      run_fact_of_run: { on: ['runId'] },
    },
  }),
];
