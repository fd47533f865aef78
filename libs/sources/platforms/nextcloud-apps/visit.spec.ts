import { alteredVisit, type AlteredVisit } from '../../conformance/altered-visit';
import { jsonResponse } from '../../sandbox';
import { nextcloudAppsSandbox } from '../../sandbox/nextcloud-apps';
import { Blocked, Gone, Temporary } from '../../source-errors';
import { nextcloudApps } from './index';

const visitWith = (options: Pick<AlteredVisit, 'count' | 'override' | 'prepare'>) =>
  alteredVisit({
    ...{ source: nextcloudApps, platform: nextcloudAppsSandbox, key: 'lantern_notes' },
    canonicalUrl: 'https://apps.nextcloud.com/apps/lantern_notes',
    ...options,
  });
const isPage = ({ url }: { url: URL }): boolean => url.pathname === '/apps/lantern_notes';

describe("a visit to Nextcloud's app store (contract §10)", () => {
  it('requests the list of all ratings and the page of the app', async () => {
    const { visit, urls } = await visitWith({ count: 3 });
    expect(visit).toMatchObject({ end: { coverage: 'all' }, pages: 1, object: { name: 'Orchard & Quill' } });
    expect(visit.reviews.map(({ rating }) => rating).sort()).toEqual([1, 3, 5]);
    expect(urls.map(({ pathname }) => pathname)).toEqual(['/api/v1/ratings.json', '/apps/lantern_notes']);
  });

  it.each([
    ['fails', { status: 503, body: '' }],
    ['is refused', { status: 403, body: '' }],
    ['is missing', { status: 404, body: '' }],
    ['has another title', { status: 200, body: '<title>App Store</title>' }],
  ])('returns the ratings without a name if the page of the app %s', async (_what, response) => {
    const { visit } = await visitWith({ count: 3, override: (request) => (isPage(request) ? response : null) });
    expect(visit).toMatchObject({ error: null, end: { coverage: 'all' }, object: { name: null } });
    expect(visit.reviews).toHaveLength(3);
  });

  it.each([
    ['does not exist', 404, Gone],
    ['fails', 503, Temporary],
    ['is refused', 403, Blocked],
  ])('throws for an app without ratings whose page %s', async (_what, status, expected) => {
    const override: AlteredVisit['override'] = (request) => (isPage(request) ? { status, body: '' } : null);
    expect((await visitWith({ count: 0, override })).visit.error).toBeInstanceOf(expected);
  });

  it('accepts an app without ratings although some are stored, because the list of all apps is the proof', async () => {
    const { visit } = await visitWith({ count: 0, prepare: (fixture) => (fixture.hasStoredReviews = true) });
    expect(visit).toMatchObject({ error: null, reviews: [], end: { coverage: 'all' } });
  });

  it('throws Blocked for a list without any ratings', async () => {
    const override: AlteredVisit['override'] = (request) => (isPage(request) ? null : jsonResponse([]));
    expect((await visitWith({ count: 3, override })).visit.error).toBeInstanceOf(Blocked);
  });
});
