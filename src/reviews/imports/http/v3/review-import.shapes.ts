/** The wire form of imports of reviews (contract §4.22). */
import { ApiSchema } from '@nestjs/swagger';
import { BodyText, Input, QueryBoolean, Shape } from '@libs/http';
import { wireTime, wireTimeOrNull } from '@libs/kernel';
import { CHARACTERS_AT_MOST } from '../../domain/review-file';
import {
  REVIEW_IMPORT_RESULTS,
  type ImportedReviewLine as LineResult,
  type ReviewImport as Import,
} from '../../domain/review-import';

export class ReviewImportParameters extends Input({
  dry_run: QueryBoolean({ description: 'Only says what would happen.', default: false }),
}) {}

@ApiSchema({ description: 'A file of reviews from elsewhere.' })
export class ReviewImportBody extends Input({
  file: BodyText({
    description:
      'JSON lines, at most 1,000: `{"object_id" or "object_name", "source_slug", "origin", "external_review_id", "author", "text", "positive", "negative", "review_date", "rating", "rating_scale", "rating_original", "review_url", "reply_text", "reply_date"}`. More lines are sent in several requests.',
    max: CHARACTERS_AT_MOST,
    trim: false,
    example:
      '{"object_id":1,"source_slug":"trustpilot","origin":"Other Tool","author":"Ada","text":"Quiet rooms.","rating":4,"review_date":"2024-05-01"}\n',
  }),
}) {}

@ApiSchema({ description: 'What a line of a file of reviews did, or would do.' })
export class ImportedReviewLine extends Shape({
  line: { type: 'integer', description: 'The number of the line, from 1.' },
  result: {
    type: 'string',
    values: REVIEW_IMPORT_RESULTS,
    description:
      '`created`: a new review. `updated`: a review of an earlier import was changed. `present`: the review was there. `refused`: nothing was done.',
  },
  review_id: {
    type: 'integer',
    nullable: true,
    description: 'The stored review; null for a refused line, and for a review that a dry run would create.',
  },
  error: { type: 'string', nullable: true, description: 'Why the line was refused, as text; null otherwise.' },
  error_code: { type: 'string', nullable: true, description: 'The same as a stable code.' },
}) {}

@ApiSchema({ description: 'What an import did, or would do.' })
export class ImportedReviews extends Shape({
  import_id: { type: 'integer', nullable: true, description: 'The import; null if it changed nothing.' },
  data: { type: () => ImportedReviewLine, list: true, description: 'One result per line, in their order.' },
}) {}

@ApiSchema({ description: 'An import of reviews.' })
export class ReviewImport extends Shape({
  id: { type: 'integer', description: 'Id of the import.' },
  created_at: { type: 'date-time', description: 'When it began.' },
  removed_at: { type: 'date-time', nullable: true, description: 'When it was removed; null otherwise.' },
  created: { type: 'integer', description: 'Reviews that it brought.' },
  updated: { type: 'integer', description: 'Reviews of earlier imports that it changed.' },
  only_imported: {
    type: 'integer',
    description: 'Those it brought that no collection has found yet, and that a removal removes.',
  },
}) {}

export function presentLine({ line, result, reviewId, refusal }: LineResult): ImportedReviewLine {
  return { line, result, review_id: reviewId, error: refusal?.reason ?? null, error_code: refusal?.code ?? null };
}

export function presentImport({ id, createdAt, removedAt, created, updated, onlyImported }: Import): ReviewImport {
  return {
    id,
    created_at: wireTime(createdAt),
    removed_at: wireTimeOrNull(removedAt),
    created,
    updated,
    only_imported: onlyImported,
  };
}
