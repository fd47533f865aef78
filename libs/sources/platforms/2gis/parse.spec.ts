import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectedReview } from '../../collected-review';
import { unreadIn } from '../../conformance/unread-in';
import type { CollectedReview } from '../../source';
import { Blocked, Changed, Gone, Temporary } from '../../source-errors';
import type { Unread } from '../../unread';
import { readPlacePage, type PlacePage } from './page-state';
import { readReviews, type PlaceZone } from './parse';

type Json = Record<string, unknown>;

const FIRM = { kind: 'firm', id: '70000001012340001' } as const;
const ZONE: PlaceZone = { kind: 'named', name: 'Asia/Yekaterinburg' };
const fixture = (file: string): string => readFileSync(join(__dirname, 'fixtures', file), 'utf8');
const apiRecords = (): Json[] => (JSON.parse(fixture('api-page.json')) as { reviews: Json[] }).reviews;
const readAll = (records: readonly unknown[], zone: PlaceZone = ZONE): CollectedReview[] =>
  readReviews(records, zone, `firm/${FIRM.id}`).reviews;

function pageOf(html: string): PlacePage {
  const page = readPlacePage(html, FIRM);
  if (page === null) throw new Error('the fixture has no state');
  return page;
}

describe('2GIS reviews (contract §2.3)', () => {
  const reviews = readAll(apiRecords());

  it('omits reviews in moderation from the reviews of the API', () => {
    expect(reviews.map(({ externalId }) => externalId)).toEqual(['900000005', '900000004', '900000003', '900000001']);
  });

  it('reads a review with reply and photos, in the firm’s local time', () => {
    const cup = 'https://cachizer9.2gis.com/reviews-photos/cup.jpg';
    expect(reviews[0]).toEqual(
      collectedReview({
        externalId: '900000005',
        author: 'Лада Речная',
        text: 'Тепло и тихо, заварили как надо.',
        reviewDate: '2026-07-20T14:35:15',
        ratingOriginal: '5',
        rating: 5,
        reviewUrl: 'https://2gis.ru/firm/70000001012340001/tab/reviews/review/900000005',
        replyText: 'Спасибо, ждём вас!',
        replyDate: '2026-07-20T09:46:31',
        images: [
          { templateUrl: `${cup}?w={size}`, preview: `${cup}?w=320`, image: cup },
          expect.objectContaining({ image: 'https://cachizer9.2gis.com/reviews-photos/pot.jpg' }),
        ],
        raw: apiRecords()[0] as CollectedReview['raw'],
      }),
    );
  });

  it('marks a review of flamp as not native, and includes a review that does not count for the rating', () => {
    expect(reviews[3]).toMatchObject({ isNative: false, author: '0209' });
    expect(reviews[2]).toMatchObject({ isNative: true, rating: 4, text: null });
  });

  it.each(['firm-page-2026-08.html', 'firm-page-2026-03.html'])(
    'reads the same fields from %s as from the API',
    (file) => {
      const withoutRaw = (list: readonly CollectedReview[]): Omit<CollectedReview, 'raw'>[] =>
        list
          .map(({ raw: _raw, ...fields }) => fields)
          .sort((a, b) => String(a.externalId).localeCompare(String(b.externalId)));
      const page = pageOf(fixture(file));
      expect(page.list).toMatchObject({ total: 4, hasMore: false });
      expect(withoutRaw(readAll(page.list?.items ?? [], page.zone))).toEqual(withoutRaw(reviews));
    },
  );

  it.each<[string, PlaceZone, string]>([
    ['a named zone with summer time', { kind: 'named', name: 'Europe/Prague' }, '2026-07-20T11:35:15'],
    ['an offset', { kind: 'offset', minutes: 240 }, '2026-07-20T13:35:15'],
    ['an unknown zone', { kind: 'unknown' }, '2026-07-20T16:35:15'],
  ])('converts dates to %s', (_what, zone, expected) => {
    expect(readAll(apiRecords(), zone)[0]?.reviewDate).toBe(expected);
  });
});

describe('2GIS firm pages', () => {
  it('reads firm, time zone and API access', () => {
    const page = pageOf(fixture('firm-page-2026-08.html'));
    expect(page.object).toEqual({ name: 'Пар, чайная', reviewCount: 4, rating: 4.2, ratingOriginal: '4.2' });
    expect(page.zone).toEqual(ZONE);
    expect(page.api).toEqual({ url: 'https://public-api.reviews.2gis.com/2.0/', key: 'fixture-web-key' });
  });

  it('decodes the script’s escapes: quotes, backslashes, markup', () => {
    const items = pageOf(fixture('firm-page-2026-08.html')).list?.items ?? [];
    expect(items.map((item) => (item as Json)['text'])).toContain("Ждали час.\nО'кей, но больше <не> придём \\o/");
  });
});

/** The first review of the fixture with changed fields. */
const changedRecords = (fields: Json): Json[] => [{ ...apiRecords()[0], ...fields }];
const photo = (urls: Json, more: Json = {}): Json => ({ photos: [{ id: '1', preview_urls: urls, ...more }] });

describe('malformed reviews of 2GIS', () => {
  it.each<[string, unknown, Unread]>([
    ['a review that is a text', 'x', { review: 1 }],
    ['no id', { id: undefined }, { review: 1 }],
    ['an id that is null', { id: null }, { review: 1 }],
    ['an empty id', { id: '' }, { review: 1 }],
    ['no provider', { provider: undefined }, { review: 1 }],
    ['a text that is an object', { text: {} }, { text: 1 }],
    ['a rating that is a list', { rating: [5] }, { rating: 1 }],
    ['a relative date', { date_created: '3 недели назад' }, { date: 1 }],
    ['a date of another locale', { date_created: '20.07.2026' }, { date: 1 }],
    ['30 February', { date_created: '2026-02-30T00:00:00+07:00' }, { date: 1 }],
    ['a date that is a number', { date_created: 1_753_000_000 }, { date: 1 }],
    ['a reply that is a text', { official_answer: 'Спасибо' }, { reply: 1 }],
    ['a relative date of the reply', { official_answer: { text: 'a', date_created: 'вчера' } }, { reply_date: 1 }],
    ['a user that is a text', { user: 'Ая' }, { author: 1 }],
    ['photos that are an object', { photos: {} }, { photo: 1 }],
    ['a photo without addresses', { photos: [{ id: '1' }] }, { photo: 1 }],
    ['no rating', { rating: null }, { rating: 1 }],
    ['no date', { date_created: null }, { date: 1 }],
    ['a reply without a text', { official_answer: { date_created: '2026-07-20T10:00:00Z' } }, { reply: 1 }],
    [
      'a photo in an unknown state',
      photo({ url: 'https://a.example/p.jpg' }, { visibility_status: 'x' }),
      { photo: 1 },
    ],
    ['a video', { photos: null, media: [{ video: { id: '1' } }] }, { video: 1 }],
  ])('counts %s, and reads the other reviews (§10.2)', (_what, fields, unread) => {
    const odd = typeof fields === 'object' ? { ...apiRecords()[0], ...fields } : fields;
    const page = readReviews([{ ...apiRecords()[0], id: 'a' }, odd, { ...apiRecords()[0], id: 'z' }], ZONE, 'firm/1');
    expect(unreadIn(page)).toEqual(unread);
    expect([page.reviews[0], page.reviews.at(-1)]).toMatchObject([{ externalId: 'a' }, { externalId: 'z' }]);
  });

  it.each<[string, Json, Partial<CollectedReview>]>([
    ['an id that is a number', { id: 900000005 }, { externalId: '900000005' }],
    ['no rating', { rating: null }, { rating: null, ratingOriginal: null }],
    ['a rating of 0', { rating: 0 }, { rating: null, ratingOriginal: '0' }],
    ['a rating of 6', { rating: 6 }, { rating: null, ratingOriginal: '6' }],
    ['the rating "4,5"', { rating: '4,5' }, { rating: 4.5, ratingOriginal: '4,5' }],
    ['no date', { date_created: null }, { reviewDate: null }],
    ['a date in the future', { date_created: '2099-12-31T22:00:00+07:00' }, { reviewDate: '2099-12-31T20:00:00' }],
    ['a date on 29 February', { date_created: '2024-03-01T01:00:00+07:00' }, { reviewDate: '2024-02-29T23:00:00' }],
    ['a date in UTC', { date_created: '2026-07-20T10:00:00Z' }, { reviewDate: '2026-07-20T15:00:00' }],
    ['no user', { user: null }, { author: null }],
    ['a reply without a date', { official_answer: { text: 'a' } }, { replyText: 'a', replyDate: null }],
    [
      'an empty reply',
      { official_answer: { text: ' ', date_created: '2026-07-20T10:00:00Z' } },
      { replyText: null, replyDate: null },
    ],
    ['no reply', { official_answer: null }, { replyText: null, replyDate: null }],
    ['NUL and lone surrogates in its text', { text: 'a\u0000b\udc00c' }, { text: 'ab\ufffdc' }],
    ['only whitespace as its text', { text: ' \n\t ' }, { text: null }],
    ['markup in its text', { text: '<img src=x onerror=alert(1)>' }, { text: '<img src=x onerror=alert(1)>' }],
    [
      'a photo of one size',
      photo({ url: 'https://a.example/p.jpg' }),
      {
        images: [{ templateUrl: 'https://a.example/p.jpg', preview: null, image: 'https://a.example/p.jpg' }],
      },
    ],
    [
      'a photo address without a scheme',
      photo({ '1920x': '//a.example/p.jpg?h=1&w=1920' }),
      {
        images: [
          {
            templateUrl: 'https://a.example/p.jpg?h=1&w={size}',
            preview: null,
            image: 'https://a.example/p.jpg?h=1&w=1920',
          },
        ],
      },
    ],
    [
      'a photo that is hidden',
      photo({ url: 'https://a.example/p.jpg' }, { visibility_status: 'hidden' }),
      { images: [] },
    ],
    ['a photo address of a script', photo({ url: 'javascript:alert(1)' }), { images: [] }],
    ['a photo address that is a number', photo({ url: 7 }), { images: [] }],
    ['a video among the media', { photos: null, media: [{ video: { id: '1' } }] }, { images: [] }],
  ])('reads a review with %s', (_what, fields, expected) => {
    expect(readAll(changedRecords(fields))[0]).toMatchObject(expected);
  });

  it.each([{ is_hidden: true }, { on_moderation: true }])('omits a review with %j, which is not public', (fields) => {
    expect(readAll(changedRecords(fields))).toEqual([]);
  });
});

describe('malformed pages of 2GIS', () => {
  const completePage = fixture('firm-page-2026-08.html');
  const stateOf = (value: unknown): string =>
    `<script>var initialState = JSON.parse('${JSON.stringify(value)}');</script>`;
  const withData = (data: Json): string =>
    stateOf({ data: { entity: { profile: { [FIRM.id]: { data: { name: 'Пар' } } } }, ...data } });
  const cutAt = (mark: string): string => completePage.slice(0, completePage.indexOf(mark) + mark.length);

  it.each([
    ['an empty body', ''],
    [
      'a shell whose script builds the page',
      '<html><body><div id="root"></div><script src="/app.js"></script></body></html>',
    ],
    ['a cookie wall', '<html><title>Файлы cookie</title><button>Ок</button></html>'],
    ['HTML that is truncated before the state', cutAt('<div id="root">')],
    ['the state in another format', '<script>var initialState = {"data":{}};</script>'],
    ['a state that is null', stateOf(null)],
    ['the name of the state only in a text', '<p>initialState is nice</p>'],
  ])('returns null for %s, which a browser may render', (_what, html) => {
    expect(readPlacePage(html, FIRM)).toBeNull();
  });

  it.each([
    ['a captcha with status 200', '<form id="captcha-form"></form>', Blocked],
    ['a refusal', '<title>403 Forbidden</title>', Blocked],
    ['a bot check', '<p>Are you a robot?</p>', Blocked],
    ['the page of a wrong number', fixture('firm-not-found.html'), Gone],
    ['the page of another firm', completePage.replaceAll(FIRM.id, '70000001099999999'), Gone],
    ['a truncated state', cutAt('general_rating'), Changed],
    ['truncated JSON in a complete script', `${cutAt('general_rating')}');</script>`, Changed],
    ['a state that is not JSON', "<script>var initialState = JSON.parse('{x}');</script>", Changed],
    ['a state that is a list', stateOf([]), Changed],
    ['another layout', stateOf({ data: { cards: [] } }), Changed],
    ['no profile', stateOf({ data: { entity: { profile: {} } } }), Changed],
    [
      'a profile with an error status',
      stateOf({ data: { entity: { profile: { [FIRM.id]: { meta: { code: 500 } } } } } }),
      Temporary,
    ],
    [
      'a name that is a list',
      stateOf({ data: { entity: { profile: { [FIRM.id]: { data: { name: [] } } } } } }),
      Changed,
    ],
    [
      'an offset of a week',
      stateOf({ data: { entity: { profile: { [FIRM.id]: { data: { timezone_offset: 10_080 } } } } } }),
      Changed,
    ],
    [
      'a profile with the name of an inherited property',
      stateOf({ data: { entity: { profile: { constructor: { data: null } } } } }),
      Changed,
    ],
    ['truncated reviews', cutAt('fetchEntityReviews'), Changed],
    ['reviews in another format', completePage.replaceAll('"items"', '"entries"'), Changed],
  ])('throws for %s', (_what, html, expected) => {
    expect(() => readPlacePage(html, FIRM)).toThrow(expected);
  });

  it.each([
    ['no configuration', completePage.replace('__customcfg', '__other')],
    ['no key', completePage.replace('fixture-web-key', '')],
    ['no address', completePage.replace('https://public-api.reviews.2gis.com/2.0/', '')],
    ['an invalid address', completePage.replace('https://public-api.reviews.2gis.com/2.0/', 'nowhere')],
  ])('reads the list of a page with %s, which gives no access to the API', (_what, html) => {
    const page = pageOf(html);
    expect(page.api).toBeNull();
    expect(page.list?.items).toHaveLength(4);
  });

  it.each<[string, Json, PlaceZone]>([
    ['an offset without a named zone', { timezone_offset: -180 }, { kind: 'offset', minutes: -180 }],
    ['an unknown named zone and an offset', { timezone_offset: 300, region_id: '1' }, { kind: 'offset', minutes: 300 }],
    ['no time zone data', {}, { kind: 'unknown' }],
  ])('determines the time zone from %s', (_what, profile, expected) => {
    const html = stateOf({
      data: {
        entity: { profile: { [FIRM.id]: { data: { name: 'Пар', ...profile } } } },
        region: { profile: { 1: { data: { time_zone: { name: 'Mars/Olympus' } } } } },
      },
    });
    expect(pageOf(html).zone).toEqual(expected);
  });

  it('returns no list for two searches in the older layout, which are ambiguous', () => {
    const search = { data: { items: [], total: 0 } };
    expect(pageOf(withData({ reviewSearch: { a: search, b: search }, review: {} })).list).toBeNull();
  });
});
