import { Module } from '@nestjs/common';
import { FoldersModule } from '@src/folders';
import { CoverageService } from './coverage.service';
import { ReviewsV2Controller } from './http/v2/reviews.controller';
import { ReviewsController } from './http/v3/reviews.controller';
import { CoverageQuery } from './persistence/coverage.query';
import { FeedCountQuery } from './persistence/feed-count.query';
import { FeedPageQuery } from './persistence/feed-page.query';
import { FeedQuery } from './persistence/feed.query';
import { MonthSeekQuery } from './persistence/month-seek.query';
import { SingleReviewQuery } from './persistence/single-review.query';
import { ReviewFeedService } from './review-feed.service';

/** The reading side of reviews: the feed and the single review of both versions. */
@Module({
  imports: [FoldersModule],
  controllers: [ReviewsV2Controller, ReviewsController],
  providers: [
    CoverageQuery,
    CoverageService,
    FeedCountQuery,
    FeedPageQuery,
    FeedQuery,
    MonthSeekQuery,
    SingleReviewQuery,
    ReviewFeedService,
  ],
  exports: [CoverageService, ReviewFeedService],
})
export class ReviewReadingModule {}
