import type { Database } from '@libs/database';
import {
  SCRIPTED_SOURCE_ID,
  collectOnce,
  collectionHarness,
  linkTo,
  scriptedPlatform,
  type CollectionHarness,
} from '@test/support/collection-harness';
import { collectedReviews } from '@test/support/collected-review';
import { startHttp, type LocalServer } from '@test/support/egress/local-servers';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';

describe('public pages and robots.txt (docs/robots.md)', () => {
  let fixture: StoreFixture;
  let database: Database;
  let server: LocalServer;
  let requested: string[];
  const harnesses: CollectionHarness[] = [];

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    server = await startHttp(({ url = '' }, response) => {
      requested.push(url);
      response.end(url === '/robots.txt' ? 'User-agent: hrev\nDisallow: /private' : 'a page');
    });
  });
  beforeEach(async () => {
    requested = [];
    await database.query('truncate account, source_pace, review, review_raw cascade');
  });
  afterAll(async () => {
    for (const harness of harnesses) await harness.close();
    await server?.stop();
    await fixture?.close();
  });

  /** Collects the page, and five more that robots.txt does not allow, and returns the status and the error of the first link. */
  async function collect(path: string, environment: Readonly<Record<string, string>>): Promise<object | undefined> {
    const platform = scriptedPlatform(async function* (url, { http }) {
      await http.request(url);
      yield { reviews: collectedReviews(1, 1) };
      return { coverage: 'all' };
    });
    const origins = JSON.stringify({ scripted: server.origin });
    const harness = await collectionHarness(database, {
      platforms: [platform],
      environment: { HREV_SOURCE_ORIGINS: origins, ...environment },
    });
    harnesses.push(harness);
    const link = await linkTo(database, SCRIPTED_SOURCE_ID, { url: `https://scripted.example${path}` });
    await collectOnce(harness, link);
    for (let page = 1; page <= 5; page += 1) {
      const url = `https://scripted.example/private/${page}`;
      await collectOnce(harness, await linkTo(database, SCRIPTED_SOURCE_ID, { accountId: link.accountId, url }));
    }
    const rows = await database.query<object>(
      `select scrape_status as status, scrape_error as error,
         (select count(*)::int from source_pace where closed_until > clock_timestamp()) as closed
       from link_collection where link_id = $1`,
      [link.linkId],
    );
    return rows[0];
  }

  it('are read wherever the account points by default, without the file', async () => {
    expect(await collect('/private/0', {})).toEqual({ status: 'success', error: null, closed: 0 });
    expect(requested).toEqual(['/private/0', ...[1, 2, 3, 4, 5].map((page) => `/private/${page}`)]);
  });

  it('are read with HREV_ROBOTS=obey where the file allows it', async () => {
    expect(await collect('/reviews', { HREV_ROBOTS: 'obey' })).toMatchObject({ status: 'success', error: null });
    expect(requested).toEqual(['/robots.txt', '/reviews']);
  });

  it('fail with HREV_ROBOTS=obey where the file does not, and their source is not closed', async () => {
    expect(await collect('/private/0', { HREV_ROBOTS: 'obey' })).toEqual({
      status: 'failed',
      error: 'blocked: robots.txt of scripted.example does not allow this page',
      closed: 0,
    });
    expect(requested).toEqual(['/robots.txt']);
  });
});
