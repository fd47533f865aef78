/**
 * The two APIs for the App Store's reviews, over real HTTP: the conditions for using each, and the coverage of the visit.
 */
import { ConformanceFixture } from '../../conformance/conformance-fixture';
import { appStoreSandbox } from '../../sandbox/app-store';
import type { SandboxResponse, SandboxPlatform, SandboxRequest } from '../../sandbox';
import type { PlatformObject } from '../../source';
import { Blocked, Changed, Throttled } from '../../source-errors';
import { appStore } from './index';

type Override = (request: SandboxRequest) => SandboxResponse | null;
type Predicate = (request: SandboxRequest) => boolean;

const HTML: SandboxResponse = {
  status: 200,
  body: '<!DOCTYPE HTML><html><title>Connecting to the iTunes Store.</title></html>',
};
const MISSING: SandboxResponse = { status: 404, body: '<html></html>' };
const FOUND: SandboxResponse = { status: 200, body: '{"resultCount":1,"results":[{"trackName":"Any"}]}' };
const THROTTLED: SandboxResponse = { status: 429, headers: { 'retry-after': '7' }, body: '' };
const isRow = ({ url }: SandboxRequest): boolean => url.pathname.endsWith('/userReviewsRow');
const isFeed = ({ url }: SandboxRequest): boolean => url.pathname.includes('/rss/');
const isLookup = ({ url }: SandboxRequest): boolean => url.pathname === '/lookup';
const isCounter = ({ url }: SandboxRequest): boolean => url.pathname.includes('/customer-reviews/');

async function visitWith(
  override: Override,
  count: number,
  prepare?: (fixture: ConformanceFixture) => void,
  canonicalUrl = 'https://apps.apple.com/us/app/id77',
) {
  const platform: SandboxPlatform = {
    ...appStoreSandbox,
    respond: (request, findListing, context) =>
      override(request) ?? appStoreSandbox.respond(request, findListing, context),
  };
  const fixture = new ConformanceFixture(appStore, platform, {
    key: '77',
    canonicalUrl,
    otherUrls: [],
    invalidUrls: [],
    pageSize: 200,
  });
  await fixture.sandbox.start();
  try {
    fixture.reset();
    fixture.addReviews(count);
    prepare?.(fixture);
    return {
      visit: await fixture.visit(),
      requestPaths: fixture.sandbox.requests.map(({ url }) => new URL(url).pathname),
    };
  } finally {
    await fixture.sandbox.stop();
  }
}

describe('App Store: the coverage of a visit (contract §10)', () => {
  it('covers all with the row and the counter, without a request beyond the end', async () => {
    const { visit, requestPaths } = await visitWith(() => null, 250);
    expect(visit).toMatchObject({ end: { coverage: 'all' }, pages: 2, object: { reviewCount: 250 } });
    expect(visit.reviews).toHaveLength(250);
    expect(visit.reviews.every(({ replyKnown }) => replyKnown === undefined)).toBe(true);
    expect(requestPaths).toHaveLength(4);
  });

  it.each([
    ['is an HTML page', HTML],
    ['is missing', MISSING],
    ['is in another format', { status: 200, body: '{}' }],
    ['fails', { status: 503, body: '' }],
  ])('covers a window if the counter %s', async (_what, response) => {
    const { visit } = await visitWith((request) => (isCounter(request) ? response : null), 250);
    expect(visit).toMatchObject({ error: null, end: { coverage: 'window' }, object: { reviewCount: null } });
    expect(visit.reviews).toHaveLength(250);
  });

  it.each([
    ['refused', HTML],
    ['forbidden', { status: 403, body: '' }],
    ['absent', MISSING],
  ])('reads a window from the feed, without replies, if the row is %s', async (_what, response) => {
    const { visit } = await visitWith((request) => (isRow(request) ? response : null), 120);
    expect(visit).toMatchObject({ error: null, end: { coverage: 'window' }, object: { name: 'Orchard & Quill' } });
    expect(visit.reviews).toHaveLength(120);
    expect(visit.reviews.every(({ replyKnown }) => replyKnown === false)).toBe(true);
  });

  it('returns the same fields from both interfaces', async () => {
    const comparable = (reviews: readonly object[]) =>
      reviews.map((review) => ({ ...review, raw: null, replyText: null, replyDate: null, replyKnown: null }));
    const row = await visitWith(() => null, 60);
    const feed = await visitWith((request) => (isRow(request) ? HTML : null), 60);
    expect(comparable(feed.visit.reviews).map((review) => ({ ...review, externalId: null }))).toEqual(
      comparable(row.visit.reviews).map((review) => ({ ...review, externalId: null })),
    );
  });

  it('reads the 500 newest reviews of the feed', async () => {
    const { visit, requestPaths } = await visitWith((request) => (isRow(request) ? HTML : null), 620);
    expect(visit.reviews).toHaveLength(500);
    expect(visit.end).toEqual({ coverage: 'window' });
    expect(requestPaths.filter((path) => path.includes('/rss/'))).toHaveLength(10);
  });

  it('throws Changed for a feed that repeats', async () => {
    const { visit } = await visitWith(
      (request) => (isRow(request) ? HTML : null),
      120,
      (fixture) => fixture.sandbox.behave('app-store', '77', 'loop', 2),
    );
    expect(visit.error).toBeInstanceOf(Changed);
  });

  it('throws Blocked without reading the feed if a later page of the row is refused', async () => {
    const isLater = (request: SandboxRequest): boolean =>
      isRow(request) && request.url.searchParams.get('startIndex') !== '0';
    const { visit, requestPaths } = await visitWith((request) => (isLater(request) ? HTML : null), 450);
    expect(visit.error).toBeInstanceOf(Blocked);
    expect(requestPaths.some((path) => path.includes('/rss/'))).toBe(false);
  });

  it('does not prove the end by a later page that is missing', async () => {
    const isLater = (request: SandboxRequest): boolean =>
      isRow(request) && request.url.searchParams.get('startIndex') !== '0';
    const { visit } = await visitWith((request) => (isLater(request) ? MISSING : null), 450);
    expect(visit).toMatchObject({ error: null, end: { coverage: 'unproven' }, object: { reviewCount: 450 } });
    expect(visit.reviews).toHaveLength(200);
  });

  it('does not treat an incomplete page as the last page', async () => {
    const incompleteFirstPage = (request: SandboxRequest): SandboxResponse | null => {
      if (!isRow(request) || request.url.searchParams.get('startIndex') !== '0') return null;
      const items = Array.from({ length: 198 }, (_, index) => ({ userReviewId: `9${index}`, rating: 5 }));
      return { status: 200, body: JSON.stringify({ userReviewList: items }) };
    };
    for (const override of [
      incompleteFirstPage,
      (request: SandboxRequest) => (isCounter(request) ? MISSING : incompleteFirstPage(request)),
    ]) {
      const { visit } = await visitWith(override, 250);
      expect(visit.reviews).toHaveLength(198 + 50);
    }
  });

  it.each([
    ['the row', isRow],
    ['the feed', isFeed],
  ])('throws Throttled if %s returns 429', async (_what, isThrottled) => {
    const { visit } = await visitWith(
      (request) => (isThrottled(request) ? THROTTLED : isRow(request) ? HTML : null),
      3,
    );
    expect(visit.error).toBeInstanceOf(Throttled);
    expect(visit.error).toMatchObject({ retryAfterMs: 7000 });
  });

  it.each<[string, Partial<PlatformObject>, Predicate]>([
    ['the name', { name: null, rating: null, reviewCount: 250 }, isLookup],
    ['the counter', { name: 'Orchard & Quill', reviewCount: null }, isCounter],
  ])('returns the reviews if the request for %s fails', async (_what, object, isFailing) => {
    for (const response of [THROTTLED, HTML, { status: 503, body: '' }, { status: 200, body: '{}' }]) {
      const { visit } = await visitWith((request) => (isFailing(request) ? response : null), 250);
      expect(visit).toMatchObject({ error: null, object });
      expect(visit.reviews).toHaveLength(250);
    }
  });

  it('requires the lookup if there are no reviews', async () => {
    const { visit } = await visitWith((request) => (isLookup(request) ? THROTTLED : null), 0);
    expect(visit.error).toBeInstanceOf(Throttled);
  });

  it('requests the counter with the number of the storefront', async () => {
    const headers: (string | undefined)[] = [];
    const recordHeader = async (canonicalUrl: string): Promise<void> => {
      await visitWith(
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
      await recordHeader(`https://apps.apple.com/${storefront}/app/id77`);
    const numbers = [143441, 143444, 143443, 143442, 143469, 143573];
    expect(headers).toEqual(numbers.map((number) => `${number}-1,29 l=en`));
  });

  it('reads a separate list for each storefront', async () => {
    const { visit } = await visitWith(
      () => null,
      3,
      (fixture) => {
        fixture.sandbox.removeListing('app-store', '77');
        fixture.sandbox.add('app-store', 'gb-77', { text: 'A British review.' });
      },
    );
    expect(visit.error).toMatchObject({ code: 'page_not_found' });
    expect(appStore.match(new URL(appStoreSandbox.pageUrl('gb-77')))).toEqual({
      kind: 'page',
      canonicalUrl: 'https://apps.apple.com/gb/app/id77',
    });
  });
});

describe('App Store: an empty list and evidence against it (contract §10)', () => {
  const EMPTY_FEED: SandboxResponse = { status: 200, body: '{"feed":{}}' };
  const EMPTY_ROW: SandboxResponse = { status: 200, body: '{"userReviewList":[]}' };
  const NO_STARS: SandboxResponse = {
    status: 200,
    body: '{"resultCount":1,"results":[{"trackName":"Any","averageUserRating":0,"userRatingCount":0}]}',
  };

  interface Case {
    readonly row: SandboxResponse;
    readonly stars: boolean;
    readonly counter: SandboxResponse | number;
    readonly hasStoredReviews: boolean;
    readonly outcome: 'blocked' | 'all' | 'window';
  }

  it.each<[string, Case]>([
    [
      'a refused row and a star rating',
      { row: HTML, stars: true, counter: HTML, hasStoredReviews: false, outcome: 'blocked' },
    ],
    [
      'a forbidden row, and a star rating',
      { row: { status: 403, body: '' }, stars: true, counter: HTML, hasStoredReviews: false, outcome: 'blocked' },
    ],
    [
      'a refused row and a counter',
      { row: HTML, stars: false, counter: 9, hasStoredReviews: false, outcome: 'blocked' },
    ],
    [
      'a refused row and stored reviews',
      { row: HTML, stars: false, counter: HTML, hasStoredReviews: true, outcome: 'blocked' },
    ],
    [
      'a refused row, a counter of 0 and stored reviews',
      { row: HTML, stars: false, counter: 0, hasStoredReviews: true, outcome: 'blocked' },
    ],
    [
      'a refused row without other evidence',
      { row: HTML, stars: false, counter: HTML, hasStoredReviews: false, outcome: 'window' },
    ],
    [
      'a missing row and a counter',
      { row: MISSING, stars: false, counter: 9, hasStoredReviews: false, outcome: 'blocked' },
    ],
    [
      'a missing row and stored reviews',
      { row: MISSING, stars: false, counter: HTML, hasStoredReviews: true, outcome: 'blocked' },
    ],
    // An app may have ratings without reviews, and the store returns 404 for an app without reviews.
    [
      'a missing row and a star rating',
      { row: MISSING, stars: true, counter: HTML, hasStoredReviews: false, outcome: 'window' },
    ],
    [
      'an empty row and a counter',
      { row: EMPTY_ROW, stars: false, counter: 9, hasStoredReviews: false, outcome: 'blocked' },
    ],
    [
      'an empty row and stored reviews',
      { row: EMPTY_ROW, stars: true, counter: HTML, hasStoredReviews: true, outcome: 'blocked' },
    ],
    [
      'an empty row and a star rating',
      { row: EMPTY_ROW, stars: true, counter: HTML, hasStoredReviews: false, outcome: 'window' },
    ],
    [
      'an empty row and a counter of 0',
      { row: EMPTY_ROW, stars: true, counter: 0, hasStoredReviews: true, outcome: 'all' },
    ],
  ])('ends as expected for %s', async (_what, { row, stars, counter, hasStoredReviews, outcome }) => {
    const counterResponse =
      typeof counter === 'number' ? { status: 200, body: `{"totalNumberOfReviews":${counter}}` } : counter;
    const { visit } = await visitWith(
      (request) => {
        if (isRow(request)) return row;
        if (isFeed(request)) return EMPTY_FEED;
        if (isCounter(request)) return counterResponse;
        return stars ? null : NO_STARS;
      },
      3,
      (fixture) => (fixture.hasStoredReviews = hasStoredReviews),
    );
    expect(visit.reviews).toEqual([]);
    if (outcome === 'blocked') expect(visit.error).toBeInstanceOf(Blocked);
    else expect(visit).toMatchObject({ error: null, end: { coverage: outcome } });
  });

  it('reads the feed if the row is empty despite the counter', async () => {
    const { visit } = await visitWith((request) => (isRow(request) ? EMPTY_ROW : null), 60);
    expect(visit).toMatchObject({ error: null, end: { coverage: 'window' } });
    expect(visit.reviews).toHaveLength(60);
  });
});
