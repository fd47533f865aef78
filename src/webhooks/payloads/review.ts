/**
 * A review in a delivery (contract §6.2). Deliveries of schema version 3 have its fields as they are; those of version 2 have the
 * platform as one string, and no fields that are new since.
 */
import { ApiSchema } from '@nestjs/swagger';
import { Shape } from '@libs/http';

const IDS = {
  id: { type: 'integer', description: 'Review id, the same as in the feed.' },
  external_review_id: {
    type: 'string',
    description: "The platform's own id of the review, or a stable hash where it has none.",
  },
} as const;

/** What both versions have, besides the ids and the platform. */
const COMMON = {
  rating: { type: 'number', nullable: true, description: '1-5, may be fractional; null without a numeric rating.' },
  text: { type: 'string', nullable: true, description: 'Text of the review.' },
  author: { type: 'string', nullable: true, description: 'As shown by the platform; surnames are masked.' },
  review_date: { type: 'local-date-time', nullable: true, description: "The platform's local time." },
  url: { type: 'string', description: "The object's page on the platform." },
  review_url: { type: 'string', nullable: true, description: 'The review itself on the platform.' },
  has_images: { type: 'boolean', description: 'Whether photos are attached.' },
  reply_text: { type: 'string', nullable: true, description: "The organization's reply; null if there is none." },
  reply_date: { type: 'date-time', nullable: true, description: 'Date of the reply, in UTC; null if there is none.' },
} as const;

const FIELDS = {
  ...IDS,
  source_id: { type: 'integer', description: 'Platform.' },
  source_slug: { type: 'string', description: 'Machine name of the platform.', example: 'trustpilot' },
  ...COMMON,
} as const;

@ApiSchema({ description: 'A review in a delivery.' })
export class ReviewInEvent extends Shape(FIELDS) {}

@ApiSchema({ description: 'A review in a delivery.' })
export class ReviewInEventV2 extends Shape({
  ...IDS,
  source: { type: 'string', description: 'Machine name of the platform.', example: 'trustpilot' },
  ...COMMON,
}) {}

type ReviewField = keyof typeof FIELDS;
type NullableField = { [F in ReviewField]: (typeof FIELDS)[F] extends { nullable: true } ? F : never }[ReviewField];

/** In the order of the body. */
export const REVIEW_FIELDS = Object.keys(FIELDS) as readonly ReviewField[];
const COMMON_FIELDS = Object.keys(COMMON) as readonly (keyof typeof COMMON)[];

/** Every field that may be null. */
export const NO_VALUES = Object.fromEntries(
  REVIEW_FIELDS.filter((name) => 'nullable' in FIELDS[name]).map((name) => [name, null]),
) as Readonly<Record<NullableField, null>>;

export function reviewV3(review: ReviewInEvent): ReviewInEvent {
  return picked(review, REVIEW_FIELDS);
}

export function reviewV2(review: ReviewInEvent): ReviewInEventV2 {
  const { id, external_review_id, source_slug: source } = review;
  return { id, external_review_id, source, ...picked(review, COMMON_FIELDS) };
}

function picked<Name extends ReviewField>(review: ReviewInEvent, names: readonly Name[]): Pick<ReviewInEvent, Name> {
  return Object.fromEntries(names.map((name) => [name, review[name]])) as Pick<ReviewInEvent, Name>;
}
