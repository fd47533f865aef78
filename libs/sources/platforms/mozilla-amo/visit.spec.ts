import { alteredVisit, type AlteredVisit } from '../../conformance/altered-visit';
import { jsonResponse } from '../../sandbox';
import { mozillaAmoSandbox } from '../../sandbox/mozilla-amo';
import { Blocked, Gone } from '../../source-errors';
import { mozillaAmo } from './index';

const visitWith = (options: Pick<AlteredVisit, 'count' | 'override' | 'prepare'>) =>
  alteredVisit({
    source: mozillaAmo,
    platform: mozillaAmoSandbox,
    key: 'tab-lantern',
    canonicalUrl: 'https://addons.mozilla.org/firefox/addon/tab-lantern/',
    ...options,
  });
const isDetails = ({ url }: { url: URL }): boolean => url.pathname === '/api/v5/addons/addon/tab-lantern/';
const emptyList = jsonResponse({ count: 0, next: null, results: [] });
const failure = { status: 503, body: '' };

describe('a visit to Mozilla Add-ons (contract §10)', () => {
  it('requests pages of 50 and the details once', async () => {
    const { visit, urls } = await visitWith({ count: 120 });
    expect(visit).toMatchObject({ end: { coverage: 'all' }, pages: 3, object: { reviewCount: 120, rating: 3.33 } });
    const [first, second, ...others] = urls;
    expect(Object.fromEntries(first?.searchParams ?? [])).toEqual({ addon: 'tab-lantern', page_size: '50', page: '1' });
    expect(second?.pathname).toBe('/api/v5/addons/addon/tab-lantern/');
    expect(others.map(({ searchParams }) => searchParams.get('page'))).toEqual(['2', '3']);
  });

  it.each([
    ['fail', failure],
    ['are refused', { status: 403, body: '' }],
    ['have another format', { status: 200, body: '[]' }],
  ])('returns the reviews without a name if the details %s', async (_what, response) => {
    const { visit } = await visitWith({ count: 5, override: (request) => (isDetails(request) ? response : null) });
    expect(visit).toMatchObject({ error: null, end: { coverage: 'all' }, object: { name: null, reviewCount: 5 } });
    expect(visit.reviews).toHaveLength(5);
  });

  it.each([401, 403])('throws Gone for the status %d of a disabled add-on', async (status) => {
    const body = { detail: 'x', is_disabled_by_developer: false, is_disabled_by_mozilla: true };
    const { visit } = await visitWith({ count: 5, override: () => jsonResponse(body, status) });
    expect(visit.error).toBeInstanceOf(Gone);
  });

  it('throws Blocked for another refusal', async () => {
    const { visit } = await visitWith({ count: 5, override: () => jsonResponse({ detail: 'Forbidden' }, 401) });
    expect(visit.error).toBeInstanceOf(Blocked);
  });

  it('does not take a missing later page for the end of the list', async () => {
    const override: AlteredVisit['override'] = ({ url }) =>
      url.searchParams.get('page') === '2' ? jsonResponse({ detail: 'Invalid page.' }, 404) : null;
    const { visit } = await visitWith({ count: 80, override });
    expect(visit).toMatchObject({ error: null, end: { coverage: 'unproven' } });
    expect(visit.reviews).toHaveLength(50);
  });

  it.each<[string, number, boolean, boolean]>([
    ['the details count ratings', 3, true, false],
    ['the details fail and reviews are stored', 0, false, true],
  ])('throws Blocked for an empty list if %s', async (_what, count, hasDetails, hasStoredReviews) => {
    const { visit } = await visitWith({
      count,
      override: (request) => (isDetails(request) ? (hasDetails ? null : failure) : emptyList),
      prepare: (fixture) => (fixture.hasStoredReviews = hasStoredReviews),
    });
    expect(visit).toMatchObject({ reviews: [], end: null });
    expect(visit.error).toBeInstanceOf(Blocked);
  });

  it('accepts an empty list if both counters are 0, also if reviews are stored', async () => {
    const { visit } = await visitWith({ count: 0, prepare: (fixture) => (fixture.hasStoredReviews = true) });
    expect(visit).toMatchObject({ error: null, reviews: [], end: { coverage: 'all' } });
  });
});
