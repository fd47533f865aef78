import { Database, createDataSource } from '@libs/database';
import { SandboxServer, sandboxPlatforms } from '@libs/sources/sandbox';
import { eventually } from '../support/eventually';
import { ServiceProcess, flowEnvironment, type Environment } from '../support/service-process';
import { aLink, type LinkFixture } from '../support/store-fixture';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

/**
 * Faults during a collection, with real worker processes (faults F7, F18, F31; contract §10). After each fault every review is stored
 * once, the run has ended once, and no attempt is used up. The queue is in Redis if `REDIS_URL` is set.
 */
const STEAM = 8;
const APP_STORE = 1;
const REVIEWS = 650;

interface RunLink {
  id: number;
  run_id: number;
  link_id: number;
  state: string;
  outcome: string | null;
  scrape_error: string | null;
  attempts: number;
  pages: number;
  reviews_new: number;
}

describe('faults during a collection', () => {
  const sandbox = new SandboxServer(sandboxPlatforms);
  let testDatabase: TestDatabase;
  let database: Database;
  let environment: Environment;
  const workers: ServiceProcess[] = [];
  let serial = 910_000;

  const startWorker = async (more: Environment = {}): Promise<ServiceProcess> => {
    const worker = await ServiceProcess.start('worker', { ...environment, ...more });
    workers.push(worker);
    return worker;
  };
  const stopAll = async (): Promise<void> => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  };

  beforeAll(async () => {
    await sandbox.start();
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
      HREV_COLLECT_LEASE: '6s',
    });
    await database.query(`insert into source (id, slug) values ($1, 'app-store'), ($2, 'steam')`, [APP_STORE, STEAM]);
  });

  afterEach(stopAll, 60_000);
  afterAll(async () => {
    await stopAll();
    await sandbox.stop();
    await database?.close();
    await testDatabase?.drop();
  });

  /** Creates a page with generated reviews in the sandbox, and a link to it that is due at once. */
  async function dueLink(
    slug: 'steam' | 'app-store',
    parents: { accountId?: number } = {},
    reviews = REVIEWS,
  ): Promise<LinkFixture> {
    serial += 1;
    const key = String(serial);
    for (let number = 0; number < reviews; number += 1) {
      const publishedAt = new Date(Date.now() - (24 + number * 6) * 3_600_000);
      sandbox.add(slug, key, { author: 'Ada Sandbox', text: `Visit ${number}`, rating: 1, publishedAt });
    }
    const link = await aLink(database, { ...parents, sourceId: slug === 'steam' ? STEAM : APP_STORE });
    const url = sandboxPlatforms.find((platform) => platform.slug === slug)?.pageUrl(key);
    await database.query('update link set url = $2 where id = $1', [link.linkId, url]);
    return link;
  }

  const runLinkOf = async ({ linkId }: LinkFixture): Promise<RunLink | undefined> =>
    (await database.query<RunLink>('select * from run_link where link_id = $1 order by id desc limit 1', [linkId]))[0];
  const twoPagesCollected = (link: LinkFixture): Promise<RunLink> =>
    eventually('two collected pages', 60_000, async () => {
      const row = await runLinkOf(link);
      return row !== undefined && row.state === 'running' && row.pages >= 2 && row;
    });
  const untilEnded = (link: LinkFixture, withinMs = 60_000): Promise<RunLink> =>
    eventually('the end of the collection', withinMs, async () => {
      const row = await runLinkOf(link);
      return row?.state === 'ended' && row;
    });

  /** Asserts that each review is stored once, that the number of attempts is exact, and that the run ended with one event. */
  async function expectComplete(link: LinkFixture, row: RunLink, attempts: number): Promise<void> {
    expect(row).toMatchObject({ outcome: 'success', scrape_error: null, attempts });
    const [counts] = await database.query<{ all: number; distinct: number; deleted: number }>(
      `select count(*) as all, count(distinct external_id) as distinct, count(deleted_at) as deleted from review where link_id = $1`,
      [link.linkId],
    );
    expect(counts).toEqual({ all: REVIEWS, distinct: REVIEWS, deleted: 0 });
    const [stat] = await database.query<{ n: number }>('select sum(n) as n from link_stat where link_id = $1', [
      link.linkId,
    ]);
    expect(stat?.n).toBe(REVIEWS);
    const events = await database.query<{ event: string; count: number | null }>(
      `select event, (payload->>'review_count')::int as count from outbox where payload->>'run_id' = $1 order by id`,
      [String(row.run_id)],
    );
    expect(events).toEqual([
      { event: 'ReviewsAppeared', count: REVIEWS },
      { event: 'CollectionRunFinished', count: null },
    ]);
  }

  it('fault F31: a worker that gets SIGTERM during a collection exits with 0; another worker finishes it as the first attempt', async () => {
    const first = await startWorker();
    const link = await dueLink('steam');
    await twoPagesCollected(link);
    // 0: no request was cut at the timeout.
    expect(await first.stop()).toBe(0);
    expect(await runLinkOf(link)).toMatchObject({ state: 'queued', attempts: 0 });
    await startWorker();
    await expectComplete(link, await untilEnded(link), 1);
  });

  it('two workers share the links of a run; one worker collects each link', async () => {
    const oneEach = { HREV_COLLECT_CONCURRENCY: '1' };
    const pair = await Promise.all([startWorker(oneEach), startWorker(oneEach)]);
    const first = await dueLink('steam', {}, 250);
    const second = await dueLink('steam', { accountId: first.accountId }, 250);
    const third = await dueLink('app-store', { accountId: first.accountId }, 250);
    const rows = [await untilEnded(first), await untilEnded(second), await untilEnded(third)];
    expect(rows.map((row) => [row.outcome, row.attempts, row.reviews_new])).toEqual(
      rows.map(() => ['success', 1, 250]),
    );
    const linesOf = (): number[] =>
      pair.map((worker) => worker.lines.filter((line) => line.includes('link collected')).length);
    // The run may end before the log line of the worker arrives.
    const linesByWorker = await eventually('three lines of the log', 60_000, async () => {
      const lines = linesOf();
      return lines.reduce((sum, count) => sum + count, 0) >= 3 && lines;
    });
    expect(linesByWorker.reduce((sum, count) => sum + count, 0)).toBe(3);
    expect(Math.min(...linesByWorker)).toBeGreaterThan(0);
    const runs = [...new Set(rows.map((row) => String(row.run_id)))];
    const finishedEvents = await database.query(
      `select 1 from outbox where event = 'CollectionRunFinished' and payload->>'run_id' = any($1)`,
      [runs],
    );
    expect(finishedEvents).toHaveLength(runs.length);
  });

  it('faults F7, F18: a worker whose connections are all cut continues the collection and starts the next one', async () => {
    const worker = await startWorker();
    const link = await dueLink('steam');
    const before = await twoPagesCollected(link);
    const cut = await database.query<{ name: string }>(
      `select application_name as name, pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name like 'hrev%'`,
    );
    expect(cut.map((row) => row.name)).toContain('hrev-worker');
    const row = await untilEnded(link);
    expect(row.run_id).toBe(before.run_id);
    expect(row.attempts).toBeLessThanOrEqual(2);
    await expectComplete(link, row, row.attempts);
    const next = await dueLink('steam', {}, 10);
    await eventually('the next collection', 60_000, async () => (await runLinkOf(next)) !== undefined);
    await untilEnded(next);
    expect(await worker.stop()).toBe(0);
    expect(worker.lines.join('\n')).not.toMatch(/unhandled rejection|uncaught exception/);
  });
});
