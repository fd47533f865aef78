import { Module } from '@nestjs/common';
import { SourcesModule } from '@src/sources';
import { CoverageModule } from '../coverage.module';
import { ReviewsV2Controller } from './http/v2/reviews.controller';
import { ReviewsController } from './http/v3/reviews.controller';
import { FeedQuery, NewestPageQuery } from './persistence/feed.query';
import { SingleReviewQuery } from './persistence/single-review.query';
import { ReviewBatchesModule } from './review-batches.module';
import { ReviewExportService } from './review-export.service';
import { ReviewFeedService } from './review-feed.service';

/** The feed and the single review. */
@Module({
  imports: [CoverageModule, ReviewBatchesModule, SourcesModule],
  controllers: [ReviewsV2Controller, ReviewsController],
  providers: [FeedQuery, NewestPageQuery, ReviewExportService, ReviewFeedService, SingleReviewQuery],
  exports: [ReviewBatchesModule, ReviewExportService, ReviewFeedService],
})
export class FeedModule {}
