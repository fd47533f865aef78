import { Module } from '@nestjs/common';
import { QueueWorkerModule } from '@libs/queue';
import { AuthModule } from '@src/auth';
import { ReviewBatchesModule } from '@src/reviews';
import { ExportPurgeSchedule } from './jobs/export-purge.schedule';
import { ExportWorker } from './jobs/export.worker';
import { ExportLeaseStore } from './persistence/export-lease.store';
import { ExportSpaceQuery } from './persistence/export-space.query';
import { WriteExportService } from './write-export.service';

export { purgeExports } from './persistence/export-purge.store';

/** Writes the files of exports and removes old ones, in worker processes. */
@Module({
  imports: [AuthModule, QueueWorkerModule, ReviewBatchesModule],
  providers: [ExportLeaseStore, ExportSpaceQuery, ExportPurgeSchedule, ExportWorker, WriteExportService],
})
export class ExportsWorkerModule {}
