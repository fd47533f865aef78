import { Database, createDataSource } from '@libs/database';
import { SandboxServer, sandboxPlatforms } from '@libs/sources/sandbox';
import { eventually } from '../support/eventually';
import { ApiClient, ServiceProcess, flowEnvironment, hrev, type Environment } from '../support/service-process';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

/**
 * The main job from end to end, with real processes: the service collects the reviews of a link, and a client reads them. Later
 * collections add, change and delete reviews, and a killed worker loses and duplicates nothing.
 */
const SIZES = { 'app-store': 230, steam: 130, trustpilot: 25, '2gis': 70 } as const;
const KEYS = {
  'app-store': '900001',
  steam: '900002',
  trustpilot: 'sandbox.example',
  '2gis': '70000000000900003',
} as const;
type Slug = keyof typeof SIZES;

interface Review {
  id: number;
  text: string | null;
  source_id: number;
  review_date: string | null;
  is_deleted: boolean;
  external_review_id: string;
}
interface Page {
  data: Review[];
  total: number;
  has_next: boolean;
}
interface Link {
  id: number;
  source_slug: string;
  scrape_status: string;
  scrape_error: string | null;
  collected_count: number;
  stop_reason: string | null;
}
interface CollectReport {
  run_id: number;
  status: string;
  links: { link_id: number; status: string; scrape_error: string | null; collected: number }[];
}

describe('main job: from a link to the reviews that a client reads', () => {
  const sandbox = new SandboxServer(sandboxPlatforms);
  let testDatabase: TestDatabase;
  let database: Database;
  let environment: Environment;
  let api: ServiceProcess;
  let worker: ServiceProcess;
  let client: ApiClient;
  let objectId: number;
  let links: Record<Slug, number>;

  const pageUrl = (slug: Slug): string =>
    sandboxPlatforms.find((platform) => platform.slug === slug)?.pageUrl(KEYS[slug]) ?? '';
  const ids = (slug: Slug): string[] => sandbox.listing(slug, KEYS[slug]).reviews.map((review) => review.id);
  const feed = (query: string): Promise<Page> => client.get<Page>(`/v3/reviews?object_id=${objectId}&${query}`);
  const listLinks = async (): Promise<Link[]> =>
    (await client.get<{ data: Link[] }>(`/v3/objects/${objectId}/links`)).data;
  const collect = async (): Promise<CollectReport> => {
    const result = await hrev(environment, 'collect', '--object', String(objectId), '--full', '--wait', '--json');
    return result.json<CollectReport>();
  };

  beforeAll(async () => {
    await sandbox.start();
    for (const slug of Object.keys(SIZES) as Slug[]) fill(sandbox, slug);
    testDatabase = await createTestDatabase();
    const dataSource = createDataSource({
      url: testDatabase.url,
      poolSize: 3,
      statementTimeoutMs: 20_000,
      applicationName: 'flow-test',
    });
    await dataSource.initialize();
    database = new Database(dataSource);
    environment = flowEnvironment(testDatabase.url, {
      HREV_SOURCE_ORIGINS: JSON.stringify(sandbox.origins),
      // No scheduled collection starts during the test.
      HREV_COLLECT_EVERY: '365d',
      HREV_COLLECT_OWNER_EVERY: '365d',
      HREV_DELETION_CONFIRM_AFTER: '1s',
      HREV_COLLECT_MIN_GAP: '0s',
      HREV_COLLECT_LEASE: '3s',
    });
    const migrated = await hrev(environment, 'migrate', '--json');
    expect({ code: migrated.code, stderr: migrated.stderr }).toMatchObject({ code: 0 });
    const account = await hrev(environment, 'account', 'create', '--name', 'Flow', '--plan', 'full', '--json');
    const { keys } = account.json<{ keys: { full: string; read_only: string } }>();
    api = await ServiceProcess.start('api', environment);
    worker = await ServiceProcess.start('worker', environment);
    client = new ApiClient(api.origin, keys.full);
  });

  afterAll(async () => {
    await api?.stop();
    await worker?.stop();
    await sandbox.stop();
    await database?.close();
    await testDatabase?.drop();
  });

  it('creating an object with five links accepts four and refuses the unknown one with source_not_detected', async () => {
    const created = await client.request('POST', '/v3/objects', {
      name: 'Sandbox café',
      links: [
        ...(Object.keys(SIZES) as Slug[]).map((slug) => ({ url: pageUrl(slug) })),
        { url: 'https://unknown.example/reviews' },
      ],
    });
    expect(created.status).toBe(201);
    const { id, link_results: results } = created.body as {
      id: number;
      link_results: { link_id: number | null; source_name: string; error_code: string | null }[];
    };
    expect(results.map((result) => result.error_code)).toEqual([null, null, null, null, 'source_not_detected']);
    objectId = id;
    links = Object.fromEntries(
      (Object.keys(SIZES) as Slug[]).map((slug, index) => [slug, results[index]?.link_id]),
    ) as Record<Slug, number>;
  });

  it('the first collection starts at once and stores every review of every platform', async () => {
    await eventually('the first collection', 60_000, async () =>
      (await listLinks()).some((link) => link.scrape_status !== 'pending'),
    );
    const done = await eventually('the end of the first collection', 90_000, async () => {
      const all = await listLinks();
      return all.every((link) => link.scrape_status === 'success' || link.scrape_status === 'failed') && all;
    });
    expect(done.map((link) => [link.source_slug, link.scrape_status, link.scrape_error, link.collected_count])).toEqual(
      (Object.keys(SIZES) as Slug[]).map((slug) => [slug, 'success', null, SIZES[slug]]),
    );
  });

  it('v2 and v3 return the same reviews; pages neither repeat nor skip reviews; filters reduce the total', async () => {
    const total = Object.values(SIZES).reduce((sum, size) => sum + size, 0);
    const readIds: number[] = [];
    for (let offset = 0; ; offset += 100) {
      const page = await feed(`limit=100&offset=${offset}`);
      expect(page.total).toBe(total);
      readIds.push(...page.data.map((review) => review.id));
      if (!page.has_next) break;
    }
    expect(new Set(readIds).size).toBe(total);
    const v2 = await client.get<Page>(`/v2/reviews?group_id=${objectId}&limit=1000`);
    expect(v2.data.map((review) => review.id)).toEqual(readIds);
    expect((await feed(`link_ids=${links.trustpilot}`)).total).toBe(SIZES.trustpilot);
    expect((await feed('min_rating=4')).total).toBeLessThan(total);
    const single = await client.get<Review>(`/v3/reviews/${readIds[0]}`);
    expect(single).toEqual((await feed('limit=1')).data[0]);
  });

  it('the next collection stores an added and an edited review, deletes none yet, and reports the blocked platform', async () => {
    sandbox.add('app-store', KEYS['app-store'], {
      id: '990000001',
      text: 'Brand new',
      rating: 4,
      author: 'New Person',
    });
    sandbox.edit('app-store', KEYS['app-store'], ids('app-store')[3] ?? '', { text: 'Edited text' });
    sandbox.drop('steam', KEYS.steam, ids('steam')[5] ?? '');
    sandbox.behave('2gis', KEYS['2gis'], 'blocked');
    const report = await collect();
    expect(report.status).toBe('partial');
    expect(Object.fromEntries(report.links.map((link) => [link.link_id, link.status]))).toEqual({
      [links['app-store']]: 'success',
      [links.steam]: 'success',
      [links.trustpilot]: 'success',
      [links['2gis']]: 'failed',
    });
    expect((await listLinks()).find((link) => link.source_slug === '2gis')?.scrape_error).toMatch(/^blocked/);
    expect((await feed('search=Brand new')).data.map((review) => review.text)).toEqual([
      expect.stringContaining('Brand new'),
    ]);
    expect((await feed('search=Edited text')).total).toBe(1);
    expect((await feed('only_deleted=true')).total).toBe(0);
    expect((await feed(`link_ids=${links['2gis']}`)).total).toBe(SIZES['2gis']);
  });

  it('the second complete pass deletes the removed review, and no review of the blocked platform', async () => {
    const missed = await database.query<{ external_id: string }>(
      `select external_id from review where link_id = $1 and missed_at is not null`,
      [links.steam],
    );
    expect(missed).toHaveLength(1);
    await new Promise((later) => setTimeout(later, 1_100));
    await collect();
    const deleted = await feed('only_deleted=true');
    expect(deleted.data.map((review) => [review.external_review_id, review.is_deleted])).toEqual([
      [missed[0]?.external_id, true],
    ]);
    expect((await feed(`link_ids=${links['2gis']}`)).total).toBe(SIZES['2gis']);
    expect((await client.request('GET', `/v3/reviews/${deleted.data[0]?.id}`)).status).toBe(404);
  });

  it('the outbox has one end per run and the events of its facts', async () => {
    const events = await database.query<{ event: string; n: number }>(
      'select event, count(*) as n from outbox group by event order by event',
    );
    expect(Object.fromEntries(events.map((row) => [row.event, row.n]))).toMatchObject({
      CollectionRunFinished: 3,
      ReviewsAppeared: 2,
      ReviewsChanged: 1,
      ReviewsDeleted: 1,
    });
  });

  it('after a worker is killed, another one finishes the run once and duplicates nothing', async () => {
    sandbox.behave('2gis', KEYS['2gis'], 'normal');
    sandbox.slowDown(600);
    // Full passes leave time to kill the worker; an incremental pass may end after its first page.
    const planned = await hrev(environment, 'collect', '--object', String(objectId), '--full', '--json');
    const { run_id: runId } = planned.json<{ run_id: number }>();
    await eventually('a running collection with pages', 60_000, async () => {
      const [row] = await database.query<{ n: number }>(
        `select count(*) as n from run_link where run_id = $1 and state = 'running' and pages > 0`,
        [runId],
      );
      return (row?.n ?? 0) > 0;
    });
    await worker.kill();
    sandbox.slowDown(0);
    worker = await ServiceProcess.start('worker', environment);
    await eventually('the end of the run', 60_000, async () => {
      const [row] = await database.query<{ finished: boolean }>(
        'select finished_at is not null as finished from run where id = $1',
        [runId],
      );
      return row?.finished;
    });
    const [counts] = await database.query<{ reviews: number; distinct_ids: number }>(
      'select count(*) as reviews, count(distinct (link_id, external_id)) as distinct_ids from review where object_id = $1',
      [objectId],
    );
    expect(counts?.reviews).toBe(counts?.distinct_ids);
    expect(counts?.reviews).toBe(Object.values(SIZES).reduce((sum, size) => sum + size, 0) + 1);
    const finished = await database.query(
      `select 1 from outbox where event = 'CollectionRunFinished' and payload->>'run_id' = $1`,
      [String(runId)],
    );
    expect(finished).toHaveLength(1);
    const [resumed] = await database.query<{ n: number }>(
      'select count(*) as n from run_link where run_id = $1 and attempts > 1',
      [runId],
    );
    expect(resumed?.n).toBeGreaterThan(0);
  });

  it('POST /v3/objects/{id}/collect starts a run, and the worker finishes it', async () => {
    const accepted = await client.request('POST', `/v3/objects/${objectId}/collect`);
    expect(accepted.status).toBe(202);
    const { run_id: runId } = accepted.body as { run_id: number };
    await eventually('the end of the run', 60_000, async () => {
      const [row] = await database.query<{ finished: boolean }>(
        'select finished_at is not null as finished from run where id = $1',
        [runId],
      );
      return row?.finished;
    });
  });

  it('both processes exit with 0 on SIGTERM', async () => {
    expect(await worker.stop()).toBe(0);
    expect(await api.stop()).toBe(0);
  });
});

/** Adds generated reviews to the sandbox, six hours apart, the newest one day old. */
function fill(sandbox: SandboxServer, slug: Slug): void {
  const start = Date.now() - 24 * 3_600_000;
  for (let number = 0; number < SIZES[slug]; number += 1) {
    const publishedAt = new Date(start - number * 6 * 3_600_000);
    sandbox.add(slug, KEYS[slug], {
      author: 'Ada Sandbox',
      text: `Visit number ${number} to ${slug}`,
      rating: slug === 'steam' ? number % 2 : 1 + (number % 5),
      publishedAt,
      updatedAt: publishedAt,
      reply: number % 4 === 0 ? { text: 'Thank you', at: new Date(publishedAt.getTime() + 3_600_000) } : null,
    });
  }
}
