import { Module } from '@nestjs/common';
import { CoverageModule } from './coverage.module';
import { CurationModule } from './curation';
import { FeedModule } from './feed';
import { FiguresModule } from './figures';
import { ReviewImportsModule } from './imports';
import { IntakeModule } from './intake';
import { SyncModule } from './sync';

/** Sync is imported before the feed: its route `reviews/sync` would otherwise match the route of a single review. */
@Module({
  imports: [SyncModule, FeedModule, CurationModule, CoverageModule, FiguresModule, IntakeModule, ReviewImportsModule],
  exports: [CoverageModule, FeedModule, FiguresModule, IntakeModule],
})
export class ReviewsModule {}
