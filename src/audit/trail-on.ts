import type { Database } from '@libs/database';
import { AuditTrail } from './audit-trail.service';
import { AuditStore } from './persistence/audit.store';

/** The trail in a database that no module of Nest has opened: that of a restore, before it is the present one. */
export const trailOn = (database: Database): AuditTrail => new AuditTrail(new AuditStore(database));
