/** Steam over real HTTP: order, end of the list, and applications that were removed from the store. */
import { ConformanceFixture, NEWEST } from '../../conformance/conformance-fixture';
import { steamSandbox } from '../../sandbox/steam';
import type { SandboxResponse, SandboxPlatform, SandboxRequest } from '../../sandbox';
import { Blocked, Gone, Temporary } from '../../source-errors';
import { steam } from './index';

const isDetails = ({ url }: SandboxRequest): boolean => url.pathname === '/api/appdetails';
const DAY_MS = 86_400_000;

async function visitWith(
  override: (request: SandboxRequest) => SandboxResponse | null,
  count: number,
  prepare?: (fixture: ConformanceFixture) => void,
) {
  const platform: SandboxPlatform = {
    ...steamSandbox,
    respond: (request, findListing, context) =>
      override(request) ?? steamSandbox.respond(request, findListing, context),
  };
  const fixture = new ConformanceFixture(steam, platform, {
    key: '77',
    canonicalUrl: 'https://store.steampowered.com/app/77',
    otherUrls: [],
    invalidUrls: [],
    pageSize: 100,
  });
  await fixture.sandbox.start();
  try {
    fixture.reset();
    fixture.addReviews(count);
    prepare?.(fixture);
    return { visit: await fixture.visit(), urls: fixture.sandbox.requests.map(({ url }) => new URL(url)) };
  } finally {
    await fixture.sandbox.stop();
  }
}

describe('a visit to Steam (contract §10)', () => {
  it('returns an edited old review first, with its old date', async () => {
    const { visit } = await visitWith(
      () => null,
      150,
      ({ sandbox }) => {
        const old = sandbox.listing('steam', '77').reviews[140];
        if (old === undefined) throw new Error('the sandbox lost a review');
        sandbox.edit('steam', '77', old.id, { text: 'Better now.', updatedAt: new Date(NEWEST.getTime() + DAY_MS) });
      },
    );
    expect(visit.reviews[0]).toMatchObject({ text: 'Better now.' });
    expect((visit.reviews[0]?.reviewDate ?? '') < (visit.reviews[1]?.reviewDate ?? '')).toBe(true);
    expect((visit.reviews[0]?.listedAt ?? '') > (visit.reviews[1]?.listedAt ?? '')).toBe(true);
    expect(visit.reviews).toHaveLength(150);
  });

  it('requests all languages, all purchases and off-topic reviews, each page with the cursor of the previous page', async () => {
    const { urls, visit } = await visitWith(() => null, 150);
    const lists = urls.filter(({ pathname }) => pathname === '/appreviews/77').map(({ searchParams }) => searchParams);
    expect(lists.map((query) => query.get('cursor'))).toEqual([
      '*',
      expect.stringMatching(/^c2FuZ/),
      expect.stringMatching(/^c2FuZ/),
    ]);
    expect(Object.fromEntries(lists[0] ?? [])).toMatchObject({
      filter: 'updated',
      language: 'all',
      purchase_type: 'all',
      filter_offtopic_activity: '0',
      num_per_page: '100',
    });
    expect(visit).toMatchObject({ end: { coverage: 'all' }, object: { reviewCount: 150, name: 'Orchard & Quill' } });
  });

  it.each([
    ['was removed from the store', { status: 200, body: '{"77":{"success":false}}' }],
    ['has details that fail', { status: 503, body: '' }],
    ['has details that are refused', { status: 403, body: '' }],
    ['has details that are throttled', { status: 429, headers: { 'retry-after': '9' }, body: '' }],
    ['has details in another format', { status: 200, body: '[]' }],
  ])('returns the reviews without a name for an application that %s', async (_what, response) => {
    const { visit } = await visitWith((request) => (isDetails(request) ? response : null), 5);
    expect(visit).toMatchObject({ error: null, end: { coverage: 'all' }, object: { name: null, reviewCount: 5 } });
    expect(visit.reviews).toHaveLength(5);
  });

  it('throws Gone or Temporary if there are neither reviews nor details', async () => {
    const gone = await visitWith(
      (request) => (isDetails(request) ? { status: 200, body: '{"77":{"success":false}}' } : null),
      0,
    );
    expect(gone.visit.error).toBeInstanceOf(Gone);
    const failing = await visitWith((request) => (isDetails(request) ? { status: 503, body: '' } : null), 0);
    expect(failing.visit.error).toBeInstanceOf(Temporary);
  });

  const listOf = (id: string, cursor: string): SandboxResponse => {
    const reviews = [{ recommendationid: id, voted_up: true }];
    return { status: 200, body: JSON.stringify({ success: 1, query_summary: { total_reviews: 1 }, reviews, cursor }) };
  };

  it('treats a repeated cursor as the end, without another request', async () => {
    const { visit, urls } = await visitWith((request) => (isDetails(request) ? null : listOf('1', '*')), 1);
    expect(visit).toMatchObject({ error: null, pages: 1, end: { coverage: 'all' } });
    expect(urls).toHaveLength(2);
  });

  it('throws parse_error for new cursors with the same reviews', async () => {
    let cursor = 0;
    const { visit } = await visitWith((request) => (isDetails(request) ? null : listOf('1', `c${(cursor += 1)}`)), 1);
    expect(visit).toMatchObject({ pages: 1, error: { code: 'parse_error' } });
  });

  it.each<[string, string, boolean, new (...details: never[]) => Error]>([
    ['the counter is 7', '{"total_reviews":7}', false, Blocked],
    ['reviews are stored', '{"total_reviews":0}', true, Blocked],
    ['reviews are stored and there is no counter', '{}', true, Blocked],
  ])('throws Blocked for an empty list if %s', async (_what, summary, hasStoredReviews, expected) => {
    const empty = { status: 200, body: `{"success":1,"query_summary":${summary},"reviews":[],"cursor":"*"}` };
    const { visit } = await visitWith(
      (request) => (isDetails(request) ? null : empty),
      3,
      (fixture) => (fixture.hasStoredReviews = hasStoredReviews),
    );
    expect(visit.error).toBeInstanceOf(expected);
  });
});
