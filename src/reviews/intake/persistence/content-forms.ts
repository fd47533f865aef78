/**
 * Converts each form of content to COPY, to JSON records and to its part of the hash, and from stored values. Images and videos are
 * stored in their wire form, so that reading a page needs no conversion (contract §2.3).
 */
import { copyValue } from '@libs/database';
import type { CollectedImage, CollectedVideo } from '@libs/sources';
import { CONTENT_COLUMNS, type ContentColumn, type ContentForm } from '../../persistence/review-columns';
import type { DatePrecision, ReviewContent } from '../domain/review-content';

/** The conversions of a form. `copyField`, `jsonField` and `hashPart` handle null for all forms; only `fromStored` receives it. */
interface FormOf<Value, Stored> {
  /** The escaped field of a COPY line. */
  toCopy(value: NonNullable<Value>): string;
  /** The value in JSON for `json_to_recordset`; undefined for null. */
  toJson(value: NonNullable<Value>): unknown;
  /** Converts a stored value, as the driver returns it. */
  fromStored(stored: Stored): Value;
  /** The part of the hashed text; null if the value is not hashed. */
  toHashPart(value: NonNullable<Value>): string | number | null;
}

const COPY_NULL = copyValue(null);
const PRECISIONS: readonly DatePrecision[] = ['exact', 'day', 'relative'];

/** The stored form of a list; null if it is empty. */
const listOrNull = <T, Stored>(values: readonly T[], store: (value: T) => Stored): Stored[] | null =>
  values.length === 0 ? null : values.map(store);

const jsonForm = <T, Stored>(
  store: (value: T) => Stored,
  restore: (stored: Stored) => T,
): FormOf<readonly T[], readonly Stored[] | null> => ({
  toCopy: (values) => (values.length === 0 ? COPY_NULL : copyValue(JSON.stringify(values.map(store)))),
  toJson: (values) => listOrNull(values, store) ?? undefined,
  fromStored: (stored) => (stored ?? []).map(restore),
  toHashPart: (values) => (values.length === 0 ? null : JSON.stringify(values)),
});

const FORMS = {
  text: {
    toCopy: copyValue,
    toJson: (value) => value,
    fromStored: (stored) => stored,
    toHashPart: (value) => value,
  } satisfies FormOf<string | null, string | null>,
  /** Numbers and dates, which need no escaping in COPY. */
  plain: {
    toCopy: String,
    toJson: (value) => value,
    fromStored: (stored) => stored,
    toHashPart: (value) => value,
  } satisfies FormOf<string | number | null, string | number | null>,
  date_precision: {
    toCopy: (value) => String(PRECISIONS.indexOf(value)),
    toJson: (value) => PRECISIONS.indexOf(value),
    fromStored: (stored) => PRECISIONS[stored] ?? 'exact',
    toHashPart: () => null,
  } satisfies FormOf<DatePrecision, number>,
  is_native: {
    toCopy: String,
    toJson: (value) => value,
    fromStored: (stored) => stored,
    toHashPart: (value) => (value ? null : 'foreign'),
  } satisfies FormOf<boolean, boolean>,
  images: jsonForm(storedImage, collectedImage),
  videos: jsonForm(storedVideo, collectedVideo),
} satisfies Record<ContentForm, unknown>;

/** A column of the content with its form. */
export interface ContentField {
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

export function copyField({ key, form }: ContentField, content: ReviewContent): string {
  const value = content[key];
  return value === null ? COPY_NULL : form.toCopy(value);
}

export function jsonField({ key, form }: ContentField, content: ReviewContent): unknown {
  const value = content[key];
  return value === null ? undefined : form.toJson(value);
}

export function hashPart({ key, form }: ContentField, content: ReviewContent): string | number | null {
  const value = content[key];
  return value === null ? null : form.toHashPart(value);
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
