import { codeOf, IMAGES, okBody, type AnalyticsWorld } from './analytics-world';
import type { Json, Words } from './contract-client';

const TODAY = new Date().toISOString().slice(0, 10);

export function describeSummary(words: Words, world: () => AnalyticsWorld): void {
  const { objectId, objectIds } = words;
  const figures = async (query: string): Promise<Json> => (await world().summary(query))['summary'] as Json;

  describe(`GET /${words.version}/analytics`, () => {
    it('§4.7: the figures of an object', async () => {
      expect((await world().summary())['summary']).toEqual({
        total_reviews: 8,
        avg_rating: 3.25,
        reviews_with_text: 6,
        reviews_with_images: 2,
        rating_distribution: { '1': 2, '2': 1, '3': 1, '4': 3, '5': 1 },
        reply: {
          total_with_reply: 3,
          unanswered_negative: 2,
          reply_by_rating: { '1': 1, '2': 0, '3': 1, '4': 1, '5': 0 },
          last_reply_date: '2026-11-12',
        },
      });
    });

    it('§4.7 by_source: each platform of the object with its own figures', async () => {
      const [first, second] = world().links;
      const bySource = (await world().summary())['by_source'] as Json[];
      expect(bySource).toHaveLength(2);
      expect(bySource).toEqual(
        expect.arrayContaining([
          {
            source_id: first.sourceId,
            source_name: 'trustpilot',
            review_count: 6,
            avg_rating: 3.25,
            total_with_reply: 3,
            reviews_with_text: 5,
            reviews_with_images: 2,
            rating_distribution: { '1': 2, '2': 0, '3': 1, '4': 2, '5': 1 },
            reply_distribution: { '1': 1, '2': 0, '3': 1, '4': 1, '5': 0 },
            latest_review_date: '2026-11-10',
          },
          {
            source_id: second.sourceId,
            source_name: 'steam',
            review_count: 2,
            avg_rating: 3.25,
            total_with_reply: 0,
            reviews_with_text: 1,
            reviews_with_images: 0,
            rating_distribution: { '1': 0, '2': 1, '3': 0, '4': 1, '5': 0 },
            reply_distribution: { '1': 0, '2': 0, '3': 0, '4': 0, '5': 0 },
            latest_review_date: '2026-10-31',
          },
        ]),
      );
      const ids = bySource.map((source) => source['source_id'] as number);
      expect(ids).toEqual([...ids].sort((a, b) => a - b));
    });

    it('§4.7 meta: filters as applied, defaults too; no access without a trial', async () => {
      const body = await world().summary();
      expect(Object.keys(body)).toEqual(['meta', 'summary', 'by_source']);
      expect(body['meta']).toEqual({
        [objectId]: world().objectId,
        folder_id: null,
        [objectIds]: [world().objectId],
        published_from: '2000-01-01',
        published_to: TODAY,
        source_ids: [],
        generated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/) as string,
      });
    });

    it('§4.7 meta: meta repeats the parameters of the request', async () => {
      const [, second] = world().links;
      const query = `published_from=2026-01-01&published_to=2026-10-31&source_ids=${second.sourceId}`;
      expect((await world().summary(query))['meta']).toMatchObject({
        published_from: '2026-01-01',
        published_to: '2026-10-31',
        source_ids: [second.sourceId],
      });
    });

    it.each<[string, string, number, number | null]>([
      ['§4.7: min_rating and max_rating default to 1 and 5', 'min_rating=1&max_rating=5', 8, 3.25],
      ['an empty parameter is its default', 'min_rating=&max_rating=&published_from=', 8, 3.25],
      ['min_rating inclusive', 'min_rating=4', 4, 4.5],
      ['max_rating inclusive', 'max_rating=2.5', 3, 1.67],
      ['contract §4.7: unrated with min_rating=0 alone, and in no average', 'min_rating=0', 9, 3.25],
      ['min_rating=0 with max_rating: unrated too', 'min_rating=0&max_rating=1', 2, 1],
      ['min_rating=0.5 is a bound and no 0', 'min_rating=0.5', 8, 3.25],
      ['contract §4.7: undated only where neither bound was given', 'published_from=2000-01-01', 7, 3.14],
      ['the same of the upper bound', `published_to=${TODAY}`, 7, 3.14],
      ['the same of both', `published_from=2000-01-01&published_to=${TODAY}`, 7, 3.14],
      ['published_from inclusive', 'published_from=2026-11-02', 3, 3.83],
      ['published_to inclusive, the whole day', 'published_to=2026-10-31', 4, 2.63],
      ['dates before 2000 where they are requested', 'published_from=1999-12-31', 8, 2.87],
      ['dates after today where they are requested', 'published_to=9999-12-31', 8, 2.87],
      ['one month', 'published_from=2026-10-01&published_to=2026-10-31', 2, 3.5],
      ['a month and two edges', 'published_from=2026-09-30&published_to=2026-11-02', 3, 4],
      ['an empty range of a given and a default bound', 'published_from=9999-12-31', 0, null],
      ['source_ids outside the object match nothing', 'source_ids=900000001', 0, null],
      ['unknown parameters are ignored', 'limit=1', 8, 3.25],
    ])('%s', async (_, query, total, average) => {
      const { total_reviews, avg_rating } = await figures(query);
      expect([total_reviews, avg_rating]).toEqual([total, average]);
    });

    it('contract §4.7: averages are rounded half up from exact sums', async () => {
      const client = await world().client();
      const [link] = await world().another(
        client,
        [4.35, 4.36].map((rating) => ({ reviewDate: '2026-10-10T00:00:00', rating })),
      );
      const body = okBody(await world().get(`?${objectId}=${link.objectId}`, client));
      expect((body['summary'] as Json)['avg_rating']).toBe(4.36);
    });

    it('§4.7 source_ids: a single platform', async () => {
      const [, second] = world().links;
      const body = await world().summary(`source_ids=${second.sourceId}`);
      expect((body['summary'] as Json)['total_reviews']).toBe(2);
      expect((body['by_source'] as Json[]).map((source) => source['source_id'])).toEqual([second.sourceId]);
    });

    it('§4.7: a platform with no reviews has review_count 0, and an object without any has figures 0 or null', async () => {
      const client = await world().client();
      const [link] = await world().another(client, []);
      const body = okBody(await world().get(`?${objectId}=${link.objectId}`, client));
      expect(body['summary']).toMatchObject({ total_reviews: 0, avg_rating: null, reply: { last_reply_date: null } });
      expect(body['by_source']).toMatchObject([
        { review_count: 0, avg_rating: null, latest_review_date: null },
        { review_count: 0, avg_rating: null, latest_review_date: null },
      ]);
    });

    it('§2.1, contract §4.7: a switched-off object answers like an empty one', async () => {
      const client = await world().client();
      const [link] = await world().another(client);
      await world().app.database.query('update tracked_object set is_active = false where id = $1', [link.objectId]);
      const body = okBody(await world().get(`?${objectId}=${link.objectId}`, client));
      expect(body['meta']).toMatchObject({ [objectId]: link.objectId, [objectIds]: [] });
      expect(body['summary']).toMatchObject({ total_reviews: 0, avg_rating: null });
      expect(body['by_source']).toEqual([]);
    });

    it('contract §4.6: reviews of a removed link are not counted', async () => {
      const client = await world().client();
      const [link] = await world().another(client);
      await world().app.database.query('update link set deleted_at = now() where id = $1', [link.linkId]);
      const body = okBody(await world().get(`?${objectId}=${link.objectId}`, client));
      expect((body['summary'] as Json)['total_reviews']).toBe(2);
    });

    it('§2.5 rule 5: a folder counts its objects and those of its subfolders', async () => {
      const client = await world().client();
      const [[one], [two]] = [await world().another(client), await world().another(client)];
      const folders = `/${words.version}/folders`;
      const root = await client.post(folders, { name: 'Root', [objectIds]: [one.objectId] });
      await client.post(folders, {
        name: 'Inner',
        parent_folder_id: root.body['id'],
        [objectIds]: [two.objectId, one.objectId],
      });
      const body = okBody(await world().get(`?folder_id=${String(root.body['id'])}`, client));
      expect(body['meta']).toMatchObject({
        [objectId]: null,
        folder_id: root.body['id'],
        [objectIds]: [one.objectId, two.objectId],
      });
      expect(body['summary']).toMatchObject({ total_reviews: 16, avg_rating: 3.25 });
      expect(body['by_source']).toHaveLength(2);
    });

    it('§4.7 meta names all objects counted: also one of a folder that has no links, or none any more', async () => {
      const client = await world().client();
      const [[one], [removed, second]] = [await world().another(client), await world().another(client)];
      const { version } = words;
      const bare = await client.post(`/${version}/${version === 'v2' ? 'groups' : 'objects'}`, { name: 'Bare' });
      const both = [removed.linkId, second.linkId];
      await world().app.database.query('update link set deleted_at = now() where id = any($1)', [both]);
      const ids = [one.objectId, removed.objectId, Number(bare.body['id'])];
      const folder = await client.post(`/${version}/folders`, { name: 'All', [objectIds]: ids });
      const body = okBody(await world().get(`?folder_id=${String(folder.body['id'])}`, client));
      expect(body['meta']).toMatchObject({ [objectIds]: ids });
      expect(body['summary']).toMatchObject({ total_reviews: 8 });
    });

    it.each<[string, string, number, string]>([
      ['min_rating above max_rating', 'min_rating=4&max_rating=3', 422, 'validation_error'],
      [
        'published_from later than published_to',
        'published_from=2026-02-01&published_to=2026-01-31',
        422,
        'validation_error',
      ],
      ['min_rating over 5', 'min_rating=5.01', 422, 'validation_error'],
      ['max_rating under 1', 'max_rating=0', 422, 'validation_error'],
      ['a date that does not exist', 'published_from=2026-02-30', 422, 'validation_error'],
      ['a scalar given twice', 'min_rating=1&min_rating=2', 400, 'bad_request'],
    ])('%s', async (_, query, status, code) => {
      expect(codeOf(await world().get(`?${objectId}=${world().objectId}&${query}`))).toEqual([status, code]);
    });

    it('§7.1: a foreign object is not found, byte for byte like a missing one', async () => {
      const stranger = await world().client();
      const foreign = await world().get(`?${objectId}=${world().objectId}`, stranger);
      const missing = await world().get(`?${objectId}=900000001`, stranger);
      expect([codeOf(foreign), foreign.text]).toEqual([[404, 'not_found'], missing.text]);
      expect(codeOf(await world().get('?folder_id=900000001', stranger))).toEqual([404, 'folder_not_found']);
    });

    it('§7.2: object and folder both given', async () => {
      const word = words.version === 'v2' ? 'group' : 'object';
      const both = await world().get(`?${objectId}=${world().objectId}&folder_id=1`);
      expect(codeOf(both)).toEqual([400, `${word}_and_folder_conflict`]);
    });

    it('contract §1.4: ETag and If-None-Match; generated_at is no change, a new review is one', async () => {
      const client = await world().client();
      const [link] = await world().another(client);
      const path = `?${objectId}=${link.objectId}`;
      const first = await world().get(path, client);
      const tag = first.headers['etag'] ?? '';
      await new Promise((resolve) => setTimeout(resolve, 1_100));
      const again = await world().get(path, client, { 'If-None-Match': tag });
      expect([again.status, again.text]).toEqual([304, '']);
      await world().app.database.query('update review set rating = 100 where account_id = $1 and rating = 500', [
        link.accountId,
      ]);
      expect((await world().get(path, client, { 'If-None-Match': tag })).status).toBe(200);
    });

    it('§5: read_only is enough, and without a key it is 401', async () => {
      const path = `?${objectId}=${world().objectId}`;
      expect((await world().get(path, world().me.reading)).status).toBe(200);
      expect((await world().app.agent.get(`/${words.version}/analytics${path}`)).status).toBe(401);
    });
  });

  describe(`GET /${words.version}/analytics on trial access (§4.7 access, §5.3)`, () => {
    const day = (n: number): string => `2026-10-${String(n).padStart(2, '0')}T00:00:00`;
    const seeds = [
      ...[1, 2, 3, 4, 5].map((n) => ({ reviewDate: day(n), rating: n, images: IMAGES })),
      { reviewDate: null, rating: 1 },
      { reviewDate: day(9), rating: 2, deletedAt: '2026-11-01T00:00:00Z' },
      { reviewDate: day(9), rating: 4, on: 'second' as const },
    ];

    it('the trial limit is applied before counting, and access reports it for any filters', async () => {
      const client = await world().client('trial');
      const [link] = await world().another(client, seeds);
      const whole = okBody(await world().get(`?${objectId}=${link.objectId}`, client));
      expect(whole['summary']).toMatchObject({
        total_reviews: 4,
        avg_rating: 4,
        rating_distribution: { '1': 0, '2': 0, '3': 1, '4': 2, '5': 1 },
        reviews_with_images: 3,
      });
      const access = {
        reason: 'trial',
        limit_per_link: 3,
        hidden_total: 3,
        message: expect.stringMatching(/3.*3/) as string,
      };
      expect(whole['access']).toEqual(access);
      const narrow = `?${objectId}=${link.objectId}&source_ids=${link.sourceId}&max_rating=4&published_to=2026-10-03`;
      const filtered = okBody(await world().get(narrow, client));
      expect([filtered['summary'], filtered['access']]).toMatchObject([{ total_reviews: 1, avg_rating: 3 }, access]);
    });

    it('access is present also where no review is beyond the limit', async () => {
      const client = await world().client('trial');
      const [link] = await world().another(client, []);
      const body = okBody(await world().get(`?${objectId}=${link.objectId}`, client));
      expect(body['access']).toMatchObject({ limit_per_link: 3, hidden_total: 0 });
    });
  });
}
