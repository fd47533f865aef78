/**
 * Converts each form of content to COPY and to JSON records, from stored values, and to its part of the hash. Images and videos are
 * stored in their wire form, so that reading a page needs no conversion (contract §2.3).
 */
import { copyValue } from '@libs/database';
import type { CollectedImage, CollectedVideo } from '@libs/sources';
import { CONTENT_COLUMNS, type ContentColumn, type ContentForm } from '../../persistence/review-columns';
import type { DatePrecision, ReviewContent } from '../domain/review-content';

/** The conversions of a form. `copiedField`, `sentField` and `hashedField` handle null for all forms; only `read` receives it. */
interface FormOf<Value, Stored> {
  /** The escaped field of a COPY line. */
  copied(value: NonNullable<Value>): string;
  /** The value in JSON for `json_to_recordset`; undefined for null. */
  sent(value: NonNullable<Value>): unknown;
  /** Converts a stored value, as the driver returns it. */
  read(stored: Stored): Value;
  /** Its part of the hashed text; null if it has none. */
  hashed(value: NonNullable<Value>): string | number | null;
}

const COPY_NULL = copyValue(null);
const PRECISIONS: readonly DatePrecision[] = ['exact', 'day', 'relative'];

/** The stored form of a list; null if it is empty. */
const listed = <T, Stored>(values: readonly T[], store: (value: T) => Stored): Stored[] | null =>
  values.length === 0 ? null : values.map(store);

const jsonForm = <T, Stored>(
  store: (value: T) => Stored,
  restore: (stored: Stored) => T,
): FormOf<readonly T[], readonly Stored[] | null> => ({
  copied: (values) => (values.length === 0 ? COPY_NULL : copyValue(JSON.stringify(values.map(store)))),
  sent: (values) => listed(values, store) ?? undefined,
  read: (stored) => (stored ?? []).map(restore),
  hashed: (values) => (values.length === 0 ? null : JSON.stringify(values)),
});

const FORMS = {
  text: {
    copied: copyValue,
    sent: (value) => value,
    read: (stored) => stored,
    hashed: (value) => value,
  } satisfies FormOf<string | null, string | null>,
  /** Numbers and dates, which need no escaping in COPY. */
  plain: {
    copied: String,
    sent: (value) => value,
    read: (stored) => stored,
    hashed: (value) => value,
  } satisfies FormOf<string | number | null, string | number | null>,
  date_precision: {
    copied: (value) => String(PRECISIONS.indexOf(value)),
    sent: (value) => PRECISIONS.indexOf(value),
    read: (stored) => PRECISIONS[stored] ?? 'exact',
    hashed: () => null,
  } satisfies FormOf<DatePrecision, number>,
  is_native: {
    copied: String,
    sent: (value) => value,
    read: (stored) => stored,
    hashed: (value) => (value ? null : 'foreign'),
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

export function copiedField({ key, form }: ContentField, content: ReviewContent): string {
  const value = content[key];
  return value === null ? COPY_NULL : form.copied(value);
}

export function sentField({ key, form }: ContentField, content: ReviewContent): unknown {
  const value = content[key];
  return value === null ? undefined : form.sent(value);
}

export function hashedField({ key, form }: ContentField, content: ReviewContent): string | number | null {
  const value = content[key];
  return value === null ? null : form.hashed(value);
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
