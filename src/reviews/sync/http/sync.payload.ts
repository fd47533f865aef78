import type { Type } from '@nestjs/common';
import { ApiSchema } from '@nestjs/swagger';
import { Shape, Shown } from '@libs/http';
import { Review, ReviewV2 } from '../../http/review.payload';

/** A page of a sync on the wire (contract §4.4.1). Documentation only: `persistence/sync-items.sql` builds the JSON. */
abstract class ChangeHead {
  @Shown({
    type: 'string',
    values: ['upsert', 'remove'],
    description: '`upsert`: store the review in this state; `remove`: remove it from the copy, if present.',
  })
  readonly op!: string;

  @Shown({ type: 'integer', description: 'The review.' })
  readonly review_id!: number;

  @Shown({ type: 'date-time', description: 'When the review changed, or moved into or out of the composition.' })
  readonly changed_at!: string;

  @Shown({
    type: 'string',
    nullable: true,
    description:
      'Why it is removed: `link_removed`, `object_disabled`, `object_deleted`, or `out_of_scope` (its object left the folder, or a trial can no longer see it). Null for an upsert.',
  })
  readonly reason!: string | null;
}

@ApiSchema({ description: 'One change to apply to a copy of the reviews.' })
export class ReviewChangeV2 extends Shape(
  {
    review: {
      type: () => ReviewV2,
      nullable: true,
      description: 'The review with its flags, even if it is deleted or hidden. Null for a removal.',
    },
  },
  ChangeHead,
) {}

@ApiSchema({ description: 'One change to apply to a copy of the reviews.' })
export class ReviewChange extends Shape(
  {
    review: {
      type: () => Review,
      nullable: true,
      description: 'The review with its flags, even if it is deleted or hidden. Null for a removal.',
    },
  },
  ChangeHead,
) {}

function pageOf<T extends ChangeHead>(change: Type<T>) {
  abstract class Page {
    @Shown({ type: () => change, list: true, description: 'Apply them in this order. May be empty.' })
    readonly data!: readonly T[];

    @Shown({ type: 'string', description: 'Cursor of the next page; always present, also when `data` is empty.' })
    readonly next_cursor!: string;

    @Shown({ type: 'boolean', description: 'Whether more changes can be read at once.' })
    readonly has_next!: boolean;
  }
  return Page;
}

@ApiSchema({ description: 'A page of changes, in the order in which to apply them.' })
export class ReviewChangesV2 extends pageOf(ReviewChangeV2) {}
@ApiSchema({ description: 'A page of changes, in the order in which to apply them.' })
export class ReviewChanges extends pageOf(ReviewChange) {}
