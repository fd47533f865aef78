import { Module } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { ParsingPool } from '@libs/sources';
import { ConnectionsModule } from '@src/connections';
import { ReviewsModule } from '@src/reviews';
import { SourcesModule } from '@src/sources';
import { SourceHealthModule } from '../health';
import { OutcomesModule } from '../outcomes';
import { PlanningModule } from '../planning';
import { CollectLink } from './collect-link.service';
import { Companions } from './companions.service';
import { ObjectRoads } from './object-roads.service';
import { PassIntake } from './pass-intake.service';
import { PassStartStore } from './persistence/pass-start.store';
import { UnparsedSamples } from './unparsed-samples.service';
import { VisitToolsFactory } from './visit-tools.factory';

/** Collection of single links, for the worker and the command line. */
@Module({
  imports: [ConnectionsModule, ReviewsModule, SourcesModule, SourceHealthModule, PlanningModule, OutcomesModule],
  providers: [
    CollectLink,
    Companions,
    ObjectRoads,
    PassIntake,
    PassStartStore,
    UnparsedSamples,
    VisitToolsFactory,
    {
      provide: ParsingPool,
      inject: [CONFIG],
      useFactory: (config: Config) => new ParsingPool({ deadlineMs: config.HREV_PARSE_TIMEOUT }),
    },
  ],
  exports: [CollectLink],
})
export class VisitingModule {}
