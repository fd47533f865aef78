import { Module } from '@nestjs/common';
import { CoverageModule } from '../coverage.module';
import { FeedCountQuery } from './persistence/feed-count.query';
import { ReviewBatchQuery } from './persistence/review-batch.query';
import { ReviewBatchesService } from './review-batches.service';

/** The reading of all reviews of a feed, without routes. */
@Module({
  imports: [CoverageModule],
  providers: [FeedCountQuery, ReviewBatchesService, ReviewBatchQuery],
  exports: [FeedCountQuery, ReviewBatchesService],
})
export class ReviewBatchesModule {}
