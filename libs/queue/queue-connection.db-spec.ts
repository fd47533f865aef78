import { Queue } from 'bullmq';
import { TcpProxy } from '@test/faults/support/tcp-proxy';
import { createTestDatabase, type TestDatabase } from '@test/support/test-database';
import { eventually } from '@test/support/eventually';
import { prepareQueue, queueOptions } from './queue-connection';

describe('a queue whose connections are half-open (fault F13)', () => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let queue: Queue;

  beforeAll(async () => {
    database = await createTestDatabase();
    const address = new URL(database.url);
    const port = Number(address.port);
    await prepareQueue({ databaseUrl: database.url, redisUrl: null });
    proxy = await TcpProxy.begin(() => port);
    address.hostname = '127.0.0.1';
    address.port = String(proxy.port);
    queue = new Queue('wakeups', queueOptions({ databaseUrl: address.href, redisUrl: null }));
    queue.on('error', () => undefined);
  });
  afterAll(async () => {
    await queue?.close();
    await proxy?.end();
    await database?.drop();
  });

  it('rejects wake-ups by timeout, then accepts wake-ups again', async () => {
    // Both connections of the pool are in use when the proxy stops forwarding.
    await Promise.all([1, 2, 3, 4].map((number) => queue.add(`before ${number}`, {})));
    proxy.freezeExisting();
    const lost = await Promise.allSettled([1, 2].map((number) => queue.add(`lost ${number}`, {})));
    expect(lost.map(({ status }) => status)).toContain('rejected');
    await eventually('an accepted wake-up', 15_000, async () => (await queue.add('after', {})).id);
  });
});
