/** Which reviews webhooks may receive: those that exist, and that the account may see. */
import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { AccountsService } from '@src/auth';
import { idsInsideCut, REVIEW_FLAGS, reviewOfId } from '@src/reviews';
import type { FilteredReview } from '../domain/selection';
import { REVIEW_FIELDS, type ReviewInEvent } from '../payloads/review';

/** The fields of a review that decide whether a webhook receives it. */
export interface SelectableReview extends FilteredReview {
  readonly id: number;
  readonly objectId: number;
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

/** The columns of `SelectableReview` in `EXISTING_REVIEWS`. */
export const SELECTABLE_REVIEW = `r.id, r.object_id as "objectId", ${RATING} as rating, s.slug as "sourceSlug",
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

/** The reviews that an account may see by its current plan (contract §6.1). */
@Injectable()
export class VisibleReviewsQuery {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsService,
  ) {}

  /** Returns the ids of these reviews that the account may see: all of them, or in a trial those of the latest of each link. */
  async idsOf(accountId: number, reviewIds: readonly number[]): Promise<ReadonlySet<number>> {
    const { visibleReviewsPerLink: perLink } = (await this.accounts.find(accountId)).entitlements;
    if (perLink === null) return new Set(reviewIds);
    const rows = await this.database.query<{ id: number }>(idsInsideCut('$1::bigint', '$2::bigint[]', '$3::bigint'), [
      accountId,
      reviewIds,
      perLink,
    ]);
    return new Set(rows.map(({ id }) => id));
  }
}
