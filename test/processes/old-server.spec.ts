// cspell:ignore Munrecognized
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import pg from 'pg';
import { flowEnvironment, hrev, ServiceProcess, type Environment } from '@test/support/service-process';
import { createTestDatabase, type TestDatabase } from '@test/support/test-database';

/** README: hrev needs PostgreSQL 18 or newer. A failed start or command prints one line (contract §12.3). */
describe('a PostgreSQL server older than 18', () => {
  let database: TestDatabase;
  let old: Server;
  let environment: Environment;
  let line: RegExp;

  beforeAll(async () => {
    database = await createTestDatabase();
    old = await asVersion15(database.url);
    const url = new URL(database.url);
    url.host = `127.0.0.1:${(old.address() as AddressInfo).port}`;
    const { REDIS_URL: _none, ...shared } = flowEnvironment(url.href);
    environment = { ...shared, HREV_HOME: '/tmp/hrev-old-server-spec' };
    line = new RegExp(
      `^PostgreSQL at ${url.host}${url.pathname} is version 15\\S*: hrev needs PostgreSQL 18 or newer\\.\n$`,
    );
  });
  afterAll(async () => {
    old.close();
    await database.drop();
  });

  it.each(['api', 'worker', 'all'] as const)('the start of role %s prints one line and exits with 3', async (role) => {
    await expect(ServiceProcess.start(role, environment)).rejects.toThrow(
      new RegExp(`^${role} ended with 3:\n${line.source.slice(1)}`),
    );
  });

  it.each([[['migrate']], [['account', 'list']]])('hrev %j prints the same line and exits with 3', async (args) => {
    const { code, stdout, stderr } = await hrev(environment, ...args);
    expect({ code, stdout, stderr }).toEqual({ code: 3, stdout: '', stderr: expect.stringMatching(line) as string });
  });

  it('doctor reports the version with a remedy, and skips the checks that need the database', async () => {
    const { code, json } = await hrev(environment, 'doctor', '--json');
    const { checks } = json<{ checks: { name: string; ok: boolean; detail: string; remedy: string | null }[] }>();
    expect(code).toBe(3);
    expect(checks.filter((check) => !check.ok && check.name !== 'browser')).toEqual([
      {
        name: 'database',
        ok: false,
        detail: expect.stringMatching(/^PostgreSQL 15\S*; 18 or newer is needed$/) as string,
        warning: null,
        remedy: expect.stringContaining('18 or newer') as string,
      },
      ...[
        ['extensions', 'database'],
        ['migrations', 'database'],
        ['secrets', 'migrations'],
        ['switches', 'migrations'],
        ['queue', 'database'],
      ].map(([name, needed]) => ({
        name,
        ok: false,
        detail: `not checked: needs ${needed}`,
        warning: null,
        remedy: null,
      })),
    ]);
  });
});

/**
 * Starts a proxy of the server at `url` that behaves like PostgreSQL 15: it replaces the version in the responses, and refuses
 * connections with a setting that version 17 introduced.
 */
async function asVersion15(url: string): Promise<Server> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ number: string; text: string }>(
    `select current_setting('server_version_num') as number, current_setting('server_version') as text`,
  );
  await client.end();
  const versions = Object.values(rows[0] ?? {});
  const withVersion15 = (chunk: Buffer): Buffer =>
    Buffer.from(
      versions.reduce((bytes, version) => bytes.replaceAll(version, `15${version.slice(2)}`), chunk.toString('latin1')),
      'latin1',
    );
  const { hostname, port } = new URL(url);
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (startup: Buffer) => {
      if (startup.includes('transaction_timeout')) return refuse(socket);
      const upstream = connect(Number(port), hostname, () => upstream.write(startup));
      upstream.on('error', () => socket.destroy());
      upstream.on('data', (chunk: Buffer) => void socket.write(withVersion15(chunk))).on('end', () => socket.end());
      socket.on('close', () => upstream.destroy()).pipe(upstream);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

function refuse(socket: Socket): void {
  const fields = 'SFATAL\0VFATAL\0C42704\0Munrecognized configuration parameter "transaction_timeout"\0\0';
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(Buffer.byteLength(fields) + 4, 1);
  socket.end(Buffer.concat([head, Buffer.from(fields)]));
}
