import { Module } from '@nestjs/common';
import { ReviewsModule } from '@src/reviews';
import { SourcesModule } from '@src/sources';
import { AnalyticsService } from './analytics.service';
import { CountedScopes } from './counted-scopes';
import { AnalyticsV2Controller } from './http/v2/analytics.controller';
import { AnalyticsController } from './http/v3/analytics.controller';
import { ObjectFiguresController } from './http/v3/object-figures.controller';
import { ReplyTimesController } from './http/v3/reply-times.controller';
import { ObjectFiguresService } from './object-figures.service';
import { ObjectFactsQuery } from './persistence/object-facts.query';
import { PlatformRatingQuery } from './persistence/platform-rating.query';
import { ReplyTimesService } from './reply-times.service';

@Module({
  imports: [ReviewsModule, SourcesModule],
  controllers: [AnalyticsV2Controller, AnalyticsController, ObjectFiguresController, ReplyTimesController],
  providers: [
    AnalyticsService,
    CountedScopes,
    ObjectFactsQuery,
    ObjectFiguresService,
    PlatformRatingQuery,
    ReplyTimesService,
  ],
})
export class AnalyticsModule {}
