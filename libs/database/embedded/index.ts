/** The embedded PostgreSQL: a database that npm installs. */
export { hasEmbeddedDatabase } from './cluster';
export { EmbeddedPostgresError } from './embedded-error';
export { startEmbeddedPostgres, type EmbeddedPostgres, type EmbeddedPostgresOptions } from './embedded-postgres';
export { embeddedMajor } from './runtime';
