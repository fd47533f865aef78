import { createDataSource } from './libs/database';
import { loadConfig } from './libs/config';

/** The data source of the application for TypeORM's own command line: `npx typeorm migration:show -d dist/ormconfig.js`. */
const config = loadConfig();
if (config.DATABASE_URL === null) throw new Error('DATABASE_URL must be set for the TypeORM command line');

export const dataSource = createDataSource({
  url: config.DATABASE_URL,
  poolSize: 2,
  statementTimeoutMs: 3_600_000,
  applicationName: 'typeorm-cli',
});
