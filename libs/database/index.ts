/** Access to PostgreSQL: connections, the ambient transaction, advisory locks and migrations. */
export { holding, IN_SESSION, lockOf, LOCKS, type AdvisoryLock } from './advisory-locks';
export { AccountRows } from './account-rows';
export { Database, WAIT_LONGER, type PreparedStatement, type Row } from './database';
export type { Statement } from './together';
export { NotificationListener, type NotificationHandlers } from './notification-listener';
export { createDataSource, openDataSource, type DataSourceSettings } from './data-source';
export { DatabaseInUseError, scrubDatabase, type ScrubReport } from './scrub';
export { systemIdOf } from './system-id';
export { SessionLock } from './session-lock';
export { endStalledSessions } from './stalled-sessions';
export {
  FAULTS_COUNTED,
  foreignKeyChecks,
  overdueRows,
  runDataChecks,
  SCHEMA_CHECKS,
  sequenceChecks,
  type DataCheck,
  type DataFinding,
} from './data-checks';
export { foldedSql } from './fold-identity.sql';
export { actFor, asActor, asRequest, currentActor, workFor } from './work-context';
export { hasPendingMigrations, knownMigrations, migrate, migrationsOf, UnreleasedSchemaError } from './migrate';
export { ID_LEAP, leapSequences } from './leap-sequences';
export { column, EMPTY_ARRAY, LONG_AGO, NOW, table, type Column } from './table';
export { MIN_POSTGRES, serverVersion } from './server-version';
export { isUniqueViolation } from './passing-faults';
