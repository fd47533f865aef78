/** Imports of reviews from elsewhere (contract §4.22). */
export { LINES_AT_MOST, reviewLine, type LineOfFile } from './domain/review-file';
export type { ImportedReviewLine } from './domain/review-import';
export { ReviewImportsModule } from './imports.module';
export { ReviewFile, ReviewImportsService } from './review-imports.service';
