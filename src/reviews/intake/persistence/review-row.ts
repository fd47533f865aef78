/**
 * The types of reviews that intake passes to its stores and receives from them, and the conversion between content and
 * columns. Images and videos are stored in their wire form, so that reading a page needs no conversion (contract §2.3).
 */
import type { CollectedImage, CollectedVideo } from '@libs/sources';
import { CONTENT_COLUMNS, type ContentColumn, type ContentForm } from '../../persistence/review-columns';
import type { IdentifyingFields } from '../domain/compared-review';
import { DETECTOR, languageOf } from '../text-language';
import { factsOfNew, type DatePrecision, type ReviewContent, type ReviewFact } from '../domain/review-content';

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
  /** Null if no record is stored. */
  readonly raw: Readonly<Record<string, unknown>> | null;
  /** When the record was read from the platform; absent if that is now. */
  readonly rawReadAt?: Date | null;
}

/** The fields of a collected review by which it is recognized under another id. */
export function identifyingFields({ externalId, content }: PreparedReview): IdentifyingFields {
  const { author, text, reviewDate, rating, datePrecision } = content;
  return { externalId, author, text, reviewDate, rating, isRelative: datePrecision === 'relative' };
}

/** What a run reports about a stored review. */
export interface ReviewReport {
  readonly id: number;
  readonly facts: readonly ReviewFact[];
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
  /** Only an import has brought it: no collection has found it. */
  readonly isImported: boolean;
  /** Milliseconds since the service changed the reply; null if it did not, or if a collection has read the change. */
  readonly ownReplyAgeMs: number | null;
  readonly content: ReviewContent;
}

/** A stored review with its new content. */
export interface RewrittenReview extends PreparedReview, RowVersion {
  /** True if the service changed the reply and no collection has read the change. */
  readonly awaitsOwnReply: boolean;
}

/** The conversions of a form. `toJson` and `toHashPart` do not receive null. */
interface FormOf<Value, Stored> {
  /** The value in JSON for `json_to_recordset`; undefined for null. */
  toJson(value: NonNullable<Value>): unknown;
  /** Converts a stored value, as the driver returns it. */
  fromStored(stored: Stored): Value;
  /** The part of the hashed text; null if the value is not hashed. */
  toHashPart(value: NonNullable<Value>): string | number | null;
}

const PRECISIONS: readonly DatePrecision[] = ['exact', 'day', 'relative'];

/** An empty list is stored as null. */
const listForm = <T, Stored>(
  store: (value: T) => Stored,
  restore: (stored: Stored) => T,
): FormOf<readonly T[], readonly Stored[] | null> => ({
  toJson: (values) => (values.length === 0 ? undefined : values.map(store)),
  fromStored: (stored) => (stored ?? []).map(restore),
  toHashPart: (values) => (values.length === 0 ? null : JSON.stringify(values)),
});

const FORMS = {
  plain: {
    toJson: (value) => value,
    fromStored: (stored) => stored,
    toHashPart: (value) => value,
  } satisfies FormOf<string | number | null, string | number | null>,
  date_precision: {
    toJson: (value) => PRECISIONS.indexOf(value),
    fromStored: (stored) => PRECISIONS[stored] ?? 'exact',
    toHashPart: () => null,
  } satisfies FormOf<DatePrecision, number>,
  is_native: {
    toJson: (value) => value,
    fromStored: (stored) => stored,
    toHashPart: (value) => (value ? null : 'foreign'),
  } satisfies FormOf<boolean, boolean>,
  images: listForm(storedImage, collectedImage),
  videos: listForm(storedVideo, collectedVideo),
} satisfies Record<ContentForm, unknown>;

/** A column of the content with its form. */
interface ContentField {
  readonly name: ContentColumn['name'];
  readonly type: ContentColumn['type'];
  readonly key: keyof ReviewContent;
  /** Its position in the content hash; null if it is not hashed. */
  readonly hash: number | null;
  readonly form: FormOf<unknown, unknown>;
}

export const CONTENT_FIELDS: readonly ContentField[] = CONTENT_COLUMNS.map(({ name, type, content }) => ({
  name,
  type,
  key: content.key,
  hash: 'hash' in content ? content.hash : null,
  form: FORMS[content.form] as FormOf<unknown, unknown>,
}));

export function hashPart({ key, form }: ContentField, content: ReviewContent): string | number | null {
  const value = content[key];
  return value === null ? null : form.toHashPart(value);
}

/**
 * The columns that are written with the content, with their types in a record set and their values. JSON has no bytes,
 * so the hash is hexadecimal text.
 */
const WRITTEN_COLUMNS = [
  { name: 'content_hash', type: 'text', value: `decode(x.content_hash, 'hex')` },
  { name: 'external_id', type: 'text', value: 'x.external_id' },
  { name: 'language', type: 'text', value: 'x.language' },
  ...CONTENT_FIELDS.map(({ name, type }) => ({ name, type, value: `x.${name}` })),
];
export const RECORD_TYPES = WRITTEN_COLUMNS.map(({ name, type }) => `${name} ${type}`).join(', ');
export const INSERTED_NAMES = `detector, ${WRITTEN_COLUMNS.map(({ name }) => name).join(', ')}`;
export const INSERTED_VALUES = `${DETECTOR}, ${WRITTEN_COLUMNS.map(({ value }) => value).join(', ')}`;
export const UPDATES = `detector = ${DETECTOR}, ${WRITTEN_COLUMNS.map(({ name, value }) => `${name} = ${value}`).join(', ')}`;

/** A record for `json_to_recordset`, with the language of the text. Nulls are omitted, because most columns of most reviews are null. */
export function toRecord(review: PreparedReview, index: number): Record<string, unknown> {
  const { raw, rawReadAt, hash, externalId, content } = review;
  const record: Record<string, unknown> = { n: index + 1 };
  if (raw !== null) record['raw'] = raw;
  Object.assign(record, { content_hash: hash, external_id: externalId, language: languageOf(content.text) });
  if (rawReadAt) record['raw_read_at'] = rawReadAt;
  for (const { name, key, form } of CONTENT_FIELDS) {
    const value = content[key];
    if (value !== null) record[name] = form.toJson(value);
  }
  return record;
}

/** A new review as it is sent. */
export interface NewReview {
  readonly facts: readonly ReviewFact[];
  /** JSON of its record. */
  readonly record: string;
}

/** The new review at a place of the list that is inserted, from 0. */
export function newReview(review: PreparedReview, index: number): NewReview {
  return { facts: factsOfNew(review.content), record: JSON.stringify(toRecord(review, index)) };
}

/** The columns that `toStored` reads. */
export const STORED_COLUMNS = `r.id, r.xmin::text as version, external_id, content_hash, missed_at, deleted_at, import_id,
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
  readonly import_id: number | null;
  readonly own_reply_age: number | null;
  readonly [content: string]: unknown;
}

export function toStored(row: StoredRow): StoredReview {
  const content: Partial<Record<keyof ReviewContent, unknown>> = {};
  for (const { name, key, form } of CONTENT_FIELDS) content[key] = form.fromStored(row[name]);
  return {
    id: row.id,
    version: row.version,
    externalId: row.external_id,
    hash: row.content_hash.toString('hex'),
    isDeleted: row.deleted_at !== null,
    isMissed: row.missed_at !== null,
    isImported: row.import_id !== null,
    ownReplyAgeMs: row.own_reply_age,
    content: content as ReviewContent,
  };
}

interface StoredImage {
  template_url: string;
  preview: string | null;
  image: string | null;
}

interface StoredVideo {
  kind: CollectedVideo['kind'];
  video_url: string | null;
  thumbnail: string | null;
  width: number | null;
  height: number | null;
  duration_ms: number | null;
}

function storedImage(image: CollectedImage): StoredImage {
  return { template_url: image.templateUrl, preview: image.preview, image: image.image };
}

function collectedImage(image: StoredImage): CollectedImage {
  return { templateUrl: image.template_url, preview: image.preview, image: image.image };
}

function storedVideo(video: CollectedVideo): StoredVideo {
  return {
    kind: video.kind,
    video_url: video.videoUrl,
    thumbnail: video.thumbnail,
    width: video.width,
    height: video.height,
    duration_ms: video.durationMs,
  };
}

function collectedVideo(video: StoredVideo): CollectedVideo {
  return {
    kind: video.kind,
    videoUrl: video.video_url,
    thumbnail: video.thumbnail,
    width: video.width,
    height: video.height,
    durationMs: video.duration_ms,
  };
}
