import { codeOf, IMAGES, okBody, type AnalyticsFixture } from './analytics-fixture';
import type { Json, ApiNames } from './contract-client';

const TODAY = new Date().toISOString().slice(0, 10);

export function describeSummary(api: ApiNames, fixture: () => AnalyticsFixture): void {
  const { objectId, objectIds } = api;
  const figures = async (query: string): Promise<Json> => (await fixture().summary(query))['summary'] as Json;

  describe(`GET /${api.version}/analytics`, () => {
    it('contract §4.7: returns the figures of an object', async () => {
      expect((await fixture().summary())['summary']).toEqual({
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
          ...(api.version === 'v3' ? { median_hours: 96 } : {}),
        },
      });
    });

    it('contract §4.7: by_source has the figures of each platform of the object', async () => {
      const [first, second] = fixture().links;
      const bySource = (await fixture().summary())['by_source'] as Json[];
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

    it('contract §4.7: meta has the applied filters, including defaults; without a trial there is no access field', async () => {
      const body = await fixture().summary();
      expect(Object.keys(body)).toEqual(['meta', 'summary', 'by_source']);
      expect(body['meta']).toEqual({
        [objectId]: fixture().objectId,
        folder_id: null,
        [objectIds]: [fixture().objectId],
        published_from: '2000-01-01',
        published_to: TODAY,
        source_ids: [],
        generated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/) as string,
      });
    });

    it('contract §4.7: meta repeats the parameters of the request', async () => {
      const [, second] = fixture().links;
      const query = `published_from=2026-01-01&published_to=2026-10-31&source_ids=${second.sourceId}`;
      expect((await fixture().summary(query))['meta']).toMatchObject({
        published_from: '2026-01-01',
        published_to: '2026-10-31',
        source_ids: [second.sourceId],
      });
    });

    it.each<[string, string, number, number | null]>([
      ['contract §4.7: min_rating and max_rating default to 1 and 5', 'min_rating=1&max_rating=5', 8, 3.25],
      ['an empty parameter has its default value', 'min_rating=&max_rating=&published_from=', 8, 3.25],
      ['min_rating is inclusive', 'min_rating=4', 4, 4.5],
      ['max_rating is inclusive', 'max_rating=2.5', 3, 1.67],
      ['contract §4.7: min_rating=0 counts unrated reviews, which do not affect the average', 'min_rating=0', 9, 3.25],
      ['min_rating=0 with max_rating counts unrated reviews', 'min_rating=0&max_rating=1', 2, 1],
      ['min_rating=0.5 does not count unrated reviews', 'min_rating=0.5', 8, 3.25],
      ['contract §4.7: published_from excludes undated reviews', 'published_from=2000-01-01', 7, 3.14],
      ['published_to excludes undated reviews', `published_to=${TODAY}`, 7, 3.14],
      ['both bounds together exclude undated reviews', `published_from=2000-01-01&published_to=${TODAY}`, 7, 3.14],
      ['published_from is inclusive', 'published_from=2026-11-02', 3, 3.83],
      ['published_to includes the whole day', 'published_to=2026-10-31', 4, 2.63],
      ['published_from before 2000 includes older reviews', 'published_from=1999-12-31', 8, 2.87],
      ['published_to after today includes future dates', 'published_to=9999-12-31', 8, 2.87],
      ['a range of one month counts its reviews', 'published_from=2026-10-01&published_to=2026-10-31', 2, 3.5],
      ['a range across three months counts all its reviews', 'published_from=2026-09-30&published_to=2026-11-02', 3, 4],
      ['published_from after the default published_to gives an empty range', 'published_from=9999-12-31', 0, null],
      ['source_ids that the object lacks match nothing', 'source_ids=900000001', 0, null],
      ['unknown parameters are ignored', 'limit=1', 8, 3.25],
    ])('%s', async (_, query, total, average) => {
      const { total_reviews, avg_rating } = await figures(query);
      expect([total_reviews, avg_rating]).toEqual([total, average]);
    });

    it('contract §4.7: averages are rounded half up from exact sums', async () => {
      const client = await fixture().client();
      const [link] = await fixture().anotherObject(
        client,
        [4.35, 4.36].map((rating) => ({ reviewDate: '2026-10-10T00:00:00', rating })),
      );
      const body = okBody(await fixture().get(`?${objectId}=${link.objectId}`, client));
      expect((body['summary'] as Json)['avg_rating']).toBe(4.36);
    });

    it('contract §4.7: source_ids limits the figures to the given platforms', async () => {
      const [, second] = fixture().links;
      const body = await fixture().summary(`source_ids=${second.sourceId}`);
      expect((body['summary'] as Json)['total_reviews']).toBe(2);
      expect((body['by_source'] as Json[]).map((source) => source['source_id'])).toEqual([second.sourceId]);
    });

    it('contract §4.7: without reviews, the figures of an object and its platforms are 0 or null', async () => {
      const client = await fixture().client();
      const [link] = await fixture().anotherObject(client, []);
      const body = okBody(await fixture().get(`?${objectId}=${link.objectId}`, client));
      expect(body['summary']).toMatchObject({ total_reviews: 0, avg_rating: null, reply: { last_reply_date: null } });
      expect(body['by_source']).toMatchObject([
        { review_count: 0, avg_rating: null, latest_review_date: null },
        { review_count: 0, avg_rating: null, latest_review_date: null },
      ]);
    });

    it('contract §2.1, §4.7: the response for a switched-off object has no reviews', async () => {
      const client = await fixture().client();
      const [link] = await fixture().anotherObject(client);
      await fixture().app.database.query('update tracked_object set is_active = false where id = $1', [link.objectId]);
      const body = okBody(await fixture().get(`?${objectId}=${link.objectId}`, client));
      expect(body['meta']).toMatchObject({ [objectId]: link.objectId, [objectIds]: [] });
      expect(body['summary']).toMatchObject({ total_reviews: 0, avg_rating: null });
      expect(body['by_source']).toEqual([]);
    });

    it('contract §4.6: reviews of a removed link are not counted', async () => {
      const client = await fixture().client();
      const [link] = await fixture().anotherObject(client);
      await fixture().app.database.query('update link set deleted_at = now() where id = $1', [link.linkId]);
      const body = okBody(await fixture().get(`?${objectId}=${link.objectId}`, client));
      expect((body['summary'] as Json)['total_reviews']).toBe(2);
    });

    it('contract §2.5 rule 5: a folder counts its objects and those of its subfolders', async () => {
      const client = await fixture().client();
      const [[one], [two]] = [await fixture().anotherObject(client), await fixture().anotherObject(client)];
      const folders = `/${api.version}/folders`;
      const root = await client.post(folders, { name: 'Root', [objectIds]: [one.objectId] });
      await client.post(folders, {
        name: 'Inner',
        parent_folder_id: root.body['id'],
        [objectIds]: [two.objectId, one.objectId],
      });
      const body = okBody(await fixture().get(`?folder_id=${String(root.body['id'])}`, client));
      expect(body['meta']).toMatchObject({
        [objectId]: null,
        folder_id: root.body['id'],
        [objectIds]: [one.objectId, two.objectId],
      });
      expect(body['summary']).toMatchObject({ total_reviews: 16, avg_rating: 3.25 });
      expect(body['by_source']).toHaveLength(2);
    });

    it('contract §4.7: meta lists all objects of a folder, including those without links and those with deleted links only', async () => {
      const client = await fixture().client();
      const [[one], [removed, second]] = [await fixture().anotherObject(client), await fixture().anotherObject(client)];
      const { version } = api;
      const bare = await client.post(`/${version}/${version === 'v2' ? 'groups' : 'objects'}`, { name: 'Bare' });
      const both = [removed.linkId, second.linkId];
      await fixture().app.database.query('update link set deleted_at = now() where id = any($1)', [both]);
      const ids = [one.objectId, removed.objectId, Number(bare.body['id'])];
      const folder = await client.post(`/${version}/folders`, { name: 'All', [objectIds]: ids });
      const body = okBody(await fixture().get(`?folder_id=${String(folder.body['id'])}`, client));
      expect(body['meta']).toMatchObject({ [objectIds]: ids });
      expect(body['summary']).toMatchObject({ total_reviews: 8 });
    });

    it.each<[string, string, number, string]>([
      ['contract §4.7: min_rating above max_rating', 'min_rating=4&max_rating=3', 422, 'validation_error'],
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
    ])('%s is refused', async (_, query, status, code) => {
      expect(codeOf(await fixture().get(`?${objectId}=${fixture().objectId}&${query}`))).toEqual([status, code]);
    });

    it('contract §7.1: an object of another account gives the same 404 as a missing one, byte for byte', async () => {
      const otherAccount = await fixture().client();
      const foreign = await fixture().get(`?${objectId}=${fixture().objectId}`, otherAccount);
      const missing = await fixture().get(`?${objectId}=900000001`, otherAccount);
      expect([codeOf(foreign), foreign.text]).toEqual([[404, 'not_found'], missing.text]);
      expect(codeOf(await fixture().get('?folder_id=900000001', otherAccount))).toEqual([404, 'folder_not_found']);
    });

    it('contract §7.2: an object together with a folder gives 400', async () => {
      const word = api.version === 'v2' ? 'group' : 'object';
      const both = await fixture().get(`?${objectId}=${fixture().objectId}&folder_id=1`);
      expect(codeOf(both)).toEqual([400, `${word}_and_folder_conflict`]);
    });

    it('contract §1.4: If-None-Match gives 304 until a review changes, although generated_at differs', async () => {
      const client = await fixture().client();
      const [link] = await fixture().anotherObject(client);
      const path = `?${objectId}=${link.objectId}`;
      const first = await fixture().get(path, client);
      const tag = first.headers['etag'] ?? '';
      await new Promise((resolve) => setTimeout(resolve, 1_100));
      const again = await fixture().get(path, client, { 'If-None-Match': tag });
      expect([again.status, again.text]).toEqual([304, '']);
      await fixture().app.database.query('update review set rating = 100 where account_id = $1 and rating = 500', [
        link.accountId,
      ]);
      expect((await fixture().get(path, client, { 'If-None-Match': tag })).status).toBe(200);
    });

    it('contract §5: a read_only key may read; without a key the status is 401', async () => {
      const path = `?${objectId}=${fixture().objectId}`;
      expect((await fixture().get(path, fixture().me.withReadOnlyKey)).status).toBe(200);
      expect((await fixture().app.agent.get(`/${api.version}/analytics${path}`)).status).toBe(401);
    });
  });

  describe(`GET /${api.version}/analytics on trial access (contract §4.7 access, §5.3)`, () => {
    const day = (n: number): string => `2026-10-${String(n).padStart(2, '0')}T00:00:00`;
    const seeds = [
      ...[1, 2, 3, 4, 5].map((n) => ({ reviewDate: day(n), rating: n, images: IMAGES })),
      { reviewDate: null, rating: 1 },
      { reviewDate: day(9), rating: 2, deletedAt: '2026-11-01T00:00:00Z' },
      { reviewDate: day(9), rating: 4, onLink: 'second' as const },
    ];

    it('applies the trial limit before counting; access is the same for all filters', async () => {
      const client = await fixture().client('trial');
      const [link] = await fixture().anotherObject(client, seeds);
      const whole = okBody(await fixture().get(`?${objectId}=${link.objectId}`, client));
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
      const filtered = okBody(await fixture().get(narrow, client));
      expect([filtered['summary'], filtered['access']]).toMatchObject([{ total_reviews: 1, avg_rating: 3 }, access]);
    });

    it('access is present even if no review is beyond the limit', async () => {
      const client = await fixture().client('trial');
      const [link] = await fixture().anotherObject(client, []);
      const body = okBody(await fixture().get(`?${objectId}=${link.objectId}`, client));
      expect(body['access']).toMatchObject({ limit_per_link: 3, hidden_total: 0 });
    });
  });
}
