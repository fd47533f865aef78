import { Module } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { ParsingPool } from '@libs/sources';
import { ConnectionsModule } from '@src/connections';
import { NoticesModule } from '@src/notices';
import { ReviewsModule } from '@src/reviews';
import { SourcesModule } from '@src/sources';
import { ClaimRunner } from './claim-runner.service';
import { CollectLinkService } from './collect-link.service';
import { CollectionModule } from './collection.module';
import { PassOutcomes } from './pass-outcomes.service';
import { RunLeaseStore } from './persistence/run-lease.store';
import { RunResultStore } from './persistence/run-result.store';
import { SourcePaceStore } from './persistence/source-pace.store';
import { Companions } from './companions.service';
import { ObjectRoads } from './object-roads.service';
import { UnparsedSamples } from './unparsed-samples.service';
import { VisitToolsFactory } from './visit-tools.factory';

/** Collection of single links, for the worker and the command line. */
@Module({
  imports: [CollectionModule, ConnectionsModule, NoticesModule, ReviewsModule, SourcesModule],
  providers: [
    ClaimRunner,
    ObjectRoads,
    CollectLinkService,
    Companions,
    PassOutcomes,
    RunLeaseStore,
    RunResultStore,
    SourcePaceStore,
    UnparsedSamples,
    VisitToolsFactory,
    {
      provide: ParsingPool,
      inject: [CONFIG],
      useFactory: (config: Config) => new ParsingPool({ deadlineMs: config.HREV_PARSE_TIMEOUT }),
    },
  ],
  exports: [ClaimRunner, RunResultStore, CollectionModule],
})
export class CollectingModule {}
