import { Module } from '@nestjs/common';
import { ObjectsModule } from '@src/objects';
import { SourcesModule } from '@src/sources';
import { VisibleReviewsQuery } from '../persistence/receivable-reviews.query';
import { PreviewController } from './http/v3/preview.controller';
import { RecentReviewsQuery } from './persistence/recent-reviews.query';
import { PreviewService } from './preview.service';

/** The route that judges recent reviews by the rule of the fan-out; only API processes load it. */
@Module({
  imports: [ObjectsModule, SourcesModule],
  controllers: [PreviewController],
  providers: [RecentReviewsQuery, PreviewService, VisibleReviewsQuery],
})
export class PreviewModule {}
