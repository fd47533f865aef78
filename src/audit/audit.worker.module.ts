import { Module } from '@nestjs/common';
import { AuditPurge } from './audit-purge.service';
import { AuditPurgeSchedule } from './jobs/audit-purge.schedule';
import { AuditStore } from './persistence/audit.store';

/** The worker's part: removes old entries. */
@Module({ providers: [AuditPurge, AuditPurgeSchedule, AuditStore] })
export class AuditWorkerModule {}
