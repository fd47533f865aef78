import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { createDataSource, Database } from '@libs/database';
import { insertReviews } from '@test/support/review-factory';
import { hrev } from '@test/support/service-process';
import { FaultHarness } from './support/fault-harness';
import { InsistentClients, type InsistentOptions } from './support/insistent-clients';
import { patient } from './support/patience';

/** Contract §5.5: requests of one account do not stop those of another, and the rate limit always applies. */
jest.setTimeout(patient(300_000));

const CONNECTIONS = 300;
const REVIEWS = 20_600;
const BATCH = 1_000;
const VISITS = 150;
const MOST_VISITING_MS = 60_000;
const RATE_LIMIT = 300;

interface Tenant {
  readonly key: string;
  readonly objectId: number;
}

describe('requests of several accounts', () => {
  let harness: FaultHarness;
  let loud: Tenant;
  let quiet: Tenant;

  beforeAll(async () => {
    harness = await FaultHarness.begin();
    await harness.startApi();
    loud = await tenant(REVIEWS);
    quiet = await tenant(200);
  }, patient(180_000));
  afterEach(async () => {
    for (const service of [...harness.processes]) await harness.kill(service);
  });
  afterAll(() => harness?.end(), patient(60_000));

  /** An account with this many reviews of one object, none of which contains "zz". */
  async function tenant(reviews: number): Promise<Tenant> {
    const made = await hrev(harness.environment, 'account', 'create', '--name', 'Tenant', '--plan', 'full', '--json');
    const { account_id: accountId, keys } = made.json<{ account_id: number; keys: { full: string } }>();
    const url = `https://store.steampowered.com/app/${800_000 + accountId}/`;
    const body = { name: 'Object', links: [{ url }] };
    const created = await harness.request('POST', '/v3/objects', { body, headers: { 'X-API-Key': keys.full } });
    const objectId = created.body['id'] as number;
    const [link] = await harness.postgres.query<{ id: number; source_id: number }>(
      'select id::int, source_id from link where object_id = $1',
      [objectId],
    );
    const target = { accountId, objectId, linkId: link?.id ?? 0, sourceId: link?.source_id ?? 0 };
    const settings = { poolSize: 2, statementTimeoutMs: 60_000, applicationName: 'hrev-test' };
    const dataSource = await createDataSource({ url: harness.postgres.url(), ...settings }).initialize();
    const database = new Database(dataSource);
    for (let first = 0; first < reviews; first += BATCH) {
      const many = Array.from({ length: Math.min(BATCH, reviews - first) }, (_, index) => ({
        ...target,
        rating: 4,
        reviewDate: `2026-0${1 + (index % 9)}-1${index % 10}T10:00:00`,
        text: `A stay in room ${first + index}, quiet and clean, breakfast until ten. `.repeat(6),
      }));
      await insertReviews(database, many);
    }
    await database.query('analyze review');
    await database.close();
    return { key: keys.full, objectId };
  }

  /** Durations of consecutive visits in milliseconds, and their statuses. */
  async function visits(
    count: number,
  ): Promise<{ readonly p50: number; readonly p95: number; readonly p99: number; readonly not200: number[] }> {
    const times: number[] = [];
    const not200: number[] = [];
    const until = performance.now() + MOST_VISITING_MS;
    for (let visit = 0; visit < count && performance.now() < until; visit += 1) {
      const began = performance.now();
      const { status } = await harness.request('GET', `/v3/reviews?object_id=${quiet.objectId}&limit=20`, {
        headers: { 'X-API-Key': quiet.key },
      });
      times.push(performance.now() - began);
      if (status !== 200) not200.push(status);
      await pause(20);
    }
    times.sort((a, b) => a - b);
    const at = (share: number): number => Math.round(times[Math.floor(times.length * share)] ?? NaN);
    return { p50: at(0.5), p95: at(0.95), p99: at(0.99), not200 };
  }

  it('F49: while one account sends the most expensive query over 300 connections, another account is served as before, without a 503', async () => {
    await harness.startApi();
    await visits(20);
    const idle = await visits(VISITS);
    const crowd = new ManyConnections(harness.origin, loud);
    await pause(2_000);
    const underLoad = await visits(VISITS);
    const answers = await crowd.end();
    process.stderr.write(`ms of another account: ${JSON.stringify({ idle, underLoad, answers })}\n`);
    expect(underLoad.not200).toEqual([]);
    expect(underLoad.p99).toBeLessThan(patient(Math.max(3 * idle.p99, 250)));
    for (const status of Object.keys(answers)) expect(['200', '503']).toContain(status);
  });

  it('F49: no request beyond the rate limit is admitted over 300 connections of one key', async () => {
    await harness.startApi({ HREV_RATE_LIMIT: String(RATE_LIMIT) });
    const crowd = new ManyConnections(harness.origin, await tenant(REVIEWS));
    await pause(25_000);
    const answers = await crowd.end();
    process.stderr.write(`responses to one key: ${JSON.stringify(answers)}\n`);
    const admitted = Object.entries(answers).reduce(
      (sum, [status, count]) => (status === '429' ? sum : sum + count),
      0,
    );
    // Requests that were admitted and not answered when the connections are cut count too, and are not visible here.
    expect(admitted).toBeLessThanOrEqual(RATE_LIMIT);
  });

  it.each<[string, Partial<InsistentOptions>]>([
    ['over 300 connections', {}],
    ['over 300 connections, with bodies of 64 KiB', { method: 'POST', path: '/v3/objects', bodyBytes: 65_536 }],
    ['over 300 connections, each with a second request ahead of its answer', { sentAhead: 2 }],
    ['over 300 connections at a time, each for one request', { isReused: false }],
  ])(
    'F52: while one key sends on without a pause against 429 %s, another account is served as before',
    async (_, options) => {
      await harness.startApi({ HREV_RATE_LIMIT: String(RATE_LIMIT) });
      quiet = await tenant(200);
      await visits(20);
      const idle = await visits(80);
      const { key, objectId } = await tenant(200);
      const path = `/v3/reviews?object_id=${objectId}&limit=20`;
      const clients = await InsistentClients.begin({
        origin: harness.origin,
        key,
        path,
        connections: CONNECTIONS,
        ...options,
      });
      await pause(3_000);
      const underLoad = await visits(150);
      const answers = await clients.end();
      process.stderr.write(`ms of another account: ${JSON.stringify({ idle, underLoad, answers })}\n`);
      expect(underLoad.not200).toEqual([]);
      expect(underLoad.p95).toBeLessThan(patient(250));
      const admitted = Object.entries(answers).reduce((sum, [status, n]) => (status === '429' ? sum : sum + n), 0);
      expect(admitted).toBeLessThanOrEqual(RATE_LIMIT);
      expect(answers['429']).toBeGreaterThan(0);
    },
  );
});

/** Connections that repeat the same request, each as soon as it has its response. */
class ManyConnections {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  private readonly answers: Record<string, number> = {};
  private readonly clients: Promise<void>[] = [];
  private isOn = true;

  constructor(
    private readonly origin: string,
    private readonly tenant: Tenant,
  ) {
    for (let index = 0; index < CONNECTIONS; index += 1) this.clients.push(this.client());
  }

  /** Number of responses per status. */
  async end(): Promise<Readonly<Record<string, number>>> {
    this.isOn = false;
    this.agent.destroy();
    await Promise.all(this.clients);
    return this.answers;
  }

  private async client(): Promise<void> {
    while (this.isOn) {
      const status = await this.search();
      if (!this.isOn) return;
      this.answers[status] = (this.answers[status] ?? 0) + 1;
      // A refusal is cheap: repeating it at once would only measure the client's CPU.
      if (status !== 200) await pause(250);
    }
  }

  private search(): Promise<number> {
    return new Promise((resolve) => {
      const path = `/v3/reviews?object_id=${this.tenant.objectId}&search=zz&limit=100`;
      const call = request(`${this.origin}${path}`, { agent: this.agent, headers: { 'X-API-Key': this.tenant.key } });
      call.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode ?? 0)));
      call.on('error', () => resolve(0)).end();
    });
  }
}
