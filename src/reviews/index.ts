/**
 * Reviews: how collected ones are taken in, and how clients read them. Contract §2.3, §3.3, §4.4, §10.
 */
export { CoverageService, type ResolvedAddressee } from './coverage.service';
export { coverageOf, coversNothing, type Coverage } from './domain/coverage';
export { ratingRange, type RatingRange } from './domain/feed-filter';
export type { ReviewFact } from './domain/review-content';
export { maskAuthor } from './domain/mask-author';
export { REVIEW_FLAGS } from './domain/review-flags';
export { addStep, type Step } from './domain/seen-staircase';
export { wholeMonths, type DateRange } from './domain/whole-months';
export { REVIEW_EVENTS } from './events';
export { OwnReplyService } from './own-reply.service';
export { AnswerableReviewQuery, type AnswerableReview } from './persistence/answerable-review.query';
export { isLive, linkCondition, objectCondition, reviewOfId, visibleRows } from './persistence/review-rows.sql';
export { idsInsideCut } from './persistence/single-review.query';
export { SqlValues } from './persistence/sql-values';
export { statementName } from './persistence/statement-name';
export { ReviewAnsweringModule } from './review-answering.module';
export { ReviewIntakeService, type IntakeTarget, type PageIntake } from './review-intake.service';
export { ReviewsModule } from './reviews.module';
