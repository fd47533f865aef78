import { Module } from '@nestjs/common';
import { ConnectionsModule } from '@src/connections';
import { NoticesModule } from '@src/notices';
import { ReviewsModule } from '@src/reviews';
import { SourcesModule } from '@src/sources';
import { SourceHealthModule } from '../health';
import { RunLeaseStore } from '../persistence/run-lease.store';
import { PlanningModule } from '../planning';
import { PassOutcomesService } from './pass-outcomes.service';
import { RunResultStore } from './persistence/run-result.store';

/** Writes how passes end, for workers and the command line. */
@Module({
  imports: [ConnectionsModule, NoticesModule, ReviewsModule, SourcesModule, SourceHealthModule, PlanningModule],
  providers: [PassOutcomesService, RunLeaseStore, RunResultStore],
  exports: [PassOutcomesService, RunLeaseStore, RunResultStore],
})
export class OutcomesModule {}
