import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiClient, flowEnvironment, hrev, ServiceProcess, type Environment } from '@test/support/service-process';
import { createTestDatabase, type TestDatabase } from '@test/support/test-database';

const [OLD, NEW] = ['ab'.repeat(32), 'cd'.repeat(32)];
const ACCOUNTS = 6;
/** Three requests in a pause keep each key below 300 requests a minute. */
const PAUSE_MS = 650;
const PATIENCE_MS = 60_000;
/** An account may rotate its secret 19 times a day. */
const ROTATIONS_A_STEP = 4;

interface Secret {
  readonly secret: string;
}

/**
 * Contract §12.4: the encryption key is changed while clients work. Each client rotates the signing secret of an account, reads it
 * from any process, and reads the cursor of its last sync. No response is refused, and no secret is another than the one of the last
 * rotation, in whichever process it was sealed or resealed.
 */
describe('changing the encryption key under load', () => {
  const running: ServiceProcess[] = [];
  const wrong: string[] = [];
  /** Number of the step whose rotations the clients make. */
  let step = 1;
  let rounds = 0;
  let rotations = 0;
  let database: TestDatabase;
  let home: string;
  let environment: Environment;
  let isOver = false;
  let clients: Promise<unknown>;

  const withKeys = (key: string, ...older: readonly string[]): Environment => ({
    ...environment,
    HREV_ENCRYPTION_KEY: key,
    ...(older.length > 0 ? { HREV_ENCRYPTION_KEY_PREVIOUS: older.join(',') } : {}),
  });

  beforeAll(async () => {
    database = await createTestDatabase();
    home = mkdtempSync(path.join(tmpdir(), 'hrev-key-load-'));
    environment = flowEnvironment(database.url, { HREV_HOME: home });
    running.push(await ServiceProcess.start('api', withKeys(OLD)), await ServiceProcess.start('api', withKeys(OLD)));
    const keys: string[] = [];
    for (let n = 0; n < ACCOUNTS; n += 1) {
      const created = await hrev(withKeys(OLD), 'account', 'create', '--name', `A${n}`, '--plan', 'full', '--json');
      keys.push(created.json<{ keys: { full: string } }>().keys.full);
    }
    clients = Promise.all(keys.map(async (key) => work(key, await anObject(key))));
  });
  afterAll(async () => {
    isOver = true;
    await clients;
    for (const service of running) await service.kill();
    await database?.drop();
    rmSync(home, { recursive: true, force: true });
  });

  /** The response of some running process. A process that ends may break a connection; then another one is asked. */
  async function ask(key: string, method: string, route: string): Promise<unknown> {
    const deadline = performance.now() + PATIENCE_MS;
    for (let turn = Math.floor(Math.random() * 2); performance.now() < deadline; turn += 1) {
      const service = running[turn % running.length];
      const answer = await new ApiClient(service?.origin ?? '', key).request(method, route).catch(() => null);
      if (answer === null) {
        // The outcome of a write is unknown; the caller reads it.
        if (method === 'POST') return null;
        await pause(50);
        continue;
      }
      if (answer.status !== 200) wrong.push(`${method} ${route}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body;
    }
    wrong.push(`${method} ${route}: no process answered`);
    return null;
  }

  async function anObject(key: string): Promise<number> {
    const client = new ApiClient(running[0]?.origin ?? '', key);
    const created = await client.request('POST', '/v3/objects', { name: 'Harbour' });
    return (created.body as { id: number }).id;
  }

  async function work(key: string, object: number): Promise<void> {
    let cursor = '';
    const rotated: number[] = [];
    while (!isOver) {
      const isRotation = (rotated[step] ?? 0) < ROTATIONS_A_STEP;
      const made = isRotation ? ((await ask(key, 'POST', '/v3/webhooks/rotate-secret')) as Secret | null) : null;
      const read = (await ask(key, 'GET', '/v3/webhooks/secret')) as Secret | null;
      if (made !== null && made.secret !== read?.secret) wrong.push('the secret is not that of the last rotation');
      const page = (await ask(key, 'GET', `/v3/reviews/sync?object_id=${object}${cursor}`)) as {
        next_cursor?: string;
      } | null;
      cursor = `&cursor=${page?.next_cursor ?? ''}`;
      if (isRotation) rotated[step] = (rotated[step] ?? 0) + 1;
      if (made !== null) rotations += 1;
      rounds += 1;
      await pause(PAUSE_MS);
    }
  }

  /** Lets every client rotate and read, and returns what has been wrong so far. */
  async function wrongInStep(number: number): Promise<readonly string[]> {
    step = number;
    const before = rounds;
    while (rounds < before + (ROTATIONS_A_STEP + 1) * ACCOUNTS && wrong.length === 0) await pause(50);
    return wrong;
  }

  async function replace(place: number, environment: Environment): Promise<void> {
    await running[place]?.stop();
    running[place] = await ServiceProcess.start('api', environment);
  }

  it('step 1: both processes have the old key', async () => {
    expect(await wrongInStep(1)).toEqual([]);
  });

  it('step 2: one process has the new key, and each reads what the other sealed', async () => {
    await replace(0, withKeys(NEW, OLD));
    expect(await wrongInStep(2)).toEqual([]);
  });

  it('step 3: both have the new key, and `hrev reseal` runs while secrets are rotated', async () => {
    await replace(1, withKeys(NEW, OLD));
    const [resealed, wrongMeanwhile] = await Promise.all([
      hrev(withKeys(NEW, OLD), 'reseal', '--json'),
      wrongInStep(3),
    ]);
    expect(wrongMeanwhile).toEqual([]);
    expect([resealed.code, resealed.json<{ unreadable: number }>().unreadable]).toEqual([0, 0]);
    expect((await hrev(withKeys(NEW, OLD), 'reseal', '--json')).json<object>()).toMatchObject({ signing_secrets: 0 });
  });

  it('step 4: the old key is removed; every secret is read, and cursors of the new key continue', async () => {
    await replace(0, withKeys(NEW));
    await replace(1, withKeys(NEW));
    expect(await wrongInStep(4)).toEqual([]);
    expect(rotations).toBeGreaterThan(2 * ROTATIONS_A_STEP * ACCOUNTS);
  });
});
