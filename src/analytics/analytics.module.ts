import { Module } from '@nestjs/common';
import { ReviewsModule } from '@src/reviews';
import { SourcesModule } from '@src/sources';
import { AnalyticsService } from './analytics.service';
import { AnalyticsV2Controller } from './http/v2/analytics.controller';
import { AnalyticsController } from './http/v3/analytics.controller';
import { CountQuery } from './persistence/count.query';
import { NewestDatesQuery } from './persistence/newest-dates.query';
import { PlatformRatingQuery } from './persistence/platform-rating.query';

@Module({
  imports: [ReviewsModule, SourcesModule],
  controllers: [AnalyticsV2Controller, AnalyticsController],
  providers: [AnalyticsService, CountQuery, NewestDatesQuery, PlatformRatingQuery],
})
export class AnalyticsModule {}
