import { createDataSource, Database } from '@libs/database';
import type { PlatformSource } from '@libs/sources';
import { LinkedSourcesQuery } from '@src/links/persistence/linked-sources.query';
import { createTestDatabase } from '@test/support/test-database';
import { SourceStore } from './persistence/source.store';
import { SourceCatalogue } from './source-catalogue';

function platform(slug: string, id: number | null): PlatformSource {
  const host = `${slug}.example`;
  return {
    facts: {
      id,
      slug,
      displayName: slug.toUpperCase(),
      baseUrl: `https://${host}`,
      ratingScale: 10,
      hasReply: true,
      hasImages: false,
      canPublishReply: false,
      replyMaxLength: null,
      replyLengthUnit: null,
      hosts: [host],
      idStability: 'strong',
      politeness: { concurrency: 1, minDelayMs: 0, dailyRequests: 1 },
      rawPrivacy: { names: [], drop: [] },
      contentLimit: null,
    },
    match: (url) => (url.hostname === host ? { kind: 'page', canonicalUrl: url.href } : null),
  };
}

const BUILT_IN = [platform('alpha', 1), platform('beta', 2)];

describe('the catalogue of sources on PostgreSQL', () => {
  let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>;
  let database: Database;
  let store: SourceStore;

  const open = async (): Promise<Database> => {
    const dataSource = createDataSource({
      url: testDatabase.url,
      poolSize: 4,
      statementTimeoutMs: 5_000,
      applicationName: 'test',
    });
    await dataSource.initialize();
    return new Database(dataSource);
  };
  const idsBySlug = (catalogue: SourceCatalogue): Record<string, number> =>
    Object.fromEntries(catalogue.all().map((source) => [source.slug, source.id]));
  const load = async (...platforms: readonly PlatformSource[]): Promise<SourceCatalogue> =>
    SourceCatalogue.load(store, platforms, new LinkedSourcesQuery(database));
  const insertLink = async (sourceId: number): Promise<void> => {
    await database.query(
      `with a as (insert into account (name, plan) values ('a', 'full') returning id),
         o as (insert into tracked_object (account_id, name) select id, 'o' from a returning account_id, id)
       insert into link (account_id, object_id, source_id, url) select account_id, id, $1, 'https://x.example' from o`,
      [sourceId],
    );
  };

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = await open();
    store = new SourceStore(database);
  });

  beforeEach(async () => {
    await database.query('truncate source, account restart identity cascade');
  });

  afterAll(async () => {
    await database.close();
    await testDatabase.drop();
  });

  it("contract §2.4: keeps the fixed ids of the product's own sources, and gives declared ones ids from 1000 up", async () => {
    expect(idsBySlug(await load(...BUILT_IN, platform('shop', null), platform('cafe', null)))).toEqual({
      alpha: 1,
      beta: 2,
      shop: 1000,
      cafe: 1001,
    });
  });

  it('contract §12.2: keeps the id of a declared slug when other entries are added to or removed from the file, in any order', async () => {
    await load(...BUILT_IN, platform('shop', null), platform('cafe', null));
    await load(...BUILT_IN);
    const reloaded = await load(platform('zoo', null), platform('cafe', null), ...BUILT_IN, platform('shop', null));
    expect(idsBySlug(reloaded)).toEqual({ alpha: 1, beta: 2, shop: 1000, cafe: 1001, zoo: 1002 });
  });

  it('changes no field in a second load, including created_at', async () => {
    const first = await load(...BUILT_IN, platform('shop', null));
    const second = await load(...BUILT_IN, platform('shop', null));
    expect(second.all()).toEqual(first.all());
  });

  it('gives each slug one id if several processes start at the same time', async () => {
    const databases = await Promise.all(Array.from({ length: 8 }, open));
    const shuffled = (seed: number): PlatformSource[] =>
      ['a', 'b', 'c', 'd', 'e']
        .map((name, index) => ({ name, rank: (index * 7 + seed * 3) % 5 }))
        .sort((left, right) => left.rank - right.rank)
        .map(({ name }) => platform(`shop-${name}`, null));
    try {
      const catalogues = await Promise.all(
        databases.map((processDatabase, index) =>
          SourceCatalogue.load(
            new SourceStore(processDatabase),
            shuffled(index),
            new LinkedSourcesQuery(processDatabase),
          ),
        ),
      );
      const [first, ...others] = catalogues.map(idsBySlug);
      expect(Object.values(first ?? {}).sort((a, b) => a - b)).toEqual([1000, 1001, 1002, 1003, 1004]);
      for (const other of others) expect(other).toEqual(first);
    } finally {
      await Promise.all(databases.map((processDatabase) => processDatabase.close()));
    }
  });

  it('does not list a removed source without links', async () => {
    await load(...BUILT_IN, platform('shop', null));
    const catalogue = await load(...BUILT_IN);
    expect(idsBySlug(catalogue)).toEqual({ alpha: 1, beta: 2 });
    expect(catalogue.bySlug('shop')).toBeUndefined();
  });

  it('lists a removed source with links as not active, and detects none of its addresses', async () => {
    await load(...BUILT_IN, platform('shop', null));
    await insertLink(1000);
    const catalogue = await load(...BUILT_IN);
    expect(catalogue.byId(1000)).toMatchObject({ slug: 'shop', isActive: false, canPublishReply: false });
    expect(catalogue.platform(1000)).toBeUndefined();
    expect(catalogue.detect('https://shop.example/1')).toMatchObject({ error: 'source_not_detected' });
  });

  it('gives a declared source another slug and keeps its id if a new source of the product has the same slug', async () => {
    await load(...BUILT_IN, platform('shop', null));
    await insertLink(1000);
    const catalogue = await load(...BUILT_IN, platform('shop', 3));
    expect(idsBySlug(catalogue)).toEqual({ alpha: 1, beta: 2, shop: 3, 'shop-1000': 1000 });
    expect(catalogue.byId(1000)?.isActive).toBe(false);
  });

  it('keeps the id of a source of the product that is renamed', async () => {
    await load(...BUILT_IN);
    expect(idsBySlug(await load(platform('alfa', 1), platform('beta', 2)))).toEqual({ alfa: 1, beta: 2 });
  });

  it('throws for two sources with the same slug', async () => {
    await expect(load(...BUILT_IN, platform('alpha', null))).rejects.toThrow('alpha');
  });

  it('contract §2.4: returns the facts of the platform', async () => {
    const catalogue = await load(...BUILT_IN);
    expect(catalogue.byId(1)).toEqual({
      id: 1,
      slug: 'alpha',
      roads: [],
      displayName: 'ALPHA',
      baseUrl: 'https://alpha.example',
      ratingScale: 10,
      hasReply: true,
      hasImages: false,
      canPublishReply: false,
      replyMaxLength: null,
      replyLengthUnit: null,
      connecting: null,
      contentLimit: null,
      isActive: true,
      createdAt: expect.any(Date) as Date,
    });
  });

  it('contract §4.6: detects the source and canonical form of an address, or returns an error', async () => {
    const catalogue = await load(...BUILT_IN);
    expect(catalogue.detect('https://beta.example/x')).toMatchObject({
      source: { id: 2 },
      canonicalUrl: 'https://beta.example/x',
    });
    expect(catalogue.detect('https://other.example/x')).toMatchObject({ error: 'source_not_detected' });
    expect(catalogue.detect('no address')).toMatchObject({ error: 'source_url_invalid' });
  });

  it('contract §4.6: refuses an address whose canonical form is longer than 2048 characters', async () => {
    const catalogue = await load(...BUILT_IN);
    expect(catalogue.detect(`https://beta.example/${'ü'.repeat(1000)}`)).toMatchObject({ error: 'source_url_invalid' });
    expect(catalogue.detect(`https://beta.example/${'u'.repeat(1000)}`)).toMatchObject({ source: { id: 2 } });
  });
});
