import { Injectable } from '@nestjs/common';
import type { Selection } from '@libs/kernel';
import { CoverageService } from '../coverage.service';
import { coverageOf, coversNothing } from '../domain/coverage';
import { feedFilter, type FeedFilterParams } from '../domain/feed-filter';
import { WIRE_FIELDS } from '../persistence/review-columns';
import type { Reader } from '../reader';
import type { FeedScope } from './domain/feed-strategy';
import { FeedCountQuery } from './persistence/feed-count.query';
import { ReviewBatchQuery } from './persistence/review-batch.query';

/** Rows that one statement reads: about 1 MB of JSON. */
const ROWS = 1_000;

/** The reviews to read: those of a selection that pass the filters, as the account may see them. */
export type BatchScope = FeedScope;

/** How many reviews there are, and the last one, when the reading begins. */
export interface BatchBounds {
  readonly total: number;
  readonly lastId: number;
}

export interface ReviewBatch {
  /** Reviews as JSON text, in the form of `GET /v3/reviews` with `separate_pos_neg`, in the order of their ids; may be empty. */
  readonly items: readonly string[];
  /** Where the next batch begins; null after the last one. */
  readonly after: number | null;
}

/** The fields of the reviews in batches, in their order. */
export const BATCH_FIELDS: readonly string[] = WIRE_FIELDS.filter(({ only }) => only !== 'raw').map(({ name }) => name);

/**
 * Reads all reviews of a feed in batches of constant size, each by one statement: no snapshot is kept, and a reader may continue after any
 * batch, also in another process. The order is that of the ids. Each review is in one batch only; one that is deleted before its batch is
 * read is left out. Pins have no effect.
 */
@Injectable()
export class ReviewBatchesService {
  constructor(
    private readonly coverages: CoverageService,
    private readonly counts: FeedCountQuery,
    private readonly batches: ReviewBatchQuery,
  ) {}

  /** The live objects and links of the selection, now. Throws 404 and 422 as the feed does. */
  async scope(
    { accountId, entitlements }: Reader,
    selection: Selection,
    params: FeedFilterParams,
  ): Promise<BatchScope> {
    const filter = feedFilter(params);
    const { composition } = await this.coverages.resolve(accountId, selection);
    const coverage = coverageOf(accountId, 'objects', composition, params);
    return { coverage, filter, visiblePerLink: entitlements.visibleReviewsPerLink };
  }

  /** The bounds of a reading that begins now: reviews that are stored later are not read. */
  async bounds(scope: BatchScope): Promise<BatchBounds> {
    if (coversNothing(scope.coverage)) return { total: 0, lastId: 0 };
    const lastId = await this.batches.lastId(scope.coverage.accountId);
    const { total } = await this.counts.count(scope, 'date');
    return { total, lastId };
  }

  /** The reviews after the id `after` (0: from the beginning) up to `lastId`. */
  async batch(scope: BatchScope, after: number, lastId: number): Promise<ReviewBatch> {
    if (after >= lastId || coversNothing(scope.coverage)) return { items: [], after: null };
    const rows = await this.batches.next(scope, { after, last: lastId, rows: ROWS });
    const end = rows.at(-1);
    const items = rows.flatMap(({ item }) => item ?? []);
    return { items, after: end === undefined || rows.length < ROWS ? null : end.id };
  }
}
