import type { Queue } from 'bullmq';
import type { Database } from '@libs/database';
import { QueueOutage, Wakeups } from '@libs/queue';
import { relayHarness } from '@test/support/relay-harness';
import { EVENTS_WRITTEN, Outbox } from './outbox';

const relayTools = relayHarness();
let database: Database;
let accountId: number;
let outbox: Outbox;
beforeEach(() => {
  ({ database, accountId, outbox } = relayTools.now());
});

describe('Outbox.write', () => {
  it('wakes the relay after the commit, once for all events of a transaction', async () => {
    const jobs: string[] = [];
    const queue = { add: (name: string) => Promise.resolve(jobs.push(name)), on: () => undefined } as unknown as Queue;
    const wakeups = new Wakeups(queue, { databaseUrl: '', redisUrl: null }, new QueueOutage(queue));
    const waking = new Outbox(database, wakeups);
    await database.transaction(async () => {
      await waking.write(relayTools.event('A').of(accountId, { of: 'A' }));
      await waking.write(relayTools.event('B').of(accountId, { of: 'B' }));
      await new Promise((resolve) => setImmediate(resolve));
      expect(jobs).toEqual([]);
    });
    await wakeups.beforeApplicationShutdown();
    expect(jobs).toEqual([EVENTS_WRITTEN]);
  });

  it('writes the events of a call in order and with the same time', async () => {
    const eventOf = (name: string) => relayTools.event(name).of(accountId, { of: name });
    await database.transaction(() => outbox.write(eventOf('A'), eventOf('B'), eventOf('C')));
    await database.transaction(() => outbox.write());
    const rows = await database.query(
      `select id, event, payload->>'of' as of, created_at as at from outbox order by id`,
    );
    expect(rows).toEqual(
      ['A', 'B', 'C'].map((name, index) => ({ id: index + 1, event: name, of: name, at: rows[0]?.['at'] })),
    );
  });

  it('throws outside a transaction', async () => {
    const event = relayTools.event('A').of(accountId, { of: 'A' });
    await expect(outbox.write(event)).rejects.toThrow('outside a transaction');
  });
});
