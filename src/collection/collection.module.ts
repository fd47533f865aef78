import { Module } from '@nestjs/common';
import { ObjectsModule } from '@src/objects';
import { SourcesModule } from '@src/sources';
import { CollectController } from './http/v3/collect.controller';
import { RunsController } from './http/v3/runs.controller';
import { RunHistoryQuery } from './persistence/run-history.query';
import { RunPlanningStore } from './persistence/run-planning.store';
import { PlanRunsService } from './plan-runs.service';
import { RunHistoryService } from './run-history.service';

/** Plans runs and reads their results, in every process. */
@Module({
  imports: [ObjectsModule, SourcesModule],
  controllers: [CollectController, RunsController],
  providers: [PlanRunsService, RunHistoryQuery, RunHistoryService, RunPlanningStore],
  exports: [PlanRunsService, RunPlanningStore],
})
export class CollectionModule {}
