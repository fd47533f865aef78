import { ApiSchema } from '@nestjs/swagger';
import { BodyIds, Input, invalid, QueryIds, Shape } from '@libs/http';
import { Review, ReviewV2 } from '../../http/review.shapes';
import { HIDDEN_PER_REQUEST, MAX_PINNED } from '../domain/curation';

/** Bodies of hiding and pinning, the same in both versions (contract §4.10). */
@ApiSchema({ description: 'Reviews to be hidden.' })
export class HideBody extends Input({
  review_ids: BodyIds({
    description: 'Reviews of the object to hide. Repeated ids and reviews that are already hidden are no error.',
    min: 1,
    max: HIDDEN_PER_REQUEST,
    example: [1, 2],
  }),
}) {}

@ApiSchema({ description: 'Reviews to be pinned.' })
export class PinBody extends Input({
  review_ids: BodyIds({
    description: `Reviews of the object to pin after those that are already pinned, in this order; reviews that are already pinned keep their position. A repeated id is \`duplicate_review_ids\`, more than ${MAX_PINNED} pins in all are \`pinned_limit_exceeded\`.`,
    min: 1,
    max: 'any',
    example: [1, 2],
  }),
}) {}

@ApiSchema({ description: 'All pinned reviews in their new order.' })
export class PinOrderBody extends Input({
  ordered_review_ids: BodyIds({
    description: `All reviews to pin, in their order; an empty list unpins all. A repeated id is \`duplicate_review_ids\`, more than ${MAX_PINNED} ids are \`pinned_limit_exceeded\`.`,
    max: 'any',
    example: [2, 1],
  }),
}) {}

const IDS_TO_DELETE = 'Reviews of the object, in the body or in the query. Repeated ids are no error.';

@ApiSchema({ description: 'Reviews to be returned to the feed.' })
export class UnhideBody extends Input({
  review_ids: BodyIds({ description: IDS_TO_DELETE, min: 1, max: HIDDEN_PER_REQUEST, optional: true, example: [1, 2] }),
}) {}

export class UnhideParameters extends Input({
  review_ids: QueryIds({
    description: 'For clients that cannot send a body with DELETE.',
    maxItems: HIDDEN_PER_REQUEST,
  }),
}) {}

@ApiSchema({ description: 'Reviews to be unpinned.' })
export class UnpinBody extends Input({
  review_ids: BodyIds({ description: IDS_TO_DELETE, min: 1, max: MAX_PINNED, optional: true, example: [1, 2] }),
}) {}

export class UnpinParameters extends Input({
  review_ids: QueryIds({ description: 'For clients that cannot send a body with DELETE.', maxItems: MAX_PINNED }),
}) {}

/** The ids of a DELETE, from the body or from the query. Throws 422 if neither or both have ids (contract §4.10). */
export function idsToRemove(body: UnhideBody, query: UnhideParameters): readonly number[] {
  const fromQuery = query.review_ids;
  if (body.review_ids === undefined && fromQuery.length === 0) throw invalid('review_ids', 'is required');
  if (body.review_ids !== undefined && fromQuery.length > 0) {
    throw invalid('review_ids', 'must stand in the body or in the query, not in both');
  }
  return body.review_ids ?? fromQuery;
}

/** Items of the lists of hidden and pinned reviews, and responses of the requests that change them (contract §4.10). */
const HIDDEN_AT = { type: 'date-time', description: 'When it was hidden.' } as const;
const PINNED_AT = { type: 'date-time', description: 'When it was pinned.' } as const;

@ApiSchema({ description: 'A review that was hidden.' })
export class HiddenReviewV2 extends Shape(ReviewV2, { hidden_at: HIDDEN_AT }) {}

@ApiSchema({ description: 'A review that was hidden.' })
export class HiddenReview extends Shape(Review, { hidden_at: HIDDEN_AT }) {}

@ApiSchema({ description: 'A pinned review with its position.' })
export class PinnedReviewV2 extends Shape(ReviewV2, { pinned_at: PINNED_AT }) {}

@ApiSchema({ description: 'A pinned review with its position.' })
export class PinnedReview extends Shape(Review, { pinned_at: PINNED_AT }) {}

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
