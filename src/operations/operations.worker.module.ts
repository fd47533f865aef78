import { Module } from '@nestjs/common';
import { QueueWorkerModule } from '@libs/queue';
import { CollectionModule } from '@src/collection';
import { SourcesModule } from '@src/sources';
import { DriftWatch } from './drift-watch.service';
import { DriftWatchSchedule } from './jobs/drift-watch.schedule';
import { WorkerReport } from './jobs/worker-report';
import { RoadEndWatch } from './road-end-watch.service';
import { MonitoringModule } from './monitoring.module';

/** Judges the fields and the roads of the sources, and reports the running work, in worker processes. */
@Module({
  imports: [CollectionModule, MonitoringModule, QueueWorkerModule, SourcesModule],
  providers: [DriftWatch, DriftWatchSchedule, RoadEndWatch, WorkerReport],
})
export class OperationsWorkerModule {}
