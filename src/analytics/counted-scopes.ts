import { Injectable } from '@nestjs/common';
import type { Selection } from '@libs/kernel';
import type { Caller } from '@src/auth';
import {
  coverageOf,
  CoverageService,
  coversNothing,
  ratingRange,
  ReviewCountQuery,
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
  /** Primary subtags in lower case; empty or absent: all. */
  readonly languages?: readonly string[] | undefined;
}

/** The limit of visible reviews of a trial (contract §4.7 `access`). */
export interface TrialAccess {
  readonly limitPerLink: number;
  /** Number of collected reviews that are not visible. */
  readonly hiddenTotal: number;
}

/** Which reviews a request counts, apart from their dates. */
@Injectable()
export class CountedScopes {
  constructor(
    private readonly coverages: CoverageService,
    private readonly counts: ReviewCountQuery,
  ) {}

  /**
   * Returns the counted reviews, and everything that the selection covers without the filter of sources. Throws 422 for a minimum
   * rating above the maximum, 404 for an object or folder of another account.
   */
  async of(
    reader: Reader,
    selection: Selection,
    params: Pick<CountParams, 'minRating' | 'maxRating' | 'sourceIds' | 'provenance' | 'languages'>,
  ): Promise<{ scope: CountedScope; everything: Coverage }> {
    const rating = ratingRange(params.minRating, params.maxRating);
    // `ratingRange` returns null only without a maximum.
    if (rating === null) throw new Error('a rating filter with both bounds has no range');
    const { mode, composition } = await this.coverages.resolve(reader.accountId, selection);
    const everything = coverageOf(reader.accountId, mode, composition, { linkIds: [], sourceIds: [] });
    const coverage = coverageOf(reader.accountId, mode, composition, { linkIds: [], sourceIds: params.sourceIds });
    const { provenance } = params;
    const languages = params.languages?.length ? params.languages : null;
    const { visibleReviewsPerLink: visiblePerLink } = reader.entitlements;
    return { scope: { coverage, rating, visiblePerLink, provenance, languages }, everything };
  }

  /** The limit of a trial, and how many reviews are beyond it; null if the account sees all. */
  async trialAccess(reader: Reader, everything: Coverage): Promise<TrialAccess | null> {
    const limitPerLink = reader.entitlements.visibleReviewsPerLink;
    if (limitPerLink === null) return null;
    const hiddenTotal = coversNothing(everything) ? 0 : await this.counts.hiddenByTrial(everything, limitPerLink);
    return { limitPerLink, hiddenTotal };
  }
}
