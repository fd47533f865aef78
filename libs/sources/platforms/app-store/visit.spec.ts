/** The two roads to the App Store's reviews over real HTTP: which is taken when, and what its end proves. */
import { ConformanceBench } from '../../conformance/conformance-bench';
import { appStoreSandbox } from '../../sandbox/app-store';
import type { SandboxAnswer, SandboxPlatform, SandboxRequest } from '../../sandbox';
import type { PlatformObject } from '../../source';
import { Blocked, Changed, Throttled } from '../../source-errors';
import { appStore } from './index';

type Closed = (request: SandboxRequest) => SandboxAnswer | null;
type Asked = (request: SandboxRequest) => boolean;

const HTML: SandboxAnswer = {
  status: 200,
  body: '<!DOCTYPE HTML><html><title>Connecting to the iTunes Store.</title></html>',
};
const MISSING: SandboxAnswer = { status: 404, body: '<html></html>' };
const FOUND: SandboxAnswer = { status: 200, body: '{"resultCount":1,"results":[{"trackName":"Any"}]}' };
const SLOW_DOWN: SandboxAnswer = { status: 429, headers: { 'retry-after': '7' }, body: '' };
const isRow = ({ url }: SandboxRequest): boolean => url.pathname.endsWith('/userReviewsRow');
const isFeed = ({ url }: SandboxRequest): boolean => url.pathname.includes('/rss/');
const isLookup = ({ url }: SandboxRequest): boolean => url.pathname === '/lookup';
const isCounter = ({ url }: SandboxRequest): boolean => url.pathname.includes('/customer-reviews/');

async function visited(
  closed: Closed,
  count: number,
  act?: (bench: ConformanceBench) => void,
  canonicalUrl = 'https://apps.apple.com/us/app/id77',
) {
  const platform: SandboxPlatform = {
    ...appStoreSandbox,
    answer: (request, listing, desk) => closed(request) ?? appStoreSandbox.answer(request, listing, desk),
  };
  const bench = new ConformanceBench(appStore, platform, {
    key: '77',
    canonicalUrl,
    spellings: [],
    notPages: [],
    pageSize: 200,
  });
  await bench.sandbox.start();
  try {
    bench.reset();
    bench.fill(count);
    act?.(bench);
    return { visit: await bench.visit(), asked: bench.sandbox.requests.map(({ url }) => new URL(url).pathname) };
  } finally {
    await bench.sandbox.stop();
  }
}

describe('App Store: what a visit proves (contract §10)', () => {
  it('the row with a counter proves the whole list, without asking beyond its end', async () => {
    const { visit, asked } = await visited(() => null, 250);
    expect(visit).toMatchObject({ end: { coverage: 'all' }, pages: 2, object: { reviewCount: 250 } });
    expect(visit.reviews).toHaveLength(250);
    expect(visit.reviews.every(({ replyKnown }) => replyKnown === undefined)).toBe(true);
    expect(asked).toHaveLength(4);
  });

  it.each([
    ['is a page', HTML],
    ['is missing', MISSING],
    ['is in another shape', { status: 200, body: '{}' }],
    ['fails', { status: 503, body: '' }],
  ])('where the counter %s, the row proves a window', async (_what, answer) => {
    const { visit } = await visited((request) => (isCounter(request) ? answer : null), 250);
    expect(visit).toMatchObject({ error: null, end: { coverage: 'window' }, object: { reviewCount: null } });
    expect(visit.reviews).toHaveLength(250);
  });

  it.each([
    ['refused', HTML],
    ['forbidden', { status: 403, body: '' }],
    ['absent', MISSING],
  ])('where the row is %s, the feed gives its window and keeps silent about replies', async (_what, answer) => {
    const { visit } = await visited((request) => (isRow(request) ? answer : null), 120);
    expect(visit).toMatchObject({ error: null, end: { coverage: 'window' }, object: { name: 'Orchard & Quill' } });
    expect(visit.reviews).toHaveLength(120);
    expect(visit.reviews.every(({ replyKnown }) => replyKnown === false)).toBe(true);
  });

  it('both roads show the same review alike', async () => {
    const seen = (reviews: readonly object[]) =>
      reviews.map((review) => ({ ...review, raw: null, replyText: null, replyDate: null, replyKnown: null }));
    const row = await visited(() => null, 60);
    const feed = await visited((request) => (isRow(request) ? HTML : null), 60);
    expect(seen(feed.visit.reviews).map((review) => ({ ...review, externalId: null }))).toEqual(
      seen(row.visit.reviews).map((review) => ({ ...review, externalId: null })),
    );
  });

  it('the feed ends after its 500 newest reviews', async () => {
    const { visit, asked } = await visited((request) => (isRow(request) ? HTML : null), 620);
    expect(visit.reviews).toHaveLength(500);
    expect(visit.end).toEqual({ coverage: 'window' });
    expect(asked.filter((path) => path.includes('/rss/'))).toHaveLength(10);
  });

  it('a feed that repeats itself is Changed', async () => {
    const { visit } = await visited(
      (request) => (isRow(request) ? HTML : null),
      120,
      (bench) => bench.sandbox.behave('app-store', '77', 'loop', 2),
    );
    expect(visit.error).toBeInstanceOf(Changed);
  });

  it('a row that is refused in its middle is Blocked and not continued by the feed', async () => {
    const isLater = (request: SandboxRequest): boolean =>
      isRow(request) && request.url.searchParams.get('startIndex') !== '0';
    const { visit, asked } = await visited((request) => (isLater(request) ? HTML : null), 450);
    expect(visit.error).toBeInstanceOf(Blocked);
    expect(asked.some((path) => path.includes('/rss/'))).toBe(false);
  });

  it('a page that is missing behind the first proves no end', async () => {
    const isLater = (request: SandboxRequest): boolean =>
      isRow(request) && request.url.searchParams.get('startIndex') !== '0';
    const { visit } = await visited((request) => (isLater(request) ? MISSING : null), 450);
    expect(visit).toMatchObject({ error: null, end: { coverage: 'window' }, object: { reviewCount: 450 } });
    expect(visit.reviews).toHaveLength(200);
  });

  it('a page with a hole in it is not taken for the last one', async () => {
    const holed = (request: SandboxRequest): SandboxAnswer | null => {
      if (!isRow(request) || request.url.searchParams.get('startIndex') !== '0') return null;
      const items = Array.from({ length: 198 }, (_, index) => ({ userReviewId: `9${index}`, rating: 5 }));
      return { status: 200, body: JSON.stringify({ userReviewList: items }) };
    };
    for (const closed of [holed, (request: SandboxRequest) => (isCounter(request) ? MISSING : holed(request))]) {
      const { visit } = await visited(closed, 250);
      expect(visit.reviews).toHaveLength(198 + 50);
    }
  });

  it.each([
    ['the row', isRow],
    ['the feed', isFeed],
  ])('being told to slow down is obeyed where %s says it', async (_what, says) => {
    const { visit } = await visited((request) => (says(request) ? SLOW_DOWN : isRow(request) ? HTML : null), 3);
    expect(visit.error).toBeInstanceOf(Throttled);
    expect(visit.error).toMatchObject({ retryAfterMs: 7000 });
  });

  it.each<[string, Partial<PlatformObject>, Asked]>([
    ['the name', { name: null, rating: null, reviewCount: 250 }, isLookup],
    ['the counter', { name: 'Orchard & Quill', reviewCount: null }, isCounter],
  ])('%s is not worth the reviews that were read', async (_what, object, asked) => {
    for (const answer of [SLOW_DOWN, HTML, { status: 503, body: '' }, { status: 200, body: '{}' }]) {
      const { visit } = await visited((request) => (asked(request) ? answer : null), 250);
      expect(visit).toMatchObject({ error: null, object });
      expect(visit.reviews).toHaveLength(250);
    }
  });

  it('without reviews the lookup decides whether there is such an app', async () => {
    const { visit } = await visited((request) => (isLookup(request) ? SLOW_DOWN : null), 0);
    expect(visit.error).toBeInstanceOf(Throttled);
  });

  it('asks the counter with the number of the storefront', async () => {
    const headers: (string | undefined)[] = [];
    const ask = async (canonicalUrl: string): Promise<void> => {
      await visited(
        (request) => {
          if (isCounter(request)) headers.push(request.headers['x-apple-store-front']);
          return isLookup(request) ? FOUND : null;
        },
        3,
        undefined,
        canonicalUrl,
      );
    };
    for (const storefront of ['us', 'gb', 'de', 'fr', 'ru', 'gh', 'zz'])
      await ask(`https://apps.apple.com/${storefront}/app/id77`);
    const numbers = [143441, 143444, 143443, 143442, 143469, 143573];
    expect(headers).toEqual(numbers.map((number) => `${number}-1,29 l=en`));
  });

  it('storefronts are different lists', async () => {
    const { visit } = await visited(
      () => null,
      3,
      (bench) => {
        bench.sandbox.forget('app-store', '77');
        bench.sandbox.add('app-store', 'gb-77', { text: 'A British one.' });
      },
    );
    expect(visit.error).toMatchObject({ code: 'page_not_found' });
    expect(appStore.match(new URL(appStoreSandbox.pageUrl('gb-77')))).toEqual({
      kind: 'page',
      canonicalUrl: 'https://apps.apple.com/gb/app/id77',
    });
  });
});

describe('App Store: an empty list and what speaks against it (contract §10)', () => {
  const EMPTY_FEED: SandboxAnswer = { status: 200, body: '{"feed":{}}' };
  const EMPTY_ROW: SandboxAnswer = { status: 200, body: '{"userReviewList":[]}' };
  const NO_STARS: SandboxAnswer = {
    status: 200,
    body: '{"resultCount":1,"results":[{"trackName":"Any","averageUserRating":0,"userRatingCount":0}]}',
  };

  interface Case {
    readonly row: SandboxAnswer;
    readonly stars: boolean;
    readonly counter: SandboxAnswer | number;
    readonly held: boolean;
    readonly ends: 'blocked' | 'all' | 'window';
  }

  it.each<[string, Case]>([
    ['a refused row, and stars', { row: HTML, stars: true, counter: HTML, held: false, ends: 'blocked' }],
    [
      'a forbidden row, and stars',
      { row: { status: 403, body: '' }, stars: true, counter: HTML, held: false, ends: 'blocked' },
    ],
    ['a refused row, and a counter', { row: HTML, stars: false, counter: 9, held: false, ends: 'blocked' }],
    ['a refused row, and reviews of before', { row: HTML, stars: false, counter: HTML, held: true, ends: 'blocked' }],
    [
      'a refused row, a counter of 0, and reviews of before',
      { row: HTML, stars: false, counter: 0, held: true, ends: 'blocked' },
    ],
    ['a refused row, and nothing', { row: HTML, stars: false, counter: HTML, held: false, ends: 'window' }],
    ['no row, and a counter', { row: MISSING, stars: false, counter: 9, held: false, ends: 'blocked' }],
    ['no row, and reviews of before', { row: MISSING, stars: false, counter: HTML, held: true, ends: 'blocked' }],
    // Stars are given without a review too, and "no row" is the store's word for no reviews.
    ['no row, and stars', { row: MISSING, stars: true, counter: HTML, held: false, ends: 'window' }],
    ['an empty row, and a counter', { row: EMPTY_ROW, stars: false, counter: 9, held: false, ends: 'blocked' }],
    [
      'an empty row, and reviews of before',
      { row: EMPTY_ROW, stars: true, counter: HTML, held: true, ends: 'blocked' },
    ],
    ['an empty row, and stars', { row: EMPTY_ROW, stars: true, counter: HTML, held: false, ends: 'window' }],
    ['an empty row, and a counter of 0', { row: EMPTY_ROW, stars: true, counter: 0, held: true, ends: 'all' }],
  ])('%s', async (_what, { row, stars, counter, held, ends }) => {
    const counted =
      typeof counter === 'number' ? { status: 200, body: `{"totalNumberOfReviews":${counter}}` } : counter;
    const { visit } = await visited(
      (request) => {
        if (isRow(request)) return row;
        if (isFeed(request)) return EMPTY_FEED;
        if (isCounter(request)) return counted;
        return stars ? null : NO_STARS;
      },
      3,
      (bench) => (bench.holdsReviews = held),
    );
    expect(visit.reviews).toEqual([]);
    if (ends === 'blocked') expect(visit.error).toBeInstanceOf(Blocked);
    else expect(visit).toMatchObject({ error: null, end: { coverage: ends } });
  });

  it('an empty row against a counter gives way to the feed', async () => {
    const { visit } = await visited((request) => (isRow(request) ? EMPTY_ROW : null), 60);
    expect(visit).toMatchObject({ error: null, end: { coverage: 'window' } });
    expect(visit.reviews).toHaveLength(60);
  });
});
