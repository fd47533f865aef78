/** PostgreSQL: the connection, the ambient transaction, the migrations. */
export { Database, WAIT_LONGER, isUniqueViolation, type PreparedStatement, type Row } from './database';
export { copyValue } from './copy-in';
export type { Part, StatementPart } from './together';
export { createDataSource, type DataSourceSettings } from './data-source';
export { endDeafSessions } from './deaf-sessions';
export { hasPendingMigrations, migrate } from './migrate';
