import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { createDataSource, Database } from '@libs/database';

const LOOKUPS = 2;
const LOOKUP_TIMEOUT_MS = 5_000;
/** Less than the limiter waits: a question that it gave up must not be counted later. */
const WINDOW_TIMEOUT_MS = 900;

/**
 * Connections for what is asked before a request is let in, apart from the pool for the work of requests: however long that
 * work waits, neither the check of a key nor the rate window waits for it.
 */
@Injectable()
export class AccessConnections implements OnApplicationShutdown {
  private constructor(
    /** For looking up keys. */
    readonly lookups: Database,
    /** One connection, for the shared window of requests; a statement may take 900 ms. */
    readonly window: Database,
  ) {}

  static async open(address: string): Promise<AccessConnections> {
    const lookups = await opened(address, 'hrev-access', LOOKUPS, LOOKUP_TIMEOUT_MS);
    return new AccessConnections(lookups, await opened(address, 'hrev-window', 1, WINDOW_TIMEOUT_MS));
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.lookups.close(), this.window.close()]);
  }
}

async function opened(
  url: string,
  applicationName: string,
  poolSize: number,
  statementTimeoutMs: number,
): Promise<Database> {
  const dataSource = createDataSource({ url, applicationName, poolSize, statementTimeoutMs });
  return new Database(await dataSource.initialize());
}
