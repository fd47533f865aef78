/** SQL that reads what decides whether a webhook receives a review, and what it receives. */
import { REVIEW_FLAGS, reviewOfId } from '@src/reviews';
import { REVIEW_FIELDS, type ReviewInEvent } from '../payloads/review';

/** The fields of a review that decide whether a webhook receives it. */
export interface ReviewFacts {
  readonly id: number;
  readonly objectId: number;
  readonly rating: number | null;
  readonly sourceSlug: string;
  readonly hasText: boolean;
  readonly hasImages: boolean;
}

/**
 * The reviews `r` with the ids `f`, without reviews of deleted links or objects. Whether the object was enabled is decided at the
 * time of the event: disabling it afterwards changes nothing (contract §6.1). Reviews, links and objects are looked up by id: for a
 * join, the planner reads all rows of the account if it estimates them to be few.
 */
export const EXISTING_REVIEWS = `
  cross join lateral (${reviewOfId('$1::bigint', 'f.review_id')}) r
  join lateral (select * from link_view where id = r.link_id offset 0) l
    on l.account_id = r.account_id and l.deleted_at is null
  join lateral (select * from tracked_object_view where id = r.object_id offset 0) o
    on o.account_id = r.account_id and o.deleted_at is null
  join source_view s on s.id = r.source_id`;

const RATING = 'r.rating / 100::float8';
const HAS_IMAGES = `r.flags & ${REVIEW_FLAGS.images} <> 0`;

/** The columns of `ReviewFacts` in `EXISTING_REVIEWS`. */
export const FACTS = `r.id, r.object_id as "objectId", ${RATING} as rating, s.slug as "sourceSlug",
  r.flags & ${REVIEW_FLAGS.text} <> 0 as "hasText", ${HAS_IMAGES} as "hasImages"`;

/** The fields that are not columns of the review with the same name. */
const SENT_VALUES: Readonly<Partial<Record<keyof ReviewInEvent, string>>> = {
  external_review_id: 'r.external_id',
  source_slug: 's.slug',
  rating: RATING,
  url: 'l.url',
  has_images: HAS_IMAGES,
};
const NO_TEXTS: typeof SENT_VALUES = { text: 'null::text', reply_text: 'null::text' };

/** The columns of `ReviewInEvent` in `EXISTING_REVIEWS`. `isLean`: without the text and the reply. */
export function sentFields(isLean: boolean): string {
  const values = isLean ? { ...SENT_VALUES, ...NO_TEXTS } : SENT_VALUES;
  return REVIEW_FIELDS.map((name) => `${values[name] ?? `r.${name}`} as ${name}`).join(', ');
}
