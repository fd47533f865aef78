import { setTimeout as pause } from 'node:timers/promises';
import { Database, createDataSource } from '@libs/database';
import { SandboxServer, sandboxPlatforms } from '@libs/sources/sandbox';
import { patient } from '../faults/support/patience';
import { aWebhook, dueDeliveries } from '../support/delivery-harness';
import { eventually } from '../support/eventually';
import { SANDBOX_CREDENTIALS } from '../support/sandbox-credentials';
import { ApiClient, ServiceProcess, flowEnvironment, hrev, type Environment } from '../support/service-process';
import { createTestDatabase, type TestDatabase } from '../support/test-database';
import { WebhookReceiver } from '../support/webhook-receiver';

/** A switch holds in every process this long after the request that sets it has ended (contract §4.17). */
const EFFECTIVE_WITHIN_MS = 5_000;
/** How long it is watched that nothing begins. */
const WATCHED_MS = 7_000;
const UNTIL_MS = patient(60_000);
const DELIVERIES = 300;
const STEAM_REVIEWS = 1_000;
const REPLIES = 40;

/**
 * The switches of the operator with real processes: an API and two workers. What is off is off in all of them within seconds, and when it is
 * on again, nothing is lost and nothing is sent twice. The queue is in Redis if `REDIS_URL` is set.
 */
describe('the switches of the operator, with an API and two workers', () => {
  const sandbox = new SandboxServer(sandboxPlatforms);
  const receiver = new WebhookReceiver(204);
  const processes: ServiceProcess[] = [];
  let testDatabase: TestDatabase;
  let database: Database;
  let environment: Environment;
  let accountId: number;
  let client: ApiClient;
  let operator: ApiClient;

  beforeAll(async () => {
    await sandbox.start();
    await receiver.listen();
    testDatabase = await createTestDatabase();
    const settings = { url: testDatabase.url, poolSize: 3, statementTimeoutMs: 20_000, applicationName: 'flow-test' };
    const dataSource = createDataSource(settings);
    await dataSource.initialize();
    database = new Database(dataSource);
    environment = flowEnvironment(testDatabase.url, {
      HREV_SOURCE_ORIGINS: JSON.stringify(sandbox.origins),
      // No scheduled collection starts during the test.
      HREV_COLLECT_EVERY: '365d',
      HREV_COLLECT_OWNER_EVERY: '365d',
    });
    const created = await hrev(environment, 'account', 'create', '--name', 'Flow', '--plan', 'full', '--json');
    const account = created.json<{ account_id: number; keys: { full: string } }>();
    accountId = account.account_id;
    const issued = await hrev(
      environment,
      ...['key', 'issue', '--account', String(accountId), '--scope', 'master', '--json'],
    );
    const roles = ['api', 'worker', 'worker'] as const;
    processes.push(...(await Promise.all(roles.map((role) => ServiceProcess.start(role, environment)))));
    const origin = processes[0]?.origin ?? '';
    client = new ApiClient(origin, account.keys.full);
    operator = new ApiClient(origin, issued.json<{ key: string }>().key);
  });
  afterEach(() => sandbox.slowDown(0));
  afterAll(async () => {
    await Promise.all(processes.map((service) => service.stop()));
    receiver.close();
    await sandbox.stop();
    await database?.close();
    await testDatabase?.drop();
  });

  const set = async (name: string, to: 'off' | 'on', slug: string | null = null): Promise<void> => {
    const answer = await operator.request('POST', `/v3/admin/switches/${name}/${to}`, { source_slug: slug });
    expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  };

  /**
   * Switches off while work is done, and returns how many milliseconds after that the last piece of it began. `count` counts the
   * pieces.
   */
  async function lastAfter(turnOff: () => Promise<void>, count: () => number): Promise<number> {
    await turnOff();
    const offAt = performance.now();
    let [seen, lastMs] = [count(), 0];
    while (performance.now() - offAt < WATCHED_MS) {
      // A fixed pause: it is shown that nothing more begins.
      await pause(20);
      if (count() !== seen) [seen, lastMs] = [count(), performance.now() - offAt];
    }
    process.stderr.write(`the last of ${seen} began ${Math.round(lastMs)} ms after it was switched off\n`);
    return lastMs;
  }
  /** How many milliseconds after a switch the first piece of work begins. */
  async function firstAfter(turnOn: () => Promise<void>, count: () => number): Promise<number> {
    const before = count();
    await turnOn();
    const onAt = performance.now();
    await eventually('work after it was switched on', UNTIL_MS, () => Promise.resolve(count() > before));
    return performance.now() - onAt;
  }

  /** An object with a link to a page of the sandbox that has this many reviews. */
  async function objectWith(slug: string, key: string, reviews: number): Promise<number> {
    for (let number = 0; number < reviews; number += 1) {
      const publishedAt = new Date(Date.now() - (24 + number * 6) * 3_600_000);
      sandbox.add(slug, key, { author: 'Ada Sandbox', text: `Visit ${number}`, rating: 5, publishedAt });
    }
    const url = sandboxPlatforms.find((platform) => platform.slug === slug)?.pageUrl(key);
    const created = await client.request('POST', '/v3/objects', { name: slug, links: [{ url }] });
    expect(created.status).toBe(201);
    return (created.body as { id: number }).id;
  }
  const linkOf = async (objectId: number): Promise<Record<string, unknown>> =>
    (await client.get<{ data: Record<string, unknown>[] }>(`/v3/objects/${objectId}/links`)).data[0] ?? {};
  const untilCollected = (objectId: number, reviews: number): Promise<unknown> =>
    eventually('the end of the collection', UNTIL_MS, async () => {
      const link = await linkOf(objectId);
      return link['scrape_status'] === 'success' && link['collected_count'] === reviews;
    });
  const requestsTo = (slug: string): number => sandbox.requests.filter((request) => request.slug === slug).length;

  it('webhooks: attempts end within 5 s, and every delivery is sent once after it is switched on', async () => {
    receiver.status = () => pause(50).then(() => 204);
    const webhookId = await aWebhook(database, { accountId, target: receiver.origin });
    const ids = await dueDeliveries(database, { accountId, webhookId }, DELIVERIES);
    const arrived = (): number => receiver.received.length;
    await eventually('the first deliveries', UNTIL_MS, () => Promise.resolve(arrived() > 30));
    expect(await lastAfter(() => set('webhooks', 'off'), arrived)).toBeLessThan(EFFECTIVE_WITHIN_MS);
    expect(arrived()).toBeLessThan(DELIVERIES);
    const account = await client.get<{ switched_off: unknown }>('/v3/account');
    expect(account.switched_off).toMatchObject([{ switch: 'webhooks', source_slug: null }]);

    // A process that starts meanwhile sends none either.
    const before = arrived();
    processes.push(await ServiceProcess.start('worker', environment));
    await pause(1_500);
    expect(arrived()).toBe(before);

    expect(await firstAfter(() => set('webhooks', 'on'), arrived)).toBeLessThan(EFFECTIVE_WITHIN_MS);
    await eventually('all deliveries', UNTIL_MS, () => Promise.resolve(arrived() >= DELIVERIES));
    const received = receiver.received.map(({ headers }) => Number(headers['x-hrev-delivery-id']));
    expect(received.sort((a, b) => a - b)).toEqual(ids);
  });

  it('collection of one platform: the visit ends within 5 s, and every review is stored once after it is switched on', async () => {
    sandbox.slowDown(1_000);
    const objectId = await objectWith('steam', '940001', STEAM_REVIEWS);
    const pages = (): number => requestsTo('steam');
    await eventually('the first pages', UNTIL_MS, () => Promise.resolve(pages() > 3));
    expect(await lastAfter(() => set('collection', 'off', 'steam'), pages)).toBeLessThan(EFFECTIVE_WITHIN_MS);
    const link = await linkOf(objectId);
    expect(link).toMatchObject({ scrape_error: null, switched_off_since: expect.any(String) as string });
    expect(link['collected_count']).toBeLessThan(STEAM_REVIEWS);
    expect(await firstAfter(() => set('collection', 'on', 'steam'), pages)).toBeLessThan(
      WATCHED_MS + EFFECTIVE_WITHIN_MS,
    );
    sandbox.slowDown(0);
    await untilCollected(objectId, STEAM_REVIEWS);
    const [stored] = await database.query(
      `select count(*)::int as n, count(distinct external_id)::int as distinct, count(deleted_at)::int as deleted from review
       where object_id = $1`,
      [objectId],
    );
    expect(stored).toEqual({ n: STEAM_REVIEWS, distinct: STEAM_REVIEWS, deleted: 0 });
    expect(await linkOf(objectId)).toMatchObject({ switched_off_since: null, stop_reason: 'complete' });
  });

  it('replies: requests end within 5 s, and every reply is published once after it is switched on', async () => {
    const objectId = await objectWith('google', '7405212348822094777', REPLIES);
    const fields = Object.entries(SANDBOX_CREDENTIALS['google'] ?? {}).flatMap((pair) => ['--field', pair.join('=')]);
    const where = ['--object', String(objectId), '--source', 'google'];
    expect(await hrev(environment, 'connection', 'add', ...where, ...fields)).toMatchObject({ code: 0 });
    await untilCollected(objectId, REPLIES);
    const rows = await database.query<{ id: number }>('select id from review where object_id = $1 order by id', [
      objectId,
    ]);
    const published = (): number => sandbox.replies('google').publications.length;
    await set('replies', 'off', 'google');
    for (const { id } of rows)
      await eventually('the acceptance of a reply', UNTIL_MS, async () => {
        const { status } = await client.request('PUT', `/v3/reviews/${id}/reply`, { text: `Thank you, ${id}` });
        return status === 202;
      });
    expect(published()).toBe(0);
    sandbox.slowDown(700);
    await set('replies', 'on', 'google');
    await eventually('the first replies', UNTIL_MS, () => Promise.resolve(published() > 3));
    expect(await lastAfter(() => set('replies', 'off'), published)).toBeLessThan(EFFECTIVE_WITHIN_MS);
    expect(published()).toBeLessThan(REPLIES);
    const waiting = await client.get<{ total: number; data: Record<string, unknown>[] }>('/v3/replies?status=pending');
    expect(waiting.total).toBe(REPLIES - published());
    expect(waiting.data[0]).toMatchObject({ switched_off_since: expect.any(String) as string, next_attempt_at: null });
    expect(await firstAfter(() => set('replies', 'on'), published)).toBeLessThan(EFFECTIVE_WITHIN_MS);
    await eventually('all replies', UNTIL_MS, async () => {
      const { total } = await client.get<{ total: number }>('/v3/replies?status=published');
      return total === REPLIES;
    });
    const texts = sandbox.replies('google').publications.map(({ text }) => text);
    expect([...texts].sort()).toEqual(rows.map(({ id }) => `Thank you, ${id}`).sort());
  });
});
