/** The two roads to the App Store's reviews over real HTTP: which is taken when, and what its end proves. */
import { ConformanceBench } from '../../conformance/conformance-bench';
import { appStoreSandbox } from '../../sandbox/app-store';
import type { SandboxAnswer, SandboxPlatform, SandboxRequest } from '../../sandbox';
import { Blocked, Changed, Throttled } from '../../source-errors';
import { appStore } from './index';

type Closed = (request: SandboxRequest) => SandboxAnswer | null;

const HTML: SandboxAnswer = {
  status: 200,
  body: '<!DOCTYPE HTML><html><title>Connecting to the iTunes Store.</title></html>',
};
const MISSING: SandboxAnswer = { status: 404, body: '<html></html>' };
const SLOW_DOWN: SandboxAnswer = { status: 429, headers: { 'retry-after': '7' }, body: '' };
const isRow = ({ url }: SandboxRequest): boolean => url.pathname.endsWith('/userReviewsRow');
const isCounter = ({ url }: SandboxRequest): boolean => url.pathname.includes('/customer-reviews/');

async function visited(closed: Closed, count: number, act?: (bench: ConformanceBench) => void) {
  const platform: SandboxPlatform = {
    ...appStoreSandbox,
    answer: (request, listing, desk) => closed(request) ?? appStoreSandbox.answer(request, listing, desk),
  };
  const bench = new ConformanceBench(appStore, platform, {
    key: '77',
    canonicalUrl: 'https://apps.apple.com/us/app/id77',
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

describe('App Store: what a visit proves (decisions §5)', () => {
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

  it('being told to slow down is obeyed on every road, also where the counter says it', async () => {
    for (const says of [isRow, isCounter]) {
      const { visit } = await visited((request) => (says(request) ? SLOW_DOWN : null), 3);
      expect(visit.error).toBeInstanceOf(Throttled);
      expect(visit.error).toMatchObject({ retryAfterMs: 7000 });
    }
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
