/** A review as a row: what intake hands to its store, and what the store finds, between the content and the columns. */
import type { CollectedImage, CollectedVideo } from '@libs/sources';
import type { DatePrecision, ReviewContent } from '../domain/review-content';

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

/** A stored row and which of its versions was read: every write makes another. */
export interface RowVersion {
  readonly id: number;
  /** The number of the transaction that wrote it (`xmin`). */
  readonly version: string;
}

export interface StoredReview extends RowVersion {
  readonly externalId: string;
  readonly hash: string;
  readonly isDeleted: boolean;
  readonly isMissed: boolean;
  /** Milliseconds since the service changed the reply and no collection has shown it; null where none is awaited. */
  readonly ownReplyAgeMs: number | null;
  readonly content: ReviewContent;
}

/** A known review as it shall be. */
export interface RewrittenReview extends PreparedReview, RowVersion {
  /** Its reply is still one of ours that no collection has shown. */
  readonly awaitsOwnReply: boolean;
}

const PRECISIONS: readonly DatePrecision[] = ['exact', 'day', 'relative'];

/** The columns of a review's content with their types, once for every statement that rewrites reviews. */
const CONTENT = {
  content_hash: 'text',
  external_id: 'text',
  author: 'text',
  text: 'text',
  positive: 'text',
  negative: 'text',
  review_date: 'timestamp',
  date_precision: 'smallint',
  rating_original: 'text',
  rating: 'smallint',
  review_url: 'text',
  reply_text: 'text',
  reply_date: 'timestamp',
  images: 'json',
  videos: 'json',
  is_native: 'boolean',
} as const;
export const CONTENT_NAMES = Object.keys(CONTENT) as readonly (keyof typeof CONTENT)[];
export const CONTENT_TYPES = CONTENT_NAMES.map((name) => `${name} ${CONTENT[name]}`).join(', ');

/** JSON carries no bytes: the hash travels as hexadecimal text. */
export function contentValue(name: keyof typeof CONTENT): string {
  return name === 'content_hash' ? `decode(x.content_hash, 'hex')` : `x.${name}`;
}

/** For `json_to_recordset`. What is null is left out: most of a review's columns are, and everything written here is read again. */
export function toRow(review: PreparedReview, index: number): Record<string, unknown> {
  const { content } = review;
  return {
    n: index + 1,
    raw: review.raw,
    content_hash: review.hash,
    external_id: review.externalId,
    author: given(content.author),
    text: given(content.text),
    positive: given(content.positive),
    negative: given(content.negative),
    review_date: given(content.reviewDate),
    date_precision: precisionNumber(content.datePrecision),
    rating_original: given(content.ratingOriginal),
    rating: given(content.rating),
    review_url: given(content.reviewUrl),
    reply_text: given(content.replyText),
    reply_date: given(content.replyDate),
    images: wireImages(content) ?? undefined,
    videos: wireVideos(content) ?? undefined,
    is_native: content.isNative,
  };
}

const given = <T>(value: T | null): T | undefined => value ?? undefined;

/** What stands in `date_precision`. */
export function precisionNumber(precision: DatePrecision): number {
  return PRECISIONS.indexOf(precision);
}

/** Null where there are none. */
export function wireImages({ images }: ReviewContent): WireImage[] | null {
  return images.length === 0 ? null : images.map(toWireImage);
}

/** Null where there are none. */
export function wireVideos({ videos }: ReviewContent): WireVideo[] | null {
  return videos.length === 0 ? null : videos.map(toWireVideo);
}

/** Images and videos are stored as the wire shows them, so that reading builds nothing (§2.3). */
function toWireImage(image: CollectedImage): WireImage {
  return { template_url: image.templateUrl, preview: image.preview, image: image.image };
}

function toWireVideo(video: CollectedVideo): WireVideo {
  return {
    kind: video.kind,
    video_url: video.videoUrl,
    thumbnail: video.thumbnail,
    width: video.width,
    height: video.height,
    duration_ms: video.durationMs,
  };
}

interface WireImage {
  template_url: string;
  preview: string | null;
  image: string | null;
}

interface WireVideo {
  kind: CollectedVideo['kind'];
  video_url: string | null;
  thumbnail: string | null;
  width: number | null;
  height: number | null;
  duration_ms: number | null;
}

/** The columns that `toStored` reads. */
export interface StoredRow {
  id: number;
  version: string;
  external_id: string;
  content_hash: Buffer;
  missed_at: Date | null;
  deleted_at: Date | null;
  author: string | null;
  text: string | null;
  positive: string | null;
  negative: string | null;
  review_date: string | null;
  date_precision: number;
  rating_original: string | null;
  rating: number | null;
  review_url: string | null;
  reply_text: string | null;
  reply_date: string | null;
  images: WireImage[] | null;
  videos: WireVideo[] | null;
  is_native: boolean;
  own_reply_age: number | null;
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
    content: {
      author: row.author,
      text: row.text,
      positive: row.positive,
      negative: row.negative,
      reviewDate: row.review_date,
      datePrecision: PRECISIONS[row.date_precision] ?? 'exact',
      ratingOriginal: row.rating_original,
      rating: row.rating,
      reviewUrl: row.review_url,
      replyText: row.reply_text,
      replyDate: row.reply_date,
      images: (row.images ?? []).map((image) => ({
        templateUrl: image.template_url,
        preview: image.preview,
        image: image.image,
      })),
      videos: (row.videos ?? []).map((video) => ({
        kind: video.kind,
        videoUrl: video.video_url,
        thumbnail: video.thumbnail,
        width: video.width,
        height: video.height,
        durationMs: video.duration_ms,
      })),
      isNative: row.is_native,
    },
  };
}
