import { codeOf, okBody, type AnalyticsFixture } from './analytics-fixture';
import type { Json, ApiNames } from './contract-client';

const NONE = { '1': 0, '2': 0, '3': 0, '4': 0, '5': 0 };
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

type Series = { source_id: number; source_name: string; timeseries: Json[] };

const seriesOf = (body: Json): Series[] => body['series'] as Series[];

/** Returns the periods with reviews as one text, each as `period: count/average`. */
function nonEmptyPeriods(series: Series | undefined): string {
  const points = (series?.timeseries ?? []).filter((point) => point['review_count'] !== 0);
  return points
    .map((point) => `${String(point['period'])}: ${String(point['review_count'])}/${String(point['avg_rating'])}`)
    .join(', ');
}

export function describeTimeseries(api: ApiNames, fixture: () => AnalyticsFixture): void {
  const path = (query = ''): string => `/timeseries?${api.objectId}=${fixture().objectId}&${query}`;

  describe(`GET /${api.version}/analytics/timeseries`, () => {
    it('contract §4.8: the defaults are 90 days, granularity month, and one series of all platforms', async () => {
      const body = await fixture().timeseries();
      expect(Object.keys(body)).toEqual(['meta', 'series']);
      expect(body['meta']).toEqual({
        [api.objectId]: fixture().objectId,
        ...(api.version === 'v3' ? { folder_id: null } : {}),
        published_from: daysAgo(90),
        published_to: daysAgo(0),
        source_ids: [0],
        generated_at: expect.any(String) as string,
        granularity: 'month',
      });
      const [series] = seriesOf(body);
      expect(seriesOf(body)).toHaveLength(1);
      expect(series).toMatchObject({ source_id: 0, source_name: 'all' });
      expect(series?.timeseries.at(0)?.['period']).toBe(daysAgo(90).slice(0, 7));
      expect(series?.timeseries.at(-1)?.['period']).toBe(daysAgo(0).slice(0, 7));
    });

    it('contract §4.8: every point has all figures; in an empty period the counts are 0 and avg_rating is null', async () => {
      const query = 'published_from=2026-10-01&published_to=2026-11-30';
      const october = (await fixture().timeseries(query))['series'] as Series[];
      expect(october[0]?.timeseries).toEqual([
        {
          period: '2026-10',
          review_count: 2,
          avg_rating: 3.5,
          reviews_with_text: 1,
          reviews_with_images: 0,
          reply_count: 1,
          rating_distribution: { ...NONE, '3': 1, '4': 1 },
          reply_distribution: { ...NONE, '3': 1 },
        },
        {
          period: '2026-11',
          review_count: 3,
          avg_rating: 3.83,
          reviews_with_text: 3,
          reviews_with_images: 1,
          reply_count: 1,
          rating_distribution: { ...NONE, '1': 1, '4': 1, '5': 1 },
          reply_distribution: { ...NONE, '4': 1 },
        },
      ]);
      const empty = seriesOf(await fixture().timeseries('published_from=2026-05-01&published_to=2026-05-31'));
      expect(empty[0]?.timeseries).toEqual([
        {
          period: '2026-05',
          review_count: 0,
          avg_rating: null,
          reviews_with_text: 0,
          reviews_with_images: 0,
          reply_count: 0,
          rating_distribution: NONE,
          reply_distribution: NONE,
        },
      ]);
    });

    it.each<[string, string, number, string]>([
      [
        'months',
        'granularity=month&published_from=2025-12-01&published_to=2026-11-30',
        12,
        '2025-12: 1/1, 2026-03: 1/2.5, 2026-10: 2/3.5, 2026-11: 3/3.83',
      ],
      [
        'months that the range cuts',
        'published_from=2026-10-02&published_to=2026-11-07',
        2,
        '2026-10: 1/4, 2026-11: 2/3.25',
      ],
      [
        'ISO weeks over a new year',
        'granularity=week&published_from=2025-12-22&published_to=2026-01-11',
        3,
        '2026-W01: 1/1',
      ],
      [
        'days',
        'granularity=day&published_from=2026-10-31&published_to=2026-11-03',
        4,
        '2026-10-31: 1/4, 2026-11-02: 1/4.99',
      ],
      [
        'months, filtered by min_rating and max_rating',
        'min_rating=2.5&max_rating=4&published_from=2026-01-01&published_to=2026-12-31',
        12,
        '2026-03: 1/2.5, 2026-10: 2/3.5',
      ],
      ['none, if published_from is after the default published_to', 'published_from=9999-12-31', 0, ''],
      [
        'months after today, if published_to is after today',
        'published_from=2999-01-01&published_to=2999-01-31',
        1,
        '2999-01: 1/1',
      ],
    ])('contract §4.8: the series has every period of the range: %s', async (_, query, count, expected) => {
      const [series] = seriesOf(await fixture().timeseries(query));
      expect([series?.timeseries.length, nonEmptyPeriods(series)]).toEqual([count, expected]);
    });

    it('contract §4.8: source_ids may mix 0 and ids; each gives one series, in the order of the request', async () => {
      const [first, second] = fixture().links;
      const requested = [second.sourceId, 0, first.sourceId];
      const body = await fixture().timeseries(
        `source_ids=${requested.join(',')}&published_from=2026-10-01&published_to=2026-10-31`,
      );
      expect(body['meta']).toMatchObject({ source_ids: requested });
      expect(seriesOf(body).map((series) => [series.source_id, series.source_name, nonEmptyPeriods(series)])).toEqual([
        [second.sourceId, 'steam', '2026-10: 1/4'],
        [0, 'all', '2026-10: 2/3.5'],
        [first.sourceId, 'trustpilot', '2026-10: 1/3'],
      ]);
    });

    it('contract §4.8: an id of no platform gives no series; a platform that the object lacks gives empty periods', async () => {
      const body = await fixture().timeseries('source_ids=900000001,1&granularity=month');
      const known = seriesOf(body);
      expect(known.every((series) => series.source_id !== 900000001 && nonEmptyPeriods(series) === '')).toBe(true);
    });

    it('contract §4.8: more than 4000 periods give 422', async () => {
      const query = 'granularity=day&published_from=2010-01-01&published_to=';
      expect((await fixture().get(path(`${query}2020-12-13`))).status).toBe(200);
      expect(codeOf(await fixture().get(path(`${query}2020-12-14`)))).toEqual([422, 'validation_error']);
    });

    it.each<[string, string, number, string]>([
      ['min_rating under 1', 'min_rating=0', 422, 'validation_error'],
      ['min_rating above max_rating', 'min_rating=4&max_rating=3', 422, 'validation_error'],
      [
        'published_from later than published_to',
        'published_from=2026-02-01&published_to=2026-01-31',
        422,
        'validation_error',
      ],
      ['an unknown granularity', 'granularity=year', 422, 'validation_error'],
      ['a source id under 0', 'source_ids=-1', 422, 'validation_error'],
    ])('contract §4.8: %s is refused', async (_, query, status, code) => {
      expect(codeOf(await fixture().get(path(query)))).toEqual([status, code]);
    });

    it('contract §7.1: an object of another account is not found', async () => {
      expect(codeOf(await fixture().get(path(), await fixture().client()))).toEqual([404, 'not_found']);
    });

    it('contract §8: a trial account counts only the latest reviews of each link', async () => {
      const client = await fixture().client('trial');
      const seeds = [1, 2, 3, 4, 5].map((n) => ({ reviewDate: `2026-10-0${n}T00:00:00`, rating: n }));
      const [link] = await fixture().anotherObject(client, seeds);
      const query = `/timeseries?${api.objectId}=${link.objectId}&published_from=2026-10-01&published_to=2026-10-31`;
      expect(nonEmptyPeriods(seriesOf(okBody(await fixture().get(query, client)))[0])).toBe('2026-10: 3/4');
    });

    it('contract §2.1, §4.8: a switched-off object has empty periods', async () => {
      const client = await fixture().client();
      const [link] = await fixture().anotherObject(client);
      await fixture().app.database.query('update tracked_object set is_active = false where id = $1', [link.objectId]);
      const [series] = seriesOf(okBody(await fixture().get(`/timeseries?${api.objectId}=${link.objectId}`, client)));
      expect([nonEmptyPeriods(series), series?.timeseries.length]).toEqual(['', expect.any(Number)]);
      expect(series?.timeseries.length).toBeGreaterThan(2);
    });

    it('contract §1.4: If-None-Match gives 304 for the same query and 200 for another one', async () => {
      const tag = (await fixture().get(path())).headers['etag'] ?? '';
      expect((await fixture().get(path(), fixture().me, { 'If-None-Match': tag })).status).toBe(304);
      expect((await fixture().get(path('granularity=day'), fixture().me, { 'If-None-Match': tag })).status).toBe(200);
    });
  });
}
