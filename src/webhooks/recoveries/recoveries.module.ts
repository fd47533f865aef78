import { Module } from '@nestjs/common';
import { AuditModule } from '@src/audit';
import { RecoveriesController } from './http/v3/recoveries.controller';
import { RecoveryStore } from './persistence/recovery.store';
import { RecoveriesService } from './recoveries.service';

/** The routes of recoveries; only API processes load it. */
@Module({
  imports: [AuditModule],
  controllers: [RecoveriesController],
  providers: [RecoveriesService, RecoveryStore],
})
export class RecoveriesModule {}
