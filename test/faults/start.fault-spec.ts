import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@test/support/eventually';
import { flowEnvironment, hrev, ServiceProcess, type Environment } from '@test/support/service-process';
import { FaultHarness, type WatchedLink } from './support/fault-harness';
import { checkInvariants } from './support/invariants';
import { Load } from './support/load';
import { patient } from './support/patience';
import { PostgresControl } from './support/postgres-control';
import { nextVersion } from './support/preload';

/** Faults F38, F39, F42, F43: starts, migrations, the embedded database, two versions at the same time. */
jest.setTimeout(patient(180_000));

const CLI = path.join(__dirname, '../../dist/src/cli/main.js');

describe('F38: migrations', () => {
  let postgres: PostgresControl;
  beforeAll(async () => {
    postgres = await PostgresControl.begin();
  });
  afterAll(() => postgres?.remove(), patient(60_000));

  const fresh = async (name: string): Promise<Environment> => {
    await postgres.query(`create database ${name}`, [], 'postgres');
    return flowEnvironment(postgres.url(postgres.port, name));
  };
  const applied = (name: string): Promise<{ name: string; n: number }[]> =>
    postgres.query<{ name: string; n: number }>(
      'select name, count(*)::int as n from schema_migration group by name order by name',
      [],
      name,
    );

  it('three processes that migrate at once exit with 0 and apply each migration once', async () => {
    const environment = await fresh('at_once');
    const results = await Promise.all([1, 2, 3].map(() => hrev(environment, 'migrate', '--json')));
    expect(results.map(({ code }) => code)).toEqual([0, 0, 0]);
    const ran = results.map((result) => result.json<{ migrations: string[] }>().migrations.length);
    const done = await applied('at_once');
    expect([ran.filter((count) => count > 0), done.every((row) => row.n === 1)]).toEqual([[done.length], true]);
  });

  it('a migration that was killed with -9 six times is completed by the next process', async () => {
    await fresh('reference');
    await hrev(await fresh('whole'), 'migrate');
    const environment = await fresh('interrupted');
    const held = await postgres.connect('interrupted');
    for (let round = 0; round < 6; round += 1) {
      const child = spawn(process.execPath, [CLI, 'migrate'], { env: { ...environment }, stdio: 'ignore' });
      const exited = once(child, 'exit');
      await eventually('a running migration', patient(30_000), async () => {
        const rows = await postgres.query(
          `select 1 from pg_stat_activity where datname = 'interrupted' and application_name = 'hrev-migrate'`,
        );
        return rows.length > 0 || child.exitCode !== null;
      });
      await pause(round * 40);
      child.kill('SIGKILL');
      await exited;
    }
    await held.end();
    expect((await hrev(environment, 'migrate')).code).toBe(0);
    expect(await applied('interrupted')).toEqual(await applied('whole'));
    const columns = (name: string): Promise<object[]> =>
      postgres.query(
        `select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
         where table_schema = 'public' order by 1, 2`,
        [],
        name,
      );
    expect(await columns('interrupted')).toEqual(await columns('whole'));
  });
});

describe('F39: the owner of the embedded database is killed', () => {
  const home = mkdtempSync(path.join(tmpdir(), 'hrev-embedded-'));
  const environment: Environment = {
    ...flowEnvironment(''),
    HREV_HOME: home,
    DATABASE_URL: '',
    LOG_LEVEL: 'info',
  };
  const { DATABASE_URL: _none, ...own } = environment;
  const pidFile = path.join(home, 'pg/data/postmaster.pid');
  const accounts = async (): Promise<number> =>
    (await hrev(own, 'account', 'list', '--json')).json<{ accounts: object[] }>().accounts.length;

  afterAll(() => rmSync(home, { recursive: true, force: true }));

  it('the next start adopts the orphaned server, keeps all data, and ends the server when it stops', async () => {
    const first = await ServiceProcess.start('all', own);
    expect((await hrev(own, 'account', 'create', '--name', 'Kept', '--json')).code).toBe(0);
    const before = await accounts();
    await first.kill();
    const orphan = readFileSync(pidFile, 'utf8').split('\n')[0];
    const second = await ServiceProcess.start('all', own);
    expect(readFileSync(pidFile, 'utf8').split('\n')[0]).toBe(orphan);
    expect(await accounts()).toBe(before);
    expect(await second.stop()).toBe(0);
    expect(existsSync(pidFile)).toBe(false);
  });

  it('after owner and server are killed together, the next start recovers every acknowledged write', async () => {
    const first = await ServiceProcess.start('all', own);
    expect((await hrev(own, 'account', 'create', '--name', 'Kept too', '--json')).code).toBe(0);
    const before = await accounts();
    const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
    await first.kill();
    process.kill(pid, 'SIGKILL');
    const second = await ServiceProcess.start('all', own);
    expect(await accounts()).toBe(before);
    expect(await second.stop()).toBe(0);
  });

  it('if only the server is killed, the service ends with a clear message and can start again', async () => {
    const first = await ServiceProcess.start('all', own);
    process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGKILL');
    await eventually('the end of the service', patient(45_000), () => Promise.resolve(!first.isUp));
    expect(first.lines.join('\n')).toMatch(/embedded PostgreSQL has ended/);
    const second = await ServiceProcess.start('all', own);
    expect(await second.stop()).toBe(0);
  });
});

describe('F42: the encryption key', () => {
  let harness: FaultHarness;
  beforeAll(async () => {
    harness = await FaultHarness.begin();
  });
  afterAll(() => harness?.end(), patient(60_000));

  it.each(['api', 'worker'] as const)(
    '%s refuses to start with DATABASE_URL and without an encryption key, and names the missing variable',
    async (role) => {
      const { HREV_ENCRYPTION_KEY: _missing, ...without } = harness.environment;
      await expect(ServiceProcess.start(role, without)).rejects.toThrow(/ended with 2:[^]*HREV_ENCRYPTION_KEY/);
    },
  );

  it('refuses another key, accepts it together with the previous key, and accepts cursors of the previous key', async () => {
    const first = await harness.startApi();
    const object = await harness.create('Sealed');
    const page = await harness.request('GET', `/v3/reviews/sync?object_id=${object.body['id'] as number}`);
    const target = `/v3/reviews/sync?object_id=${object.body['id'] as number}&cursor=${page.body['next_cursor'] as string}`;
    expect((await harness.request('GET', target)).status).toBe(200);
    await harness.stop(first);
    const key = { HREV_ENCRYPTION_KEY: 'ab'.repeat(32) };
    await expect(ServiceProcess.start('api', { ...harness.environment, ...key })).rejects.toThrow(
      /ended with 2:[^]*HREV_ENCRYPTION_KEY: this is not the key/,
    );
    await harness.startApi({ ...key, HREV_ENCRYPTION_KEY_PREVIOUS: '7e'.repeat(32) });
    expect((await harness.request('GET', target)).status).toBe(200);
    expect((await harness.request('GET', `/v3/objects/${object.body['id'] as number}`)).status).toBe(200);
  });
});

describe('F43: two versions at the same time, the newer one with a migration that only adds columns', () => {
  const MIGRATION = 'NextVersion1899999999999';
  let harness: FaultHarness;
  let load: Load;
  beforeAll(async () => {
    harness = await FaultHarness.begin();
  });
  afterAll(async () => {
    await load?.end();
    await harness?.end();
  }, patient(60_000));

  const migrateAs = async (version: Environment): Promise<readonly string[]> => {
    const result = await hrev({ ...harness.environment, ...version }, 'migrate', '--json');
    if (result.code !== 0) throw new Error(result.stderr);
    return result.json<{ migrations: string[] }>().migrations;
  };

  /** Expects that new links and an old one are collected, by any process. */
  async function expectCollections(old: WatchedLink): Promise<void> {
    const last = (await harness.runLinkOf(old))?.id;
    const links = await Promise.all([1, 2, 3, 4].map(() => harness.newLink('steam', 120)));
    await harness.makeDue(old);
    const rows = await Promise.all([
      ...links.map((link) => harness.untilEnded(link)),
      harness.untilEnded(old, 60_000, last),
    ]);
    expect(rows.map(({ outcome, attempts }) => [outcome, attempts])).toEqual(rows.map(() => ['success', 1]));
  }

  it('the newer version refuses the old schema; both versions start and work on the new schema', async () => {
    const [oldApi, oldWorker] = await Promise.all([harness.startApi(), harness.startWorker()]);
    const link = await harness.newLink('steam', 300);
    await harness.untilEnded(link);
    for (const role of ['api', 'worker'] as const) {
      const early = ServiceProcess.start(role, { ...harness.environment, ...nextVersion() });
      await expect(early).rejects.toThrow(/lacks migrations of this version. Run: hrev migrate/);
    }

    load = new Load(harness, { read: `/v3/reviews?object_id=${link.objectId}&limit=50` });
    const began = performance.now();
    await load.untilRecovered(began, 30_000);
    expect(await migrateAs(nextVersion())).toEqual([MIGRATION]);
    const migrated = performance.now();
    await expectCollections(link);
    await load.untilRecovered(migrated, 30_000);

    await Promise.all([harness.startApi(nextVersion()), harness.startWorker(nextVersion())]);
    await expectCollections(link);
    // A restarted process of the old version, and its `hrev migrate`, do not change the schema.
    expect(await migrateAs({})).toEqual([]);
    expect(await harness.stop(oldWorker)).toBe(0);
    await harness.startWorker();
    await expectCollections(link);
    const target = `/v3/reviews?object_id=${link.objectId}&limit=100`;
    const byOld = await fetch(`${oldApi.origin}${target}`, { headers: { 'X-API-Key': harness.account.full } });
    expect(await byOld.text()).toBe((await harness.request('GET', target)).text);

    await load.end();
    expect(new Set(load.since(began).map(({ status }) => status))).toEqual(new Set([200, 201]));
    await checkInvariants(harness);
  });
});
