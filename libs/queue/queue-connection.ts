import { createPostgresBackend, runMigrations, setDefaultBackendFactory, type QueueOptions } from 'bullmq';
import pg from 'pg';

/** Where the queue lives: in Redis if there is one, else in the service's own PostgreSQL. */
export interface QueueAddress {
  readonly databaseUrl: string;
  readonly redisUrl: string | null;
}

/** The place of this process's queue. */
export const QUEUE_ADDRESS = Symbol('place of the queue');

/** BullMQ's own tables, apart from ours. */
const SCHEMA = 'bullmq';

/**
 * What no answer came to in time is given up, and its connection with it: one that carries nothing any more and was never
 * closed would else keep its place, and all who wait for it, until TCP gives it up (F13).
 */
const LIMITS = { connectionTimeoutMillis: 10_000, query_timeout: 5_000, keepAlive: true };

/**
 * Makes ready what the queue needs before any Queue or Worker exists: BullMQ's schema in PostgreSQL. A Worker on a
 * schema that was not migrated spins without end, so this must have returned before Nest starts. Nothing to do on Redis.
 */
export async function prepareQueue(place: QueueAddress): Promise<void> {
  if (place.redisUrl !== null) return;
  const client = new pg.Client({
    connectionString: place.databaseUrl,
    application_name: 'hrev-queue-migrate',
    connectionTimeoutMillis: LIMITS.connectionTimeoutMillis,
  });
  // A connection that breaks while no statement is under way; the next statement fails by it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await runMigrations(client, SCHEMA);
  } finally {
    await client.end();
  }
}

/**
 * Resolves when a queue, or its worker, has its connection; rejects where PostgreSQL breaks it off. BullMQ remembers such a
 * failure for ever and asks again without a pause, so whoever meets it must not begin. On Redis, which BullMQ waits for by
 * itself, and without which a process may start, this resolves at once.
 */
export async function connected(place: QueueAddress, it: { waitUntilReady(): Promise<unknown> }): Promise<void> {
  if (place.redisUrl === null) await it.waitUntilReady();
}

/**
 * BullMQ options for this place. Also sets BullMQ's process-wide backend, because `@nestjs/bullmq` hands none through.
 * The connection is a config object and not our pool: each Worker would take one of its connections for ever to LISTEN.
 */
export function queueOptions(place: QueueAddress): QueueOptions {
  if (place.redisUrl !== null) {
    setDefaultBackendFactory(undefined);
    return {
      connection: { url: place.redisUrl, maxRetriesPerRequest: null, enableOfflineQueue: true, connectTimeout: 5_000 },
    };
  }
  setDefaultBackendFactory(createPostgresBackend);
  const own = { connectionString: place.databaseUrl, schema: SCHEMA, max: 2, application_name: 'hrev-queue' };
  return { connection: { ...own, ...LIMITS } } as unknown as QueueOptions;
}
