import { ApiSchema } from '@nestjs/swagger';
import { Shape } from '@libs/http';
import type { ObjectFigures } from '../../object-figures.service';

@ApiSchema({ description: 'The figures of an object in the compared range.' })
export class ComparedFigures extends Shape({
  review_count: { type: 'integer', description: 'Number of reviews.' },
  avg_rating: { type: 'number', nullable: true, description: 'Mean of the ratings; null if no review is rated.' },
}) {}

@ApiSchema({ description: 'The figures of one object, as in its summary.' })
export class FiguresOfObject extends Shape({
  object_id: { type: 'integer', description: 'The object.' },
  name: { type: 'string', description: 'Name of the object.', example: 'Harbour Hotel Porto' },
  review_count: { type: 'integer', description: 'Number of reviews, including hidden and excluding deleted ones.' },
  avg_rating: {
    type: 'number',
    nullable: true,
    description: 'Mean of the ratings, 1-5, rounded half up to two decimals.',
  },
  total_with_reply: { type: 'integer', description: 'Reviews with a reply.' },
  unanswered_negative: { type: 'integer', description: 'Reviews of the buckets 1 and 2 without a reply.' },
  completeness: {
    type: 'number',
    nullable: true,
    description:
      'Collected reviews divided by those that the platforms state, 0-1, over the links whose platform states a number; null if there is none. It does not depend on dates and ratings.',
    example: 0.984,
  },
  before: {
    type: () => ComparedFigures,
    nullable: true,
    description: 'The range `compare_from` to `compare_to`; null if neither is given.',
  },
}) {}

export function presentFiguresOfObject(object: ObjectFigures): FiguresOfObject {
  const { figures, before } = object;
  return {
    object_id: object.objectId,
    name: object.name,
    review_count: figures.reviewCount,
    avg_rating: figures.averageRating,
    total_with_reply: figures.withReply,
    unanswered_negative: figures.unansweredNegative,
    completeness: object.completeness,
    before: before && { review_count: before.reviewCount, avg_rating: before.averageRating },
  };
}
