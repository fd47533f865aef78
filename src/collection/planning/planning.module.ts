import { Module } from '@nestjs/common';
import { AuditModule } from '@src/audit';
import { ObjectsModule } from '@src/objects';
import { SourcesModule } from '@src/sources';
import { SourceHealthModule } from '../health';
import { CollectController } from './http/v3/collect.controller';
import { RunsController } from './http/v3/runs.controller';
import { RunHistoryQuery } from './persistence/run-history.query';
import { RunPlanningStore } from './persistence/run-planning.store';
import { PlanRunsService } from './plan-runs.service';
import { RunHistoryService } from './run-history.service';
import { SourceControlService } from './source-control.service';

/** Plans runs and returns them, in every process. */
@Module({
  imports: [AuditModule, ObjectsModule, SourcesModule, SourceHealthModule],
  controllers: [CollectController, RunsController],
  providers: [PlanRunsService, RunHistoryQuery, RunHistoryService, RunPlanningStore, SourceControlService],
  exports: [PlanRunsService, RunPlanningStore, SourceControlService],
})
export class PlanningModule {}
