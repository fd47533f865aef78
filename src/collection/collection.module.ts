import { Module } from '@nestjs/common';
import { AuditModule } from '@src/audit';
import { ObjectsModule } from '@src/objects';
import { SourcesModule } from '@src/sources';
import { CollectController } from './http/v3/collect.controller';
import { RunsController } from './http/v3/runs.controller';
import { RunHistoryQuery } from './persistence/run-history.query';
import { RunPlanningStore } from './persistence/run-planning.store';
import { SourceControlStore } from './persistence/source-control.store';
import { SourceHealthStore } from './persistence/source-health.store';
import { PlanRunsService } from './plan-runs.service';
import { RunHistoryService } from './run-history.service';
import { SourceControl } from './source-control.service';

/** Plans runs and reads their results, in every process. */
@Module({
  imports: [AuditModule, ObjectsModule, SourcesModule],
  controllers: [CollectController, RunsController],
  providers: [
    PlanRunsService,
    RunHistoryQuery,
    RunHistoryService,
    RunPlanningStore,
    SourceControl,
    SourceControlStore,
    SourceHealthStore,
  ],
  exports: [PlanRunsService, RunPlanningStore, SourceControl, SourceControlStore, SourceHealthStore],
})
export class CollectionModule {}
