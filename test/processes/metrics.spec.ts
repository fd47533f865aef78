import { createServer, type AddressInfo, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { eventually } from '@test/support/eventually';
import { flowEnvironment, ServiceProcess } from '@test/support/service-process';
import { createTestDatabase, type TestDatabase } from '@test/support/test-database';

/** The metrics of processes as an operator starts them (docs/operations/metrics.md). */
describe('the metrics of processes', () => {
  let database: TestDatabase;
  const started: ServiceProcess[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    for (const service of started.splice(0)) {
      service.signal('SIGCONT');
      await service.kill();
    }
  });
  afterAll(() => database?.drop());

  const start = async (role: 'api' | 'worker', port: number, more: Readonly<Record<string, string>> = {}) => {
    const environment = flowEnvironment(database.url, { HREV_METRICS_PORT: String(port), ...more });
    const service = await ServiceProcess.start(role, environment);
    started.push(service);
    return service;
  };
  const scrape = async (port: number, host = '127.0.0.1'): Promise<string> => {
    const response = await fetch(`http://${host}:${port}/metrics`, { signal: AbortSignal.timeout(12_000) });
    expect(response.status).toBe(200);
    return response.text();
  };
  const ofCluster = (text: string): boolean => /^hrev_queue_waiting\{/m.test(text);

  it('pass from a process that is killed, and from one that is stopped, to another within seconds', async () => {
    const [one, two, three] = await Promise.all([freePort(), freePort(), freePort()]);
    const api = await start('api', one);
    const worker = await start('worker', two);
    await start('worker', three);
    expect(ofCluster(await scrape(one))).toBe(true);
    expect([ofCluster(await scrape(two)), ofCluster(await scrape(three))]).toEqual([false, false]);
    expect(await scrape(two)).toMatch(
      /^hrev_build_info\{version="[\d.]+",commit="unknown",node="v\d+[^"]*",role="worker"\} 1$/m,
    );
    await api.kill();
    await eventually('the takeover after a crash', 5_000, async () => ofCluster(await scrape(two)));
    // A stopped process keeps its connections; PostgreSQL ends its silent session.
    worker.signal('SIGSTOP');
    await eventually('the takeover from a stopped process', 25_000, async () => ofCluster(await scrape(three)));
    worker.signal('SIGCONT');
    expect([ofCluster(await scrape(two)), ofCluster(await scrape(three))]).toEqual([false, true]);
  });

  it('are served on loopback only, unless an address is set', async () => {
    const port = await freePort();
    await start('api', port);
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4');
    expect(await scrape(port)).toContain('hrev_build_info');
    for (const { address } of others) await expect(scrape(port, address)).rejects.toThrow('fetch failed');
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(405);
  });
});

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
