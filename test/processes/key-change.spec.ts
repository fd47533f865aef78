import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import supertest from 'supertest';
import { SandboxServer } from '@libs/sources/sandbox';
import { googleSandbox } from '@libs/sources/sandbox/google';
import { addApp, Browser, codeOf, PASSWORD, type AppOfPerson } from '@test/support/console-person';
import { eventually } from '@test/support/eventually';
import { ApiClient, flowEnvironment, hrev, ServiceProcess, type Environment } from '@test/support/service-process';
import { createTestDatabase, type TestDatabase } from '@test/support/test-database';

const [A, B, C] = ['aa', 'bb', 'cc'].map((digits) => digits.repeat(32)) as [string, string, string];
const PLACE = googleSandbox.demo.key;
const EMAIL = 'ana@harbor.example';
const WRONG_KEY_LINE = /^HREV_ENCRYPTION_KEY: this is not the key that sealed the data of this database; [^\n]+$/;

interface Secret {
  readonly secret: string;
}
interface SyncPage {
  readonly next_cursor: string;
}

/**
 * Contract §12.4: a change of the encryption key. `HREV_ENCRYPTION_KEY_PREVIOUS` has the older keys, `hrev reseal` reseals all secrets,
 * and a process whose key did not seal the data prints one line and exits with 2. The tests follow the steps of docs/production.md in
 * their order, with concurrent processes.
 */
describe('changing the encryption key while the service runs', () => {
  const platforms = new SandboxServer([googleSandbox]);
  const running: ServiceProcess[] = [];
  let database: TestDatabase;
  let home: string;
  let environment: Environment;
  let first: ServiceProcess;
  let second: ServiceProcess;
  const keys: string[] = [];
  let person: AppOfPerson;
  const secrets: string[] = [];
  let object: number;
  let connection: string;
  let cursor: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    home = mkdtempSync(path.join(tmpdir(), 'hrev-key-change-'));
    await platforms.start();
    platforms.add('google', PLACE, { text: 'Fine', rating: 5, publishedAt: new Date() });
    environment = flowEnvironment(database.url, {
      HREV_HOME: home,
      HREV_SOURCE_ORIGINS: JSON.stringify(platforms.origins),
    });
    first = await start(A);
    second = await start(A);
  });
  afterAll(async () => {
    for (const service of running) await service.kill();
    await platforms.stop();
    await database?.drop();
    rmSync(home, { recursive: true, force: true });
  });

  const withKeys = (key: string, ...older: readonly string[]): Environment => ({
    ...environment,
    HREV_ENCRYPTION_KEY: key,
    ...(older.length > 0 ? { HREV_ENCRYPTION_KEY_PREVIOUS: older.join(',') } : {}),
  });
  async function start(key: string, ...older: readonly string[]): Promise<ServiceProcess> {
    const service = await ServiceProcess.start('api', withKeys(key, ...older));
    running.push(service);
    return service;
  }
  async function anAccount(): Promise<string> {
    const created = await hrev(withKeys(A, B), 'account', 'create', '--name', 'Acme', '--plan', 'full', '--json');
    return created.json<{ keys: { full: string } }>().keys.full;
  }
  const secretOf = async (service: ServiceProcess, key: string): Promise<string> =>
    (await new ApiClient(service.origin, key).get<Secret>('/v3/webhooks/secret')).secret;
  const sync = (service: ServiceProcess, at = '') =>
    new ApiClient(service.origin, keys[0] ?? '').request('GET', `/v3/reviews/sync?object_id=${object}${at}`);
  async function execute(sql: string): Promise<number> {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    return (await client.query(sql).finally(() => client.end())).rowCount ?? 0;
  }
  const browserOf = ({ origin }: ServiceProcess) => new Browser({ agent: supertest(origin), address: origin });
  /** The first person of the installation, with an app as second factor. */
  async function aPersonWithApp(service: ServiceProcess): Promise<AppOfPerson> {
    const browser = browserOf(service);
    const [, token] = /#(\S+)/.exec((await hrev(withKeys(A), 'console', 'link')).stdout) ?? [];
    const person = { name: 'Ana', email: EMAIL, account_name: 'Harbor', password: PASSWORD };
    const setUp = await browser.send('POST', '/console/api/setup', { token, ...person });
    expect([setUp.status, setUp.body]).toEqual([200, { next: 'enrol' }]);
    return addApp(browser);
  }
  /** The status of a sign-in with the password and a second factor. */
  async function signIn(service: ServiceProcess, given: object): Promise<number> {
    const browser = browserOf(service);
    expect((await browser.signIn(EMAIL)).body).toEqual({ next: 'second_factor' });
    return (await browser.secondFactor(given)).status;
  }
  const check = (env: Environment) => hrev(env, 'connection', 'check', '--connection-id', connection);
  async function doctor(env: Environment): Promise<{ ok: boolean; detail: string }> {
    const { checks } = (await hrev(env, 'doctor', '--json')).json<{
      checks: { name: string; ok: boolean; detail: string }[];
    }>();
    const { ok = true, detail = '' } = checks.find(({ name }) => name === 'secrets') ?? {};
    return { ok, detail };
  }
  async function startFailure(role: 'all' | 'api' | 'worker', env: Environment): Promise<string[]> {
    const error = await ServiceProcess.start(role, env).then(
      () => new Error('it started'),
      (reason: Error) => reason,
    );
    return error.message.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
  }

  it('step 1: signing secrets, a connection, own headers of a webhook, a second factor and a cursor are created with the old key', async () => {
    keys.push(await anAccount());
    secrets.push(await secretOf(first, keys[0] ?? ''));
    const client = new ApiClient(first.origin, keys[0] ?? '');
    const created = await client.request('POST', '/v3/objects', {
      name: 'Harbour',
      links: [{ url: googleSandbox.pageUrl(PLACE) }],
    });
    expect(created.status).toBe(201);
    object = (created.body as { id: number }).id;
    const fields = ['client_id=me', 'client_secret=secret', 'refresh_token=token'].flatMap((f) => ['--field', f]);
    const target = ['--object', String(object), '--source', 'google'];
    const added = await hrev(withKeys(A), 'connection', 'add', ...target, ...fields, '--json');
    connection = String(added.json<{ connection_id: number }>().connection_id);
    const webhook = await client.request('POST', '/v3/webhooks', {
      target: 'https://hooks.example.com/reviews',
      event_types: ['reviews.new'],
      headers: { Authorization: 'Bearer of-the-receiver' },
    });
    expect(webhook.status).toBe(201);
    cursor = ((await sync(first)).body as SyncPage).next_cursor;
    person = await aPersonWithApp(first);
  });

  it('step 2: one of two processes gets the new key, and each reads the secrets that the other sealed', async () => {
    await first.stop();
    first = await start(B, A);
    keys.push(await anAccount());
    secrets.push(await secretOf(first, keys[1] ?? ''));
    for (const service of [first, second])
      expect([await secretOf(service, keys[0] ?? ''), await secretOf(service, keys[1] ?? '')]).toEqual(secrets);
    const page = await sync(first, `&cursor=${cursor}`);
    expect(page.status).toBe(200);
    ({ next_cursor: cursor } = page.body as SyncPage);
    expect((await sync(second, `&cursor=${cursor}`)).status).toBe(200);
    expect(await hrev(withKeys(B, A), 'reseal')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^1 running process does not hold this HREV_ENCRYPTION_KEY [^\n]+\n$/) as string,
    });
    expect(await doctor(withKeys(B, A))).toEqual({
      ok: false,
      detail: expect.stringMatching(/^a key in HREV_ENCRYPTION_KEY_PREVIOUS is still in use/) as string,
    });
  });

  it('step 3: all processes get the new key, and `hrev reseal` reseals every secret; a second call reseals none', async () => {
    await second.stop();
    expect(await execute('select from encryption_key_holder')).toBe(1);
    second = await start(B, A);
    const resealed = await hrev(withKeys(B, A), 'reseal', '--json');
    expect([resealed.code, resealed.json()]).toEqual([
      0,
      { signing_secrets: 2, connections: 1, oauth_clients: 0, second_factors: 1, webhook_headers: 1, unreadable: 0 },
    ]);
    expect((await hrev(withKeys(B, A), 'reseal', '--json')).json()).toEqual({
      ...{ signing_secrets: 0, connections: 0, oauth_clients: 0, second_factors: 0, webhook_headers: 0, unreadable: 0 },
    });
    expect((await sync(second, `&cursor=${cursor}`)).status).toBe(200);
  });

  it('step 4: without the old key the secrets can be read, and cursors of the old key give invalid_cursor', async () => {
    for (const service of [first, second]) await service.stop();
    first = await start(B);
    expect([await secretOf(first, keys[0] ?? ''), await secretOf(first, keys[1] ?? '')]).toEqual(secrets);
    expect(await check(withKeys(B))).toMatchObject({ code: 0 });
    expect(await signIn(first, { totp: codeOf(person.seed) })).toBe(200);
    expect(await sync(first, `&cursor=${cursor}`)).toMatchObject({ status: 400, body: { code: 'invalid_cursor' } });
  });

  it.each<['api' | 'worker' | 'all', string]>([
    ['api', C],
    ['worker', C],
    ['all', C],
    ['api', A],
  ])(
    'role %s does not start with a key that did not seal the data: it prints one line and exits with 2',
    async (role, key) => {
      const [ended, ...lines] = await startFailure(role, withKeys(key));
      expect([ended, lines]).toEqual([`${role} ended with 2:`, [expect.stringMatching(WRONG_KEY_LINE)]]);
    },
  );

  it('`doctor` reports a key that did not seal the data, and commands that need the secrets fail', async () => {
    expect(await doctor(withKeys(C))).toEqual({ ok: false, detail: expect.stringMatching(WRONG_KEY_LINE) as string });
    expect(await check(withKeys(C))).not.toMatchObject({ code: 0 });
    expect(await hrev(withKeys(C), 'reseal')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^HREV_/) as string,
    });
  });

  it('the service does not start without a key, and creates no key', async () => {
    const { HREV_ENCRYPTION_KEY: _none, ...keyless } = environment;
    const [ended, ...lines] = await startFailure('all', keyless);
    const line = expect.stringMatching(/^HREV_ENCRYPTION_KEY: is not set and not in HREV_HOME, [^\n]+$/) as string;
    expect([ended, lines]).toEqual(['all ended with 2:', [line]]);
    expect(existsSync(path.join(home, 'encryption-key'))).toBe(false);
  });

  it('`reseal --key-is-lost` fails while a process has the lost key; afterwards secrets can be created with a new key, and recovery codes replace apps', async () => {
    expect((await hrev(withKeys(C), 'reseal', '--key-is-lost')).code).toBe(1);
    await first.stop();
    const resealed = await hrev(withKeys(C), 'reseal', '--key-is-lost', '--json');
    expect([resealed.code, resealed.json()]).toEqual([
      5,
      { signing_secrets: 0, connections: 0, oauth_clients: 0, second_factors: 0, webhook_headers: 0, unreadable: 5 },
    ]);
    first = await start(C);
    const client = new ApiClient(first.origin, keys[0] ?? '');
    expect(await client.request('GET', '/v3/webhooks/secret')).toMatchObject({ status: 503 });
    expect((await client.request('POST', '/v3/webhooks/rotate-secret')).status).toBe(200);
    expect(await secretOf(first, keys[0] ?? '')).not.toBe(secrets[0]);
    expect(await signIn(first, { totp: codeOf(person.seed, 1) })).toBe(503);
    expect(await signIn(first, { recovery_code: person.recoveryCodes[0] })).toBe(200);
  });

  it('a stopped process whose registration was removed is not ready after SIGCONT, and seals nothing with its old key', async () => {
    expect((await fetch(`${first.origin}/health/read`)).status).toBe(200);
    first.signal('SIGSTOP');
    await execute('delete from encryption_key_holder');
    expect((await hrev(withKeys(B, C), 'reseal', '--json')).json()).toEqual({
      ...{ signing_secrets: 1, connections: 0, oauth_clients: 0, second_factors: 0, webhook_headers: 0, unreadable: 0 },
    });
    first.signal('SIGCONT');
    const isUnready = async () => (await fetch(`${first.origin}/health/read`)).status === 503;
    await eventually('its readiness', 60_000, isUnready);
    expect((await fetch(`${first.origin}/health`)).status).toBe(200);
    const client = new ApiClient(first.origin, await anAccount());
    expect(await client.request('GET', '/v3/webhooks/secret')).toMatchObject({
      ...{ status: 503, body: { code: 'service_unavailable' } },
    });
  });
});
