import { createPostgresBackend, runMigrations, setDefaultBackendFactory, type QueueOptions } from 'bullmq';
import pg from 'pg';

/** Where the queue is: in Redis if `redisUrl` is set, otherwise in the service's PostgreSQL. */
export interface QueueAddress {
  readonly databaseUrl: string;
  readonly redisUrl: string | null;
}

/** Injection token of this process's `QueueAddress`. */
export const QUEUE_ADDRESS = Symbol('queue address');

/** The schema of BullMQ's own tables. */
const SCHEMA = 'bullmq';

/**
 * A request without a response within these limits fails, and its connection is closed. Otherwise a half-open connection would
 * occupy a slot of the pool, and block all requests that wait for one, until TCP times out (F13).
 */
const LIMITS = { connectionTimeoutMillis: 10_000, query_timeout: 5_000, keepAlive: true };

/**
 * Migrates BullMQ's schema in PostgreSQL. Call it before Nest starts, so before any Queue or Worker exists: a Worker on a schema
 * that was not migrated retries in an endless loop. Does nothing on Redis.
 */
export async function prepareQueue(address: QueueAddress): Promise<void> {
  if (address.redisUrl !== null) return;
  const client = new pg.Client({
    connectionString: address.databaseUrl,
    application_name: 'hrev-queue-migrate',
    connectionTimeoutMillis: LIMITS.connectionTimeoutMillis,
  });
  // If the connection breaks between statements, the next statement fails.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await runMigrations(client, SCHEMA);
  } finally {
    await client.end();
  }
}

/**
 * Resolves when a queue or its worker is connected; rejects if PostgreSQL closes the connection. BullMQ would retry
 * without a pause after such a failure, so the process must not start. On Redis this resolves at once: BullMQ waits for Redis by
 * itself, and a process may start without it.
 */
export async function waitUntilConnected(
  address: QueueAddress,
  queue: { waitUntilReady(): Promise<unknown> },
): Promise<void> {
  if (address.redisUrl === null) await queue.waitUntilReady();
}

/**
 * BullMQ options for this address. Also sets BullMQ's process-wide backend, because `@nestjs/bullmq` has no option for it. The
 * connection is a config object instead of the service's pool, because each Worker keeps one connection for LISTEN.
 */
export function queueOptions(address: QueueAddress): QueueOptions {
  if (address.redisUrl !== null) {
    setDefaultBackendFactory(undefined);
    return {
      connection: {
        url: address.redisUrl,
        maxRetriesPerRequest: null,
        enableOfflineQueue: true,
        connectTimeout: 5_000,
      },
    };
  }
  setDefaultBackendFactory(createPostgresBackend);
  const postgres = { connectionString: address.databaseUrl, schema: SCHEMA, max: 2, application_name: 'hrev-queue' };
  return { connection: { ...postgres, ...LIMITS } } as unknown as QueueOptions;
}
