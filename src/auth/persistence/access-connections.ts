import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Database, openDataSource } from '@libs/database';

const LOOKUPS = 2;
const LOOKUP_TIMEOUT_MS = 5_000;
/** Less than the timeout of the limiter: PostgreSQL must not count requests after the limiter has stopped waiting. */
const WINDOW_TIMEOUT_MS = 900;

/**
 * Connections for the queries that precede a request. They are separate from the pool that serves requests, so neither the check
 * of a key nor the rate window waits for that pool.
 */
@Injectable()
export class AccessConnections implements OnApplicationShutdown {
  private constructor(
    /** Two connections, for key lookups. */
    readonly lookups: Database,
    /** One connection, for the shared rate window; a statement may take 900 ms. */
    readonly window: Database,
  ) {}

  static async open(address: string): Promise<AccessConnections> {
    const lookups = await openPool(address, 'hrev-access', LOOKUPS, LOOKUP_TIMEOUT_MS);
    return new AccessConnections(lookups, await openPool(address, 'hrev-window', 1, WINDOW_TIMEOUT_MS));
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.lookups.close(), this.window.close()]);
  }
}

async function openPool(
  url: string,
  applicationName: string,
  poolSize: number,
  statementTimeoutMs: number,
): Promise<Database> {
  const dataSource = await openDataSource({ url, applicationName, poolSize, statementTimeoutMs });
  return new Database(dataSource);
}
