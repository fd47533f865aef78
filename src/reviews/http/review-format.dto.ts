import { QueryBoolean } from '@libs/http';
import type { ReviewFormat } from '../persistence/review-json.sql';

/** Parameters of every endpoint that returns reviews. */
export class ReviewFormatQuery {
  @QueryBoolean({ description: "Adds `raw_review`, the platform's own record.", default: false })
  readonly include_raw!: boolean;

  @QueryBoolean({
    description: 'Fills `positive` and `negative` if the platform has the two parts.',
    default: false,
  })
  readonly separate_pos_neg!: boolean;
}

/** The format that the query selects in this version. */
export function reviewFormatOf(version: ReviewFormat['version'], query: ReviewFormatQuery): ReviewFormat {
  return { version, includeRaw: query.include_raw, separatePosNeg: query.separate_pos_neg };
}
