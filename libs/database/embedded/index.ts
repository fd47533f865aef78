/** The embedded PostgreSQL: a database that needs nothing but npm. */
export { EmbeddedPostgresError } from './embedded-error';
export { startEmbeddedPostgres, type EmbeddedPostgres, type EmbeddedPostgresOptions } from './embedded-postgres';
