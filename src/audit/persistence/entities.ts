import { AuditEntryEntity } from './audit-entry.entity';

/** The tables of this context. */
export const AUDIT_ENTITIES = [AuditEntryEntity];
