/**
 * Stores collected reviews and returns them to clients. Contract §2.3, §3.3, §4.4, §10.
 */
export { CoverageService, type ResolvedSelection } from './coverage.service';
export { coverageOf, coversNothing, ofObjects, type Coverage } from './domain/coverage';
export { PROVENANCES, ratingRange, type Provenance } from './domain/feed-filter';
export { REVIEW_FLAGS } from './domain/review-flags';
export { CoverageModule } from './coverage.module';
export {
  BATCH_FIELDS,
  feedParamsOf,
  filterParamsOf,
  ObjectFeedParameters,
  ObjectFilterParameters,
  ReviewBatchesModule,
  ReviewBatchesService,
  ReviewExportService,
  ReviewFeedService,
  type BatchScope,
  type FeedSnapshot,
} from './feed';
export type { FeedFilterParams } from './domain/feed-filter';
export type { ReviewImage } from './http/review.shapes';
export { selectionOf, requiredSelection } from './http/selection';
export {
  NewestDatesQuery,
  NO_REPLY_TIMES,
  OldestUnansweredQuery,
  ReplyDelayQuery,
  ReplyTimesQuery,
  ReviewCountQuery,
  type CountCell,
  type CountedRange,
  type CountedScope,
  type CountedSources,
  type Granularity,
  type NewestDates,
  type ReplyTimes,
} from './figures';
export {
  LINES_AT_MOST as IMPORTED_LINES_AT_MOST,
  reviewLine,
  ReviewFile,
  ReviewImportsModule,
  ReviewImportsService,
  type ImportedReviewLine,
  type LineOfFile,
} from './imports';
export {
  addStep,
  AUTHORS_MASKED,
  sumOfSlices,
  COLLECTION_RUN_FINISHED,
  DetectLanguagesService,
  FinishPassService,
  maskAuthor,
  OwnReplyService,
  PassIds,
  RECORDED_AT_ONCE,
  RereadService,
  REVIEW_EVENTS,
  REVIEW_FACTS,
  ReviewAnsweringModule,
  ReviewIntakeService,
  WaitingReviews,
  type DecidedSlice,
  type FinishedPass,
  type IntakeTarget,
  type PageIntake,
  type RereadCounts,
  type RereadTarget,
  type ReviewFact,
  type ReviewsEventPayload,
  type RunFinishedPayload,
  type SeenReviews,
  type Step,
} from './intake';
export {
  AnswerableReviewQuery,
  reviewVersionOf,
  type JudgedReview,
  type AnswerableReview,
  type ReviewForPublishing,
} from './persistence/answerable-review.query';
/** SQL fragments that statements of the contexts replies and webhooks embed. */
export { newestReviewIds, reviewAfterNewest, reviewOfId } from './persistence/review-rows.sql';
export { idsInsideCut } from './persistence/trial-cut.sql';
export { endCursors } from './persistence/after-restore';
export { REVIEW_ORPHANS, SYNC_GAPS } from './persistence/data-checks';
export { purgeRecords, purgeReviews } from './persistence/purge';
export { dateRecords, reviewIdsOf, undatedRecords, type LinkOfSource } from './persistence/record-dates';
export { oldestRecords, recordLimitChecks, unconfirmedReviews } from './persistence/record-ages.query';
export { ReviewsModule } from './reviews.module';
export { REVIEWS_ENTITIES } from './persistence/entities';
export { CountersModule, countersOn, CountersService, type CounterMismatch, type CounterReport } from './counters';
