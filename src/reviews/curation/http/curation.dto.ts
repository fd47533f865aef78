import { ApiSchema } from '@nestjs/swagger';
import { BodyIds, invalid, QueryIds } from '@libs/http';
import { HIDDEN_PER_REQUEST, MAX_PINNED } from '../domain/curation';

/** Bodies of hiding and pinning, the same in both versions (contract §4.10). */
@ApiSchema({ description: 'Reviews to be hidden.' })
export class HideBody {
  @BodyIds({
    description: 'Reviews of the object to hide. Repeated ids and reviews that are already hidden are no error.',
    min: 1,
    max: HIDDEN_PER_REQUEST,
    example: [1, 2],
  })
  readonly review_ids!: readonly number[];
}

@ApiSchema({ description: 'Reviews to be pinned.' })
export class PinBody {
  @BodyIds({
    description: `Reviews of the object to pin after those that are already pinned, in this order; reviews that are already pinned keep their position. A repeated id is \`duplicate_review_ids\`, more than ${MAX_PINNED} pins in all are \`pinned_limit_exceeded\`.`,
    min: 1,
    max: 'any',
    example: [1, 2],
  })
  readonly review_ids!: readonly number[];
}

@ApiSchema({ description: 'All pinned reviews in their new order.' })
export class PinOrderBody {
  @BodyIds({
    description: `All reviews to pin, in their order; an empty list unpins all. A repeated id is \`duplicate_review_ids\`, more than ${MAX_PINNED} ids are \`pinned_limit_exceeded\`.`,
    max: 'any',
    example: [2, 1],
  })
  readonly ordered_review_ids!: readonly number[];
}

const IDS_TO_DELETE = 'Reviews of the object, in the body or in the query. Repeated ids are no error.';

@ApiSchema({ description: 'Reviews to be returned to the feed.' })
export class UnhideBody {
  @BodyIds({ description: IDS_TO_DELETE, min: 1, max: HIDDEN_PER_REQUEST, optional: true, example: [1, 2] })
  readonly review_ids?: readonly number[];
}

export class UnhideQuery {
  @QueryIds({ description: 'For clients that cannot send a body with DELETE.', max: HIDDEN_PER_REQUEST })
  readonly review_ids!: readonly number[];
}

@ApiSchema({ description: 'Reviews to be unpinned.' })
export class UnpinBody {
  @BodyIds({ description: IDS_TO_DELETE, min: 1, max: MAX_PINNED, optional: true, example: [1, 2] })
  readonly review_ids?: readonly number[];
}

export class UnpinQuery {
  @QueryIds({ description: 'For clients that cannot send a body with DELETE.', max: MAX_PINNED })
  readonly review_ids!: readonly number[];
}

/** The ids of a DELETE, from the body or from the query. Throws 422 if neither or both have ids (contract §4.10). */
export function idsToRemove(body: UnhideBody, query: UnhideQuery): readonly number[] {
  const fromQuery = query.review_ids;
  if (body.review_ids === undefined && fromQuery.length === 0) throw invalid('review_ids', 'is required');
  if (body.review_ids !== undefined && fromQuery.length > 0) {
    throw invalid('review_ids', 'must stand in the body or in the query, not in both');
  }
  return body.review_ids ?? fromQuery;
}
