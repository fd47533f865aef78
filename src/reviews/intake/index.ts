/**
 * Stores the reviews that collections read, marks reviews that they no longer find as deleted (contract §10.3, §10.4),
 * and stores replies that the service published.
 */
export { DetectLanguagesService } from './detect-languages.service';
export { maskAuthor } from './domain/mask-author';
export { REVIEW_FACTS, type ReviewFact } from './domain/review-content';
export { addStep, type Step } from './domain/seen-staircase';
export {
  AUTHORS_MASKED,
  COLLECTION_RUN_FINISHED,
  REVIEW_EVENTS,
  type ReviewsEventPayload,
  type RunFinishedPayload,
} from './events';
export { FinishPassService, RECORDED_AT_ONCE, type FinishedPass } from './finish-pass.service';
export { FileOfLink, type OutcomeOfReview, type ReviewOfFile } from './import-plan';
export { ImportReviewsService, type ImportRecord } from './import-reviews.service';
export { IntakeModule } from './intake.module';
export { OwnReplyService } from './own-reply.service';
export { sumOfSlices, type IntakeTarget, type PageIntake } from './page-intake';
export { ReviewAnsweringModule } from './review-answering.module';
export { PassIds } from './persistence/review-identity';
export { RereadService, type RereadCounts, type RereadTarget } from './reread.service';
export type { SeenReviews } from './review-identities';
export { ReviewIntakeService, type DecidedSlice } from './review-intake.service';
export { WaitingReviews } from './waiting-reviews';
