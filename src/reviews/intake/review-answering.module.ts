import { Module } from '@nestjs/common';
import { OwnReplyService } from './own-reply.service';
import { AnswerableReviewQuery } from '../persistence/answerable-review.query';
import { ChangeCounterStore } from '../persistence/change-counter.store';
import { OwnReplyStore } from './persistence/own-reply.store';
import { ReviewIntakeStore } from './persistence/review-intake.store';

/** For the context replies: reads a review to be answered, and stores the published reply. */
@Module({
  providers: [AnswerableReviewQuery, ChangeCounterStore, OwnReplyService, OwnReplyStore, ReviewIntakeStore],
  exports: [AnswerableReviewQuery, OwnReplyService],
})
export class ReviewAnsweringModule {}
