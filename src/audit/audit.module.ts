import { Module } from '@nestjs/common';
import { AuditTrail } from './audit-trail.service';
import { AuditStore } from './persistence/audit.store';

/** Writing the trail, for every process. Reading it is `AuditReadingModule`'s, which only an API has. */
@Module({ providers: [AuditStore, AuditTrail], exports: [AuditTrail] })
export class AuditModule {}
