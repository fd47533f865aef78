import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '@test/support/eventually';
import { flowEnvironment, ServiceProcess } from '@test/support/service-process';
import { createTestDatabase } from '@test/support/test-database';

const MAIN = path.join(__dirname, '../../dist/src/main.js');

/** Contract §12.1: the first start prints keys on a terminal only, because other outputs are stored in logs. */
describe('the keys of a first start', () => {
  const KEY = /hrev_[0-9A-Za-z]{49}/g;
  let home: string;
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  const environment = () => ({ ...flowEnvironment(database.url), HREV_HOME: home });

  beforeEach(async () => {
    home = mkdtempSync(path.join(tmpdir(), 'hrev-first-'));
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await database.drop();
    rmSync(home, { recursive: true, force: true });
  });

  /** Starts hrev, waits until its output matches `until`, runs `work`, stops hrev, and returns the output. */
  async function outputOf(program: string, args: readonly string[], until: RegExp, work = async (_: string) => {}) {
    const child = spawn(program, args, {
      env: { ...environment(), HREV_ROLE: 'all', PORT: '0', SHELL: '/bin/sh' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const exited = once(child, 'exit');
    try {
      await eventually('the start', 120_000, () => Promise.resolve(until.test(output)));
      await work(output);
    } finally {
      child.kill('SIGTERM');
      await exited;
    }
    return output;
  }
  const READY = /hrev is ready at (http:[^\s"\\]+)/;
  const filesOfKeys = () => readdirSync(home).filter((name) => name.startsWith('first-start-keys'));

  it('without a terminal, the keys are in a file of mode 600 that the log names, and not in the output', async () => {
    const file = path.join(home, 'first-start-keys');
    const output = await outputOf(process.execPath, [MAIN], READY, async (startOutput) => {
      expect(statSync(file).mode & 0o777).toBe(0o600);
      const keys = readFileSync(file, 'utf8').match(KEY) ?? [];
      expect(keys).toHaveLength(4);
      const objects = `${READY.exec(startOutput)?.[1]}/v3/objects`;
      for (const key of keys) expect((await fetch(objects, { headers: { 'X-API-Key': key } })).status).toBe(200);
    });
    expect(output).toContain(`its keys are in ${file}`);
    expect(output.match(KEY)).toBeNull();
    await outputOf(process.execPath, [MAIN], READY);
    expect(filesOfKeys()).toEqual(['first-start-keys']);
  });

  it('on a terminal, the output has the keys, and no file is written', async () => {
    const args = ['-qec', `'${process.execPath}' '${MAIN}'`, '/dev/null'];
    const output = await outputOf('script', args, /v3\/objects'/);
    expect(new Set(output.match(KEY)).size).toBe(4);
    expect(filesOfKeys()).toEqual([]);
  });
});

/** README, "Start": scripts and terminals that close later start the service in the background. */
describe('npm start', () => {
  it('continues after the parent of npm ends, and stops after npm ends', async () => {
    const database = await createTestDatabase();
    const folder = mkdtempSync(path.join(tmpdir(), 'hrev-npm-'));
    const log = path.join(folder, 'log');
    const env = { ...flowEnvironment(database.url), HREV_ROLE: 'api', PORT: '0' };
    const shell = spawn('sh', ['-c', `npm start > '${log}' 2>&1 & echo $!; read line`], {
      env,
      cwd: path.join(__dirname, '../..'),
    });
    let npm = '';
    shell.stdout.on('data', (chunk: Buffer) => (npm += chunk.toString()));
    try {
      const address = await eventually('the start', 60_000, () =>
        Promise.resolve(/ready at (http:[^\s"\\]+)/.exec(readFileSync(log, 'utf8'))?.[1]),
      );
      shell.stdin.end();
      await once(shell, 'close');
      // Longer than the service needs to detect the end of npm.
      await new Promise((later) => setTimeout(later, 1_000));
      expect((await fetch(`${address}/health`)).status).toBe(200);
    } finally {
      process.kill(Number(npm), 'SIGKILL');
      await eventually('the end', 60_000, () => Promise.resolve(readFileSync(log, 'utf8').includes('"stopped"')));
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

/** A start fails with a message if the queue's connection is closed. */
describe('a start whose connection to the queue breaks', () => {
  it.each(['worker', 'api'] as const)('%s: exits with the reason instead of retrying without end', async (role) => {
    const database = await createTestDatabase();
    const proxy = await proxyWithout('hrev-queue', database.url);
    try {
      const url = new URL(database.url);
      url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
      const { REDIS_URL: _none, ...environment } = flowEnvironment(url.href);
      await expect(ServiceProcess.start(role, environment)).rejects.toThrow(
        /ended with 3:(?![^]*\n\s+at )[^]*\nPostgreSQL at [^ ]+ cannot be reached \(Connection terminated[^\n]*\)\. [^\n]+\n/,
      );
    } finally {
      proxy.close();
      await database.drop();
    }
  });
});

/** Contract §12.1: a failed start prints one line, also if the server accepts connections and sends nothing. */
describe('a start with a database server that does not respond', () => {
  const ROLES = ['worker', 'api', 'all'] as const;
  let silentServer: Server;
  let port: number;
  let failures: Record<(typeof ROLES)[number], Promise<{ message: string; afterMs: number }>>;

  // All roles start at once, because each waits for the connection timeout.
  beforeAll(async () => {
    silentServer = createServer();
    await once(silentServer.listen(0, '127.0.0.1'), 'listening');
    ({ port } = silentServer.address() as AddressInfo);
    const { REDIS_URL: _none, ...environment } = flowEnvironment(`postgres://hrev@127.0.0.1:${port}/hrev`);
    const failureOf = async (role: (typeof ROLES)[number]): Promise<{ message: string; afterMs: number }> => {
      const began = performance.now();
      const message = await ServiceProcess.start(role, environment).then(
        () => 'it started',
        (error: Error) => error.message,
      );
      return { message, afterMs: performance.now() - began };
    };
    failures = { worker: failureOf('worker'), api: failureOf('api'), all: failureOf('all') };
  });
  afterAll(async () => {
    await Promise.all(Object.values(failures));
    silentServer.close();
  });

  it.each(ROLES)('%s: exits with one line that names the server, without a stack', async (role) => {
    const { message, afterMs } = await failures[role];
    expect(message).toMatch(
      new RegExp(
        `^${role} ended with 3:\nPostgreSQL at 127.0.0.1:${port}/hrev cannot be reached \\([^\\n]*time[^\\n]*\n$`,
      ),
    );
    expect(afterMs).toBeLessThan(60_000);
  });
});

/** Starts a proxy of the database at `url` that closes the connections of clients with this application name. */
async function proxyWithout(applicationName: string, url: string): Promise<Server> {
  const { hostname, port } = new URL(url);
  const server = createServer((client) => {
    client.on('error', () => undefined);
    client.once('data', (startup: Buffer) => {
      if (startup.includes(`\0application_name\0${applicationName}\0`)) return void client.end();
      const upstream = connect(Number(port), hostname, () => upstream.write(startup));
      upstream.on('error', () => client.destroy()).pipe(client);
      client.on('close', () => upstream.destroy()).pipe(upstream);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

describe('.env', () => {
  it('sets variables for development; variables of the environment take precedence', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'hrev-env-'));
    try {
      const file = path.join(folder, '.env');
      writeFileSync(file, "# a comment\nPORT=4800\nHREV_COLLECT_EVERY='12h'\n");
      const program = `import { loadDotEnv } from ${JSON.stringify(path.join(__dirname, '../../scripts/launch.mjs'))};
        loadDotEnv(${JSON.stringify(file)});
        loadDotEnv(${JSON.stringify(path.join(folder, 'none'))});
        console.log(process.env.PORT, process.env.HREV_COLLECT_EVERY);`;
      const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
        env: { PATH: process.env['PATH'], PORT: '4900' },
        encoding: 'utf8',
      });
      expect(stdout).toBe('4900 12h\n');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

/** `LOADED_WHEN_USED` of scripts/build-service.mjs: each of these packages would add modules to every start. */
it('a start loads no package that only some requests and visits need', () => {
  const root = path.join(__dirname, '../..');
  const program = `
    require('reflect-metadata');
    require('./dist/src/process/run-service.js');
    const names = Object.keys(require.cache).map((file) => /.*node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(file)?.[1]);
    process.stdout.write(JSON.stringify([...new Set(names)]), () => process.exit());`;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', program], { cwd: root, encoding: 'utf8' });
  expect(stderr).toBe('');
  const loaded = JSON.parse(stdout) as readonly string[];
  expect(loaded).toEqual(expect.arrayContaining(['@nestjs/core', 'pg', 'typeorm']));
  const late = [
    '@simplewebauthn/server',
    'cheerio',
    'ioredis',
    'nodemailer',
    'otpauth',
    'playwright',
    'undici',
    'yaml',
  ];
  expect(loaded.filter((name) => late.includes(name))).toEqual([]);
});
