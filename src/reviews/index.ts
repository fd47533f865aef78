/**
 * Reviews: how collected ones are stored, and how clients read them. Contract §2.3, §3.3, §4.4, §10.
 */
export { CoverageService, type ResolvedAddressee } from './coverage.service';
export { coverageOf, coversNothing, type Coverage } from './domain/coverage';
export { ratingRange, type RatingRange } from './domain/feed-filter';
export { REVIEW_FLAGS } from './domain/review-flags';
export { wholeMonths, type DateRange } from './domain/whole-months';
export { addresseeOf, requiredAddressee } from './http/addressee';
export {
  addStep,
  AnswerableReviewQuery,
  COLLECTION_RUN_FINISHED,
  maskAuthor,
  OwnReplyService,
  REVIEW_EVENTS,
  REVIEW_FACTS,
  ReviewAnsweringModule,
  ReviewIntakeService,
  type AnswerableReview,
  type IntakeTarget,
  type PageIntake,
  type ReviewFact,
  type ReviewsEventPayload,
  type RunFinishedPayload,
  type Step,
} from './intake';
export { isLive, linkCondition, objectCondition, reviewOfId, visibleRows } from './persistence/review-rows.sql';
export { SqlValues } from './persistence/sql-values';
export { statementName } from './persistence/statement-name';
export { idsInsideCut } from './persistence/trial-cut.sql';
export { ReviewsModule } from './reviews.module';
export { REVIEWS_ENTITIES } from './persistence/entities';
