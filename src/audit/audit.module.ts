import { Module } from '@nestjs/common';
import { AuditTrail } from './audit-trail.service';
import { AuditStore } from './persistence/audit.store';

/** Writes the trail, in every process. `AuditReadingModule` reads it, in API processes only. */
@Module({ providers: [AuditStore, AuditTrail], exports: [AuditTrail] })
export class AuditModule {}
