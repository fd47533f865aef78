import { Module } from '@nestjs/common';
import { ReviewsModule } from '@src/reviews';
import { SourcesModule } from '@src/sources';
import { AnalyticsService } from './analytics.service';
import { AnalyticsV2Controller } from './http/v2/analytics.controller';
import { AnalyticsController } from './http/v3/analytics.controller';
import { PlatformRatingQuery } from './persistence/platform-rating.query';

@Module({
  imports: [ReviewsModule, SourcesModule],
  controllers: [AnalyticsV2Controller, AnalyticsController],
  providers: [AnalyticsService, PlatformRatingQuery],
})
export class AnalyticsModule {}
