import { Injectable } from '@nestjs/common';
import type { Selection } from '@libs/kernel';
import type { Caller } from '@src/auth';
import {
  coverageOf,
  CoverageService,
  ratingRange,
  type CountedScope,
  type Coverage,
  type Provenance,
} from '@src/reviews';
import type { RequestedRange } from './domain/applied-range';

/** The account that sends the request, and the entitlements of its plan. */
export type Reader = Pick<Caller, 'accountId' | 'entitlements'>;

export interface CountParams {
  readonly published: RequestedRange;
  /** Stars; a minimum of 0 includes reviews without a rating. */
  readonly minRating: number;
  readonly maxRating: number;
  readonly sourceIds: readonly number[];
  /** Absent: all reviews. */
  readonly provenance?: Provenance | undefined;
}

/** Which reviews a request counts, apart from their dates. */
@Injectable()
export class CountedScopes {
  constructor(private readonly coverages: CoverageService) {}

  /**
   * Returns the counted reviews, and everything that the selection covers without the filter of sources. Throws 422 for a minimum
   * rating above the maximum, 404 for an object or folder of another account.
   */
  async of(
    reader: Reader,
    selection: Selection,
    params: Pick<CountParams, 'minRating' | 'maxRating' | 'sourceIds' | 'provenance'>,
  ): Promise<{ scope: CountedScope; everything: Coverage }> {
    const rating = ratingRange(params.minRating, params.maxRating);
    // `ratingRange` returns null only without a maximum.
    if (rating === null) throw new Error('a rating filter with both bounds has no range');
    const { mode, composition } = await this.coverages.resolve(reader.accountId, selection);
    const everything = coverageOf(reader.accountId, mode, composition, { linkIds: [], sourceIds: [] });
    const coverage = coverageOf(reader.accountId, mode, composition, { linkIds: [], sourceIds: params.sourceIds });
    const { provenance } = params;
    const { visibleReviewsPerLink: visiblePerLink } = reader.entitlements;
    return { scope: { coverage, rating, visiblePerLink, provenance }, everything };
  }
}
