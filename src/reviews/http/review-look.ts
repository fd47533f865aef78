import type { ReviewLook } from '../review-feed.service';
import type { ReviewLookQuery } from './feed-parameters.dto';

/** How the caller wants reviews to look, in the version asked for. */
export function lookOf(version: ReviewLook['version'], query: ReviewLookQuery): ReviewLook {
  return { version, includeRaw: query.include_raw, separatePosNeg: query.separate_pos_neg };
}
