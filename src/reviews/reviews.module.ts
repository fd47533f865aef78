import { Module } from '@nestjs/common';
import { CoverageModule } from './coverage.module';
import { CurationModule } from './curation';
import { FeedModule } from './feed';
import { IntakeModule } from './intake';
import { SyncModule } from './sync';

/** Sync before the feed: `reviews/sync` must not be taken for the id of a review. */
@Module({
  imports: [SyncModule, FeedModule, CurationModule, CoverageModule, IntakeModule],
  exports: [CoverageModule, IntakeModule],
})
export class ReviewsModule {}
