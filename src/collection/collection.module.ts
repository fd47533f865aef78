import { Module } from '@nestjs/common';
import { SourceHealthModule } from './health';
import { PlanningModule } from './planning';
import { LinkStatesModule } from './states';

/** What every process has of this context: plans and results of runs, and the state of sources and links. */
@Module({
  imports: [LinkStatesModule, PlanningModule, SourceHealthModule],
  exports: [PlanningModule, SourceHealthModule],
})
export class CollectionModule {}
