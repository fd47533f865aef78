import { alteredVisit, type AlteredVisit } from '../../conformance/altered-visit';
import { jsonResponse } from '../../sandbox';
import { openVsxSandbox } from '../../sandbox/open-vsx';
import { Blocked } from '../../source-errors';
import { openVsx } from './index';

const visitWith = (options: Pick<AlteredVisit, 'count' | 'override' | 'prepare'>) =>
  alteredVisit({
    source: openVsx,
    platform: openVsxSandbox,
    key: 'lantern.outline',
    canonicalUrl: 'https://open-vsx.org/extension/lantern/outline',
    ...options,
  });
const isDetails = ({ url }: { url: URL }): boolean => !url.pathname.endsWith('/reviews');
const failure = { status: 503, body: '' };

describe('a visit to Open VSX (contract §10)', () => {
  it('sends two requests', async () => {
    const { visit, urls } = await visitWith({ count: 6 });
    expect(visit).toMatchObject({ end: { coverage: 'all' }, pages: 1, object: { reviewCount: 6, rating: 3.33 } });
    expect(urls.map(({ pathname }) => pathname)).toEqual(['/api/lantern/outline/reviews', '/api/lantern/outline']);
  });

  it.each([
    ['fail', failure],
    ['are missing', { status: 404, body: '' }],
    ['have another format', { status: 200, body: '[]' }],
  ])('returns the reviews without a name if the details %s', async (_what, response) => {
    const { visit } = await visitWith({ count: 5, override: (request) => (isDetails(request) ? response : null) });
    expect(visit).toMatchObject({ error: null, end: { coverage: 'all' }, object: { name: null, reviewCount: null } });
    expect(visit.reviews).toHaveLength(5);
  });

  it('returns the review of an account once', async () => {
    const record = { user: { loginName: 'a' }, timestamp: '2026-01-02T03:04:05Z', rating: 4 };
    const override: AlteredVisit['override'] = (request) =>
      isDetails(request) ? null : jsonResponse({ reviews: [record, { ...record, rating: 1 }] });
    const { visit } = await visitWith({ count: 2, override });
    expect(visit.reviews.map(({ rating }) => rating)).toEqual([4]);
  });

  it('throws Blocked for an empty list without a counter if reviews are stored', async () => {
    const { visit } = await visitWith({
      count: 0,
      override: (request) => (isDetails(request) ? failure : null),
      prepare: (fixture) => (fixture.hasStoredReviews = true),
    });
    expect(visit.error).toBeInstanceOf(Blocked);
  });

  it('accepts an empty list with a counter of 0, also if reviews are stored', async () => {
    const { visit } = await visitWith({ count: 0, prepare: (fixture) => (fixture.hasStoredReviews = true) });
    expect(visit).toMatchObject({ error: null, reviews: [], end: { coverage: 'all' } });
  });
});
