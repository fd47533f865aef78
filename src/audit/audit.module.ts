import { Module } from '@nestjs/common';
import { AuditTrail } from './audit-trail.service';
import { AuditStore } from './persistence/audit.store';

/** Writes the trail; for every process. `AuditReadingModule` reads it in API processes. */
@Module({ providers: [AuditStore, AuditTrail], exports: [AuditTrail] })
export class AuditModule {}
