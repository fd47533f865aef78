import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { Queue } from 'bullmq';
import pg from 'pg';
import { eventually } from '@test/support/eventually';
import { createTestDatabase, type TestDatabase } from '@test/support/test-database';
import { prepareQueue, queueOptions, type QueueAddress } from './queue-connection';
import { QueueOutage, WAKEUP_QUEUE } from './queue-outage';

describe('a queue connection that breaks while the process starts (contract §12.1: a start reports what is missing in one line)', () => {
  let database: TestDatabase;
  const consoleErrors: unknown[] = [];
  const warnings: string[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    jest.spyOn(console, 'error').mockImplementation((...values: unknown[]) => void consoleErrors.push(values));
    jest.spyOn(Logger.prototype, 'warn').mockImplementation((line: unknown) => void warnings.push(String(line)));
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await database?.drop();
  });

  it('logs one line without a stack', async () => {
    const address: QueueAddress = { databaseUrl: database.url, redisUrl: null };
    await prepareQueue(address);
    // As in Nest: both are constructed, and are initialized later.
    const queue = new Queue(WAKEUP_QUEUE, queueOptions(address));
    const outage = new QueueOutage(queue);
    try {
      // Connect first: otherwise the closed connection would reject the call that waits for one.
      await queue.waitUntilReady();
      await endConnections(database);
      await eventually('a line of the queue', 10_000, () =>
        Promise.resolve(warnings.find((line) => /^queue: ./.test(line))),
      );
      // BullMQ would print the error when it emits the event.
      await pause(50);
      expect(consoleErrors).toEqual([]);
    } finally {
      outage.beforeApplicationShutdown();
      await queue.close();
    }
  });
});

async function endConnections({ url }: TestDatabase): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await eventually('the connection of the queue', 10_000, async () => {
      const { rows } = await client.query<{ ended: boolean }>(
        `select pg_terminate_backend(pid) as ended from pg_stat_activity
         where application_name = 'hrev-queue' and datname = current_database()`,
      );
      return rows[0]?.ended;
    });
  } finally {
    await client.end();
  }
}
