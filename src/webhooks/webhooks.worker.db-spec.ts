import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { loadConfig } from '@libs/config';
import { createDataSource, Database } from '@libs/database';
import { Outbox } from '@libs/events';
import { createLogger } from '@libs/logging';
import { prepareQueue } from '@libs/queue';
import { REVIEW_EVENTS } from '@src/reviews';
import { WorkerModule } from '@src/worker.module';
import { startHttp, type LocalServer } from '@test/support/egress/local-servers';
import { aWebhook, anAccount, deliveriesOf } from '@test/support/delivery-world';
import { insertReview } from '@test/support/review-factory';
import { aLink } from '@test/support/store-fixture';
import { createTestDatabase, type TestDatabase } from '@test/support/test-database';

/** The worker as it is composed in the product, between an event in the outbox and a receiver. */
describe('worker: from an event to its receiver', () => {
  let own: TestDatabase;
  let worker: INestApplicationContext;
  let database: Database;
  let receiver: LocalServer;
  let release: (() => void) | null = null;
  let asked = 0;

  beforeAll(async () => {
    own = await createTestDatabase();
    const config = loadConfig({
      NODE_ENV: 'test',
      HREV_ROLE: 'worker',
      HREV_ALLOW_PRIVATE_TARGETS: 'true',
      HREV_ENCRYPTION_KEY: '7e'.repeat(32),
    });
    await prepareQueue({ databaseUrl: own.url, redisUrl: config.REDIS_URL });
    const log = createLogger('silent', 'test');
    const root = WorkerModule.forRoot({ config, databaseUrl: own.url, log });
    worker = await NestFactory.createApplicationContext(root, { logger: false, abortOnError: false });
    database = worker.get(Database);
    receiver = await startHttp((request, response) => {
      asked += 1;
      request.resume().once('end', () => {
        if (request.url === '/slow') release = () => void response.end();
        else response.end();
      });
    });
  });
  afterAll(async () => {
    await worker?.close();
    await receiver?.stop();
    await own?.drop();
  });

  const until = async (holds: () => Promise<boolean> | boolean): Promise<void> => {
    while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
  };

  const replyAppears = async (accountId: number): Promise<void> => {
    const link = await aLink(database, { accountId });
    const review = await insertReview(database, { ...link, text: 'good', rating: 5, replyText: 'Thank you' });
    await database.transaction(() =>
      worker
        .get(Outbox, { strict: false })
        .write(
          REVIEW_EVENTS.replied.of(accountId, { run_id: null, review_ids: [review], object_ids: [link.objectId] }),
        ),
    );
  };

  it('relays, fans out, delivers, settles', async () => {
    const accountId = await anAccount(database);
    const id = await aWebhook(database, { accountId, target: receiver.origin, eventTypes: ['replies.new'] });
    await replyAppears(accountId);
    await until(async () => (await deliveriesOf(database, id))[0]?.state === 'success');
    expect(asked).toBe(1);
    expect(await database.query('select 1 from outbox where relayed_at is null')).toEqual([]);
  });

  it('a stop waits for the attempt in flight, and stores its result (F31)', async () => {
    const accountId = await anAccount(database);
    const target = `${receiver.origin}/slow`;
    const id = await aWebhook(database, { accountId, target, eventTypes: ['replies.new'] });
    await replyAppears(accountId);
    await until(() => release !== null);
    const watch = await createDataSource({
      url: own.url,
      poolSize: 1,
      statementTimeoutMs: 60_000,
      applicationName: 'watch',
    }).initialize();
    const stopped = worker.close();
    setTimeout(() => release?.(), 300);
    await stopped;
    const rows: unknown = await watch.query(
      `select x.state, x.attempts, d.lease_token from webhook_delivery x join webhook_dispatch d using (webhook_id)
       where x.webhook_id = $1`,
      [id],
    );
    await watch.destroy();
    expect(rows).toEqual([{ state: 'success', attempts: 1, lease_token: null }]);
  });
});
