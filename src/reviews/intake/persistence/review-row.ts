/** The types of reviews that intake passes to its store and receives from it, and the conversion between content and columns. */
import type { IdentifyingFields } from '../domain/compared-review';
import type { ReviewContent } from '../domain/review-content';
import { CONTENT_FIELDS, jsonField } from './content-forms';

/** The link whose reviews are written. */
export interface IntakeLink {
  readonly accountId: number;
  readonly objectId: number;
  readonly linkId: number;
  readonly sourceId: number;
}

/** A review ready to be stored. */
export interface PreparedReview {
  readonly externalId: string;
  readonly content: ReviewContent;
  readonly hash: string;
  readonly raw: Readonly<Record<string, unknown>>;
}

/** The fields of a collected review by which it is recognized under another id. */
export function identifyingFields({ externalId, content }: PreparedReview): IdentifyingFields {
  const { author, text, reviewDate, rating, datePrecision } = content;
  return { externalId, author, text, reviewDate, rating, isRelative: datePrecision === 'relative' };
}

/** A stored row and the version of it that was read; every write creates another version. */
export interface RowVersion {
  readonly id: number;
  /** The id of the transaction that wrote the row (`xmin`). */
  readonly version: string;
}

export interface StoredReview extends RowVersion {
  readonly externalId: string;
  readonly hash: string;
  readonly isDeleted: boolean;
  readonly isMissed: boolean;
  /** Milliseconds since the service changed the reply; null if it did not, or if a collection has read the change. */
  readonly ownReplyAgeMs: number | null;
  readonly content: ReviewContent;
}

/** A stored review with its new content. */
export interface RewrittenReview extends PreparedReview, RowVersion {
  /** True if the service changed the reply and no collection has read the change. */
  readonly awaitsOwnReply: boolean;
}

/** The columns that an update of content writes, with their types in the record set. JSON has no bytes, so the hash is hexadecimal text. */
const UPDATED_COLUMNS = [
  { name: 'content_hash', type: 'text', value: `decode(x.content_hash, 'hex')` },
  { name: 'external_id', type: 'text', value: 'x.external_id' },
  ...CONTENT_FIELDS.map(({ name, type }) => ({ name, type, value: `x.${name}` })),
];
export const UPDATED_TYPES = UPDATED_COLUMNS.map(({ name, type }) => `${name} ${type}`).join(', ');
export const UPDATES = UPDATED_COLUMNS.map(({ name, value }) => `${name} = ${value}`).join(', ');

/** A record for `json_to_recordset`. Nulls are omitted, because most columns of most reviews are null. */
export function toRecord({ raw, hash, externalId, content }: PreparedReview, index: number): Record<string, unknown> {
  const record: Record<string, unknown> = { n: index + 1, raw, content_hash: hash, external_id: externalId };
  for (const field of CONTENT_FIELDS) record[field.name] = jsonField(field, content);
  return record;
}

/** The columns that `toStored` reads. */
export const STORED_COLUMNS = `r.id, r.xmin::text as version, external_id, content_hash, missed_at, deleted_at,
  extract(epoch from clock_timestamp() - own_reply_at)::float8 * 1000 as own_reply_age,
  ${CONTENT_FIELDS.map(({ name }) => name).join(', ')}`;

/** A row of `STORED_COLUMNS`; the columns of the content have the driver's types. */
export interface StoredRow {
  readonly id: number;
  readonly version: string;
  readonly external_id: string;
  readonly content_hash: Buffer;
  readonly missed_at: Date | null;
  readonly deleted_at: Date | null;
  readonly own_reply_age: number | null;
  readonly [content: string]: unknown;
}

export function toStored(row: StoredRow): StoredReview {
  return {
    id: row.id,
    version: row.version,
    externalId: row.external_id,
    hash: row.content_hash.toString('hex'),
    isDeleted: row.deleted_at !== null,
    isMissed: row.missed_at !== null,
    ownReplyAgeMs: row.own_reply_age,
    content: contentOfRow(row),
  };
}

function contentOfRow(row: StoredRow): ReviewContent {
  const content: Partial<Record<keyof ReviewContent, unknown>> = {};
  for (const { name, key, form } of CONTENT_FIELDS) content[key] = form.fromStored(row[name]);
  return content as ReviewContent;
}
