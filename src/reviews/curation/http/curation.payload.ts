import { ApiSchema } from '@nestjs/swagger';
import { Shape, Shown } from '@libs/http';
import { Review, ReviewV2 } from '../../http/review.payload';

/** Items of the lists of hidden and pinned reviews, and responses of the requests that change them (contract §4.10). */
const HIDDEN_AT = { type: 'date-time', description: 'When it was hidden.' } as const;
const PINNED_AT = { type: 'date-time', description: 'When it was pinned.' } as const;

@ApiSchema({ description: 'A review that was hidden.' })
export class HiddenReviewV2 extends ReviewV2 {
  @Shown(HIDDEN_AT)
  readonly hidden_at!: string;
}

@ApiSchema({ description: 'A review that was hidden.' })
export class HiddenReview extends Review {
  @Shown(HIDDEN_AT)
  readonly hidden_at!: string;
}

@ApiSchema({ description: 'A pinned review with its position.' })
export class PinnedReviewV2 extends ReviewV2 {
  @Shown(PINNED_AT)
  readonly pinned_at!: string;
}

@ApiSchema({ description: 'A pinned review with its position.' })
export class PinnedReview extends Review {
  @Shown(PINNED_AT)
  readonly pinned_at!: string;
}

@ApiSchema({ description: 'How many reviews of the object are hidden now.' })
export class HiddenCount extends Shape({
  detail: { type: 'string', description: 'The result as a text, for display.', example: 'Reviews hidden' },
  hidden_count: { type: 'integer', description: 'How many reviews of the object are hidden now.' },
}) {}

@ApiSchema({ description: 'How many reviews of the object are pinned now.' })
export class PinnedCount extends Shape({
  detail: { type: 'string', description: 'The result as a text, for display.', example: 'Reviews pinned' },
  pinned_count: { type: 'integer', description: 'How many reviews of the object are pinned now.' },
}) {}
