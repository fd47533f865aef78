import { createHmac } from 'node:crypto';
import type { Socket } from 'node:net';
import { Logger } from '@nestjs/common';
import type { Database } from '@libs/database';
import { startHttp, startRaw } from '@test/support/egress/local-servers';
import { DeliveryQuery } from '../subscriptions/persistence/delivery.query';
import { deliverySuite } from '@test/support/delivery-suite';
import {
  anAccount,
  aWebhook,
  deliveriesOf,
  deliveryHarness,
  dueDeliveries,
  onlyDelivery,
  rowOfWebhook,
  timePasses,
  activeLeases,
  type DeliveryRow,
  type DeliveryHarness,
} from '@test/support/delivery-harness';
import type { StoreFixture } from '@test/support/store-fixture';

let fixture: StoreFixture;
let database: Database;
let harness: DeliveryHarness;
let accountId: number;
const { receiver, afterTest } = deliverySuite((suite) => ({ fixture, database, harness, accountId } = suite));

const deliveryOf = (webhookId: number): Promise<DeliveryRow> => onlyDelivery(database, webhookId);
const webhookRow = (id: number): Promise<Record<string, unknown>> => rowOfWebhook(database, id);

describe('one attempt (contract §6.2, §6.4)', () => {
  it('is a POST of the stored bytes with the headers of contract §6.2, signed with every valid secret', async () => {
    const server = await receiver();
    const webhookId = await aWebhook(database, { accountId, target: `${server.origin}/hook?x=1` });
    await harness.secrets.current(accountId);
    await harness.secrets.rotate(accountId);
    const body = JSON.stringify({ text: 'grüße, 世界' });
    const [id] = await dueDeliveries(database, { accountId, webhookId }, 1, body);
    expect(await harness.deliverDue()).toBe(1);
    const [request] = server.received;
    expect(request).toMatchObject({ method: 'POST', path: '/hook?x=1', body: Buffer.from(body) });
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'x-hrev-event': 'reviews.new',
      'x-hrev-delivery-id': String(id),
      'x-hrev-event-id': '7',
    });
    const timestamp = String(request?.headers['x-hrev-timestamp']);
    expect(Math.abs(Date.now() / 1_000 - Number(timestamp))).toBeLessThan(60);
    const secrets = await harness.secrets.validSecrets(accountId);
    expect(secrets).toHaveLength(2);
    const sign = (secret: string): string =>
      `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
    expect(request?.headers['x-hrev-signature']).toBe(secrets.map(sign).join(','));
  });

  it.each<[number, string, number]>([
    [200, 'success', 0],
    [204, 'success', 0],
    [301, 'failed', 1],
    [302, 'failed', 1],
    [400, 'failed', 1],
    [410, 'failed', 1],
    [408, 'pending', 1],
    [429, 'pending', 1],
    [500, 'pending', 1],
    [503, 'pending', 1],
  ])(
    'after status %i, the delivery is %s, with %i counted failures (contract §6.5)',
    async (status, state, failures) => {
      const server = await receiver(status);
      const webhookId = await aWebhook(database, { accountId, target: server.origin });
      await dueDeliveries(database, { accountId, webhookId });
      expect(await harness.deliverDue()).toBe(1);
      expect(await deliveryOf(webhookId)).toMatchObject({
        state,
        attempts: 1,
        last_status_code: status,
        last_error: null,
      });
      expect(await activeLeases(database)).toBe(0);
      const row = await webhookRow(webhookId);
      expect(row).toMatchObject({ failure_count: failures });
      expect(row['last_failure_at'] === null).toBe(failures === 0);
      const attempts = await database.query('select number, status_code, error from webhook_attempt');
      expect(attempts).toEqual([{ number: 1, status_code: status, error: null }]);
    },
  );

  it('does not follow redirects', async () => {
    const redirectTarget = await receiver();
    const server = await startHttp(
      (_, response) => void response.writeHead(307, { location: redirectTarget.origin }).end(),
    );
    afterTest(server.stop);
    const webhookId = await aWebhook(database, { accountId, target: server.origin });
    await dueDeliveries(database, { accountId, webhookId });
    await harness.deliverDue();
    expect([(await deliveryOf(webhookId)).state, redirectTarget.received.length]).toEqual(['failed', 0]);
  });

  const respondWith = (text: string) => (socket: Socket) => void socket.once('data', () => socket.end(text));
  it.each<[string, (socket: Socket) => void, string | number]>([
    ['never responds', () => undefined, 'timeout'],
    ['resets the connection', (socket) => void socket.once('data', () => socket.resetAndDestroy()), 'reset'],
    [
      'closes the connection before the status line',
      (socket) => void socket.once('data', () => socket.destroy()),
      'reset',
    ],
    ['sends a response that is not HTTP', respondWith('\u0000\u0001 hello\r\n\r\n'), 'bad_answer'],
    ['sends HTTP/0.9', respondWith('<html>hello</html>'), 'bad_answer'],
    ['sends a header of 20 KB', respondWith(`HTTP/1.1 200 OK\r\nx-a: ${'b'.repeat(20_000)}\r\n\r\n`), 'bad_answer'],
    ['sends status 099', respondWith('HTTP/1.1 099 Odd\r\ncontent-length: 0\r\n\r\n'), 'reset'],
    ['sends status 600', respondWith('HTTP/1.1 600 Odd\r\ncontent-length: 0\r\n\r\n'), 600],
    ['sends status 999', respondWith('HTTP/1.1 999 Odd\r\ncontent-length: 0\r\n\r\n'), 999],
    ['switches protocols', respondWith('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'), 'reset'],
    [
      'sends 100 Continue endlessly',
      (socket) => {
        const timer = setInterval(() => socket.write('HTTP/1.1 100 Continue\r\n\r\n'), 5);
        socket.once('close', () => clearInterval(timer));
      },
      'reset',
    ],
  ])('retries a delivery to a receiver that %s (F24)', async (_, onConnection, expected) => {
    const server = await startRaw(onConnection);
    afterTest(server.stop);
    const webhookId = await aWebhook(database, { accountId, target: server.origin });
    await dueDeliveries(database, { accountId, webhookId });
    expect(await harness.deliverDue()).toBe(1);
    const [status, error] = typeof expected === 'number' ? [expected, 'bad_answer'] : [null, expected];
    expect(await deliveryOf(webhookId)).toMatchObject({
      state: 'pending',
      last_status_code: status,
      last_error: error,
    });
  });

  it.each([
    ['a closed port', 'http://127.0.0.1:9/', 'refused'],
    ['a metadata address', 'http://169.254.169.254/', 'blocked_address'],
    ['a name that does not exist', 'http://missing.invalid./', 'dns'],
  ])('records a connection error for a target with %s', async (_, target, error) => {
    const webhookId = await aWebhook(database, { accountId, target });
    await dueDeliveries(database, { accountId, webhookId });
    expect(await harness.deliverDue()).toBe(1);
    expect(await deliveryOf(webhookId)).toMatchObject({ state: 'pending', last_error: error, last_status_code: null });
  });

  it('counts a 200 as a success without reading the body, even if the body has 10 GB (F25)', async () => {
    const chunk = Buffer.alloc(1_000_000, 'a');
    const server = await startRaw((socket) => {
      const writeChunks = (): void => {
        while (!socket.destroyed && socket.write(chunk));
      };
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10000000000\r\n\r\n');
        socket.on('drain', writeChunks);
        writeChunks();
      });
    });
    afterTest(server.stop);
    const webhookId = await aWebhook(database, { accountId, target: server.origin });
    await dueDeliveries(database, { accountId, webhookId }, 3);
    const before = process.memoryUsage().rss;
    expect(await harness.deliverDue()).toBe(3);
    expect(process.memoryUsage().rss - before).toBeLessThan(128 * 1024 * 1024);
    expect((await deliveriesOf(database, webhookId)).map((row) => row.state)).toEqual(Array(3).fill('success'));
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'a secret that another key sealed',
      async () => {
        await harness.secrets.current(accountId);
        return database.query(`update signing_secret set key_id = 'another'`);
      },
    ],
    [
      'a first secret that cannot be stored',
      async () => {
        afterTest(async () => void (await database.query('drop function refuse_secret cascade')));
        await database.query(
          `create function refuse_secret() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`,
        );
        await database.query(
          `create trigger refuse_secret before insert on signing_secret for each row
           when (new.account_id = ${accountId}) execute function refuse_secret()`,
        );
      },
    ],
  ])('with %s, does not send, and does not delay other accounts (F42)', async (_, prepare) => {
    const server = await receiver();
    const webhookId = await aWebhook(database, { accountId, target: server.origin });
    await prepare();
    const other = await anAccount(database);
    const otherWebhookId = await aWebhook(database, { accountId: other, target: server.origin });
    await dueDeliveries(database, { accountId, webhookId });
    await dueDeliveries(database, { accountId: other, webhookId: otherWebhookId });
    expect(await harness.deliverDue()).toBe(2);
    expect(await deliveryOf(webhookId)).toMatchObject({ state: 'pending', last_error: 'no_secret' });
    expect(await deliveryOf(otherWebhookId)).toMatchObject({ state: 'success' });
    expect(server.received).toHaveLength(1);
  });
});

describe('the retry schedule (contract §6.5, F26)', () => {
  it('waits exactly 30 s, 1, 2, 5, 10, 15 m, then 30 m each from the end of the attempt; the 30th failure is the last', async () => {
    const server = await receiver(503);
    const webhookId = await aWebhook(database, { accountId, target: server.origin });
    const [id] = await dueDeliveries(database, { accountId, webhookId });
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 30; attempt += 1) {
      const [before] = await database.query<{ now: Date }>('select clock_timestamp() as now');
      expect(await harness.deliverDue()).toBe(1);
      const [after] = await database.query<{ now: Date }>('select clock_timestamp() as now');
      const row = await deliveryOf(webhookId);
      expect(row.attempts).toBe(attempt);
      if (row.next_attempt_at === null) break;
      const earliest = (row.next_attempt_at.getTime() - (after?.now.getTime() ?? 0)) / 1_000;
      const latest = (row.next_attempt_at.getTime() - (before?.now.getTime() ?? 0)) / 1_000;
      const wait = [30, 60, 120, 300, 600, 900, 1_800].find((step) => earliest <= step && step <= latest + 0.001);
      waits.push(wait ?? -1);
      // No delivery is due before its time.
      expect(await harness.deliverDue()).toBe(0);
      await timePasses(database);
    }
    expect(waits).toEqual([30, 60, 120, 300, 600, 900, ...Array<number>(23).fill(1_800)]);
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBe(43_410);
    expect(await deliveryOf(webhookId)).toMatchObject({ id, state: 'dead_letter', attempts: 30 });
    await timePasses(database);
    expect(await harness.deliverDue()).toBe(0);
    expect(new Set(server.received.map((request) => request.headers['x-hrev-delivery-id']))).toEqual(
      new Set([String(id)]),
    );
    expect(new Set(server.received.map((request) => request.body.toString())).size).toBe(1);
  });

  it('stores every attempt with its result (contract §6.5)', async () => {
    const server = await receiver((_, number) => [503, 429, 200][number - 1] ?? 500);
    const webhookId = await aWebhook(database, { accountId, target: server.origin });
    const [id = 0] = await dueDeliveries(database, { accountId, webhookId });
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      expect(await harness.deliverDue()).toBe(1);
      await timePasses(database);
    }
    const delivery = await new DeliveryQuery(database).find(accountId, webhookId, id);
    expect(delivery).toMatchObject({ state: 'success', attempts: 3, lastStatusCode: 200 });
    expect(delivery?.history.map(({ number, statusCode }) => [number, statusCode])).toEqual([
      [1, 503],
      [2, 429],
      [3, 200],
    ]);
    const startTimes = delivery?.history.map(({ startedAt }) => startedAt.getTime()) ?? [];
    expect(startTimes).toEqual([...startTimes].sort((a, b) => a - b));
    expect(startTimes.at(-1)).toBe(delivery?.lastAttemptAt?.getTime());
  });

  it('is configurable (contract §6.5)', async () => {
    const server = await receiver(500);
    const configuredHarness = await deliveryHarness(database, {
      HREV_WEBHOOK_BACKOFF: '1h',
      HREV_WEBHOOK_ATTEMPTS: '2',
    });
    const webhookId = await aWebhook(database, { accountId, target: server.origin });
    await dueDeliveries(database, { accountId, webhookId });
    expect(await configuredHarness.deliverDue()).toBe(1);
    const [wait] = await database.query<{ minutes: number }>(
      `select round(extract(epoch from next_attempt_at - clock_timestamp()) / 60) as minutes from webhook_delivery`,
    );
    expect(wait?.minutes).toBe(60);
    await timePasses(database);
    expect(await configuredHarness.deliverDue()).toBe(1);
    expect((await deliveryOf(webhookId)).state).toBe('dead_letter');
    await configuredHarness.close();
  });

  it('does not delay later deliveries because an earlier one fails', async () => {
    const server = await receiver((request) => (request.body.toString() === 'bad' ? 500 : 200));
    const webhookId = await aWebhook(database, { accountId, target: server.origin });
    await dueDeliveries(database, { accountId, webhookId }, 1, 'bad');
    await dueDeliveries(database, { accountId, webhookId }, 2, 'good');
    await harness.deliverDue();
    expect((await deliveriesOf(database, webhookId)).map((row) => row.state)).toEqual([
      'pending',
      'success',
      'success',
    ]);
  });
});

describe('failure_count (contract §6.5)', () => {
  it('counts failed attempts in a row, notifies at every 50th, and restarts after a success', async () => {
    let status = 500;
    const server = await receiver(() => status);
    const webhookId = await aWebhook(database, { accountId, target: server.origin });
    await dueDeliveries(database, { accountId, webhookId }, 60);
    await harness.deliverDue();
    expect(await webhookRow(webhookId)).toMatchObject({ failure_count: 60, is_active: true });
    const notices = async (): Promise<unknown[]> =>
      database.query(`select kind, account_id, subject from notice where account_id = $1 order by id`, [accountId]);
    const subject = (n: number): object => ({
      kind: 'webhook_failing',
      account_id: accountId,
      subject: `Webhook ${webhookId} has failed ${n} times in a row`,
    });
    expect(await notices()).toEqual([subject(50)]);
    await timePasses(database);
    await harness.deliverDue();
    expect(await webhookRow(webhookId)).toMatchObject({ failure_count: 120 });
    expect(await notices()).toEqual([subject(50), subject(100)]);
    status = 200;
    await timePasses(database);
    await harness.deliverDue();
    expect(await webhookRow(webhookId)).toMatchObject({ failure_count: 0 });
    expect((await webhookRow(webhookId))['last_failure_at']).not.toBeNull();
    expect(await notices()).toHaveLength(2);
  });

  it('is exact with several concurrent processes', async () => {
    const server = await receiver(500);
    const webhookId = await aWebhook(database, { accountId, target: server.origin });
    await dueDeliveries(database, { accountId, webhookId }, 100);
    const other = await deliveryHarness({ databaseUrl: fixture.url });
    const attempts = await Promise.all([harness.deliverDue(), other.deliverDue()]);
    let sum = attempts[0] + attempts[1];
    while (sum < 100) sum += await harness.deliverDue();
    expect(await webhookRow(webhookId)).toMatchObject({ failure_count: 100 });
    expect(await database.query('select 1 from notice where account_id = $1', [accountId])).toHaveLength(2);
    await other.close();
  });
});

describe('the log of attempts', () => {
  const CLOSED = 'http://127.0.0.1:9/';

  /** Makes one attempt, to a receiver with this status or to a closed port. Returns its entries at this level, and the expected ids. */
  async function entriesOf(status: number | null, level: 'debug' | 'error'): Promise<[unknown[], object]> {
    const target = status === null ? CLOSED : (await receiver(status)).origin;
    const webhookId = await aWebhook(database, { accountId, target });
    const [id] = await dueDeliveries(database, { accountId, webhookId });
    const log = jest.spyOn(Logger.prototype, level);
    await harness.deliverDue();
    const entries = log.mock.calls.map(([entry]) => entry as unknown);
    jest.restoreAllMocks();
    const ids = { account_id: accountId, webhook_id: webhookId, delivery_id: id, event: 'reviews.new', attempt: 1 };
    return [entries, { ...ids, duration_ms: expect.any(Number) as number }];
  }

  it.each<[number | null, object]>([
    [200, { outcome: 'success', failed_at: null, status_code: 200, error: null, retry_in_ms: null }],
    [503, { outcome: 'retry', failed_at: 'answer', status_code: 503, error: null, retry_in_ms: 30_000 }],
    [410, { outcome: 'permanent', failed_at: 'answer', status_code: 410, error: null, retry_in_ms: null }],
    [null, { outcome: 'retry', failed_at: 'send', status_code: null, error: 'refused', retry_in_ms: 30_000 }],
  ])('has one entry of an attempt with status %s: %j', async (status, outcome) => {
    const [entries, ids] = await entriesOf(status, 'debug');
    expect(entries).toEqual([{ msg: 'delivery attempted', ...ids, ...outcome }]);
  });

  it('names an attempt that was not sent, because it could not be signed (F42)', async () => {
    await harness.secrets.current(accountId);
    await database.query(`update signing_secret set key_id = 'another'`);
    const [entries, ids] = await entriesOf(200, 'debug');
    const outcome = { outcome: 'retry', failed_at: 'sign', status_code: null, error: 'no_secret', retry_in_ms: 30_000 };
    expect(entries).toEqual([{ msg: 'delivery attempted', ...ids, ...outcome }]);
  });

  it('has an error instead if the result could not be stored (F37)', async () => {
    jest.spyOn(harness.settlements, 'settle').mockRejectedValue(new Error('cannot be stored'));
    const [entries, ids] = await entriesOf(200, 'error');
    const outcome = { outcome: 'success', failed_at: 'settle', status_code: 200, error: null, retry_in_ms: null };
    const err = new Error('cannot be stored');
    expect(entries).toEqual([{ msg: 'a delivery could not be settled', ...ids, ...outcome, err }]);
  });
});
