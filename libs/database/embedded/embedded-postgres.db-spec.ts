import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { transformFileSync } from '@swc/core';
import pg from 'pg';
import { isAlive } from './server';
import { startEmbeddedPostgres, type EmbeddedPostgres, type EmbeddedPostgresOptions } from './embedded-postgres';

/**
 * Contract §12.3 (embedded database, command line beside a running server), fault F39. The other processes are real: they run
 * this folder's code, compiled once, and are killed.
 */
const isRoot = process.getuid?.() === 0;
const root = path.resolve(__dirname, '../../..');
const cache = path.join(root, 'node_modules/.cache', `embedded-spec-${process.pid}`);
const compiled = path.join(cache, 'embedded');
const fast = { settings: { fsync: 'off', shared_buffers: '16MB' }, durable: false } as const;
const homes: string[] = [];
const users: Starter[] = [];
const servers: EmbeddedPostgres[] = [];

beforeAll(() => {
  mkdirSync(compiled, { recursive: true });
  const own = readdirSync(__dirname).filter((name) => /^[a-z-]+\.ts$/.test(name));
  for (const file of [...own, '../advisory-locks.ts']) {
    const { code } = transformFileSync(path.join(__dirname, file), {
      jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
      module: { type: 'commonjs' },
    });
    writeFileSync(path.join(compiled, file.replace(/ts$/, 'js')), code);
  }
  writeFileSync(
    path.join(compiled, 'starter.js'),
    `const { startEmbeddedPostgres } = require('./embedded-postgres');
     const say = (message) => process.stdout.write(JSON.stringify(message) + '\\n');
     startEmbeddedPostgres({ ...JSON.parse(process.argv[2]), onLost: (lost) => say({ lost }) }).then(
       (server) => { process.once('SIGTERM', () => server.stop().then(() => process.exit(0))); say(server); setInterval(() => 0, 1000); },
       (error) => { say({ error: error.message }); process.exit(3); });`,
  );
});

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  for (const user of users.splice(0)) user.child.kill('SIGKILL');
  for (const home of homes.splice(0)) removeHome(home);
});
afterAll(() => rmSync(cache, { recursive: true, force: true }));

describe('one process', () => {
  test('creates a cluster, serves it on loopback only, keeps the data over a restart', async () => {
    const home = newHome();
    const steps: string[] = [];
    const onStep = (step: string): void => void steps.push(step);
    const first = await start(home, 'service', { onStep });
    expect(first.adopted).toBe(false);
    expect(steps.splice(0)).toEqual(['creating the embedded PostgreSQL', 'starting the embedded PostgreSQL']);
    await (await start(home, 'command', { onStep })).stop();
    expect(steps.splice(0)).toEqual([]);
    await query(first.url, 'create table kept (n int); insert into kept values (7)');
    const [listening] = await query(
      first.url,
      `select current_setting('listen_addresses') a, current_setting('unix_socket_directories') s`,
    );
    expect(listening).toEqual({ a: '127.0.0.1', s: '' });
    await first.stop();
    expect(existsSync(path.join(first.dataFolder, 'postmaster.pid'))).toBe(false);

    const second = await start(home, 'service', { onStep });
    expect(steps).toEqual(['starting the embedded PostgreSQL']);
    expect(second.port).toBe(first.port);
    expect(second.url).toBe(first.url);
    expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }]);
  });

  test('contract §12.1, "a value that cannot be read stops the start with a line that names it": an HREV_HOME that is no folder', async () => {
    const file = path.join(newHome(), 'file');
    writeFileSync(file, '');
    await expect(startEmbeddedPostgres({ home: file, role: 'command' })).rejects.toMatchObject({
      name: 'EmbeddedPostgresError',
      message: expect.stringContaining(`HREV_HOME ${file} cannot be used (ENOTDIR)`) as string,
    });
  });

  test('stores a password that only its owner can read, and requires it', async () => {
    const home = newHome();
    const server = await start(home, 'service');
    expect(statSync(path.join(home, 'pg/password')).mode & 0o777).toBe(0o600);
    const wrong = new URL(server.url);
    wrong.password = 'guess';
    await expect(query(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/);
  });

  test('works below a folder with spaces, quotes and non-ASCII letters', async () => {
    const server = await start(path.join(newHome(), `it's a "home" дом`), 'service');
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test.each([
    ['ÄÖÜ ŁÓDŹ', 'äöü łódź'],
    ['ПРИВЕТ', 'привет'],
    ['ΑΘΗΝΑ', 'αθηνα'],
    ['ԵՐԵՎԱՆ', 'երեվան'],
    ['Ｆｕｌｌ', 'ｆｕｌｌ'],
  ])('search ignores the case of every alphabet (§6): %s', async (upper, lower) => {
    const server = await shared();
    const [row] = await query(
      server.url,
      `select $1 ilike '%' || $2 || '%' as found, cardinality(show_trgm($1)) > 0 as indexed`,
      [upper, lower],
    );
    expect(row).toEqual({ found: true, indexed: true });
  });

  test('names sort by language rules with "unicode", and by code point without', async () => {
    const server = await shared();
    const names = `unnest(array['Zebra','apple','Äpfel','эхо','Банан']) n`;
    const sorted = async (order: string) =>
      (await query(server.url, `select n from ${names} order by ${order}`)).map((row) => row.n);
    expect(await sorted('n collate "unicode"')).toEqual(['Äpfel', 'apple', 'Zebra', 'Банан', 'эхо']);
    expect(await sorted('n')).toEqual(['Zebra', 'apple', 'Äpfel', 'Банан', 'эхо']);
  });

  test('uses another port when its own is taken, and stores it', async () => {
    const home = await homeWithCluster();
    const first = await start(home, 'service');
    await first.stop();
    const { createServer } = await import('node:net');
    const stranger = createServer().listen(first.port, '127.0.0.1');
    await once(stranger, 'listening');
    const second = await start(home, 'service');
    stranger.close();
    expect(second.port).not.toBe(first.port);
    expect(readFileSync(path.join(home, 'pg/port'), 'utf8').trim()).toBe(String(second.port));
  });

  test('refuses a folder made by another major version and explains how to migrate', async () => {
    const home = await homeWithCluster();
    await (await start(home, 'service')).stop();
    writeFileSync(path.join(home, 'pg/data/PG_VERSION'), '15\n');
    await expect(start(home, 'service')).rejects.toThrow(/created by PostgreSQL 15, the installed one is 18.*pg_dump/s);
  });

  test('reports the error of PostgreSQL when it does not start', async () => {
    await expect(
      startEmbeddedPostgres({
        home: await homeWithCluster(),
        role: 'service',
        settings: { shared_buffers: 'plenty' },
        durable: false,
      }),
    ).rejects.toThrow(/does not start:.*shared_buffers.*DATABASE_URL/s);
  });
});

describe('several processes', () => {
  test('F39: after kill -9 of its owner the server keeps running, is used again, and ends with its new user', async () => {
    const home = await homeWithCluster();
    const owner = await starter(home, 'service');
    await query(owner.url, 'create table kept (n int); insert into kept values (1)');
    owner.child.kill('SIGKILL');
    await once(owner.child, 'exit');
    const pid = serverPid(owner.dataFolder);

    const next = await start(home, 'service');
    expect(next.adopted).toBe(true);
    expect(serverPid(next.dataFolder)).toBe(pid);
    expect(await query(next.url, 'select n from kept')).toEqual([{ n: 1 }]);
    await next.stop();
    expect(existsSync(path.join(next.dataFolder, 'postmaster.pid'))).toBe(false);
  });

  test('after a killed server, PostgreSQL handles the lock file, and nothing committed is lost', async () => {
    const home = await homeWithCluster();
    const owner = await starter(home, 'service');
    await query(owner.url, 'create table kept (n int); insert into kept select generate_series(1, 1000)');
    owner.child.kill('SIGKILL');
    process.kill(serverPid(owner.dataFolder), 'SIGKILL');
    await once(owner.child, 'exit');
    expect(existsSync(path.join(owner.dataFolder, 'postmaster.pid'))).toBe(true);

    const next = await start(home, 'service');
    expect(next.adopted).toBe(false);
    expect(await query(next.url, 'select count(*)::int n from kept')).toEqual([{ n: 1000 }]);
  });

  test('a lock file whose process id belongs to another process now does not prevent a start', async () => {
    const home = await homeWithCluster();
    const first = await start(home, 'service');
    await first.stop();
    // The id of a process of another user, as after a restart of a container: init.
    writeFileSync(
      path.join(first.dataFolder, 'postmaster.pid'),
      `1\n${first.dataFolder}\n1\n${first.port}\n\n127.0.0.1\n\nready\n`,
    );
    const second = await start(home, 'service');
    expect(second.adopted).toBe(false);
  });

  test('two concurrent starts on an empty folder share one server', async () => {
    const home = newHome();
    const [one, other] = await Promise.all([starter(home, 'service'), starter(home, 'command')]);
    expect(one.url).toBe(other.url);
    expect([one.adopted, other.adopted].sort()).toEqual([false, true]);
    expect(readdirSync(path.join(home, 'pg')).filter((name) => name.startsWith('making-'))).toEqual([]);
  });

  test('two concurrent starts on a stopped cluster share one server', async () => {
    const home = await homeWithCluster();
    await (await start(home, 'service')).stop();
    const [one, other] = await Promise.all([starter(home, 'service'), starter(home, 'command')]);
    expect(one.url).toBe(other.url);
  });

  test('the command line uses a running server and leaves it running', async () => {
    const home = await homeWithCluster();
    const service = await start(home, 'service');
    const command = await starter(home, 'command');
    expect(command.adopted).toBe(true);
    await command.leave();
    expect(await query(service.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('the command line stops a server that it started itself', async () => {
    const home = await homeWithCluster();
    const command = await starter(home, 'command');
    expect(command.adopted).toBe(false);
    await command.leave();
    expect(existsSync(path.join(command.dataFolder, 'postmaster.pid'))).toBe(false);
  });

  test.each([
    ['the command line that started it', 'command', 'service'],
    ['the service that started it', 'service', 'command'],
  ] as const)(
    '%s does not stop it while the other uses it; the last user stops it',
    async (_, firstRole, secondRole) => {
      const home = await homeWithCluster();
      const first = await starter(home, firstRole);
      const second = await start(home, secondRole);
      await first.leave();
      expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
      await second.stop();
      expect(existsSync(path.join(second.dataFolder, 'postmaster.pid'))).toBe(false);
    },
  );

  test('a start while the last user stops the server gets a server', async () => {
    const home = await homeWithCluster();
    for (let round = 0; round < 5; round += 1) {
      const leaving = await start(home, 'service');
      const [, coming] = await Promise.all([leaving.stop(), start(home, 'service')]);
      expect(await query(coming.url, 'select 1 as one')).toEqual([{ one: 1 }]);
      await coming.stop();
    }
  });

  test('Ctrl-C of the terminal does not reach the server', async () => {
    const owner = await starter(await homeWithCluster(), 'service');
    const ownSession = readFileSync(`/proc/${owner.child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[3];
    const serverSession = readFileSync(`/proc/${serverPid(owner.dataFolder)}/stat`, 'utf8')
      .split(') ')[1]
      ?.split(' ')[3];
    expect(serverSession).not.toBe(ownSession);
  });
});

describe('when the server dies', () => {
  test('its end is reported once, also to a process that did not start it', async () => {
    const home = await homeWithCluster();
    const lost: string[] = [];
    const owner = await starter(home, 'service');
    await start(home, 'service', { onLost: (reason) => lost.push(reason) });
    process.kill(serverPid(owner.dataFolder), 'SIGKILL');
    await until(() => lost.length > 0);
    expect(lost).toEqual([expect.stringMatching(/embedded PostgreSQL has ended.*server\.log/)]);
    await until(() => owner.said.some((message) => 'lost' in message));
  });

  test('a crash of one of its processes, after which it serves again, is not reported', async () => {
    const lost: string[] = [];
    const server = await start(await homeWithCluster(), 'service', { onLost: (reason) => lost.push(reason) });
    const [victim] = await query(server.url, 'select pid from pg_stat_activity where backend_type = $1', [
      'background writer',
    ]);
    process.kill(Number(victim?.pid), 'SIGKILL');
    // PostgreSQL restarts all of its processes; until then connections are refused.
    const successor = async (): Promise<number> => {
      const rows = await query(server.url, 'select pid from pg_stat_activity where backend_type = $1', [
        'background writer',
      ]).catch(() => []);
      return Number(rows[0]?.pid ?? victim?.pid);
    };
    const deadline = Date.now() + 120_000;
    while ((await successor()) === Number(victim?.pid) && Date.now() < deadline) await sleep(100);
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(lost).toEqual([]);
  });

  test('no loss is reported after a stop', async () => {
    const lost: string[] = [];
    const server = await start(await homeWithCluster(), 'service', { onLost: (reason) => lost.push(reason) });
    await server.stop();
    await server.stop();
    await sleep(300);
    expect(lost).toEqual([]);
  });
});

(isRoot ? describe : describe.skip)('as root', () => {
  test('the server runs as another user', async () => {
    const server = await start(await homeWithCluster(), 'service');
    expect(statSync(`/proc/${serverPid(server.dataFolder)}`).uid).not.toBe(0);
  });

  test('HREV_HOME below a folder that only root may enter: the data is elsewhere, and is found again', async () => {
    const closed = newHome();
    chmodSync(closed, 0o700);
    const home = path.join(closed, 'project/.hrev');
    const first = await start(home, 'service');
    expect(first.dataFolder).toMatch(/^\/var\/lib\/hrev\//);
    try {
      await query(first.url, 'create table kept (n int)');
      await first.stop();
      const second = await start(home, 'service');
      expect(second.dataFolder).toBe(first.dataFolder);
      expect(await query(second.url, 'select n from kept')).toEqual([]);
      await second.stop();
    } finally {
      rmSync(path.dirname(first.dataFolder), { recursive: true, force: true });
    }
  });
});

interface Starter {
  readonly child: ChildProcess;
  readonly url: string;
  readonly dataFolder: string;
  readonly adopted: boolean;
  readonly said: readonly object[];
  leave(): Promise<void>;
}

/** Another process that uses the embedded server. */
async function starter(home: string, role: 'service' | 'command'): Promise<Starter> {
  const child = spawn(process.execPath, [path.join(compiled, 'starter.js'), JSON.stringify({ home, role, ...fast })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said: Record<string, unknown>[] = [];
  let rest = '';
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    said.push(...lines.map((line) => JSON.parse(line) as Record<string, unknown>));
  });
  await until(() => said.length > 0, 60_000);
  expect(said[0]).not.toHaveProperty('error');
  const server = said[0] as unknown as { url: string; dataFolder: string; adopted: boolean };
  const user: Starter = {
    ...server,
    child,
    said,
    leave: async () => {
      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([0, null]);
    },
  };
  users.push(user);
  return user;
}

async function start(
  home: string,
  role: 'service' | 'command',
  more: Partial<EmbeddedPostgresOptions> = {},
): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ home, role, ...fast, ...more });
  servers.push(server);
  return server;
}

let sharedServer: Promise<EmbeddedPostgres> | null = null;
let sharedHome = '';

/** One server for tests that change nothing. */
function shared(): Promise<EmbeddedPostgres> {
  sharedServer ??= (async () => {
    sharedHome = mkdtempSync(path.join(tmpdir(), 'hrev-embedded-'));
    const server = await startEmbeddedPostgres({ home: sharedHome, role: 'service', ...fast });
    await query(server.url, 'create extension pg_trgm');
    return server;
  })();
  return sharedServer;
}

afterAll(async () => {
  await (await sharedServer)?.stop();
  if (sharedHome) removeHome(sharedHome);
  if (template) removeHome(await template);
});

function newHome(): string {
  const home = mkdtempSync(path.join(tmpdir(), 'hrev-embedded-'));
  // As a checkout that all users may enter; mkdtemp creates it for its owner only.
  chmodSync(home, 0o755);
  homes.push(home);
  return home;
}

let template: Promise<string> | null = null;

/** A home whose cluster was created and stopped before: most tests are about later starts. */
async function homeWithCluster(): Promise<string> {
  template ??= (async () => {
    const made = mkdtempSync(path.join(tmpdir(), 'hrev-embedded-'));
    await (await startEmbeddedPostgres({ home: made, role: 'service', ...fast })).stop();
    return made;
  })();
  const home = newHome();
  execFileSync('cp', ['-a', path.join(await template, 'pg'), home]);
  rmSync(path.join(home, 'pg/port'));
  return home;
}

function removeHome(home: string): void {
  const pidFile = path.join(home, 'pg/data/postmaster.pid');
  if (existsSync(pidFile)) {
    const pid = serverPid(path.dirname(pidFile));
    if (pid > 1 && isAlive(pid)) process.kill(pid, 'SIGQUIT');
  }
  rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

function serverPid(dataFolder: string): number {
  return Number(readFileSync(path.join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

async function query(url: string, sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const result =
      values.length > 0
        ? await client.query<Record<string, unknown>>(sql, values)
        : await client.query<Record<string, unknown>>(sql);
    return result.rows ?? [];
  } finally {
    await client.end();
  }
}

async function until(condition: () => boolean, timeoutMs = 120_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('the condition was not met in time');
    await sleep(20);
  }
}
