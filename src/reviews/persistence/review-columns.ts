/**
 * The columns of the table `review`, each defined once: its type, whether an insert writes it, the part of the content that it
 * stores, its position in the content hash, and its fields in the API's JSON (contract §2.3). Inserts, updates, the comparison of
 * collected with stored reviews, the hash, and the JSON of feed, sync and single review are generated from this list. A column
 * that is not listed is not returned to clients.
 *
 * The order of the list is the order of the fields on the wire.
 */
import { REVIEW_FLAGS } from '../domain/review-flags';

/** How a column stores its part of the content. `intake/persistence/review-row.ts` converts each form. */
export type ContentForm = 'plain' | 'date_precision' | 'is_native' | 'images' | 'videos';

interface ContentPart {
  /** The property of `ReviewContent`. */
  readonly key: string;
  readonly form: ContentForm;
  /**
   * Position in the content hash, from 1. Without one, a change of this part alone does not rewrite the review. A new column
   * gets the next position, so the hashes of reviews without a value for it do not change.
   */
  readonly hash?: number;
}

export interface WireField {
  /** The name on the wire. */
  readonly name: string;
  /** SQL of the value, over a review `r`. */
  readonly sql: string;
  /** Alias in the select list; absent if `sql` is a plain column. */
  readonly as?: string;
  /** The responses that contain the field; absent: all. */
  readonly only?: 'v3' | 'curation' | 'raw';
  /** SQL of the value if the request does not set `separate_pos_neg`. */
  readonly merged?: string;
}

interface ReviewColumn {
  readonly name: string;
  readonly type: 'bigint' | 'boolean' | 'bytea' | 'int' | 'json' | 'smallint' | 'text' | 'timestamp' | 'timestamptz';
  /** True if an insert writes the column. Content columns are always inserted, and updated when the content changes. */
  readonly inserted?: true;
  readonly content?: ContentPart;
  /** True if a column of the content is never null. */
  readonly isRequired?: true;
  readonly wire?: readonly Omit<WireField, 'name'>[];
}

/** Truncates to the second and converts to `timestamp`, which `row_to_json` writes without a zone. */
export const wireTime = (instant: string): string => `date_trunc('second', ${instant} at time zone 'UTC')`;

/**
 * SQL of the time at which a pass last saw the review `r`, in microseconds. A pass that finds reviews unchanged adds one step to the list
 * of the link (`intake/domain/seen-staircase.ts`) instead of writing their rows. The list does not apply to a review that a later pass
 * missed, nor to one that no pass has seen.
 */
export const LAST_SEEN = `case
    when r.import_id is not null then r.seen_at
    when r.missed_at is null then greatest(r.seen_at, (
      select c.seen_ats[width_bucket(coalesce(r.review_date, '-infinity'), c.seen_floors)]
      from link_collection_view c where c.link_id = r.link_id))
    else r.seen_at end`;

/**
 * Two arrays that PostgreSQL builds once per statement. For 1,000 rows this costs 0.5 ms and 1,017 blocks; one look-up of the slug
 * per row costs 1.2 ms and 2,015 blocks.
 */
const SOURCE_SLUG = `(select array_agg(s.slug order by s.id) from source_view s)[
    array_position((select array_agg(s.id order by s.id) from source_view s), r.source_id)]`;
const RAW = `coalesce((select w.raw from review_raw w where w.account_id = r.account_id and w.review_id = r.id), '{}')`;

/** Where the review is from (contract §2.3). A removed import has left only the mark. */
const PROVENANCE = `case when r.import_id is null
    then '{"kind":"collected","import_id":null,"origin":null,"imported_at":null}'::json
    else json_build_object('kind', 'imported', 'import_id', r.import_id, 'origin', r.origin,
      'imported_at', ${wireTime('r.first_seen_at')}) end`;

const { images, videos } = REVIEW_FLAGS;

export const REVIEW_COLUMNS = [
  { name: 'account_id', type: 'bigint', inserted: true },
  { name: 'id', type: 'bigint', inserted: true, wire: [{ sql: 'r.id' }] },
  { name: 'object_id', type: 'bigint', inserted: true, wire: [{ sql: 'r.object_id', only: 'v3' }] },
  { name: 'link_id', type: 'bigint', inserted: true, wire: [{ sql: 'r.link_id' }] },
  {
    name: 'source_id',
    type: 'int',
    inserted: true,
    wire: [{ sql: 'r.source_id' }, { sql: SOURCE_SLUG, as: 'source_slug', only: 'v3' }],
  },
  {
    name: 'external_id',
    type: 'text',
    inserted: true,
    wire: [{ sql: 'r.external_id', as: 'external_review_id', only: 'v3' }],
  },
  { name: 'author', type: 'text', content: { key: 'author', form: 'plain', hash: 1 }, wire: [{ sql: 'r.author' }] },
  { name: 'text', type: 'text', content: { key: 'text', form: 'plain', hash: 2 }, wire: [{ sql: 'r.text' }] },
  {
    name: 'review_date',
    type: 'timestamp',
    content: { key: 'reviewDate', form: 'plain', hash: 5 },
    wire: [{ sql: 'r.review_date' }],
  },
  {
    name: 'date_precision',
    type: 'smallint',
    isRequired: true,
    content: { key: 'datePrecision', form: 'date_precision' },
  },
  {
    name: 'rating_original',
    type: 'text',
    content: { key: 'ratingOriginal', form: 'plain', hash: 6 },
    wire: [{ sql: 'r.rating_original' }],
  },
  {
    name: 'rating',
    type: 'smallint',
    content: { key: 'rating', form: 'plain', hash: 7 },
    wire: [{ sql: 'r.rating / 100::float8', as: 'rating' }],
  },
  {
    name: 'review_url',
    type: 'text',
    content: { key: 'reviewUrl', form: 'plain', hash: 8 },
    wire: [{ sql: 'r.review_url' }],
  },
  {
    name: 'reply_text',
    type: 'text',
    content: { key: 'replyText', form: 'plain', hash: 9 },
    wire: [{ sql: 'r.reply_text' }],
  },
  {
    name: 'reply_date',
    type: 'timestamp',
    content: { key: 'replyDate', form: 'plain', hash: 10 },
    wire: [{ sql: 'r.reply_date' }],
  },
  {
    name: 'images',
    type: 'json',
    content: { key: 'images', form: 'images', hash: 11 },
    wire: [
      { sql: `r.flags & ${images} <> 0`, as: 'has_images' },
      { sql: "coalesce(r.images, '[]')", as: 'images' },
    ],
  },
  {
    name: 'videos',
    type: 'json',
    content: { key: 'videos', form: 'videos', hash: 12 },
    wire: [
      { sql: `r.flags & ${videos} <> 0`, as: 'has_videos' },
      { sql: "coalesce(r.videos, '[]')", as: 'videos' },
    ],
  },
  {
    name: 'deleted_at',
    type: 'timestamptz',
    wire: [
      { sql: 'r.deleted_at is not null', as: 'is_deleted' },
      { sql: wireTime('r.deleted_at'), as: 'deleted_at' },
    ],
  },
  { name: 'seen_at', type: 'timestamptz', inserted: true, wire: [{ sql: wireTime(LAST_SEEN), as: 'last_seen_at' }] },
  {
    name: 'updated_at',
    type: 'timestamptz',
    inserted: true,
    wire: [{ sql: wireTime('r.updated_at'), as: 'updated_at' }],
  },
  {
    name: 'hidden_at',
    type: 'timestamptz',
    wire: [{ sql: 'r.hidden_at is not null', as: 'is_hidden', only: 'curation' }],
  },
  {
    name: 'pin_position',
    type: 'smallint',
    wire: [
      { sql: 'r.pin_position is not null', as: 'is_pinned', only: 'curation' },
      { sql: 'r.pin_position', only: 'curation' },
    ],
  },
  {
    name: 'positive',
    type: 'text',
    content: { key: 'positive', form: 'plain', hash: 3 },
    wire: [{ sql: 'r.positive', merged: 'null::text' }],
  },
  {
    name: 'negative',
    type: 'text',
    content: { key: 'negative', form: 'plain', hash: 4 },
    wire: [{ sql: 'r.negative', merged: 'null::text' }],
  },
  { name: 'is_native', type: 'boolean', isRequired: true, content: { key: 'isNative', form: 'is_native', hash: 13 } },
  { name: 'import_id', type: 'bigint', wire: [{ sql: PROVENANCE, as: 'provenance', only: 'v3' }] },
  { name: 'origin', type: 'text' },
  { name: 'language', type: 'text', inserted: true, wire: [{ sql: 'r.language', only: 'v3' }] },
  { name: 'detector', type: 'smallint', inserted: true },
  { name: 'content_hash', type: 'bytea', inserted: true },
  { name: 'change_seq', type: 'bigint', inserted: true },
  { name: 'first_seen_at', type: 'timestamptz', inserted: true },
  { name: 'missed_at', type: 'timestamptz' },
  { name: 'pinned_at', type: 'timestamptz' },
  { name: 'own_reply_at', type: 'timestamptz' },
  { name: 'flags', type: 'smallint' },
] as const satisfies readonly ReviewColumn[];

type Column = (typeof REVIEW_COLUMNS)[number];

/** A column that stores a part of the content. */
export type ContentColumn = Extract<Column, { readonly content: unknown }>;

export const CONTENT_COLUMNS: readonly ContentColumn[] = REVIEW_COLUMNS.filter((column) => 'content' in column);

/** The fields of a review on the wire, in their order. The raw record is in a table of its own. */
export const WIRE_FIELDS: readonly WireField[] = [
  ...(REVIEW_COLUMNS as readonly ReviewColumn[]).flatMap(({ name, wire = [] }) =>
    wire.map((field) => ({ ...field, name: field.as ?? name })),
  ),
  { name: 'raw_review', sql: RAW, as: 'raw_review', only: 'raw' },
];
