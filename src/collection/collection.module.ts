import { Module } from '@nestjs/common';
import { ObjectsModule } from '@src/objects';
import { SourcesModule } from '@src/sources';
import { CollectController } from './http/v3/collect.controller';
import { RunPlanningStore } from './persistence/run-planning.store';
import { PlanRunsService } from './plan-runs.service';

/** Planning runs: what every process can do. */
@Module({
  imports: [ObjectsModule, SourcesModule],
  controllers: [CollectController],
  providers: [PlanRunsService, RunPlanningStore],
  exports: [PlanRunsService, RunPlanningStore],
})
export class CollectionModule {}
