import { Module } from '@nestjs/common';
import { CoverageModule } from '../coverage.module';
import { ReviewSyncV2Controller } from './http/v2/review-sync.controller';
import { ReviewSyncController } from './http/v3/review-sync.controller';
import { SyncCutQuery } from './persistence/sync-cut.query';
import { SyncLogQuery } from './persistence/sync-log.query';
import { SyncRowsQuery } from './persistence/sync-rows.query';
import { ReviewSyncService } from './review-sync.service';
import { SyncCutReader } from './sync-cut-reader.service';
import { SyncReader } from './sync-reader.service';

/** The change stream, in both versions. */
@Module({
  imports: [CoverageModule],
  controllers: [ReviewSyncV2Controller, ReviewSyncController],
  providers: [ReviewSyncService, SyncCutQuery, SyncCutReader, SyncLogQuery, SyncReader, SyncRowsQuery],
})
export class SyncModule {}
