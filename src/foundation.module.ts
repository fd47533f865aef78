import { Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, DATABASE_ADDRESS, EncryptionKey, type Config } from '@libs/config';
import { createDataSource, Database } from '@libs/database';
import { LOGGER, type Log } from '@libs/logging';
import { SealingModule } from '@libs/sealing';
import { ENTITIES } from './entities';

/** What a process needs before Nest begins: where its database is, what it was told, where it writes its log. */
export interface Foundation {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly log: Log;
}

const API_STATEMENT_TIMEOUT_MS = 5_000;
/**
 * A way to PostgreSQL that carries nothing any more and was never closed is noticed by nothing else than this limit (TCP
 * itself takes a quarter of an hour), and one that idles may be taken up to ten seconds later: all of a worker is well
 * again in 30 s (F13). No statement needs it: in the role `all` those of a worker have the API's limit.
 */
const WORKER_STATEMENT_TIMEOUT_MS = 20_000;

/** Opens the process's connections; bounded waits are those of its role. */
export async function openDatabase(config: Config, databaseUrl: string): Promise<Database> {
  const worksInBackground = config.HREV_ROLE === 'worker';
  const dataSource = createDataSource({
    url: databaseUrl,
    poolSize: config.HREV_DATABASE_POOL,
    statementTimeoutMs: worksInBackground ? WORKER_STATEMENT_TIMEOUT_MS : API_STATEMENT_TIMEOUT_MS,
    applicationName: `hrev-${config.HREV_ROLE}`,
    entities: ENTITIES,
  });
  await dataSource.initialize();
  return new Database(dataSource);
}

/** The ground under every context: `CONFIG`, `EncryptionKey`, `Database`, `LOGGER`. Closes the connections last of all. */
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
        { provide: LOGGER, useValue: foundation.log },
        { provide: DATABASE_ADDRESS, useValue: foundation.databaseUrl },
        { provide: EncryptionKey, useFactory: () => new EncryptionKey(foundation.config) },
        { provide: Database, useFactory: () => openDatabase(foundation.config, foundation.databaseUrl) },
      ],
      exports: [CONFIG, LOGGER, DATABASE_ADDRESS, EncryptionKey, Database],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}
