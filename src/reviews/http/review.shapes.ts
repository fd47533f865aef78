import { ApiSchema } from '@nestjs/swagger';
import { Input, QueryBoolean, Shape } from '@libs/http';
import { PROVENANCES } from '../domain/feed-filter';
import type { ReviewFormat } from '../persistence/review-json.sql';

/** Parameters of every endpoint that returns reviews. */
export class ReviewFormatParameters extends Input({
  include_raw: QueryBoolean({ description: "Adds `raw_review`, the platform's own record.", default: false }),
  separate_pos_neg: QueryBoolean({
    description: 'Fills `positive` and `negative` if the platform has the two parts.',
    default: false,
  }),
}) {}

/** The format that the query selects in this version. */
export function reviewFormatOf(version: ReviewFormat['version'], query: ReviewFormatParameters): ReviewFormat {
  return { version, includeRaw: query.include_raw, separatePosNeg: query.separate_pos_neg };
}

/**
 * A review on the wire (contract §2.3). Documentation only: `persistence/review-json.sql.ts` builds the JSON, and contract tests
 * check that both are equal.
 */
@ApiSchema({ description: 'A photo of a review.' })
export class ReviewImage extends Shape({
  template_url: {
    type: 'string',
    description: 'Address with a `{size}` placeholder.',
    example: 'https://images.example/{size}/room.jpg',
  },
  preview: { type: 'string', nullable: true, description: 'Small version.' },
  image: { type: 'string', nullable: true, description: 'Full version.' },
}) {}

@ApiSchema({ description: 'A video of a review.' })
export class ReviewVideo extends Shape({
  kind: { type: 'string', values: ['embed', 'file', 'hls'], description: 'Platform player, direct file, or stream.' },
  video_url: { type: 'string', nullable: true, description: 'Address of the video.' },
  thumbnail: { type: 'string', nullable: true, description: 'Still picture.' },
  width: { type: 'integer', nullable: true, description: 'Pixels.' },
  height: { type: 'integer', nullable: true, description: 'Pixels.' },
  duration_ms: { type: 'integer', nullable: true, description: 'Milliseconds.' },
}) {}

@ApiSchema({ description: 'A review as the platform published it, with the state of its reply.' })
export class ReviewV2 extends Shape({
  id: { type: 'integer', description: 'The same id appears in webhook events.' },
  link_id: { type: 'integer', description: 'The link from which it was collected.' },
  source_id: { type: 'integer', description: 'Platform.' },
  author: {
    type: 'string',
    nullable: true,
    description: 'As the platform shows it; surnames are masked.',
    example: 'Anna M. K.',
  },
  text: { type: 'string', nullable: true, description: 'The text; its parts are joined by a blank line.' },
  review_date: {
    type: 'local-date-time',
    nullable: true,
    description: "The platform's local time, as the platform shows it.",
  },
  rating_original: {
    type: 'string',
    nullable: true,
    description: "The rating on the platform's own scale, not converted.",
    example: '7.0',
  },
  rating: {
    type: 'number',
    nullable: true,
    description: 'The rating on the scale 1-5, at most two decimals.',
    example: 3.5,
  },
  review_url: { type: 'string', nullable: true, description: 'Direct link on the platform.' },
  reply_text: { type: 'string', nullable: true, description: "The organization's reply, by any author." },
  reply_date: { type: 'date-time', nullable: true, description: 'Date of the reply, in UTC on every platform.' },
  has_images: { type: 'boolean', description: 'Whether `images` has any items.' },
  images: { type: () => ReviewImage, list: true, description: 'Attached images.' },
  has_videos: { type: 'boolean', description: 'Whether `videos` has any items.' },
  videos: { type: () => ReviewVideo, list: true, description: 'Attached videos.' },
  is_deleted: { type: 'boolean', description: 'The review disappeared from the platform.' },
  deleted_at: { type: 'date-time', nullable: true, description: 'When the service detected that it disappeared.' },
  last_seen_at: { type: 'date-time', description: 'When a collection saw it last.' },
  updated_at: { type: 'date-time', description: 'When anything visible to clients last changed.' },
  is_hidden: {
    type: 'boolean',
    optional: true,
    description: 'Hidden in the object. Absent where no single object is addressed.',
  },
  is_pinned: {
    type: 'boolean',
    optional: true,
    description: 'Pinned in the object. Absent where no single object is addressed.',
  },
  pin_position: {
    type: 'integer',
    nullable: true,
    optional: true,
    description: 'Position among the pinned reviews, from 0. Absent where no single object is addressed.',
  },
  positive: { type: 'string', nullable: true, description: 'Advantages; filled with `separate_pos_neg=true`.' },
  negative: { type: 'string', nullable: true, description: 'Disadvantages; filled with `separate_pos_neg=true`.' },
  raw_review: {
    type: 'object',
    optional: true,
    description: "The platform's own record without personal data; with `include_raw=true`.",
  },
}) {}

@ApiSchema({ description: 'Where a review is from.' })
export class ReviewProvenance extends Shape({
  kind: {
    type: 'string',
    values: PROVENANCES,
    description: '`collected`: a collection found it. `imported`: only an import has brought it.',
  },
  import_id: { type: 'integer', nullable: true, description: 'The import; null for a collected review.' },
  origin: {
    type: 'string',
    nullable: true,
    description: 'Where the import got it from, in the words of its file; null if it does not say.',
    example: 'Other Tool',
  },
  imported_at: { type: 'date-time', nullable: true, description: 'When it was imported; null for a collected review.' },
}) {}

@ApiSchema({ description: 'A review as the platform published it, with the state of its reply and its flags.' })
export class Review extends Shape(ReviewV2, {
  object_id: { type: 'integer', description: 'The object.' },
  source_slug: { type: 'string', description: 'Machine name of the platform.', example: 'trustpilot' },
  external_review_id: {
    type: 'string',
    description: "The platform's own id of the review, or a stable hash if it has none.",
  },
  provenance: { type: () => ReviewProvenance, description: 'Where the review is from.' },
  language: {
    type: 'string',
    description: 'Language of `text`, detected by the service, as a primary subtag of BCP 47; `und` if it is unknown.',
    example: 'en',
  },
}) {}
