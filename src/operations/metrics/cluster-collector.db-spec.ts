import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { createTestDatabase, type TestDatabase } from '@test/support/test-database';
import { eventually } from '@test/support/eventually';
import { valueIn } from '@test/support/metric-values';
import { testApp, type TestApp } from '@test/support/test-app';
import { Readiness } from '@src/health';
import { listenForMetrics } from './metrics-server';
import { Metrics } from './metrics.service';

/** Two processes of the service on one database, each with its metrics server. */
describe('the metrics of processes and of the installation', () => {
  let database: TestDatabase;
  const apps: TestApp[] = [];
  const servers: Server[] = [];

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) server.close();
    for (const app of apps.splice(0)) await app.close();
    await database?.drop();
  });

  const aProcess = async (): Promise<{ readonly app: TestApp; readonly scrape: () => Promise<string> }> => {
    const app = await testApp({ databaseUrl: database.url });
    const server = await listenForMetrics(app.app.get(Metrics, { strict: false }), '127.0.0.1', 0);
    apps.push(app);
    servers.push(server);
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`;
    const scrape = async (): Promise<string> => {
      const response = await fetch(address);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
      return response.text();
    };
    return { app, scrape };
  };
  const ofCluster = (text: string): boolean => text.includes('\nhrev_queue_waiting{queue="events"} 0\n');
  const ofProcess = (text: string): boolean => text.includes('\nhrev_build_info{');
  /** Which of the scrapes have metrics of the installation. Every one has those of its process. */
  const reporting = async (...scrapes: readonly (() => Promise<string>)[]): Promise<readonly boolean[]> => {
    const texts: string[] = [];
    for (const scrape of scrapes) texts.push(await scrape());
    expect(texts.map(ofProcess)).toEqual(scrapes.map(() => true));
    return texts.map(ofCluster);
  };

  it('are reported by one process, and by the next one at its first scrape after that one has ended', async () => {
    const [one, other] = [await aProcess(), await aProcess()];
    expect(await reporting(one.scrape, other.scrape)).toEqual([true, false]);
    expect(await reporting(other.scrape, one.scrape)).toEqual([false, true]);
    await one.app.close();
    apps.splice(apps.indexOf(one.app), 1);
    expect(await reporting(other.scrape)).toEqual([true]);
  });

  it('pass to another process if the session of the first one is lost, and do not come back', async () => {
    const [one, other] = [await aProcess(), await aProcess()];
    expect(await reporting(one.scrape, other.scrape)).toEqual([true, false]);
    const sessions = (action: string): Promise<object[]> =>
      one.app.database.query(
        `select ${action} from pg_stat_activity where application_name = 'hrev-metrics' and datname = current_database()`,
      );
    expect(await sessions('pg_terminate_backend(pid)')).not.toEqual([]);
    // PostgreSQL ends a session, which releases its lock, after it has answered.
    await eventually('the sessions have ended', 10_000, async () => (await sessions('pid')).length === 0);
    expect(await reporting(other.scrape, one.scrape, other.scrape)).toEqual([true, false, true]);
  });

  it('are reported once if all processes are scraped at the same moment', async () => {
    const processes = [await aProcess(), await aProcess(), await aProcess()];
    for (let round = 0; round < 3; round += 1) {
      const texts = await Promise.all(processes.map(({ scrape }) => scrape()));
      expect(texts.filter(ofCluster).length).toBeLessThanOrEqual(1);
    }
    expect((await reporting(...processes.map(({ scrape }) => scrape))).filter(Boolean)).toHaveLength(1);
  });

  it('of the process remain without the database', async () => {
    const { app, scrape } = await aProcess();
    expect(await reporting(scrape)).toEqual([true]);
    await database.drop();
    expect(await reporting(scrape)).toEqual([false]);
    expect(app.logLines.filter(({ level }) => level === 'fatal')).toEqual([]);
  });

  it('have whether the process is ready, from its second scrape on', async () => {
    const { app, scrape } = await aProcess();
    const isReady = async (): Promise<number | undefined> => valueIn(await scrape(), 'hrev_ready');
    await scrape();
    await eventually('a ready process', 10_000, async () => (await isReady()) === 1);
    app.app.get(Readiness, { strict: false }).leave();
    expect(await isReady()).toBe(0);
  });

  it('count requests by the pattern of their route, and decisions on keys', async () => {
    const { app, scrape } = await aProcess();
    const { full } = await app.anAccount();
    const before = await scrape();
    await app.agent.get('/v3/objects/987654321').set('X-API-Key', full);
    await app.agent.get('/v3/objects/987654321').set('X-API-Key', 'hrev_unknown');
    await app.agent.get('/v3/no/such/path/4711');
    const text = await scrape();
    const grown = (series: string): number => (valueIn(text, series) ?? 0) - (valueIn(before, series) ?? 0);
    const route = 'route="/v3/objects/:object_id",method="GET",version="v3"';
    expect(grown(`hrev_http_requests_total{${route},status="404"}`)).toBe(1);
    expect(grown(`hrev_http_requests_total{${route},status="401"}`)).toBe(1);
    expect(grown(`hrev_http_request_duration_seconds_count{${route},status_class="4xx"}`)).toBe(2);
    expect(grown('hrev_http_requests_total{route="none",method="GET",version="none",status="404"}')).toBe(1);
    expect(grown('hrev_access_decisions_total{credential="key",outcome="admitted"}')).toBe(1);
    expect(grown('hrev_access_decisions_total{credential="key",outcome="unauthorized"}')).toBe(1);
    expect(grown('hrev_rate_limit_decisions_total{limited="key",outcome="admitted"}')).toBe(1);
    expect(grown('hrev_rate_limit_decisions_total{limited="address",outcome="admitted"}')).toBe(1);
    expect(grown('hrev_database_pool_requests_total')).toBeGreaterThan(0);
    const labels = [...text.matchAll(/\{.*\}/g)].join('\n');
    expect(labels).not.toMatch(/987654321|4711|hrev_unknown/);
  });

  const promtool = ['/usr/bin/promtool', '/usr/local/bin/promtool'].find((file) => existsSync(file));
  (promtool === undefined ? it.skip : it)('pass `promtool check metrics` (skipped without promtool)', async () => {
    const { scrape } = await aProcess();
    const text = await scrape();
    expect(ofCluster(text)).toBe(true);
    const { status, stdout, stderr } = spawnSync(promtool ?? '', ['check', 'metrics'], {
      input: text,
      encoding: 'utf8',
    });
    expect({ status, text: `${stdout}${stderr}` }).toEqual({ status: 0, text: '' });
  });
});
