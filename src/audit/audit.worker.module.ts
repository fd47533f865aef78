import { Module } from '@nestjs/common';
import { AuditPurge } from './audit-purge.service';
import { AuditPurgeSchedule } from './jobs/audit-purge.schedule';
import { AuditStore } from './persistence/audit.store';

export { auditPurgeOn } from './audit-purge.service';

/** Removes old entries; for workers. */
@Module({ providers: [AuditPurge, AuditPurgeSchedule, AuditStore] })
export class AuditWorkerModule {}
