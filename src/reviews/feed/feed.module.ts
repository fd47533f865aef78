import { Module } from '@nestjs/common';
import { SourcesModule } from '@src/sources';
import { CoverageModule } from '../coverage.module';
import { ReviewsV2Controller } from './http/v2/reviews.controller';
import { ReviewsController } from './http/v3/reviews.controller';
import { FeedCountQuery } from './persistence/feed-count.query';
import { FeedQuery, NewestPageQuery } from './persistence/feed.query';
import { SingleReviewQuery } from './persistence/single-review.query';
import { ReviewExportService } from './review-export.service';
import { ReviewFeedService } from './review-feed.service';

/** The feed and the single review. */
@Module({
  imports: [CoverageModule, SourcesModule],
  controllers: [ReviewsV2Controller, ReviewsController],
  providers: [FeedCountQuery, FeedQuery, NewestPageQuery, ReviewExportService, ReviewFeedService, SingleReviewQuery],
  exports: [ReviewExportService, ReviewFeedService],
})
export class FeedModule {}
