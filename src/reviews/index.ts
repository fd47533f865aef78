/**
 * Reviews: how collected ones are taken in, and how clients read them. Specification §2.3, §3.3, §4.4; decisions §5, §6.
 */
export type { ReviewFact } from './domain/review-content';
export { maskAuthor } from './domain/mask-author';
export { addStep, type Step } from './domain/seen-staircase';
export { REVIEW_EVENTS } from './events';
export { ReviewIntakeService, type IntakeTarget, type PageIntake } from './review-intake.service';
export { ReviewsModule } from './reviews.module';
