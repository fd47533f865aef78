import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { INestApplicationContext } from '@nestjs/common';
import { Queue } from 'bullmq';
import { createLogger, NestLog } from '@libs/logging';
import { eventually } from '@test/support/eventually';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { prepareQueue, queueOptions } from './queue-connection';
import { WAKEUP_QUEUE } from './queue-outage';
import { QueueModule, QueueWorkerModule } from './queue.module';
import { WakeupHandlers } from './wakeup-handlers';

describe('wake-ups that fail', () => {
  let fixture: StoreFixture;
  let queue: Queue;
  let worker: INestApplicationContext;
  const lines: { level: string; msg: string }[] = [];
  const handled: string[] = [];

  beforeAll(async () => {
    fixture = await storeFixture();
    const address = { databaseUrl: fixture.url, redisUrl: null };
    await prepareQueue(address);
    queue = new Queue(WAKEUP_QUEUE, queueOptions(address));
    @Module({ imports: [QueueModule.forRoot(address), QueueWorkerModule] })
    class Root {}
    const write = (line: string): void => void lines.push(JSON.parse(line) as (typeof lines)[0]);
    const log = new NestLog(createLogger('info', 'test', { write }));
    // A job whose worker was killed: BullMQ lets the next worker mark it as failed.
    const stalled = await queue.add('stalled', {}, { removeOnFail: true });
    await fixture.database.query(
      `update bullmq.job set deferred_failure = 'job stalled more than allowable limit' where id = $1`,
      [stalled.id],
    );
    worker = await NestFactory.createApplicationContext(Root, { logger: log });
    const handlers = worker.get(WakeupHandlers, { strict: false });
    handlers.on('stalled', () => void handled.push('stalled'));
    handlers.on('breaks', () => Promise.reject(new Error('no such table')));
  });
  afterAll(async () => {
    await worker?.close();
    await queue?.close();
    await fixture?.close();
  });

  const loggedLine = (text: string) =>
    eventually(`a line with "${text}"`, 60_000, () => Promise.resolve(lines.find(({ msg }) => msg.includes(text))));

  it('logs a wake-up whose worker was killed at level info, because polling finds the work', async () => {
    expect(await loggedLine('wake-up stalled')).toMatchObject({
      level: 'info',
      msg: expect.stringContaining('job stalled'),
    });
    expect(handled).toEqual([]);
  });

  it('logs a wake-up whose handler throws as an error, with the reason', async () => {
    await queue.add('breaks', {}, { removeOnFail: true });
    expect(await loggedLine('wake-up breaks')).toMatchObject({
      level: 'error',
      msg: 'wake-up breaks failed: no such table',
    });
  });
});
