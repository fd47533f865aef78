import { Module } from '@nestjs/common';
import { NewestDatesQuery } from './persistence/newest-dates.query';
import { OldestUnansweredQuery } from './persistence/oldest-unanswered.query';
import { ReplyDelayQuery } from './persistence/reply-delay.query';
import { ReplyTimesQuery } from './persistence/reply-times.query';
import { ReviewCountQuery } from './persistence/review-count.query';

const QUERIES = [NewestDatesQuery, OldestUnansweredQuery, ReplyDelayQuery, ReplyTimesQuery, ReviewCountQuery];

/** Counts and dates of reviews, for analytics. */
@Module({ providers: QUERIES, exports: QUERIES })
export class FiguresModule {}
