import type { Type } from '@nestjs/common';
import { ApiSchema } from '@nestjs/swagger';
import { Input, QueryBoolean, QueryEnum, QueryInteger, QueryText, Shape } from '@libs/http';
import { Review, ReviewV2 } from '../../http/review.shapes';
import type { ReviewFormat } from '../../persistence/review-json.sql';
import { SYNC_MODES, type SyncSelection } from '../domain/sync-cursor';
import type { SyncRequest } from '../review-sync.service';

/** Far above the length of a cursor, so that a longer text is `invalid_cursor` like every other invalid cursor. */
const MAX_CURSOR_TEXT = 8_192;

/** The parameters of the sync that both versions share (contract §4.4.1). */
export class SyncParameters extends Input({
  mode: QueryEnum({
    description:
      '`snapshot` (the default): first all reviews, then changes. `changes`: only changes after the first call. With a cursor: the mode it was issued for, or omitted.',
    values: SYNC_MODES,
  }),
  cursor: QueryText({
    description: '`next_cursor` of the previous page; absent at the beginning. Valid for a year.',
    maxLength: MAX_CURSOR_TEXT,
  }),
  limit: QueryInteger({ description: 'Changes per page.', min: 1, max: 1000, default: 500 }),
  include_raw: QueryBoolean({ description: "Adds `raw_review`, the platform's own record.", default: false }),
}) {}

/** Maps the query to a request of the service. */
export function syncRequestOf(
  version: ReviewFormat['version'],
  selection: SyncSelection,
  { mode, cursor, limit, include_raw: includeRaw }: SyncParameters,
): SyncRequest {
  return { selection, mode: mode ?? null, cursor: cursor ?? null, limit, format: { version, includeRaw } };
}

/** A page of a sync on the wire (contract §4.4.1). Documentation only: `persistence/sync-items.sql.ts` builds the JSON. */
abstract class ChangeHead extends Shape({
  op: {
    type: 'string',
    values: ['upsert', 'remove'],
    description: '`upsert`: store the review in this state; `remove`: remove it from the copy, if present.',
  },
  review_id: { type: 'integer', description: 'The review.' },
  changed_at: { type: 'date-time', description: 'When the review changed, or moved into or out of the composition.' },
  reason: {
    type: 'string',
    nullable: true,
    description:
      'Why it is removed: `link_removed`, `object_disabled`, `object_deleted`, `import_removed` (v3), or `out_of_scope` (its object left the folder, or a trial can no longer see it). Null for an upsert.',
  },
}) {}

@ApiSchema({ description: 'One change to apply to a copy of the reviews.' })
export class ReviewChangeV2 extends Shape(ChangeHead, {
  review: {
    type: () => ReviewV2,
    nullable: true,
    description: 'The review with its flags, even if it is deleted or hidden. Null for a removal.',
  },
}) {}

@ApiSchema({ description: 'One change to apply to a copy of the reviews.' })
export class ReviewChange extends Shape(ChangeHead, {
  review: {
    type: () => Review,
    nullable: true,
    description: 'The review with its flags, even if it is deleted or hidden. Null for a removal.',
  },
}) {}

function pageOf<T extends ChangeHead>(change: Type<T>) {
  abstract class Page extends Shape({
    data: { type: () => change, list: true, description: 'Apply them in this order. May be empty.' },
    next_cursor: { type: 'string', description: 'Cursor of the next page; always present, also when `data` is empty.' },
    has_next: { type: 'boolean', description: 'Whether more changes can be read at once.' },
  }) {}
  return Page;
}

@ApiSchema({ description: 'A page of changes, in the order in which to apply them.' })
export class ReviewChangesV2 extends pageOf(ReviewChangeV2) {}
@ApiSchema({ description: 'A page of changes, in the order in which to apply them.' })
export class ReviewChanges extends pageOf(ReviewChange) {}
