/** The contract of sources (contract §2.4, §4.3, §1.2, §4.13), tested for each version. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtInSources } from '@libs/sources';
import { testApp, type TestApp } from '@test/support/test-app';
import { ContractClient, dataOf, type Version } from './contract-client';

const FIELDS_V2 = [
  'base_url',
  'created_at',
  'display_name',
  'has_images',
  'has_reply',
  'id',
  'is_active',
  'name',
  'rating_scale',
];
const FIELDS_V3 = [
  ...FIELDS_V2.filter((field) => field !== 'name'),
  'slug',
  'can_publish_reply',
  'connection',
  'reply_max_length',
  'reply_length_unit',
  'roads',
].sort();

const EXTRA_SOURCES = `
- slug: harbour-inns
  display_name: Harbour Inns
  hosts: [harbour-inns.example]
  rating_scale: 10
`;

export function describeSources(version: Version): void {
  const path = `/${version}/sources`;
  const slugField = version === 'v2' ? 'name' : 'slug';
  let app: TestApp;
  let me: ContractClient;

  beforeAll(async () => {
    app = await testApp();
  });
  beforeEach(async () => {
    me = new ContractClient(app, version, await app.anAccount({ plan: 'full' }));
  });
  afterAll(async () => {
    await app.close();
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
  });

  const folders: string[] = [];
  const aFile = async (content: string): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'hrev-extra-sources-'));
    folders.push(folder);
    await writeFile(join(folder, 'extra.yaml'), content);
    return join(folder, 'extra.yaml');
  };

  describe(`GET ${path}`, () => {
    it('contract §4.3: returns only {data}: every platform once, in the order of ids', async () => {
      const answer = await me.withReadOnlyKey.get(path);
      expect([answer.status, Object.keys(answer.body)]).toEqual([200, ['data']]);
      const expected = [...builtInSources].sort((left, right) => (left.facts.id ?? 0) - (right.facts.id ?? 0));
      expect(dataOf(answer).map((source) => [source['id'], source[slugField]])).toEqual(
        expected.map(({ facts }) => [facts.id, facts.slug]),
      );
    });

    it(`contract §2.4, §4.13: returns all fields of a source; the field of its slug is ${slugField}`, async () => {
      const sources = dataOf(await me.get(path));
      for (const source of sources)
        expect(Object.keys(source).sort()).toEqual(version === 'v2' ? FIELDS_V2 : FIELDS_V3);
      expect(sources.find((source) => source[slugField] === 'steam')).toMatchObject({
        id: 8,
        display_name: 'Steam',
        base_url: expect.stringMatching(/^https:\/\//) as string,
        rating_scale: expect.any(Number) as number,
        has_reply: expect.any(Boolean) as boolean,
        has_images: expect.any(Boolean) as boolean,
        is_active: true,
      });
    });

    if (version === 'v3')
      it('contract §2.4: returns the roads of each source; one without a public road has a connection', async () => {
        const sources = dataOf(await me.get(path));
        const roadsOf = (slug: string): unknown => sources.find((source) => source['slug'] === slug)?.['roads'];
        expect(roadsOf('steam')).toEqual([
          {
            name: 'public',
            read_by: 'public',
            shows: 'all',
            limit_reviews: null,
            limit_days: null,
            order: 'newest_first',
            evidence: 'recorded',
            ends_at: null,
            min_every_seconds: null,
          },
        ]);
        expect(roadsOf('facebook')).toMatchObject([
          { ends_at: expect.stringMatching(/T00:00:00$/) as string, min_every_seconds: 7_200 },
        ]);
        expect(roadsOf('trustpilot')).toMatchObject([
          { read_by: 'public', shows: 'newest', limit_reviews: 200 },
          { name: 'business-api', read_by: 'owner', shows: 'all' },
        ]);
        for (const { slug, roads, connection } of sources) {
          const ways = (roads as { read_by: string }[]).map((road) => road.read_by);
          expect({ slug, ways: ways.length > 0, isConnected: connection !== null }).toEqual({
            slug,
            ways: true,
            isConnected: ways.some((way) => way !== 'public'),
          });
        }
      });

    if (version === 'v3')
      it('contract §4.5: returns the sets of fields of which one connects', async () => {
        const sources = dataOf(await me.get(path));
        const setsOf = (slug: string): unknown =>
          (sources.find((source) => source['slug'] === slug)?.['connection'] as { alternatives: unknown }).alternatives;
        expect(setsOf('google')).toEqual([
          {
            title: 'OAuth client of an owner or manager',
            required: ['client_id', 'client_secret', 'refresh_token'],
            optional: ['location'],
          },
          { title: 'Places API key', required: ['places_api_key'], optional: ['place_id'] },
        ]);
        expect(setsOf('booking')).toMatchObject([
          { required: ['client_id', 'client_secret'], optional: [] },
          { required: ['username', 'password'], optional: [] },
        ]);
        expect(setsOf('trustpilot')).toEqual([]);
      });

    it('contract §1.4: If-None-Match gives 304 for the current ETag and 200 for another one', async () => {
      const first = await me.get(path);
      const tag = first.headers['etag'] ?? '';
      expect(tag).toMatch(/^(W\/)?".+"$/);
      const again = await me.get(path, { 'If-None-Match': tag });
      expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', tag]);
      expect((await me.get(path, { 'If-None-Match': '"other"' })).status).toBe(200);
    });

    it('every account gets the same list on every plan', async () => {
      const trial = new ContractClient(app, version, await app.anAccount({ plan: 'trial' }));
      expect((await trial.get(path)).text).toBe((await me.get(path)).text);
    });

    it('contract §12.2: lists a source of HREV_EXTRA_SOURCES with an id of at least 1000, and its pages can be linked', async () => {
      const extended = await testApp({ environment: { HREV_EXTRA_SOURCES: await aFile(EXTRA_SOURCES) } });
      try {
        const client = new ContractClient(extended, version, await extended.anAccount());
        const sources = dataOf(await client.get(path));
        expect(sources.at(-1)).toMatchObject({
          id: 1000,
          [slugField]: 'harbour-inns',
          display_name: 'Harbour Inns',
          rating_scale: 10,
        });
        const created = await client.post(version === 'v2' ? '/v2/groups' : '/v3/objects', {
          name: 'o',
          links: [{ url: 'https://harbour-inns.example/rooms/7' }],
        });
        expect(created.body['link_results']).toMatchObject([{ source_name: 'harbour-inns', error_code: null }]);
      } finally {
        await extended.close();
      }
    });

    it('contract §5: a request without a key gives 401', async () => {
      const answer = await app.agent.get(path);
      expect([answer.status, (answer.body as { code: string }).code]).toEqual([401, 'unauthorized']);
    });
  });
}
