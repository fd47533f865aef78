import { Module } from '@nestjs/common';
import { FoldersModule } from '@src/folders';
import { SourcesModule } from '@src/sources';
import { CoverageService } from './coverage.service';
import { ReviewSyncV2Controller } from './http/v2/review-sync.controller';
import { ReviewsV2Controller } from './http/v2/reviews.controller';
import { ReviewSyncController } from './http/v3/review-sync.controller';
import { ReviewsController } from './http/v3/reviews.controller';
import { CoverageQuery } from './persistence/coverage.query';
import { FeedCountQuery } from './persistence/feed-count.query';
import { FeedPageQuery } from './persistence/feed-page.query';
import { FeedQuery } from './persistence/feed.query';
import { MonthSeekQuery } from './persistence/month-seek.query';
import { NewestPageQuery } from './persistence/newest-page.query';
import { SingleReviewQuery } from './persistence/single-review.query';
import { SyncCutQuery } from './persistence/sync-cut.query';
import { SyncLogQuery } from './persistence/sync-log.query';
import { SyncRowsQuery } from './persistence/sync-rows.query';
import { ReviewFeedService } from './review-feed.service';
import { ReviewSyncService } from './review-sync.service';
import { SyncCutReader } from './sync-cut-reader.service';
import { SyncReader } from './sync-reader.service';

/** The reading side of reviews: the feed and the single review of both versions. */
@Module({
  imports: [FoldersModule, SourcesModule],
  // Sync first: `reviews/sync` must not be taken for a review's id.
  controllers: [ReviewSyncV2Controller, ReviewSyncController, ReviewsV2Controller, ReviewsController],
  providers: [
    CoverageQuery,
    CoverageService,
    FeedCountQuery,
    FeedPageQuery,
    FeedQuery,
    MonthSeekQuery,
    NewestPageQuery,
    SingleReviewQuery,
    ReviewFeedService,
    ReviewSyncService,
    SyncCutQuery,
    SyncCutReader,
    SyncLogQuery,
    SyncReader,
    SyncRowsQuery,
  ],
  exports: [CoverageService, ReviewFeedService],
})
export class ReviewReadingModule {}
