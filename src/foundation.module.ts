import { Logger, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, DATABASE_ADDRESS, EncryptionKey, type Config } from '@libs/config';
import { Database, openDataSource } from '@libs/database';
import { ClusterMetrics } from '@libs/metrics';
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

/** Opens the connection pool of the process, with the statement timeout of its role unless one is given. */
export async function openDatabase(
  config: Config,
  databaseUrl: string,
  statementTimeoutMs?: number,
): Promise<Database> {
  const ofRole = config.HREV_ROLE === 'worker' ? WORKER_STATEMENT_TIMEOUT_MS : API_STATEMENT_TIMEOUT_MS;
  const dataSource = await openDataSource({
    url: databaseUrl,
    poolSize: config.HREV_DATABASE_POOL,
    statementTimeoutMs: statementTimeoutMs ?? ofRole,
    applicationName: `hrev-${config.HREV_ROLE}`,
    entities: ENTITIES,
  });
  return new Database(dataSource);
}

/** The readers of cluster metrics; a reading that fails is logged. */
function clusterMetrics(): ClusterMetrics {
  const logger = new Logger(ClusterMetrics.name);
  return new ClusterMetrics((reader, error) =>
    logger.warn({ msg: 'cluster metrics could not be read', reader, reason: String(error) }),
  );
}

/**
 * Provides `CONFIG`, `ClusterMetrics`, `EncryptionKey`, `Database`, `SEALED_TABLES` and `LinkedSources` to all contexts. Closes the connection pool
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
        { provide: ClusterMetrics, useFactory: clusterMetrics },
        { provide: EncryptionKey, useFactory: () => new EncryptionKey(foundation.config) },
        { provide: LinkedSources, useClass: LinkedSourcesQuery },
        { provide: Database, useFactory: () => openDatabase(foundation.config, foundation.databaseUrl) },
      ],
      exports: [CONFIG, DATABASE_ADDRESS, SEALED_TABLES, ClusterMetrics, EncryptionKey, Database, LinkedSources],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}
