import { setTimeout as pause } from 'node:timers/promises';
import { Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { createLogger, NestLog } from '@libs/logging';
import { hasRedis, RedisControl } from '@test/support/redis-control';
import { eventually } from '@test/support/eventually';
import { QueueOutage } from './queue-outage';
import { QueueModule, QueueWorkerModule } from './queue.module';
import { WakeupHandlers } from './wakeup-handlers';
import { Wakeups } from './wakeups';

/** Fault F19: Redis carries only wake-ups. An outage is logged with one line at its start and one at its end. */
(hasRedis ? describe : describe.skip)('outages of Redis (skipped without redis-server)', () => {
  let redis: RedisControl;
  let app: INestApplicationContext;
  const lines: { level: string; msg: string }[] = [];
  let wakeupCount = 0;

  beforeAll(async () => {
    redis = await RedisControl.begin();
    @Module({ imports: [QueueModule.forRoot({ databaseUrl: '', redisUrl: redis.url }), QueueWorkerModule] })
    class Root {}
    const write = (line: string): void => void lines.push(JSON.parse(line) as (typeof lines)[0]);
    app = await NestFactory.createApplicationContext(Root, {
      logger: new NestLog(createLogger('info', 'test', { write })),
    });
    app.get(WakeupHandlers, { strict: false }).on('work', () => void (wakeupCount += 1));
  });
  afterAll(async () => {
    redis?.thaw();
    await app?.close();
    await redis?.kill();
  });

  const untilWoken = (): Promise<boolean> =>
    eventually('a wake-up', 60_000, () => {
      app.get(Wakeups).send('work');
      return Promise.resolve(wakeupCount > 0);
    });

  it.each([
    ['killed', () => redis.kill(), () => redis.start()],
    ['frozen', () => Promise.resolve(redis.freeze()), () => Promise.resolve(redis.thaw())],
  ])(
    'logs one line at the start and one at the end of an outage if Redis is %s while wake-ups are sent',
    async (_, stopRedis, restoreRedis) => {
      await untilWoken();
      lines.splice(0);
      await stopRedis();
      // Longer than two connection attempts and than the timeout of a wake-up.
      for (let sent = 0; sent < 20; sent += 1) {
        app.get(Wakeups).send('work');
        await pause(250);
      }
      expect(lines).toEqual([
        expect.objectContaining({ level: 'warn', msg: expect.stringMatching(/^queue: .+; until it answers again/) }),
      ]);
      wakeupCount = 0;
      await restoreRedis();
      await eventually('the second line', 60_000, () => Promise.resolve(lines.length > 1));
      await untilWoken();
      expect(lines.slice(1)).toEqual([
        expect.objectContaining({ level: 'info', msg: expect.stringMatching(/^queue: answers again, after \d+ s$/) }),
      ]);
    },
  );

  it('does not treat an error of a single job, such as a lost lock, as an outage', async () => {
    await untilWoken();
    lines.splice(0);
    const outage = app.get(QueueOutage, { strict: false });
    outage.note(Object.assign(new Error('Missing lock for job 2. moveToFinished'), { code: -2 }));
    expect([outage.isActive, lines]).toEqual([false, []]);
  });

  it('sends pending wake-ups before the process ends', async () => {
    wakeupCount = 0;
    @Module({ imports: [QueueModule.forRoot({ databaseUrl: '', redisUrl: redis.url })] })
    class Command {}
    lines.splice(0);
    const command = await NestFactory.createApplicationContext(Command, {
      logger: new NestLog(
        createLogger('warn', 'test', { write: (line) => void lines.push(JSON.parse(line) as never) }),
      ),
    });
    command.get(Wakeups).send('work');
    await command.close();
    await eventually('the wake-up', 60_000, () => Promise.resolve(wakeupCount > 0));
    expect(lines).toEqual([]);
  });
});
