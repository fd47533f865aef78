import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SandboxServer, sandboxPlatforms } from '@libs/sources/sandbox';
import { dashboards, queries } from '@test/monitoring/dashboards';
import { RULES } from '@test/monitoring/promtool';
import { dashboardPage } from '@test/support/dashboard-page';
import { eventually } from '@test/support/eventually';
import { hasPrometheus, Prometheus, type Series } from '@test/support/prometheus';
import { SANDBOX_CREDENTIALS } from '@test/support/sandbox-credentials';
import { ApiClient, flowEnvironment, hrev, ServiceProcess, type Environment } from '@test/support/service-process';
import { createTestDatabase, type TestDatabase } from '@test/support/test-database';
import { WebhookReceiver } from '@test/support/webhook-receiver';

/** Queries of panels with data that have none themselves, each with the reason. */
const EMPTY: Readonly<Record<string, string>> = {
  'service / Backups / log': 'the log is stored for an embedded database only',
};

const NAMESPACE = 'reviews';
const SOURCE = 'app-store';
const KEYS = { 'app-store': '6400000001', steam: '900100' } as const;
const LINKS = 3;
const REVIEWS = 40;
/** Longer than the work between the first scrape and the queries. */
const WINDOW_S = 180;

interface Review {
  readonly id: number;
  readonly source_slug: string;
}

/** The dashboards and the rules on a real Prometheus, which scrapes a service with simulated platforms. */
(hasPrometheus ? describe : describe.skip)(
  hasPrometheus
    ? 'dashboards on a real Prometheus'
    : 'skipped: no prometheus on this machine (apt-get install prometheus)',
  () => {
    const sandbox = new SandboxServer(sandboxPlatforms);
    const receiver = new WebhookReceiver();
    let ports: { readonly api: number; readonly worker: number; readonly prometheus: number };
    let backups: string;
    let database: TestDatabase;
    let environment: Environment;
    let api: ServiceProcess;
    let worker: ServiceProcess;
    let prometheus: Prometheus;
    let client: ApiClient;
    let objectId: number;
    let replies: Review[];

    const pageOf = (slug: string, key: string): string =>
      sandboxPlatforms.find((platform) => platform.slug === slug)?.pageUrl(key) ?? '';
    const addReview = (slug: keyof typeof KEYS, number: number, hours = number + 1): void => {
      sandbox.add(slug, KEYS[slug], {
        author: `Person ${number}`,
        title: slug === 'app-store' ? `Visit ${number}` : null,
        text: `The text of visit number ${number}`,
        rating: slug === 'steam' ? number % 2 : 1 + (number % 5),
        publishedAt: new Date(Date.now() - hours * 3_600_000),
      });
    };
    const write = async <T>(method: string, at: string, body?: unknown): Promise<T> => {
      const answer = await client.request(method, at, body);
      expect([at, answer.status < 300, answer.body]).toEqual([at, true, answer.body]);
      return answer.body as T;
    };

    /** Requests, collections with a failure, a delivery and a reply: each adds to the counters that the dashboards show. */
    async function work(): Promise<void> {
      const delivered = receiver.received.length;
      addReview('steam', REVIEWS + replies.length, 0);
      await write('POST', `/v3/objects/${objectId}/collect`);
      await client.get(`/v3/reviews?object_id=${objectId}`);
      await fetch(`${api.origin}/v3/objects`, { headers: { 'X-API-Key': 'hrev_unknown' } });
      await eventually('the delivery', 60_000, () => receiver.received.length > delivered);
      const [review] = replies.splice(0, 1);
      await write('PUT', `/v3/reviews/${review?.id}/reply`, { text: 'Thank you for your visit.' });
      await eventually('the reply is published', 60_000, async () => {
        const { status } = await client.get<{ status: string }>(`/v3/reviews/${review?.id}/reply`);
        return status === 'published';
      });
    }

    beforeAll(async () => {
      ports = { api: await freePort(), worker: await freePort(), prometheus: await freePort() };
      backups = mkdtempSync(path.join(tmpdir(), 'hrev-dashboards-'));
      database = await createTestDatabase();
      await sandbox.start();
      for (const slug of ['app-store', 'steam'] as const)
        for (let number = 0; number < REVIEWS; number += 1) addReview(slug, number);
      environment = flowEnvironment(database.url, {
        HREV_BACKUP_DIR: backups,
        HREV_SOURCE_ORIGINS: JSON.stringify(sandbox.origins),
        HREV_COLLECT_MIN_GAP: '0s',
        HREV_RATE_LIMIT: '100000',
      });
      const account = await hrev(environment, 'account', 'create', '--name', 'Harbor', '--plan', 'full', '--json');
      const start = (role: 'api' | 'worker'): Promise<ServiceProcess> =>
        ServiceProcess.start(role, { ...environment, HREV_METRICS_PORT: String(ports[role]) });
      api = await start('api');
      worker = await start('worker');
      client = new ApiClient(api.origin, account.json<{ keys: { full: string } }>().keys.full);
      const links = [
        pageOf('app-store', KEYS['app-store']),
        pageOf('steam', KEYS.steam),
        pageOf('mozilla-amo', 'no-such-extension'),
      ].map((url) => ({ url }));
      expect(links).toHaveLength(LINKS);
      ({ id: objectId } = await write<{ id: number }>('POST', '/v3/objects', { name: 'Harbor', links }));
      const fields = Object.entries(SANDBOX_CREDENTIALS[SOURCE] ?? {}).flatMap(([name, value]) => [
        '--field',
        `${name}=${value}`,
      ]);
      const connect = ['connection', 'add', '--object', String(objectId), '--source', SOURCE, ...fields, '--json'];
      expect(await hrev(environment, ...connect)).toMatchObject({ code: 0 });
      const target = await receiver.listen();
      await write('POST', '/v3/webhooks', {
        target,
        event_types: ['reviews.new'],
        filters: { allowed_ratings: [0, 1, 2, 3, 4, 5] },
      });
      await eventually('the first collection', 120_000, async () => {
        const { data } = await client.get<{ data: { scrape_status: string }[] }>(`/v3/objects/${objectId}/links`);
        return data.every(({ scrape_status: status }) => status === 'success' || status === 'failed');
      });
      const { data } = await client.get<{ data: Review[] }>(`/v3/reviews?object_id=${objectId}&limit=100`);
      replies = data.filter(({ source_slug: slug }) => slug === SOURCE);
      await work();
      prometheus = await Prometheus.start({
        port: ports.prometheus,
        targets: [ports.api, ports.worker],
        namespace: NAMESPACE,
        rules: RULES,
      });
      await work();
    });

    afterAll(async () => {
      await prometheus?.stop();
      await api?.stop();
      await worker?.stop();
      receiver.close();
      await sandbox.stop();
      await database?.drop();
      if (backups) rmSync(backups, { recursive: true, force: true });
    });

    const wanted = queries.filter(({ name }) => !(name in EMPTY));

    /** The series of a query since the first scrape, as Grafana sends it. */
    const seriesOf = (expr: string, rates = WINDOW_S): Promise<Series> =>
      prometheus.range(
        expr
          .replaceAll('$namespace', NAMESPACE)
          .replaceAll('$source', SOURCE)
          .replaceAll(/\$__(?:rate_interval|range)/g, `${rates}s`),
        WINDOW_S,
      );
    async function valuesOf(expr: string): Promise<readonly number[]> {
      const series = await seriesOf(expr);
      return series.flatMap(({ values }) => values.map(([, value]) => Number(value)).filter(Number.isFinite));
    }
    /** Writes a page for each dashboard to the folder that `HREV_DASHBOARD_PAGES` names, if it is set. */
    async function writePages(): Promise<void> {
      const { HREV_DASHBOARD_PAGES: folder } = process.env;
      if (folder === undefined) return;
      for (const one of dashboards) {
        const page = await dashboardPage(one, (expr) => seriesOf(expr, 10));
        writeFileSync(path.join(folder, `${path.parse(one.file).name}.html`), page);
      }
    }
    const hasData = async ({ expr }: { readonly expr: string }): Promise<boolean> => (await valuesOf(expr)).length > 0;

    it('each query of each panel has data', async () => {
      let missing: readonly string[] = [];
      const isComplete = async (): Promise<boolean> => {
        const found = await Promise.all(wanted.map(async (one) => ((await hasData(one)) ? [] : [one.name])));
        missing = found.flat();
        return missing.length === 0;
      };
      // What the last work has counted is in the next scrape.
      await eventually('the data', 60_000, isComplete).catch(() => undefined);
      await writePages();
      expect(missing).toEqual([]);
    });

    it('each exception is a query without data, of a panel that has some', async () => {
      const exceptions = queries.filter(({ name }) => name in EMPTY);
      expect(exceptions).toHaveLength(Object.keys(EMPTY).length);
      for (const one of exceptions) {
        expect([one.name, await hasData(one)]).toEqual([one.name, false]);
        expect(wanted.map(({ panel }) => panel)).toContain(one.panel);
      }
    });

    it('each rule is evaluated without an error', async () => {
      expect(await prometheus.ruleErrors()).toEqual([]);
    });

    it('a query that Prometheus refuses is found', async () => {
      await expect(prometheus.range('sum(', WINDOW_S)).rejects.toThrow('parse error');
    });

    it('figures of the installation are counted once, also while another process takes over their report', async () => {
      const exprOf = (name: string): string => queries.find((one) => one.name === name)?.expr ?? '';
      const reporting = async (): Promise<string | undefined> =>
        (await prometheus.range('hrev_cluster_leader == 1', 1)).at(-1)?.metric['instance'];
      const first = await reporting();
      await (first === `127.0.0.1:${ports.api}` ? api : worker).stop();
      await eventually('the report of the other process', 60_000, async () => {
        const second = await reporting();
        return second !== undefined && second !== first;
      });
      expect(new Set(await valuesOf(exprOf('collection / Links')))).toEqual(new Set([LINKS]));
      expect(new Set(await valuesOf(exprOf('service / Processes / {{role}}')))).toEqual(new Set([1]));
      expect(Math.max(...(await valuesOf('count(hrev_build_info)')))).toBe(2);
    });
  },
);

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
