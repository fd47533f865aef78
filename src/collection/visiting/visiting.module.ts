import { Module } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { ParsingPool } from '@libs/sources';
import { ConnectionsModule } from '@src/connections';
import { ReviewsModule } from '@src/reviews';
import { SourcesModule } from '@src/sources';
import { SourceHealthModule } from '../health';
import { OutcomesModule } from '../outcomes';
import { PlanningModule } from '../planning';
import { CollectLinkService } from './collect-link.service';
import { CompanionsService } from './companions.service';
import { ObjectRoadsService } from './object-roads.service';
import { PassIntakeService } from './pass-intake.service';
import { PassStartStore } from './persistence/pass-start.store';
import { UnparsedSamplesService } from './unparsed-samples.service';
import { VisitToolsFactory } from './visit-tools.factory';

/** Collection of single links, for the worker and the command line. */
@Module({
  imports: [ConnectionsModule, ReviewsModule, SourcesModule, SourceHealthModule, PlanningModule, OutcomesModule],
  providers: [
    CollectLinkService,
    CompanionsService,
    ObjectRoadsService,
    PassIntakeService,
    PassStartStore,
    UnparsedSamplesService,
    VisitToolsFactory,
    {
      provide: ParsingPool,
      inject: [CONFIG],
      useFactory: (config: Config) => new ParsingPool({ deadlineMs: config.HREV_PARSE_TIMEOUT }),
    },
  ],
  exports: [CollectLinkService],
})
export class VisitingModule {}
