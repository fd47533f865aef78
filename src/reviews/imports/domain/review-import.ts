import type { ErrorCode } from '@libs/kernel';

/** An import that brought or changed reviews. */
export interface ReviewImport {
  readonly id: number;
  readonly createdAt: Date;
  /** Null if it was not removed. */
  readonly removedAt: Date | null;
  readonly created: number;
  readonly updated: number;
  /** The reviews that it brought and no collection has found yet. */
  readonly onlyImported: number;
}

export const REVIEW_IMPORT_RESULTS = ['created', 'updated', 'present', 'refused'] as const;
export type ReviewImportResult = (typeof REVIEW_IMPORT_RESULTS)[number];

/** What a line did, or would do in a trial. */
export interface ImportedReviewLine {
  readonly line: number;
  readonly result: ReviewImportResult;
  readonly reviewId: number | null;
  readonly refusal: { readonly code: ErrorCode; readonly reason: string } | null;
}

/** The link to which a line belongs. */
export interface ImportLinkRow {
  readonly accountId: number;
  readonly objectId: number;
  readonly linkId: number;
  readonly sourceId: number;
}
