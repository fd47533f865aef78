// cspell:ignore cimit gogle ratign WLAN
/** Responses of every endpoint (contract §1.4): redirects, ignored parameters, and content codings. */
import { get, type IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createResources, anAccountNamed, type Ids, type MatrixAccount } from '@test/support/matrix-harness';
import { insertReviews } from '@test/support/review-factory';
import { testApp, type TestApp } from '@test/support/test-app';

const IGNORED = 'x-hrev-ignored-parameters';
const DECODERS = { identity: (bytes: Buffer) => bytes, gzip: gunzipSync, br: brotliDecompressSync };
type Coding = keyof typeof DECODERS;

describe('responses (contract §1.4)', () => {
  let app: TestApp;
  let account: MatrixAccount;
  let ids: Ids;

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '100000' } });
    account = await anAccountNamed(app, 'ANSWERS');
    ids = await createResources(app, account);
    const linkIds = {
      accountId: account.accountId,
      objectId: ids.object,
      linkId: ids.link,
      sourceId: await idOf('google'),
    };
    const text = 'Quiet rooms, and a breakfast that deserves its name. Ärgerlich: das WLAN.';
    await insertReviews(
      app.database,
      Array.from({ length: 60 }, () => ({ ...linkIds, text, rating: 4 })),
    );
  });

  afterAll(() => app?.close());

  const read = (path: string) => app.agent.get(path).set('X-API-Key', account.readOnly);

  async function idOf(slug: string): Promise<number> {
    const [source] = await app.database.query<{ id: number }>('select id from source where slug = $1', [slug]);
    return source?.id ?? 0;
  }

  describe('entry points', () => {
    it('GET / redirects to /docs with 302', async () => {
      const answer = await app.agent.get('/').redirects(0);
      expect([answer.status, answer.headers['location'], answer.text]).toEqual([302, '/docs', '']);
      expect((await app.agent.post('/')).status).toBe(405);
    });

    it('/docs/ gives the page of /docs', async () => {
      const page = async (path: string) => app.agent.get(path).set('Accept-Encoding', 'identity');
      const [plain, slashed] = [await page('/docs'), await page('/docs/')];
      expect(slashed.status).toBe(200);
      expect([slashed.text, slashed.headers['etag']]).toEqual([plain.text, plain.headers['etag']]);
    });
  });

  describe('unknown query parameters', () => {
    it.each([
      ['/v3/reviews?limit=1', undefined],
      ['/v3/reviews?limit=1&source_id=3', 'source_id'],
      ['/v3/reviews?limit=1&ratign=5&limit2=7&ratign=6', 'ratign, limit2'],
      ['/v3/reviews?source_ids[]=1&link_ids%5B%5D=1&x[]=1', 'x%5B%5D'],
      ['/v3/reviews?%6cimit=1&l%C3%BCmit=1&a+b=1', 'l%C3%BCmit, a%20b'],
      ['/v3/reviews?LIMIT=1&__proto__=1', 'LIMIT, __proto__'],
      ['/v3/reviews?=1&&', undefined],
      ['/v3/reviews?x%0d%0aSet-Cookie:%20a=1', 'x%0D%0ASet-Cookie%3A%20a'],
      ['/v2/sources?fields=id', 'fields'],
      ['/health?verbose', 'verbose'],
      ['/v2/sources?%zz=1&b=2', 'b'],
      [`/v3/sources?${'n'.repeat(101)}=1`, `${'n'.repeat(100)}...`],
      [
        `/v3/sources?${Array.from({ length: 30 }, (_, n) => `p${n}`).join('&')}`,
        `${Array.from({ length: 20 }, (_, n) => `p${n}`).join(', ')}, ...`,
      ],
    ])('%s is answered; the header of ignored parameters is %s', async (path, named) => {
      const answer = await read(path);
      expect([answer.status, answer.headers[IGNORED]]).toEqual([200, named]);
    });

    it('a refused request also has the header, because an ignored parameter may be the cause', async () => {
      const answer = await read('/v2/reviews?object_id=1');
      expect([answer.status, answer.headers[IGNORED]]).toEqual([400, 'object_id']);
    });
  });

  describe('source_slugs in v3', () => {
    const FEED = '/v3/reviews?limit=1';
    const SUMMARY = '/v3/analytics?min_rating=0';
    const SERIES = () => `/v3/analytics/timeseries?object_id=${ids.object}`;
    const total = async (query: string): Promise<number> =>
      ((await read(`${FEED}&${query}`)).body as { total: number }).total;
    const sourceIdsOf = async (path: string): Promise<readonly number[]> =>
      ((await read(path)).body as { meta: { source_ids: number[] } }).meta.source_ids;

    it('selects the reviews of these platforms in the feed, in addition to those of source_ids', async () => {
      const all = await total('');
      expect(all).toBeGreaterThan(60);
      for (const query of ['source_slugs=google', 'source_slugs[]=google', 'source_slugs=steam,Google'])
        expect([query, await total(query)]).toEqual([query, all]);
      expect(await total('source_slugs=steam')).toBe(0);
      expect(await total('source_slugs=steam&source_slugs=trustpilot')).toBe(0);
      expect(await total(`source_slugs=steam&source_ids=${await idOf('google')}`)).toBe(all);
      expect(await total('source_slugs=')).toBe(all);
    });

    it('selects platforms in the summary and in the series, in which ids come first', async () => {
      const [google, steam] = [await idOf('google'), await idOf('steam')];
      expect(await sourceIdsOf(`${SUMMARY}&source_slugs=steam,google`)).toEqual([steam, google]);
      expect(await sourceIdsOf(`${SERIES()}&source_slugs=steam,google`)).toEqual([steam, google]);
      expect(await sourceIdsOf(`${SERIES()}&source_slugs=steam,google&source_ids=0,${google}`)).toEqual([
        0,
        google,
        steam,
      ]);
      expect(await sourceIdsOf(SERIES())).toEqual([0]);
    });

    it.each([FEED, SUMMARY, '/v3/analytics/timeseries?object_id=1'])(
      '%s: an unknown slug gives 422 and is named in the detail',
      async (path) => {
        const { status, body } = await read(`${path}&source_slugs=google,gogle`);
        expect([status, body]).toEqual([
          422,
          { code: 'validation_error', detail: 'source_slugs: must name platforms of GET /v3/sources only, not gogle' },
        ]);
      },
    );

    it('is ignored in v2 and named in the header', async () => {
      const answer = await read(`/v2/reviews?group_id=${ids.object}&source_slugs=gogle`);
      expect([answer.status, answer.headers[IGNORED]]).toEqual([200, 'source_slugs']);
    });
  });

  describe('compression of JSON responses of 1 KiB and more', () => {
    interface RawResponse extends IncomingMessage {
      readonly bytes: Buffer;
    }
    const request = (
      path: string,
      accept?: string,
      method = 'GET',
      more: Record<string, string> = {},
    ): Promise<RawResponse> =>
      new Promise((resolve, reject) => {
        const { hostname, port } = new URL(app.address);
        const headers = { 'X-API-Key': account.readOnly, ...(accept ? { 'Accept-Encoding': accept } : {}), ...more };
        get({ hostname, port, path, method, headers }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => resolve(Object.assign(response, { bytes: Buffer.concat(chunks) })));
        }).on('error', reject);
      });
    const LARGE = ['/v3/reviews?limit=50', '/v2/sources', '/v3/sources', '/v3/analytics/timeseries'];
    const pathOf = (path: string): string =>
      path.endsWith('series') ? `${path}?object_id=${ids.object}&granularity=day` : path;

    it.each(
      LARGE.flatMap((path) =>
        (
          [
            [undefined, 'identity'],
            ['gzip', 'gzip'],
            ['gzip, deflate, br', 'br'],
            ['br;q=0.1, gzip', 'gzip'],
            ['deflate', 'identity'],
            ['gzip;q=0', 'identity'],
          ] as const
        ).map(([accept, coding]) => [path, accept, coding] as const),
      ),
    )('%s with "Accept-Encoding: %s" has the coding %s', async (path, accept, coding) => {
      const answer = await request(pathOf(path), accept);
      const plain = await request(pathOf(path));
      expect([answer.statusCode, answer.headers['content-encoding'] ?? 'identity']).toEqual([200, coding]);
      expect(answer.headers['vary']).toBe('Accept-Encoding');
      expect(Number(answer.headers['content-length'])).toBe(answer.bytes.length);
      const withoutInstant = (bytes: Buffer): string => bytes.toString().replace(/"generated_at":"[^"]*"/, '');
      expect(withoutInstant(DECODERS[coding as Coding](answer.bytes))).toBe(withoutInstant(plain.bytes));
      if (coding !== 'identity') expect(answer.bytes.length).toBeLessThan(plain.bytes.length / 2);
    });

    it('a response below 1 KiB is not compressed, and has Vary', async () => {
      const answer = await request('/v3/reviews?limit=1', 'gzip');
      expect([answer.headers['content-encoding'], answer.headers['vary']]).toEqual([undefined, 'Accept-Encoding']);
      expect(answer.bytes.length).toBeLessThan(1_024);
    });

    it('HEAD has the headers of GET', async () => {
      const [head, whole] = [await request('/v3/sources', 'gzip', 'HEAD'), await request('/v3/sources', 'gzip')];
      for (const name of ['content-encoding', 'content-length', 'content-type', 'etag', 'vary'])
        expect([name, head.headers[name]]).toEqual([name, whole.headers[name]]);
      expect(head.bytes.length).toBe(0);
    });

    it('a response has a weak ETag that is the same for all codings', async () => {
      const tags = await Promise.all(
        ['identity', 'gzip', 'br'].map(async (accept) => (await request('/v3/sources', accept)).headers.etag),
      );
      expect(new Set(tags).size).toBe(1);
      expect(tags[0]).toMatch(/^W\//);
      const again = await request('/v3/sources', 'br', 'GET', { 'If-None-Match': tags[0] ?? '' });
      expect([again.statusCode, again.headers.vary, again.bytes.length]).toEqual([304, 'Accept-Encoding', 0]);
    });

    it('a replayed response has the coding of the first one', async () => {
      const body = {
        name: 'Harbour',
        links: Array.from({ length: 12 }, () => ({ url: 'https://www.google.com/maps' })),
      };
      const send = () =>
        app.agent.post('/v3/objects').set({ 'X-API-Key': account.full, 'Idempotency-Key': 'one' }).send(body);
      const [first, replayed] = [await send(), await send()];
      expect([first.status, replayed.status, replayed.headers['idempotent-replayed']]).toEqual([201, 201, 'true']);
      expect([first.headers['content-encoding'], replayed.headers['content-encoding']]).toEqual(['gzip', 'gzip']);
      expect(replayed.body).toEqual(first.body);
    });
  });
});
