import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { loadConfig } from '@libs/config';
import { createDataSource, Database } from '@libs/database';
import { Outbox } from '@libs/events';
import { prepareQueue } from '@libs/queue';
import { REVIEW_EVENTS } from '@src/reviews';
import { WorkerModule } from '@src/worker.module';
import { startHttp, type LocalServer } from '@test/support/egress/local-servers';
import { aWebhook, anAccount, deliveriesOf } from '@test/support/delivery-harness';
import { insertReview } from '@test/support/review-factory';
import { aLink } from '@test/support/store-fixture';
import { createTestDatabase, type TestDatabase } from '@test/support/test-database';

/** The modules of a worker process, from an event in the outbox to the request at the receiver. */
describe('worker: from an event to its receiver', () => {
  let testDatabase: TestDatabase;
  let worker: INestApplicationContext;
  let database: Database;
  let receiver: LocalServer;
  let respond: (() => void) | null = null;
  let requests = 0;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    const config = loadConfig({
      NODE_ENV: 'test',
      HREV_ROLE: 'worker',
      HREV_ALLOW_PRIVATE_TARGETS: 'true',
      HREV_ENCRYPTION_KEY: '7e'.repeat(32),
    });
    await prepareQueue({ databaseUrl: testDatabase.url, redisUrl: config.REDIS_URL });
    const root = WorkerModule.forRoot({ config, databaseUrl: testDatabase.url });
    worker = await NestFactory.createApplicationContext(root, { logger: false, abortOnError: false });
    database = worker.get(Database);
    receiver = await startHttp((request, response) => {
      requests += 1;
      request.resume().once('end', () => {
        if (request.url === '/slow') respond = () => void response.end();
        else response.end();
      });
    });
  });
  afterAll(async () => {
    await worker?.close();
    await receiver?.stop();
    await testDatabase?.drop();
  });

  const until = async (condition: () => Promise<boolean> | boolean): Promise<void> => {
    while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20));
  };

  /** Inserts a review with a reply, and writes the event of the reply to the outbox. */
  const writeReplyEvent = async (accountId: number): Promise<void> => {
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

  it('relays an event, creates its delivery, sends it and stores the result', async () => {
    const accountId = await anAccount(database);
    const id = await aWebhook(database, { accountId, target: receiver.origin, eventTypes: ['replies.new'] });
    await writeReplyEvent(accountId);
    await until(async () => (await deliveriesOf(database, id))[0]?.state === 'success');
    expect(requests).toBe(1);
    // The event is marked after its delivery was created, which another process may have sent by then.
    await until(async () => (await database.query('select 1 from outbox where relayed_at is null')).length === 0);
  });

  it('flushes a daily batch that is due, and sends its delivery', async () => {
    const accountId = await anAccount(database);
    const event = 'scrape.run.finished';
    const webhook = { accountId, target: receiver.origin, batchWindow: 'daily_9', eventTypes: [event] };
    const id = await aWebhook(database, webhook);
    await database.query(
      `insert into webhook_bucket (account_id, webhook_id, event_type, flush_at, not_before, finished_at)
       select $1, $2, $3, at, at, at from (select clock_timestamp() - interval '1 hour' as at) hour`,
      [accountId, id, event],
    );
    await until(async () => (await deliveriesOf(database, id))[0]?.state === 'success');
    expect(await deliveriesOf(database, id)).toMatchObject([{ event_type: event, attempts: 1 }]);
  });

  it('waits for the attempt in flight on shutdown, and stores its result (F31)', async () => {
    const accountId = await anAccount(database);
    const target = `${receiver.origin}/slow`;
    const id = await aWebhook(database, { accountId, target, eventTypes: ['replies.new'] });
    await writeReplyEvent(accountId);
    await until(() => respond !== null);
    const observer = await createDataSource({
      url: testDatabase.url,
      poolSize: 1,
      statementTimeoutMs: 60_000,
      applicationName: 'observer',
    }).initialize();
    const shutdown = worker.close();
    setTimeout(() => respond?.(), 300);
    await shutdown;
    const rows: unknown = await observer.query(
      `select x.state, x.attempts, d.lease_token from webhook_delivery x join webhook_dispatch d using (webhook_id)
       where x.webhook_id = $1`,
      [id],
    );
    await observer.destroy();
    expect(rows).toEqual([{ state: 'success', attempts: 1, lease_token: null }]);
  });
});
