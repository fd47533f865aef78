import { Module } from '@nestjs/common';
import { NewestDatesQuery } from './persistence/newest-dates.query';
import { ReviewCountQuery } from './persistence/review-count.query';

/** Counts and dates of reviews, for analytics. */
@Module({ providers: [NewestDatesQuery, ReviewCountQuery], exports: [NewestDatesQuery, ReviewCountQuery] })
export class FiguresModule {}
