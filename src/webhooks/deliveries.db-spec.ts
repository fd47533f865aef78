import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import type { Database } from '@libs/database';
import { DeliveryStore } from '@src/webhooks/persistence/delivery.store';
import { startHttp, startRaw, type LocalServer } from '@test/support/egress/local-servers';
import {
  anAccount,
  aWebhook,
  deliveriesOf,
  deliveryWorld,
  dueDeliveries,
  timePasses,
  turnsHeld,
  type DeliveryRow,
  type DeliveryWorld,
} from '@test/support/delivery-world';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';

let fixture: StoreFixture;
let database: Database;
let world: DeliveryWorld;
let accountId: number;
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  fixture = await storeFixture();
  database = fixture.database;
});
afterAll(() => fixture.close());

beforeEach(async () => {
  await database.query(
    `truncate account, webhook, webhook_delivery, webhook_attempt, webhook_dispatch, webhook_item, webhook_bucket cascade`,
  );
  world = await deliveryWorld(database);
  accountId = await anAccount(database);
});
afterEach(async () => {
  await world.close();
  for (const stop of stops.splice(0)) await stop();
});

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver that keeps what it got and answers with `status`, or as `answer` does. */
async function receiver(
  answer: number | ((received: Received, turn: number) => number | Promise<number>) = 200,
): Promise<LocalServer & { readonly received: Received[] }> {
  const received: Received[] = [];
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const got = { method, url, headers, body: Buffer.concat(chunks).toString() };
      received.push(got);
      void Promise.resolve(typeof answer === 'number' ? answer : answer(got, received.length)).then((status) =>
        response.writeHead(status).end('thank you'),
      );
    });
  };
  const server = await startHttp(listener);
  stops.push(server.stop);
  return Object.assign(server, { received });
}

/** The same, whose first answer of that status waits until the function is called that `first` resolves to. */
async function holdingFirst(status: number): Promise<{
  readonly server: Awaited<ReturnType<typeof receiver>>;
  readonly first: Promise<() => void>;
}> {
  let began: (answer: () => void) => void;
  const first = new Promise<() => void>((resolve) => (began = resolve));
  const server = await receiver((_, turn) => (turn > 1 ? 200 : new Promise((resolve) => began(() => resolve(status)))));
  return { server, first };
}

async function only(webhookId: number): Promise<DeliveryRow> {
  const rows = await deliveriesOf(database, webhookId);
  expect(rows).toHaveLength(1);
  return rows[0] as DeliveryRow;
}

const webhookRow = async (id: number): Promise<Record<string, unknown>> =>
  (await database.query('select * from webhook where id = $1', [id]))[0] as Record<string, unknown>;

describe('one attempt (§6.2, §6.4)', () => {
  it('is a POST of the stored bytes with the headers of §6.2, signed with every valid secret', async () => {
    const server = await receiver();
    const webhookId = await aWebhook(database, { accountId, target: `${server.origin}/hook?x=1` });
    await world.secrets.current(accountId);
    await world.secrets.rotate(accountId);
    const body = JSON.stringify({ text: 'grüße, 世界' });
    const [id] = await dueDeliveries(database, { accountId, webhookId }, 1, body);
    expect(await world.deliverDue()).toBe(1);
    const [got] = server.received;
    expect(got).toMatchObject({ method: 'POST', url: '/hook?x=1', body });
    expect(got?.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'x-hrev-event': 'reviews.new',
      'x-hrev-delivery-id': String(id),
      'x-hrev-event-id': '7',
    });
    const timestamp = String(got?.headers['x-hrev-timestamp']);
    expect(Math.abs(Date.now() / 1_000 - Number(timestamp))).toBeLessThan(60);
    const secrets = await world.secrets.validSecrets(accountId);
    expect(secrets).toHaveLength(2);
    const sign = (secret: string): string =>
      `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
    expect(got?.headers['x-hrev-signature']).toBe(secrets.map(sign).join(','));
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
  ])('%i leaves it %s (§6.5)', async (status, state, failures) => {
    const server = await receiver(status);
    const webhookId = await aWebhook(database, { accountId, target: server.origin });
    await dueDeliveries(database, { accountId, webhookId });
    expect(await world.deliverDue()).toBe(1);
    expect(await only(webhookId)).toMatchObject({
      state,
      attempts: 1,
      last_status_code: status,
      last_error: null,
    });
    expect(await turnsHeld(database)).toBe(0);
    const row = await webhookRow(webhookId);
    expect(row).toMatchObject({ failure_count: failures });
    expect(row['last_failure_at'] === null).toBe(failures === 0);
    const attempts = await database.query('select number, status_code, error from webhook_attempt');
    expect(attempts).toEqual([{ number: 1, status_code: status, error: null }]);
  });

  it('does not follow redirects', async () => {
    const victim = await receiver();
    const server = await startHttp((_, response) => void response.writeHead(307, { location: victim.origin }).end());
    stops.push(server.stop);
    const webhookId = await aWebhook(database, { accountId, target: server.origin });
    await dueDeliveries(database, { accountId, webhookId });
    await world.deliverDue();
    expect([(await only(webhookId)).state, victim.received.length]).toEqual(['failed', 0]);
  });

  const say = (text: string) => (socket: Socket) => void socket.once('data', () => socket.end(text));
  it.each<[string, (socket: Socket) => void, string | number]>([
    ['never answers', () => undefined, 'timeout'],
    ['resets', (socket) => void socket.once('data', () => socket.resetAndDestroy()), 'reset'],
    ['closes before the status', (socket) => void socket.once('data', () => socket.destroy()), 'reset'],
    ['speaks garbage', say('\u0000\u0001 hello\r\n\r\n'), 'bad_answer'],
    ['speaks HTTP/0.9', say('<html>hello</html>'), 'bad_answer'],
    ['sends a header of 20 KB', say(`HTTP/1.1 200 OK\r\nx-a: ${'b'.repeat(20_000)}\r\n\r\n`), 'bad_answer'],
    ['says status 099', say('HTTP/1.1 099 Odd\r\ncontent-length: 0\r\n\r\n'), 'reset'],
    ['says status 600', say('HTTP/1.1 600 Odd\r\ncontent-length: 0\r\n\r\n'), 600],
    ['says status 999', say('HTTP/1.1 999 Odd\r\ncontent-length: 0\r\n\r\n'), 999],
    ['switches protocols', say('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'), 'reset'],
    [
      'sends 100 without end',
      (socket) => {
        const timer = setInterval(() => socket.write('HTTP/1.1 100 Continue\r\n\r\n'), 5);
        socket.once('close', () => clearInterval(timer));
      },
      'reset',
    ],
  ])('a receiver that %s is tried again (F24, D11)', async (_, onConnection, seen) => {
    const server = await startRaw(onConnection);
    stops.push(server.stop);
    const webhookId = await aWebhook(database, { accountId, target: server.origin });
    await dueDeliveries(database, { accountId, webhookId });
    expect(await world.deliverDue()).toBe(1);
    const [status, error] = typeof seen === 'number' ? [seen, 'bad_answer'] : [null, seen];
    expect(await only(webhookId)).toMatchObject({ state: 'pending', last_status_code: status, last_error: error });
  });

  it.each([
    ['a closed port', 'http://127.0.0.1:9/', 'refused'],
    ['a metadata address', 'http://169.254.169.254/', 'blocked_address'],
    ['a name that does not exist', 'http://nobody.invalid./', 'dns'],
  ])('%s is a connection error', async (_, target, error) => {
    const webhookId = await aWebhook(database, { accountId, target });
    await dueDeliveries(database, { accountId, webhookId });
    expect(await world.deliverDue()).toBe(1);
    expect(await only(webhookId)).toMatchObject({ state: 'pending', last_error: error, last_status_code: null });
  });

  it('200 and then 10 GB, or silence, is success at once (F25)', async () => {
    const block = Buffer.alloc(1_000_000, 'a');
    const server = await startRaw((socket) => {
      const more = (): void => {
        while (!socket.destroyed && socket.write(block));
      };
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10000000000\r\n\r\n');
        socket.on('drain', more);
        more();
      });
    });
    stops.push(server.stop);
    const webhookId = await aWebhook(database, { accountId, target: server.origin });
    await dueDeliveries(database, { accountId, webhookId }, 3);
    const before = process.memoryUsage().rss;
    expect(await world.deliverDue()).toBe(3);
    expect(process.memoryUsage().rss - before).toBeLessThan(128 * 1024 * 1024);
    expect((await deliveriesOf(database, webhookId)).map((row) => row.state)).toEqual(Array(3).fill('success'));
  });

  it('without its secrets nothing is sent unsigned, and other accounts are not held up (F42)', async () => {
    const server = await receiver();
    const webhookId = await aWebhook(database, { accountId, target: server.origin });
    await world.secrets.current(accountId);
    await database.query(`update signing_secret set key_id = 'another'`);
    const other = await anAccount(database);
    const healthy = await aWebhook(database, { accountId: other, target: server.origin });
    await dueDeliveries(database, { accountId, webhookId });
    await dueDeliveries(database, { accountId: other, webhookId: healthy });
    expect(await world.deliverDue()).toBe(2);
    expect(await only(webhookId)).toMatchObject({ state: 'pending', last_error: 'no_secret' });
    expect(await only(healthy)).toMatchObject({ state: 'success' });
    expect(server.received).toHaveLength(1);
  });
});

describe('the ladder (§6.5, F26)', () => {
  it('waits exactly 30 s, 1, 2, 5, 10, 15 m, then 30 m each from the end of the attempt; the 30th failure is the last', async () => {
    const server = await receiver(503);
    const webhookId = await aWebhook(database, { accountId, target: server.origin });
    const [id] = await dueDeliveries(database, { accountId, webhookId });
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 30; attempt += 1) {
      const [before] = await database.query<{ now: Date }>('select clock_timestamp() as now');
      expect(await world.deliverDue()).toBe(1);
      const [after] = await database.query<{ now: Date }>('select clock_timestamp() as now');
      const row = await only(webhookId);
      expect(row.attempts).toBe(attempt);
      if (row.next_attempt_at === null) break;
      const earliest = (row.next_attempt_at.getTime() - (after?.now.getTime() ?? 0)) / 1_000;
      const latest = (row.next_attempt_at.getTime() - (before?.now.getTime() ?? 0)) / 1_000;
      const wait = [30, 60, 120, 300, 600, 900, 1_800].find((step) => earliest <= step && step <= latest + 0.001);
      waits.push(wait ?? -1);
      // Nothing is due before its time, whoever looks.
      expect(await world.deliverDue()).toBe(0);
      await timePasses(database);
    }
    expect(waits).toEqual([30, 60, 120, 300, 600, 900, ...Array<number>(23).fill(1_800)]);
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBe(43_410);
    expect(await only(webhookId)).toMatchObject({ id, state: 'dead_letter', attempts: 30 });
    await timePasses(database);
    expect(await world.deliverDue()).toBe(0);
    expect(new Set(server.received.map((got) => got.headers['x-hrev-delivery-id']))).toEqual(new Set([String(id)]));
    expect(new Set(server.received.map((got) => got.body)).size).toBe(1);
  });

  it('is configuration (decisions §8)', async () => {
    const server = await receiver(500);
    const own = await deliveryWorld(database, { HREV_WEBHOOK_BACKOFF: '1h', HREV_WEBHOOK_ATTEMPTS: '2' });
    const webhookId = await aWebhook(database, { accountId, target: server.origin });
    await dueDeliveries(database, { accountId, webhookId });
    expect(await own.deliverDue()).toBe(1);
    const [wait] = await database.query<{ minutes: number }>(
      `select round(extract(epoch from next_attempt_at - clock_timestamp()) / 60) as minutes from webhook_delivery`,
    );
    expect(wait?.minutes).toBe(60);
    await timePasses(database);
    expect(await own.deliverDue()).toBe(1);
    expect((await only(webhookId)).state).toBe('dead_letter');
    await own.close();
  });

  it('a failing delivery does not hold back later ones (D13)', async () => {
    const server = await receiver((got) => (got.body === 'bad' ? 500 : 200));
    const webhookId = await aWebhook(database, { accountId, target: server.origin });
    await dueDeliveries(database, { accountId, webhookId }, 1, 'bad');
    await dueDeliveries(database, { accountId, webhookId }, 2, 'good');
    await world.deliverDue();
    expect((await deliveriesOf(database, webhookId)).map((row) => row.state)).toEqual([
      'pending',
      'success',
      'success',
    ]);
  });
});

describe('failure_count (decisions §8)', () => {
  it('counts attempts in a row, tells at every 50th, starts anew after a success', async () => {
    let status = 500;
    const server = await receiver(() => status);
    const webhookId = await aWebhook(database, { accountId, target: server.origin });
    await dueDeliveries(database, { accountId, webhookId }, 60);
    await world.deliverDue();
    expect(await webhookRow(webhookId)).toMatchObject({ failure_count: 60, is_active: true });
    const told = async (): Promise<unknown[]> =>
      database.query(`select kind, account_id, subject from notice where account_id = $1 order by id`, [accountId]);
    const subject = (n: number): object => ({
      kind: 'webhook_failing',
      account_id: accountId,
      subject: `Webhook ${webhookId} has failed ${n} times in a row`,
    });
    expect(await told()).toEqual([subject(50)]);
    await timePasses(database);
    await world.deliverDue();
    expect(await webhookRow(webhookId)).toMatchObject({ failure_count: 120 });
    expect(await told()).toEqual([subject(50), subject(100)]);
    status = 200;
    await timePasses(database);
    await world.deliverDue();
    expect(await webhookRow(webhookId)).toMatchObject({ failure_count: 0 });
    expect((await webhookRow(webhookId))['last_failure_at']).not.toBeNull();
    expect(await told()).toHaveLength(2);
  });

  it('is exact over several processes at once', async () => {
    const server = await receiver(500);
    const webhookId = await aWebhook(database, { accountId, target: server.origin });
    await dueDeliveries(database, { accountId, webhookId }, 100);
    const other = await deliveryWorld({ databaseUrl: fixture.url });
    const attempts = await Promise.all([world.deliverDue(), other.deliverDue()]);
    let sum = attempts[0] + attempts[1];
    while (sum < 100) sum += await world.deliverDue();
    expect(await webhookRow(webhookId)).toMatchObject({ failure_count: 100 });
    expect(await database.query('select 1 from notice where account_id = $1', [accountId])).toHaveLength(2);
    await other.close();
  });
});

describe('leases (D1, F4, F21, F35)', () => {
  it('a worker that died between the 200 and its commit: once more, same id, same bytes, new signature (F4)', async () => {
    const server = await receiver();
    const webhookId = await aWebhook(database, { accountId, target: server.origin });
    await dueDeliveries(database, { accountId, webhookId });
    // The receiver has it, and the worker is gone before it could settle: only the lease speaks of it.
    jest.spyOn(world.settlements, 'settle').mockRejectedValue(new Error('killed'));
    expect(await world.deliverDue()).toBe(1);
    jest.restoreAllMocks();
    expect(await only(webhookId)).toMatchObject({ state: 'pending', attempts: 0 });
    expect([await world.deliverDue(), await turnsHeld(database)]).toEqual([0, 1]);
    const secondsLater = Date.now() + 2_000;
    jest.spyOn(Date, 'now').mockReturnValue(secondsLater);
    await timePasses(database);
    expect(await world.deliverDue()).toBe(1);
    jest.restoreAllMocks();
    expect(await only(webhookId)).toMatchObject({ state: 'success', attempts: 1 });
    const [first, second] = server.received;
    expect(server.received).toHaveLength(2);
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['x-hrev-delivery-id']).toBe(first?.headers['x-hrev-delivery-id']);
    expect(second?.headers['x-hrev-timestamp']).not.toBe(first?.headers['x-hrev-timestamp']);
    expect(second?.headers['x-hrev-signature']).not.toBe(first?.headers['x-hrev-signature']);
  });

  it('what a worker that was taken over still knows is void (F35)', async () => {
    const { server, first } = await holdingFirst(500);
    const webhookId = await aWebhook(database, { accountId, target: server.origin });
    await dueDeliveries(database, { accountId, webhookId });
    const stale = world.deliverDue();
    const answer = await first;
    // The one that stands still looks no more: else it would take over from itself.
    await world.deliveries.look();
    await timePasses(database);
    const other = await deliveryWorld({ databaseUrl: fixture.url });
    expect(await other.deliverDue()).toBe(1);
    await other.close();
    expect(await only(webhookId)).toMatchObject({ state: 'success', attempts: 1, last_status_code: 200 });
    answer();
    expect(await stale).toBe(1);
    expect(await only(webhookId)).toMatchObject({ state: 'success', attempts: 1, last_status_code: 200 });
    expect(await database.query('select number, status_code from webhook_attempt')).toEqual([
      { number: 1, status_code: 200 },
    ]);
    expect(await webhookRow(webhookId)).toMatchObject({ failure_count: 0 });
    expect(await turnsHeld(database)).toBe(0);
  });

  it('asked for anew while it is under way, it is not sent twice at the same time', async () => {
    const { server, first } = await holdingFirst(200);
    const webhookId = await aWebhook(database, { accountId, target: server.origin });
    const [id = 0] = await dueDeliveries(database, { accountId, webhookId });
    const delivering = world.deliverDue();
    const answer = await first;
    await database.transaction(() => new DeliveryStore(database).demand(accountId, webhookId, id));
    await dueDeliveries(database, { accountId, webhookId });
    await world.deliveries.look();
    while ((await deliveriesOf(database, webhookId))[1]?.state !== 'success') {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    answer();
    expect(await delivering).toBe(2);
    expect(server.received.map((got) => got.headers['x-hrev-delivery-id'])).toEqual([String(id), String(id + 1)]);
    expect((await deliveriesOf(database, webhookId)).map((row) => row.state)).toEqual(['success', 'success']);
  });

  it('two workers never have one delivery at the same time', async () => {
    const now = new Map<string, number>();
    let overlaps = 0;
    const server = await receiver(async (got) => {
      const id = String(got.headers['x-hrev-delivery-id']);
      if (now.get(id)) overlaps += 1;
      now.set(id, (now.get(id) ?? 0) + 1);
      await new Promise((resolve) => setImmediate(resolve));
      return 200;
    });
    for (let count = 0; count < 6; count += 1) {
      const owner = count % 2 === 0 ? accountId : await anAccount(database);
      const webhookId = await aWebhook(database, { accountId: owner, target: server.origin });
      await dueDeliveries(database, { accountId: owner, webhookId }, 8);
    }
    const other = await deliveryWorld({ databaseUrl: fixture.url });
    const pending = async (): Promise<number> =>
      (await database.query(`select 1 from webhook_delivery where state = 'pending'`)).length;
    while ((await pending()) > 0) await Promise.all([world.deliverDue(), other.deliverDue()]);
    expect([overlaps, server.received.length, now.size]).toEqual([0, 48, 48]);
    await other.close();
  });

  it('a result that cannot be settled holds up no other and comes again (F37)', async () => {
    const server = await receiver();
    const webhookId = await aWebhook(database, { accountId, target: server.origin });
    const [poison, good] = await dueDeliveries(database, { accountId, webhookId }, 2);
    const settle = world.settlements.settle.bind(world.settlements);
    jest.spyOn(world.settlements, 'settle').mockImplementation((batch, ...how) => {
      if (batch.some(({ delivery }) => delivery.id === poison)) throw new Error('poison');
      return settle(batch, ...how);
    });
    await world.deliverDue();
    jest.restoreAllMocks();
    const states = new Map((await deliveriesOf(database, webhookId)).map((row) => [row.id, row.state]));
    expect([states.get(poison ?? 0), states.get(good ?? 0)]).toEqual(['pending', 'success']);
    // Not before the lease has run out.
    expect(await world.deliverDue()).toBe(0);
    await timePasses(database);
    expect(await world.deliverDue()).toBe(1);
    expect(server.received).toHaveLength(3);
  });
});

describe('between two attempts (D21, F29)', () => {
  async function failedOnce(server: LocalServer): Promise<number> {
    const webhookId = await aWebhook(database, { accountId, target: server.origin });
    await dueDeliveries(database, { accountId, webhookId });
    expect(await world.deliverDue()).toBe(1);
    await timePasses(database);
    return webhookId;
  }

  it('the webhook is deleted: no further attempt, and housekeeping leaves nothing of it', async () => {
    const server = await receiver(500);
    const webhookId = await failedOnce(server);
    await database.query('delete from webhook where id = $1', [webhookId]);
    expect(await world.deliverDue()).toBe(0);
    expect(server.received).toHaveLength(1);
    await world.purge.run(new AbortController().signal);
    for (const table of ['webhook_delivery', 'webhook_attempt', 'webhook_dispatch', 'webhook_item', 'webhook_bucket']) {
      expect(await database.query(`select 1 from ${table}`)).toEqual([]);
    }
  });

  it('the webhook is deleted after the claim: not sent', async () => {
    const server = await receiver();
    const webhookId = await aWebhook(database, { accountId, target: server.origin });
    await dueDeliveries(database, { accountId, webhookId });
    const due = world.turns.due.bind(world.turns);
    jest.spyOn(world.turns, 'due').mockImplementation(async (...asked) => {
      await database.query('delete from webhook where id = $1', [webhookId]);
      return due(...asked);
    });
    expect(await world.deliverDue()).toBe(0);
    jest.restoreAllMocks();
    expect(server.received).toEqual([]);
  });

  it('the webhook is paused: it waits at its place, and goes on when it is resumed', async () => {
    const server = await receiver(500);
    const webhookId = await failedOnce(server);
    await database.query('update webhook set is_active = false where id = $1', [webhookId]);
    expect(await world.deliverDue()).toBe(0);
    expect(await only(webhookId)).toMatchObject({ state: 'pending', attempts: 1 });
    await database.query('update webhook set is_active = true where id = $1', [webhookId]);
    await timePasses(database);
    expect(await world.deliverDue()).toBe(1);
    expect(server.received).toHaveLength(2);
  });

  it('the webhook is paused after the claim: given back, not sent, not counted', async () => {
    const server = await receiver();
    const webhookId = await aWebhook(database, { accountId, target: server.origin });
    const ids = await dueDeliveries(database, { accountId, webhookId }, 2);
    const due = world.turns.due.bind(world.turns);
    jest.spyOn(world.turns, 'due').mockImplementation(async (...asked) => {
      await database.query('update webhook set is_active = false where id = $1', [webhookId]);
      return due(...asked);
    });
    expect(await world.deliverDue()).toBe(0);
    jest.restoreAllMocks();
    expect(await deliveriesOf(database, webhookId)).toMatchObject(ids.map((id) => ({ id, attempts: 0 })));
    expect(await turnsHeld(database)).toBe(0);
    expect(server.received).toEqual([]);
  });

  it('its target is changed: the next attempt goes there', async () => {
    const old = await receiver(500);
    const next = await receiver();
    const webhookId = await failedOnce(old);
    await database.query('update webhook set target = $2 where id = $1', [webhookId, next.origin]);
    expect(await world.deliverDue()).toBe(1);
    expect([old.received.length, next.received.length]).toEqual([1, 1]);
  });

  it('the secret is rotated: the next attempt carries both signatures, of the same bytes', async () => {
    const server = await receiver(500);
    await failedOnce(server);
    await world.secrets.rotate(accountId);
    expect(await world.deliverDue()).toBe(1);
    const signatures = server.received.map((got) => String(got.headers['x-hrev-signature']).split(',').length);
    expect(signatures).toEqual([1, 2]);
  });
});
