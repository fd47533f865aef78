import { MatrixCaller, withoutVarying } from '@test/support/matrix-caller';
import { createResources, anAccountNamed, withMasterKey, type Ids } from '@test/support/matrix-harness';
import { insertReviews } from '@test/support/review-factory';
import { SourceCatalogue } from '@src/sources';
import { testApp, type TestApp } from '@test/support/test-app';
import { documentedInputs, type Parameter } from './documented-inputs';
import { callOf, isWrite } from './route-table';

/** Each has every second review. */
const LANGUAGES = ['en', 'de'] as const;
const SPELLINGS = {
  true: ['true', '1', 'TRUE', 'True', 'tRuE'],
  false: ['false', '0', 'FALSE', 'False', 'fAlSe'],
} as const;

// A test sends hundreds of requests, and the machine may be busy.
describe('effects of valid queries (contract §4.4, §1.2)', () => {
  let app: TestApp;
  let caller: MatrixCaller;
  let ownIds: Ids;
  let secondLink: number;
  let sources: readonly number[];
  let slugs: readonly string[];
  let inputs: readonly Parameter[];

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
    const account = await anAccountNamed(app, 'MEANING');
    ownIds = await createResources(app, account);
    // A master key, because some parameters belong to routes of the operator.
    caller = new MatrixCaller(app, (await withMasterKey(app, account)).full);
    const url = 'https://www.trustpilot.com/review/example.com';
    const added = await caller.call({ method: 'POST', path: `/v3/objects/${ownIds.object}/links`, body: { url } });
    secondLink = (added.body as { link_results: { link_id: number }[] }).link_results[0]?.link_id ?? 0;
    const links = await app.database.query<{ id: number; source_id: number }>(
      'select id, source_id from link where object_id = $1 order by id',
      [ownIds.object],
    );
    sources = links.map((link) => link.source_id);
    slugs = sources.map((id) => app.app.get(SourceCatalogue).byId(id)?.slug ?? '');
    await insertReviews(app.database, reviewsFor(account.accountId, ownIds.object, links));
    await app.database.query(`update review set language = 'en' where account_id = $1 and language = 'und'`, [
      account.accountId,
    ]);
    // The effects of queries of writes are in what they write, which the contract tests of their routes read.
    inputs = documentedInputs(app).parameters.filter(({ place, row }) => place === 'query' && !isWrite(row));
  });

  afterAll(() => app?.close());

  /** Returns reviews with every combination of the properties that filters test, on both links. */
  function reviewsFor(accountId: number, objectId: number, links: readonly { id: number; source_id: number }[]) {
    return Array.from({ length: 128 }, (_, bits) => {
      const link = links[bits & 1];
      return {
        accountId,
        objectId,
        linkId: link?.id ?? 0,
        sourceId: link?.source_id ?? 0,
        reviewDate: `2026-10-${String(1 + (bits % 28)).padStart(2, '0')}T10:00:00`,
        text: bits & 2 ? `text ${bits}` : null,
        positive: bits & 2 ? 'plus' : null,
        images: bits & 4 ? [{ template_url: 'https://i.example/{size}', preview: null, image: null }] : null,
        videos: bits & 8 ? [] : null,
        replyText: bits & 16 ? 'reply' : null,
        rating: bits & 32 ? 1 + (bits % 5) : null,
        deletedAt: (bits & 96) === 64 ? '2026-11-01T00:00:00Z' : null,
        hiddenAt: bits % 7 === 0 ? '2026-11-01T00:00:00Z' : null,
        pinPosition: bits === 99 ? 0 : null,
        language: LANGUAGES[bits & 1] ?? 'und',
      };
    });
  }

  const parametersNamed = (name: string): readonly Parameter[] => inputs.filter((input) => input.name === name);
  /** Returns whether the parameter belongs to the feed, which has a total. */
  const isOfFeed = ({ row }: Parameter): boolean => /^GET \/v\d\/reviews$/.test(row.route);
  /** These have no effect on the review of the row, which is neither deleted nor hidden. The contract tests read others. */
  const admitsMore = ({ row, name }: Parameter): boolean =>
    row.route === 'GET /v3/reviews/{review_id}' && ['include_deleted', 'show_hidden'].includes(name);
  const parametersOfType = (type: string): readonly Parameter[] =>
    inputs.filter((input) => input.schema.type === type && !admitsMore(input));

  async function request(parameter: Parameter, query: string): Promise<string> {
    const { path } = callOf(parameter.row, ownIds);
    const answer = await caller.call({ method: 'GET', path: `${path}${path.includes('?') ? '&' : '?'}${query}` });
    expect([query, answer.status]).toEqual([query, 200]);
    return withoutVarying(answer.text);
  }

  const total = async (parameter: Parameter, query: string): Promise<number> =>
    (JSON.parse(await request(parameter, query)) as { total: number }).total;

  async function distinctResponses(parameter: Parameter, queries: readonly string[]): Promise<readonly string[]> {
    return [...new Set(await Promise.all(queries.map((query) => request(parameter, query))))];
  }

  it('all spellings of true have one effect, and all spellings of false another, for every boolean', async () => {
    expect(parametersOfType('boolean').length).toBeGreaterThan(20);
    for (const parameter of parametersOfType('boolean')) {
      const [yes = [], no = []] = await Promise.all(
        [SPELLINGS.true, SPELLINGS.false].map((texts) =>
          distinctResponses(
            parameter,
            texts.map((text) => `${parameter.name}=${text}`),
          ),
        ),
      );
      expect([parameter.row.route, parameter.name, yes.length, no.length]).toEqual([
        parameter.row.route,
        parameter.name,
        1,
        1,
      ]);
      expect([parameter.row.route, parameter.name, yes[0] === no[0]]).toEqual([
        parameter.row.route,
        parameter.name,
        false,
      ]);
    }
  });

  it('false has no effect for a boolean that is false by default', async () => {
    const switches = parametersOfType('boolean').filter(({ schema }) => schema.default === false);
    expect(switches.length).toBeGreaterThan(10);
    for (const parameter of switches) {
      expect([parameter.name, await request(parameter, `${parameter.name}=false`)]).toEqual([
        parameter.name,
        await request(parameter, ''),
      ]);
    }
  });

  it.each(['has_images', 'has_videos', 'has_text', 'has_reply'])(
    '%s: true and false split the reviews into two non-empty parts',
    async (name) => {
      expect(parametersNamed(name).length).toBe(2);
      for (const parameter of parametersNamed(name)) {
        const [yes, no, all] = await Promise.all(
          [`${name}=true`, `${name}=false`, ''].map((query) => total(parameter, query)),
        );
        expect(Math.min(yes ?? 0, no ?? 0)).toBeGreaterThan(0);
        expect((yes ?? 0) + (no ?? 0)).toBe(all);
      }
    },
  );

  it('all spellings of a list have the same effect: repeated parameters, commas, brackets, and repeated values', async () => {
    const lists = parametersOfType('array').filter(isOfFeed);
    expect(lists.length).toBeGreaterThan(3);
    for (const parameter of lists) {
      const { name } = parameter;
      const known: Readonly<Record<string, readonly (string | number)[]>> = {
        link_ids: [ownIds.link, secondLink],
        source_ids: sources,
        source_slugs: slugs,
        languages: LANGUAGES,
      };
      const [a = 0, b = 0] = known[name] ?? [];
      // An unknown id or language matches nothing, but an unknown slug is refused.
      const additional = { source_slugs: a, languages: 'xx' }[name] ?? Number.MAX_SAFE_INTEGER;
      const both = await distinctResponses(parameter, [
        `${name}=${a}&${name}=${b}`,
        `${name}=${b}&${name}=${a}`,
        `${name}=${a},${b}`,
        `${name}=${a}%2C${b}`,
        `${name}[]=${a}&${name}[]=${b}`,
        `${name}%5B%5D=${a}&${name}%5b%5d=${b}`,
        `${name}[]=${a},${b}`,
        `${name}=${a}&${name}[]=${b}`,
        `${name}=${a},${b},${a}&${name}[]=${b}`,
        `${name}=${a},${b},${additional}`,
        `${name}=${a},${b}&${name}=`,
        `${name}=`,
      ]);
      expect([parameter.row.route, name, both.length]).toEqual([parameter.row.route, name, 1]);
      const [first, second, all] = await Promise.all(
        [`${name}=${a}`, `${name}[]=${b}`, ''].map((query) => total(parameter, query)),
      );
      expect(Math.min(first ?? 0, second ?? 0)).toBeGreaterThan(0);
      expect((first ?? 0) + (second ?? 0)).toBe(all);
    }
  });

  it('min_rating: an empty value and 0 are no bound; a positive value excludes unrated reviews', async () => {
    for (const parameter of parametersNamed('min_rating').filter(isOfFeed)) {
      const all = await total(parameter, '');
      const [empty, zero, one, five] = await Promise.all(
        ['', '0', '1', '5'].map((text) => total(parameter, `min_rating=${text}`)),
      );
      expect([empty, zero]).toEqual([all, all]);
      expect(one).toBeLessThan(all);
      expect(five).toBeLessThan(one ?? 0);
      // Contract §4.4: max_rating excludes unrated reviews unless min_rating is 0.
      const [upTo5, upTo5WithUnrated] = await Promise.all(
        ['max_rating=5', 'min_rating=0&max_rating=5'].map((query) => total(parameter, query)),
      );
      expect([upTo5, upTo5WithUnrated]).toEqual([one, all]);
      expect(await distinctResponses(parameter, ['min_rating=0', 'min_rating=0.0', 'min_rating=0.000'])).toHaveLength(
        1,
      );
    }
  });

  it.each([
    ['min_rating=4&max_rating=2', 'min_rating'],
    ['published_from=2026-02-01&published_to=2026-01-31', 'published_from'],
  ])('%s gives 422 (contract §4.4), and the reverse order of the bounds is accepted', async (query, name) => {
    for (const parameter of parametersNamed(name)) {
      const { path } = callOf(parameter.row, ownIds);
      expect(await caller.call({ method: 'GET', path: `${path}&${query}` })).toMatchObject({
        status: 422,
        body: { code: 'validation_error' },
      });
      const [first = '', second = ''] = query.split('&');
      const swapped = `${first.split('=')[0]}=${second.split('=')[1]}&${second.split('=')[0]}=${first.split('=')[1]}`;
      await request(parameter, swapped);
    }
  });

  it('search ignores queries of fewer than two characters, and matches wildcards and backslashes literally', async () => {
    for (const parameter of parametersNamed('search').filter(isOfFeed)) {
      const ignored = ['search=', 'search=%20', 'search=x', 'search=%20x%20', 'search=%25', 'search=%5C', ''];
      expect(await distinctResponses(parameter, ignored)).toHaveLength(1);
      for (const plain of ['te%25t', 't_xt', '%25%25', '__', 'text%5C', '%5C%5C', 'text%20.*'])
        expect([plain, await total(parameter, `search=${plain}`)]).toEqual([plain, 0]);
      expect(await total(parameter, 'search=TEXT')).toBeGreaterThan(0);
    }
  });

  it('all spellings of one instant have the same effect in updated_after', async () => {
    for (const parameter of parametersNamed('updated_after')) {
      const instants = [
        '2026-11-20T08:00:00',
        '2026-11-20T08:00:00Z',
        '2026-11-20T08:00:00.000000',
        '2026-11-20T10:00:00%2B02:00',
        '2026-11-20T10:00:00+02:00',
        '2026-11-19T23:00:00-09:00',
      ];
      expect(
        await distinctResponses(
          parameter,
          instants.map((text) => `updated_after=${text}`),
        ),
      ).toHaveLength(1);
      // A change at exactly that instant is excluded.
      expect(await total(parameter, 'updated_after=2026-11-20T08:00:00')).toBe(0);
      expect(await total(parameter, 'updated_after=2026-11-20T07:59:59')).toBe(await total(parameter, ''));
    }
  });
});
