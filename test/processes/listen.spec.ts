/** `hrev listen` and `hrev trigger` as a developer runs them: processes with a key alone, beside a service that is restarted. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyWebhook } from '@libs/sdk';
import { dueDeliveries } from '@test/support/delivery-harness';
import { patient } from '@test/faults/support/patience';
import { eventually } from '@test/support/eventually';
import { hrev, jsonOf, type Output } from '@test/support/command-line';
import { ROOT } from '@test/support/service-process';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';
import { WebhookReceiver } from '@test/support/webhook-receiver';

const LIMIT_MS = patient(90_000);

/** A listening command. It has no address of a database and no encryption key. */
class Listen {
  out = '';
  err = '';
  private readonly child: ChildProcess;

  constructor(environment: Readonly<Record<string, string>>, ...args: readonly string[]) {
    const words = [join(ROOT, 'dist/src/cli/main.js'), 'listen', ...args];
    this.child = spawn(process.execPath, words, { cwd: tmpdir(), env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
    this.child.stdout?.on('data', (text: Buffer) => (this.out += text.toString()));
    this.child.stderr?.on('data', (text: Buffer) => (this.err += text.toString()));
  }

  async ready(): Promise<this> {
    await eventually(`the listener (${this.err})`, LIMIT_MS, () => /Listener \d+ (is new|continues)/.test(this.err));
    return this;
  }

  get listenerId(): number {
    return Number(/Listener (\d+) /.exec(this.err)?.[1]);
  }

  async end(signal: NodeJS.Signals): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const ended = once(this.child, 'exit');
      this.child.kill(signal);
      await ended;
    }
    return this.child.exitCode;
  }
}

describe('hrev listen', () => {
  let app: TestApp;
  let account: TestAccount;
  let home: string;
  let receiver: WebhookReceiver;
  const running: Listen[] = [];

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '100000' } });
  });
  beforeEach(async () => {
    account = await app.anAccount();
    home = mkdtempSync(join(tmpdir(), 'hrev-listen-'));
    receiver = new WebhookReceiver();
    await receiver.listen();
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((one) => one.end('SIGKILL')));
    receiver.close();
    rmSync(home, { recursive: true, force: true });
  });
  afterAll(() => app?.close());

  const environment = (more: Readonly<Record<string, string>> = {}) => ({
    PATH: process.env['PATH'] ?? '',
    HREV_URL: app.address,
    HREV_KEY: account.full,
    HREV_HOME: home,
    ...more,
  });
  const listen = async (...args: readonly string[]): Promise<Listen> => {
    const one = new Listen(environment(), '--forward-to', `${receiver.origin}/hook`, ...args);
    running.push(one);
    return one.ready();
  };
  /** Runs a command that ends by itself, in this process: a process takes seconds to start. */
  const command = async (words: readonly string[], key = account.full): Promise<Output> => {
    const before = { ...process.env };
    Object.assign(process.env, environment({ HREV_KEY: key }));
    try {
      return await hrev(...words);
    } finally {
      process.env = before;
    }
  };
  const due = (webhookId: number, count: number): Promise<readonly number[]> =>
    dueDeliveries(
      app.database,
      { accountId: account.accountId, webhookId },
      count,
      '{"event":"reviews.new","text":"grüße"}',
    );
  const receivedIds = (): readonly number[] =>
    receiver.received.map(({ headers }) => Number(headers['x-hrev-delivery-id']));
  const statesOf = async (webhookId: number): Promise<readonly string[]> =>
    (
      await app.database.query<{ state: string }>('select distinct state from webhook_delivery where webhook_id = $1', [
        webhookId,
      ])
    ).map(({ state }) => state);
  const allSettled = (webhookId: number): Promise<boolean> =>
    eventually('the end of all deliveries', LIMIT_MS, async () => (await statesOf(webhookId)).join() === 'success');

  it('sends deliveries to the local receiver with a valid signature, and its answer is the result', async () => {
    const one = await listen('--json');
    const secret = (await command(['listen', '--print-secret'])).out.trim();
    const triggered = await command(['trigger', 'reviews.new', '--json']);
    expect(jsonOf(triggered)).toMatchObject({
      event: 'reviews.new',
      webhooks: [{ webhook_id: one.listenerId, listener: true, success: true, status: 204, error: null }],
    });
    const { headers, body, path } = receiver.last;
    expect(path).toBe('/hook');
    const event = await verifyWebhook({ body, headers, secret });
    expect(event).toMatchObject({ event: 'reviews.new', test: true, schema_version: '3' });
    const [line] = one.out.trim().split('\n');
    expect(JSON.parse(line ?? '')).toMatchObject({ event: 'reviews.new', attempt: 1, status: 204, error: null });
    expect(await one.end('SIGINT')).toBe(130);
    expect(one.err).toContain(`Listener ${one.listenerId} is kept`);
  });

  it('reports what the receiver refuses, also that it does not listen', async () => {
    receiver.status = 500;
    const one = await listen();
    const [id] = await due(one.listenerId, 1);
    await eventually('the first attempt', LIMIT_MS, () => one.out.includes(`${id}  500`));
    receiver.close();
    const [next] = await due(one.listenerId, 1);
    await eventually('the refused connection', LIMIT_MS, () => one.out.includes(`${next}  refused (ECONNREFUSED)`));
    const rows = await eventually('the results', LIMIT_MS, async () => {
      const found = await app.database.query(
        'select state, attempts, last_status_code as code, last_error as error from webhook_delivery where webhook_id = $1 order by id',
        [one.listenerId],
      );
      return found.every((row) => row['attempts'] === 1) ? found : null;
    });
    expect(rows).toEqual([
      { state: 'pending', attempts: 1, code: 500, error: null },
      { state: 'pending', attempts: 1, code: null, error: 'refused' },
    ]);
  });

  it('loses nothing if it is killed, and continues with the same listener', async () => {
    receiver.status = async () => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      return 204;
    };
    let one = await listen();
    const { listenerId } = one;
    const ids = await due(listenerId, 60);
    for (let kills = 1; kills <= 2; kills += 1) {
      const before = receiver.received.length;
      await eventually('some deliveries', LIMIT_MS, () => receiver.received.length > before + 3);
      await one.end('SIGKILL');
      // The leases of the killed process end after a minute.
      await app.database.query('update webhook_claim set lease_until = now()');
      one = await listen();
      expect(one.listenerId).toBe(listenerId);
    }
    await allSettled(listenerId);
    expect([...new Set(receivedIds())].sort()).toEqual([...ids].sort());
    expect(receiver.received.length).toBeLessThanOrEqual(ids.length + 2 * 4);
  });

  it('gives back what it has not sent when it is stopped', async () => {
    receiver.status = null;
    const one = await listen();
    await due(one.listenerId, 2);
    await eventually('the requests', LIMIT_MS, () => receiver.received.length === 2);
    expect(await one.end('SIGTERM')).toBe(143);
    expect(await app.database.query('select from webhook_claim where webhook_id = $1', [one.listenerId])).toEqual([]);
    const [row] = await app.database.query('select max(attempts) as most from webhook_delivery where webhook_id = $1', [
      one.listenerId,
    ]);
    expect(row).toEqual({ most: 0 });
  });

  it('serves ten laptops at once, each with a listener of its own', async () => {
    const names = Array.from({ length: 10 }, (_, number) => `laptop ${number}`);
    const all = await Promise.all(names.map((name) => listen('--name', name)));
    expect(new Set(all.map(({ listenerId }) => listenerId)).size).toBe(10);
    const ids = (await Promise.all(all.map(({ listenerId }) => due(listenerId, 10)))).flat();
    for (const { listenerId } of all) await allSettled(listenerId);
    expect([...receivedIds()].sort()).toEqual([...ids].sort());
  });

  it('two with one name share a listener, without a delivery twice', async () => {
    const [one, other] = await Promise.all([listen('--name', 'shared'), listen('--name', 'shared')]);
    expect(other.listenerId).toBe(one.listenerId);
    const ids = await due(one.listenerId, 40);
    await allSettled(one.listenerId);
    expect([...receivedIds()].sort()).toEqual([...ids].sort());
    const listeners = await app.database.query('select from webhook where account_id = $1', [account.accountId]);
    expect(listeners).toHaveLength(1);
  });

  it('keeps the id of the listener and no key, in a file of the user alone; --remove deletes both', async () => {
    const one = await listen('--events', 'reviews.new,reviews.updated', '--remove');
    const [file = ''] = readdirSync(join(home, 'listeners'));
    const place = join(home, 'listeners', file);
    expect(statSync(place).mode & 0o777).toBe(0o600);
    const text = readFileSync(place, 'utf8');
    expect(JSON.parse(text)).toMatchObject({ listener_id: one.listenerId, url: app.address });
    expect(text).not.toContain(account.full);
    await one.end('SIGINT');
    expect(readdirSync(join(home, 'listeners'))).toEqual([]);
    expect(await app.database.query('select from webhook where id = $1', [one.listenerId])).toEqual([]);
  });

  it.each<[string, readonly string[], number, RegExp]>([
    ['without an address', [], 2, /--forward-to is required/],
    ['with an address outside of the network', ['--forward-to', 'http://8.8.8.8/'], 2, /is not on this machine/],
    ['with an address that is none', ['--forward-to', 'localhost:9000'], 2, /http or https/],
    ['with an unknown type', ['--forward-to', 'http://127.0.0.1:9/', '--events', 'x'], 2, /x is none of/],
    ['with a key that is none', ['--forward-to', 'http://127.0.0.1:9/', '--key', 'hrev_x'], 1, /unauthorized/],
  ])('%s it ends with a message', async (_, args, code, message) => {
    const result = await command(['listen', ...args]);
    expect([result.code, result.out]).toEqual([code, '']);
    expect(result.err).toMatch(message);
  });

  it('a read-only key may not listen', async () => {
    const result = await command(['listen', '--forward-to', 'http://127.0.0.1:9/'], account.readOnly);
    expect([result.code, result.err]).toEqual([1, expect.stringContaining('forbidden') as string]);
  });

  it('trigger without a subscribed webhook is 4', async () => {
    const result = await command(['trigger', 'replies.new']);
    expect([result.code, result.err]).toEqual([4, expect.stringContaining('hrev listen') as string]);
  });

  it('continues after the service was restarted', async () => {
    const first = await testApp({ databaseUrl: app.databaseUrl });
    // The address of the service stays, as that of a load balancer.
    let target = portOf(first);
    const sockets = new Set<Socket>();
    const door = createServer((socket) => {
      const inner = connect(target, '127.0.0.1');
      for (const one of [socket, inner]) sockets.add(one.on('error', () => one.destroy()));
      socket.pipe(inner).pipe(socket);
    });
    door.listen(0, '127.0.0.1');
    await once(door, 'listening');
    const address = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
    const one = new Listen(environment({ HREV_URL: address }), '--forward-to', `${receiver.origin}/hook`);
    running.push(await one.ready());
    await first.close();
    for (const socket of sockets) socket.destroy();
    await eventually('the lost service', LIMIT_MS, () => one.err.includes('trying again'));
    const ids = await due(one.listenerId, 10);
    target = portOf(app);
    await allSettled(one.listenerId);
    expect([...receivedIds()].sort()).toEqual([...ids].sort());
    await one.end('SIGINT');
    door.close();
  });
});

const portOf = ({ address }: TestApp): number => Number(new URL(address).port);
