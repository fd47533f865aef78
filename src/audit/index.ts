/**
 * The audit trail (contract §12.5): the actor, time and content of each action of `domain/actions.ts`. All other contexts may call it, in
 * the transaction of the change.
 */
export { AuditModule } from './audit.module';
export { AuditReadingModule } from './audit-reading.module';
export { AuditTrail, type Act } from './audit-trail.service';
export { trailOn } from './trail-on';
export { AUDIT_ACTIONS, AUDIT_TARGETS, type AuditAction } from './domain/actions';
export { AccountAuditQuery, type AccountAuditFilter, type ActorFilter } from './persistence/account-audit.query';
export type { AuditEntry } from './persistence/audit.query';
export type { Facts } from './domain/facts';
export { erasureEntries } from './persistence/erasure-entries.query';
export { overdueEntries } from './persistence/audit.store';
export { AUDIT_ENTITIES } from './persistence/entities';
