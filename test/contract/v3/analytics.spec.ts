import { describeAnalytics } from '../analytics-contract';
import { AnalyticsFixture, codeOf, okBody, type AnalyticsSeed } from '../analytics-fixture';
import { dataOf, V3_API, type Json } from '../contract-client';

describe('v3: analytics', () => describeAnalytics(V3_API));

describe('v3: analytics of the account and of folders, and ratings (contract §4.13, §4.7)', () => {
  let fixture: AnalyticsFixture;
  beforeAll(async () => {
    fixture = await AnalyticsFixture.create(V3_API);
  });
  afterAll(() => fixture?.app.close());

  it('the summary without object_id and folder_id covers the whole account', async () => {
    const client = await fixture.client();
    const [[one], [two], [disabled]] = [
      await fixture.anotherObject(client),
      await fixture.anotherObject(client),
      await fixture.anotherObject(client),
    ];
    await fixture.app.database.query('update tracked_object set is_active = false where id = $1', [disabled.objectId]);
    const body = okBody(await fixture.get('', client));
    expect(body['meta']).toMatchObject({ object_id: null, folder_id: null, object_ids: [one.objectId, two.objectId] });
    expect(body['summary']).toMatchObject({ total_reviews: 16, avg_rating: 3.25 });
  });

  it('the summary of an account without objects is empty', async () => {
    const body = okBody(await fixture.get('', await fixture.client('trial')));
    expect(body).toMatchObject({
      meta: { object_ids: [] },
      summary: { total_reviews: 0 },
      by_source: [],
      access: { hidden_total: 0 },
    });
  });

  it('contract §4.13: scope=account is the whole account, in the summary and in the timeseries', async () => {
    const client = await fixture.client();
    await fixture.anotherObject(client);
    await fixture.anotherObject(client);
    const summary = okBody(await fixture.get('?scope=account', client));
    expect(summary['summary']).toEqual(okBody(await fixture.get('', client))['summary']);
    const query = 'scope=account&published_from=2026-10-01&published_to=2026-10-31';
    const body = okBody(await fixture.get(`/timeseries?${query}`, client));
    expect(body['meta']).toMatchObject({ object_id: null, folder_id: null });
    expect(body['series']).toMatchObject([{ source_id: 0, timeseries: [{ period: '2026-10', review_count: 4 }] }]);
  });

  it.each(['', '/timeseries'])(
    'contract §4.13: %s refuses scope=account together with an object or a folder',
    async (path) => {
      for (const addressed of ['object_id=1', 'folder_id=1', 'object_id=1&folder_id=1'])
        expect(codeOf(await fixture.get(`${path}?scope=account&${addressed}`))).toEqual([
          400,
          'object_and_folder_conflict',
        ]);
      expect(codeOf(await fixture.get(`${path}?scope=everything`))).toEqual([422, 'validation_error']);
    },
  );

  it('contract §4.7: median_hours is the median time from a review to its reply', async () => {
    const client = await fixture.client();
    const median = async (query: string): Promise<unknown> =>
      ((okBody(await fixture.get(`?${query}`, client))['summary'] as Json)['reply'] as Json)['median_hours'];
    expect(await median('')).toBeNull();
    const replied = (replyDate: string | null, rating = 4): AnalyticsSeed => ({
      reviewDate: '2026-10-10T12:00:00',
      rating,
      replyText: 'Thanks',
      replyDate,
    });
    const [one] = await fixture.anotherObject(client, [
      // Dates of different time zones: 0 hours.
      replied('2026-10-10T09:00:00'),
      replied('2026-10-10T16:30:00'),
      replied('2026-10-11T02:15:00', 2),
      replied('2026-10-20T12:00:00', 1),
      // The review was edited after the reply.
      replied('2026-10-08T12:00:00'),
      replied(null),
    ]);
    expect(await median('')).toBe(9.4);
    expect(await median(`object_id=${one.objectId}&max_rating=2`)).toBe(127.1);
    expect(await median('published_from=2026-10-10&min_rating=4')).toBe(2.3);
    expect(await median('published_from=2026-10-11')).toBeNull();
  });

  it.each(['/timeseries', '/ratings'])('contract §7.2: %s needs object_id or folder_id, but not both', async (path) => {
    expect(codeOf(await fixture.get(path))).toEqual([400, 'object_or_folder_required']);
    expect(codeOf(await fixture.get(`${path}?object_id=1&folder_id=1`))).toEqual([400, 'object_and_folder_conflict']);
    expect(codeOf(await fixture.get(`${path}?folder_id=900000001`))).toEqual([404, 'folder_not_found']);
    expect(codeOf(await fixture.get(`${path}?object_id=900000001`))).toEqual([404, 'not_found']);
  });

  it('contract §4.8: the timeseries of a folder covers all its objects', async () => {
    const client = await fixture.client();
    const [[one], [two]] = [await fixture.anotherObject(client), await fixture.anotherObject(client)];
    const folder = await client.post('/v3/folders', { name: 'Both', object_ids: [one.objectId, two.objectId] });
    const query = `folder_id=${String(folder.body['id'])}&published_from=2026-10-01&published_to=2026-10-31`;
    const body = okBody(await fixture.get(`/timeseries?${query}`, client));
    expect(body['meta']).toMatchObject({ object_id: null, folder_id: folder.body['id'] });
    expect(body['series']).toMatchObject([{ source_id: 0, timeseries: [{ period: '2026-10', review_count: 4 }] }]);
  });

  describe('languages', () => {
    const inLanguages = (...languages: readonly string[]): readonly AnalyticsSeed[] =>
      languages.map((language, n) => ({ reviewDate: `2026-10-1${n}T12:00:00`, rating: 1 + n, language }));

    it('contract §4.7: gives the reviews of the summary by language, the most frequent first', async () => {
      const client = await fixture.client();
      const [[one], [two]] = [
        await fixture.anotherObject(client, inLanguages('en', 'de', 'en', 'und')),
        await fixture.anotherObject(client, inLanguages('de', 'en')),
      ];
      const items = async (query: string): Promise<readonly unknown[][]> =>
        dataOf(await fixture.get(`/languages?${query}`, client)).map((item) => [
          ...[item['language'], item['review_count'], item['avg_rating']],
        ]);
      expect(await items('')).toEqual([
        ['en', 3, 2],
        ['de', 2, 1.5],
        ['und', 1, 4],
      ]);
      expect(await items(`object_id=${two.objectId}`)).toEqual([
        ['de', 1, 1],
        ['en', 1, 2],
      ]);
      expect(await items('published_from=2026-10-12')).toEqual([
        ['en', 1, 3],
        ['und', 1, 4],
      ]);
      expect(await items('min_rating=3&languages=EN,fr')).toEqual([['en', 1, 3]]);
      await fixture.app.database.query('update review set deleted_at = now() where object_id = $1', [one.objectId]);
      expect(await items('')).toEqual([
        ['de', 1, 1],
        ['en', 1, 2],
      ]);
      const body = okBody(await fixture.get(`/languages?object_id=${two.objectId}`, client));
      expect(body['meta']).toMatchObject({ object_id: two.objectId, folder_id: null });
      expect((body['data'] as readonly Json[])[0]).toEqual({
        ...{ language: 'de', review_count: 1, avg_rating: 1, total_with_reply: 0 },
        rating_distribution: { '1': 1, '2': 0, '3': 0, '4': 0, '5': 0 },
      });
    });

    it('contract §4.7, §4.8: languages filters the summary, the timeseries and the figures of objects', async () => {
      const client = await fixture.client();
      await fixture.anotherObject(client, inLanguages('en', 'de', 'en', 'und'));
      const summary = okBody(await fixture.get('?languages=en', client));
      expect(summary['summary']).toMatchObject({ total_reviews: 2, avg_rating: 2 });
      expect(summary['by_source']).toMatchObject([
        { review_count: 2, latest_review_date: '2026-10-12' },
        { review_count: 0 },
      ]);
      const range = 'scope=account&published_from=2026-10-01&published_to=2026-10-31';
      for (const [granularity, counts] of [
        ['month', [2]],
        ['day', [1, 1]],
      ] as const) {
        const query = `${range}&granularity=${granularity}&languages=de&languages=und`;
        const [series] = okBody(await fixture.get(`/timeseries?${query}`, client))['series'] as readonly Json[];
        const found = (series?.['timeseries'] as readonly Json[]).map((point) => point['review_count']);
        expect(found.filter((n) => n !== 0)).toEqual(counts);
      }
      expect(dataOf(await fixture.get('/objects?languages=xx', client))).toMatchObject([{ review_count: 0 }]);
    });

    it.each(['', '/timeseries', '/objects', '/languages', '/reply-times', '/reply-times/objects'])(
      'contract §4.4 rule 7: %s refuses what is no primary subtag',
      async (path) => {
        for (const value of ['english', 'en-GB', 'e', '1', 'e_'])
          expect(codeOf(await fixture.get(`${path}?scope=account&languages=${value}`))).toEqual([
            422,
            'validation_error',
          ]);
      },
    );
  });

  describe('reply times', () => {
    const replied = (reviewDate: string | null, replyDate: string | null): AnalyticsSeed => ({
      ...{ reviewDate, replyDate, replyText: 'Thanks', rating: 4 },
    });
    /** 0, 4.5, 14.25 and 240 hours; one early reply, and two without a date. */
    const SEEDS: readonly AnalyticsSeed[] = [
      replied('2026-10-10T12:00:00', '2026-10-10T09:00:00'),
      replied('2026-10-10T12:00:00', '2026-10-10T16:30:00'),
      replied('2026-10-10T12:00:00', '2026-10-11T02:15:00'),
      { ...replied('2026-10-10T12:00:00', '2026-10-20T12:00:00'), onLink: 'second' },
      replied('2026-10-10T12:00:00', '2026-10-08T12:00:00'),
      replied('2026-10-10T12:00:00', null),
      replied(null, '2026-10-10T12:00:00'),
      { reviewDate: '2026-10-10T12:00:00', rating: 1 },
      { ...replied('2026-10-10T12:00:00', '2026-10-10T13:00:00'), deletedAt: '2026-11-01T00:00:00Z' },
    ];
    const WHOLE = {
      review_count: 8,
      answered_count: 7,
      answered_share: 0.875,
      times_from: null,
      median_hours: 9.4,
      p90_hours: 172.3,
    };
    const NONE = {
      ...{
        review_count: 0,
        answered_count: 0,
        answered_share: null,
        times_from: null,
        median_hours: null,
        p90_hours: null,
      },
      ...{ timed_count: 0, early_count: 0, undated_count: 0 },
    };

    it('contract §4.7: says in total and by platform which share is answered, and how soon', async () => {
      const client = await fixture.client();
      const [[first, second]] = [await fixture.anotherObject(client, SEEDS)];
      const body = okBody(await fixture.get('/reply-times', client));
      expect(body['total']).toEqual({ ...WHOLE, timed_count: 4, early_count: 1, undated_count: 2 });
      const bySource = [first, second]
        .map(({ sourceId }) => sourceId)
        .sort((a, b) => a - b)
        .map((sourceId) => (sourceId === second.sourceId ? [1, 240, 240] : [7, 4.5, 12.3]));
      expect(
        (body['by_source'] as readonly Json[]).map((source) => [
          ...[source['review_count'], source['median_hours'], source['p90_hours']],
        ]),
      ).toEqual(bySource);
    });

    it('contract §4.7: the period is that of the reviews, and undated reviews are counted without bounds only', async () => {
      const client = await fixture.client();
      await fixture.anotherObject(client, SEEDS);
      const total = async (query: string): Promise<unknown> =>
        okBody(await fixture.get(`/reply-times?${query}`, client))['total'];
      expect(await total('published_from=2026-10-10&published_to=2026-10-10')).toMatchObject({
        ...{ review_count: 7, answered_count: 6, answered_share: 0.8571 },
        ...{ timed_count: 4, early_count: 1, undated_count: 1 },
      });
      expect(await total('published_from=2026-10-11')).toEqual(NONE);
      expect(await total('max_rating=1')).toEqual({ ...NONE, review_count: 1, answered_share: 0 });
    });

    it('contract §4.7: lists each enabled object by id, including those without reviews', async () => {
      const client = await fixture.client();
      const [[bare], [one], [disabled]] = [
        await fixture.anotherObject(client, []),
        await fixture.anotherObject(client, SEEDS),
        await fixture.anotherObject(client, SEEDS),
      ];
      await fixture.app.database.query('update tracked_object set is_active = false where id = $1', [
        disabled.objectId,
      ]);
      const items = [
        { object_id: bare.objectId, name: 'Object', ...NONE },
        { object_id: one.objectId, name: 'Object', ...WHOLE, timed_count: 4, early_count: 1, undated_count: 2 },
      ];
      const page = { total: 2, limit: 100, offset: 0, has_next: false };
      expect(okBody(await fixture.get('/reply-times/objects', client))).toEqual({ data: items, ...page });
      expect(okBody(await fixture.get('/reply-times/objects?limit=1&offset=1', client))).toEqual({
        ...{ data: items.slice(1), ...page },
        ...{ limit: 1, offset: 1 },
      });
    });

    it('contract §4.7: a trial counts the reviews inside its bound', async () => {
      const client = await fixture.client('trial');
      await fixture.anotherObject(client, SEEDS);
      const body = okBody(await fixture.get('/reply-times', client));
      expect(body['total']).toMatchObject({ review_count: 4 });
      expect(body['access']).toMatchObject({ reason: 'trial', limit_per_link: 3 });
      expect(dataOf(await fixture.get('/languages', client))).toMatchObject([{ language: 'und', review_count: 4 }]);
    });
  });

  describe('GET /v3/analytics/objects', () => {
    const seedsOf = (...ratings: readonly number[]): readonly AnalyticsSeed[] =>
      ratings.map((rating, index) => ({ reviewDate: `2026-10-1${index}T12:00:00`, rating }));

    it('contract §4.7: lists the figures of each object, with those of the compared range', async () => {
      const client = await fixture.client();
      const [[one], [bare]] = [await fixture.anotherObject(client), await fixture.anotherObject(client, [])];
      await fixture.app.database.query('update link_collection set platform_review_count = 12 where link_id = $1', [
        one.linkId,
      ]);
      const item = {
        object_id: one.objectId,
        name: 'Object',
        review_count: 8,
        avg_rating: 3.25,
        total_with_reply: 3,
        unanswered_negative: 2,
        completeness: 0.6666,
        before: null,
      };
      const empty = { ...item, object_id: bare.objectId, review_count: 0, avg_rating: null, completeness: null };
      const body = okBody(await fixture.get('/objects', client));
      expect(body).toEqual({
        data: [item, { ...empty, total_with_reply: 0, unanswered_negative: 0 }],
        total: 2,
        limit: 100,
        offset: 0,
        has_next: false,
      });
      const query = 'published_from=2026-11-01&compare_from=2026-10-01&compare_to=2026-10-31';
      expect(dataOf(await fixture.get(`/objects?${query}`, client))).toMatchObject([
        { object_id: one.objectId, review_count: 3, before: { review_count: 2, avg_rating: 3.5 } },
        { object_id: bare.objectId, review_count: 0, before: { review_count: 0, avg_rating: null } },
      ]);
    });

    it('contract §4.7: sort_by and sort_order order the objects; objects without the value are last', async () => {
      const client = await fixture.client();
      const objects = [seedsOf(5, 5), seedsOf(1, 1, 5), [], seedsOf(4)];
      const ids: number[] = [];
      for (const seeds of objects) ids.push((await fixture.anotherObject(client, seeds))[0].objectId);
      const places = async (query: string): Promise<readonly number[]> =>
        dataOf(await fixture.get(`/objects?${query}`, client)).map((item: Json) =>
          ids.indexOf(Number(item['object_id'])),
        );
      expect(await places('')).toEqual([1, 0, 3, 2]);
      expect(await places('sort_by=avg_rating')).toEqual([0, 3, 1, 2]);
      expect(await places('sort_by=avg_rating&sort_order=asc')).toEqual([1, 3, 0, 2]);
      expect(await places('sort_by=unanswered_negative&limit=2')).toEqual([1, 0]);
      expect(await places('sort_by=name&sort_order=asc&limit=2&offset=1')).toEqual([1, 2]);
      const change = 'sort_by=avg_rating_change&sort_order=asc&published_from=2026-10-11&compare_to=2026-10-10';
      expect(await places(change)).toEqual([0, 1, 2, 3]);
    });

    it('contract §4.7: covers one object, or the objects of a folder, and only enabled ones', async () => {
      const client = await fixture.client();
      const [[one], [two], [disabled]] = [
        await fixture.anotherObject(client),
        await fixture.anotherObject(client),
        await fixture.anotherObject(client),
      ];
      await fixture.app.database.query('update tracked_object set is_active = false where id = $1', [
        disabled.objectId,
      ]);
      const ids = async (query: string): Promise<readonly unknown[]> =>
        dataOf(await fixture.get(`/objects?${query}`, client)).map((item: Json) => item['object_id']);
      const folder = await client.post('/v3/folders', { name: 'Two', object_ids: [two.objectId, disabled.objectId] });
      expect(await ids('scope=account')).toEqual([one.objectId, two.objectId]);
      expect(await ids(`folder_id=${String(folder.body['id'])}`)).toEqual([two.objectId]);
      expect(await ids(`object_id=${one.objectId}`)).toEqual([one.objectId]);
      expect(await ids(`object_id=${disabled.objectId}`)).toEqual([]);
    });

    it.each<[string, number, string]>([
      ['scope=account&folder_id=1', 400, 'object_and_folder_conflict'],
      ['object_id=1&folder_id=1', 400, 'object_and_folder_conflict'],
      ['object_id=900000001', 404, 'not_found'],
      ['folder_id=900000001', 404, 'folder_not_found'],
      ['compare_from=2026-02-01&compare_to=2026-01-31', 422, 'validation_error'],
      ['compare_from=2026-02-30', 422, 'validation_error'],
      ['sort_by=avg_rating_change', 422, 'validation_error'],
      ['sort_by=id', 422, 'validation_error'],
      ['limit=1001', 422, 'validation_error'],
    ])('contract §4.7: %s is refused', async (query, status, code) => {
      expect(codeOf(await fixture.get(`/objects?${query}`))).toEqual([status, code]);
    });
  });

  describe('GET /v3/analytics/ratings', () => {
    it('contract §4.7: returns the figures that each platform publishes, per link', async () => {
      const [first, second] = fixture.links;
      await fixture.app.database.query(
        `update link_collection set platform_rating = 435, platform_rating_original = '8.7', platform_review_count = 1234,
           platform_as_of = '2026-11-20T08:30:00.9Z' where link_id = $1`,
        [first.linkId],
      );
      expect(dataOf(await fixture.get(`/ratings?object_id=${fixture.objectId}`))).toEqual([
        {
          link_id: first.linkId,
          source_id: first.sourceId,
          source_slug: 'trustpilot',
          object_id: fixture.objectId,
          rating: 4.35,
          rating_original: '8.7',
          review_count: 1234,
          collected_count: 8,
          as_of: '2026-11-20T08:30:00',
        },
        {
          link_id: second.linkId,
          source_id: second.sourceId,
          source_slug: 'steam',
          object_id: fixture.objectId,
          rating: null,
          rating_original: null,
          review_count: null,
          collected_count: 3,
          as_of: null,
        },
      ]);
    });

    it('omits removed links, and returns nothing for a switched-off object', async () => {
      const client = await fixture.client();
      const [one, two] = await fixture.anotherObject(client);
      const links = async (): Promise<readonly unknown[]> =>
        dataOf(await fixture.get(`/ratings?object_id=${one.objectId}`, client)).map((link: Json) => link['link_id']);
      expect(await links()).toEqual([one.linkId, two.linkId]);
      await fixture.app.database.query('update link set deleted_at = now() where id = $1', [one.linkId]);
      expect(await links()).toEqual([two.linkId]);
      await fixture.app.database.query('update tracked_object set is_active = false where id = $1', [one.objectId]);
      expect(await links()).toEqual([]);
    });
  });
});
