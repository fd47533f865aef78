import { Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, DATABASE_ADDRESS, EncryptionKey, type Config } from '@libs/config';
import { Database, openDataSource } from '@libs/database';
import { SEALED_TABLES, SealingModule } from '@libs/sealing';
import { LinkedSourcesQuery } from '@src/links';
import { LinkedSources } from '@src/sources';
import { ENTITIES } from './entities';
import { ALL_SEALED_TABLES } from './sealed-tables';

/** The configuration and the database address of a process, which exist before Nest starts. */
export interface Foundation {
  readonly config: Config;
  readonly databaseUrl: string;
}

const API_STATEMENT_TIMEOUT_MS = 5_000;
/**
 * Only this timeout detects a connection to PostgreSQL that is interrupted without being closed, because TCP needs a quarter of an
 * hour. An idle connection may be used up to ten seconds later, so a worker recovers within 30 s
 * (docs/faults.md F13). No statement needs that long: in the role `all`, statements of a worker have the timeout of the API.
 */
const WORKER_STATEMENT_TIMEOUT_MS = 20_000;

/** Opens the connection pool of the process, with the statement timeout of its role. */
export async function openDatabase(config: Config, databaseUrl: string): Promise<Database> {
  const isWorker = config.HREV_ROLE === 'worker';
  const dataSource = await openDataSource({
    url: databaseUrl,
    poolSize: config.HREV_DATABASE_POOL,
    statementTimeoutMs: isWorker ? WORKER_STATEMENT_TIMEOUT_MS : API_STATEMENT_TIMEOUT_MS,
    applicationName: `hrev-${config.HREV_ROLE}`,
    entities: ENTITIES,
  });
  return new Database(dataSource);
}

/**
 * Provides `CONFIG`, `EncryptionKey`, `Database`, `SEALED_TABLES` and `LinkedSources` to all contexts. Closes the connection pool
 * after all other modules.
 */
@Module({})
export class FoundationModule implements OnApplicationShutdown {
  constructor(private readonly database: Database) {}

  static forRoot(foundation: Foundation): DynamicModule {
    return {
      module: FoundationModule,
      global: true,
      imports: [SealingModule],
      providers: [
        { provide: CONFIG, useValue: foundation.config },
        { provide: DATABASE_ADDRESS, useValue: foundation.databaseUrl },
        { provide: SEALED_TABLES, useValue: ALL_SEALED_TABLES },
        { provide: EncryptionKey, useFactory: () => new EncryptionKey(foundation.config) },
        { provide: LinkedSources, useClass: LinkedSourcesQuery },
        { provide: Database, useFactory: () => openDatabase(foundation.config, foundation.databaseUrl) },
      ],
      exports: [CONFIG, DATABASE_ADDRESS, SEALED_TABLES, EncryptionKey, Database, LinkedSources],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}
