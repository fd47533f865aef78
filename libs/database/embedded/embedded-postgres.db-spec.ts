import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { embeddedHomes, query, serverPid } from '@test/support/embedded-homes';
import { eventually } from '@test/support/eventually';
import { startEmbeddedPostgres } from './embedded-postgres';

/**
 * Contract §12.3 (embedded database, command line together with a running server), fault F39. Tests with several processes start
 * operating system processes, which run the compiled sources of this folder, and kill them.
 */
const isRoot = process.getuid?.() === 0;
const { newHome, homeWithCluster, start, starter, shared } = embeddedHomes();

describe('one process', () => {
  test('creates a cluster, serves it on loopback only, and keeps the data after a restart', async () => {
    const home = newHome();
    const steps: string[] = [];
    const onStep = (step: string): void => void steps.push(step);
    const first = await start(home, 'service', { onStep });
    expect(first.adopted).toBe(false);
    expect(steps.splice(0)).toEqual(['creating the embedded PostgreSQL', 'starting the embedded PostgreSQL']);
    await (await start(home, 'command', { onStep })).stop();
    expect(steps.splice(0)).toEqual([]);
    await query(first.url, 'create table item (n int); insert into item values (7)');
    const [settings] = await query(
      first.url,
      `select current_setting('listen_addresses') a, current_setting('unix_socket_directories') s`,
    );
    expect(settings).toEqual({ a: '127.0.0.1', s: '' });
    await first.stop();
    expect(existsSync(path.join(first.dataFolder, 'postmaster.pid'))).toBe(false);

    const second = await start(home, 'service', { onStep });
    expect(steps).toEqual(['starting the embedded PostgreSQL']);
    expect(second.port).toBe(first.port);
    expect(second.url).toBe(first.url);
    expect(await query(second.url, 'select n from item')).toEqual([{ n: 7 }]);
  });

  test('contract §12.1: an HREV_HOME that is not a folder stops the start with a line that names it', async () => {
    const file = path.join(newHome(), 'file');
    writeFileSync(file, '');
    await expect(startEmbeddedPostgres({ home: file, role: 'command' })).rejects.toMatchObject({
      name: 'EmbeddedPostgresError',
      message: expect.stringContaining(`HREV_HOME ${file} cannot be used (ENOTDIR)`) as string,
    });
  });

  test('stores a password in a file that only its owner can read, and requires it', async () => {
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
  ])('search ignores case in every alphabet (contract §6): %s', async (upper, lower) => {
    const server = await shared();
    const [row] = await query(
      server.url,
      `select $1 ilike '%' || $2 || '%' as found, cardinality(show_trgm($1)) > 0 as indexed`,
      [upper, lower],
    );
    expect(row).toEqual({ found: true, indexed: true });
  });

  test('sorts names by language rules with "unicode", and by code point without it', async () => {
    const server = await shared();
    const names = `unnest(array['Zebra','apple','Äpfel','эхо','Банан']) n`;
    const sorted = async (order: string) =>
      (await query(server.url, `select n from ${names} order by ${order}`)).map((row) => row.n);
    expect(await sorted('n collate "unicode"')).toEqual(['Äpfel', 'apple', 'Zebra', 'Банан', 'эхо']);
    expect(await sorted('n')).toEqual(['Zebra', 'apple', 'Äpfel', 'Банан', 'эхо']);
  });

  test('uses another port if the stored one is in use, and stores the new one', async () => {
    const home = await homeWithCluster();
    const first = await start(home, 'service');
    await first.stop();
    const { createServer } = await import('node:net');
    const otherServer = createServer().listen(first.port, '127.0.0.1');
    await once(otherServer, 'listening');
    const second = await start(home, 'service');
    otherServer.close();
    expect(second.port).not.toBe(first.port);
    expect(readFileSync(path.join(home, 'pg/port'), 'utf8').trim()).toBe(String(second.port));
  });

  test('refuses a cluster of another major version and explains how to migrate', async () => {
    const home = await homeWithCluster();
    await (await start(home, 'service')).stop();
    writeFileSync(path.join(home, 'pg/data/PG_VERSION'), '15\n');
    await expect(start(home, 'service')).rejects.toThrow(/created by PostgreSQL 15, the installed one is 18.*pg_dump/s);
  });

  test('reports the error of PostgreSQL if it does not start', async () => {
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
  test('F39: after kill -9 of the process that started it, the server keeps running, and the next process uses and stops it', async () => {
    const home = await homeWithCluster();
    const owner = await starter(home, 'service');
    await query(owner.url, 'create table item (n int); insert into item values (1)');
    owner.child.kill('SIGKILL');
    await once(owner.child, 'exit');
    const pid = serverPid(owner.dataFolder);

    const next = await start(home, 'service');
    expect(next.adopted).toBe(true);
    expect(serverPid(next.dataFolder)).toBe(pid);
    expect(await query(next.url, 'select n from item')).toEqual([{ n: 1 }]);
    await next.stop();
    expect(existsSync(path.join(next.dataFolder, 'postmaster.pid'))).toBe(false);
  });

  test('starts again after the server was killed, and has all committed data', async () => {
    const home = await homeWithCluster();
    const owner = await starter(home, 'service');
    await query(owner.url, 'create table item (n int); insert into item select generate_series(1, 1000)');
    owner.child.kill('SIGKILL');
    process.kill(serverPid(owner.dataFolder), 'SIGKILL');
    await once(owner.child, 'exit');
    expect(existsSync(path.join(owner.dataFolder, 'postmaster.pid'))).toBe(true);

    const next = await start(home, 'service');
    expect(next.adopted).toBe(false);
    expect(await query(next.url, 'select count(*)::int n from item')).toEqual([{ n: 1000 }]);
  });

  test('starts although the process id in the lock file belongs to another process now', async () => {
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
    '%s does not stop the server while another process uses it; the last process stops it',
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

  test('a start during a stop of the server gets a running server', async () => {
    const home = await homeWithCluster();
    for (let round = 0; round < 5; round += 1) {
      const firstServer = await start(home, 'service');
      const [, secondServer] = await Promise.all([firstServer.stop(), start(home, 'service')]);
      expect(await query(secondServer.url, 'select 1 as one')).toEqual([{ one: 1 }]);
      await secondServer.stop();
    }
  });

  test('runs the server in another session, so that Ctrl-C in the terminal does not reach it', async () => {
    const owner = await starter(await homeWithCluster(), 'service');
    const ownSession = readFileSync(`/proc/${owner.child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[3];
    const serverSession = readFileSync(`/proc/${serverPid(owner.dataFolder)}/stat`, 'utf8')
      .split(') ')[1]
      ?.split(' ')[3];
    expect(serverSession).not.toBe(ownSession);
  });
});

describe('the end of the server', () => {
  test('is reported once, also to a process that did not start it', async () => {
    const home = await homeWithCluster();
    const lossReasons: string[] = [];
    const owner = await starter(home, 'service');
    await start(home, 'service', { onLost: (reason) => lossReasons.push(reason) });
    process.kill(serverPid(owner.dataFolder), 'SIGKILL');
    await eventually('the loss', 120_000, () => lossReasons.length > 0);
    expect(lossReasons).toEqual([expect.stringMatching(/embedded PostgreSQL has ended.*server\.log/)]);
    await eventually('the loss in the other process', 120_000, () => owner.said.some((message) => 'lost' in message));
  });

  test('is not reported if one of its processes crashes and the server recovers', async () => {
    const lossReasons: string[] = [];
    const server = await start(await homeWithCluster(), 'service', { onLost: (reason) => lossReasons.push(reason) });
    const [victim] = await query(server.url, 'select pid from pg_stat_activity where backend_type = $1', [
      'background writer',
    ]);
    process.kill(Number(victim?.pid), 'SIGKILL');
    // PostgreSQL ends and restarts every process; until then it refuses connections.
    const successor = async (): Promise<number> => {
      const rows = await query(server.url, 'select pid from pg_stat_activity where backend_type = $1', [
        'background writer',
      ]).catch(() => []);
      return Number(rows[0]?.pid ?? victim?.pid);
    };
    await eventually('a new background writer', 120_000, async () => (await successor()) !== Number(victim?.pid));
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(lossReasons).toEqual([]);
  });

  test('is not reported after a stop', async () => {
    const lossReasons: string[] = [];
    const server = await start(await homeWithCluster(), 'service', { onLost: (reason) => lossReasons.push(reason) });
    await server.stop();
    await server.stop();
    // Longer than the interval at which the end of a server is detected.
    await pause(300);
    expect(lossReasons).toEqual([]);
  });
});

(isRoot ? describe : describe.skip)('as root', () => {
  test('the server runs as another user', async () => {
    const server = await start(await homeWithCluster(), 'service');
    expect(statSync(`/proc/${serverPid(server.dataFolder)}`).uid).not.toBe(0);
  });

  test('stores the data elsewhere if only root has access to HREV_HOME, and finds it again', async () => {
    const privateFolder = newHome();
    chmodSync(privateFolder, 0o700);
    const home = path.join(privateFolder, 'project/.hrev');
    const first = await start(home, 'service');
    expect(first.dataFolder).toMatch(/^\/var\/lib\/hrev\//);
    try {
      await query(first.url, 'create table item (n int)');
      await first.stop();
      const second = await start(home, 'service');
      expect(second.dataFolder).toBe(first.dataFolder);
      expect(await query(second.url, 'select n from item')).toEqual([]);
      await second.stop();
    } finally {
      rmSync(path.dirname(first.dataFolder), { recursive: true, force: true });
    }
  });
});
