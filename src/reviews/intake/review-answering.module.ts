import { Module } from '@nestjs/common';
import { OwnReplyService } from './own-reply.service';
import { AnswerableReviewQuery } from './persistence/answerable-review.query';
import { ChangeCounterStore } from '../persistence/change-counter.store';
import { OwnReplyStore } from './persistence/own-reply.store';

/** For those who answer reviews: what they must know of one, and how their answers show. */
@Module({
  providers: [AnswerableReviewQuery, ChangeCounterStore, OwnReplyService, OwnReplyStore],
  exports: [AnswerableReviewQuery, OwnReplyService],
})
export class ReviewAnsweringModule {}
