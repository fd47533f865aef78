import { alteredVisit, type AlteredVisit } from '../../conformance/altered-visit';
import { jsonResponse } from '../../sandbox';
import { odrsSandbox } from '../../sandbox/odrs';
import { Blocked, Gone, Temporary } from '../../source-errors';
import { odrs } from './index';

const ID = 'org.example.Lantern';
const API = '/1.0/reviews/api';
const visitWith = (options: Pick<AlteredVisit, 'count' | 'override' | 'prepare'>) =>
  alteredVisit({
    ...{ source: odrs, platform: odrsSandbox, key: ID },
    canonicalUrl: `https://odrs.gnome.org${API}/app/${ID}`,
    ...options,
  });
const isFlathub = ({ url }: { url: URL }): boolean => url.hostname === 'flathub.org';
const isCount = ({ url }: { url: URL }): boolean => url.pathname === `${API}/ratings/${ID}`;
const isSecondList = ({ url }: { url: URL }): boolean => url.pathname === `${API}/app/${ID}.desktop`;
const failure = { status: 503, body: '' };
const missing = jsonResponse({ detail: 'App not found' }, 404);
const record = (id: number, at: number): object => ({ review_id: id, date_created: at, rating: 50 });

describe('a visit to ODRS (contract §10)', () => {
  it('requests both lists, the counter and the name', async () => {
    const { visit, urls } = await visitWith({ count: 5 });
    expect(visit).toMatchObject({ end: { coverage: 'window' }, pages: 1, object: { reviewCount: 5 } });
    expect(urls.map(({ pathname }) => pathname)).toEqual([
      `${API}/app/${ID}`,
      `${API}/app/${ID}.desktop`,
      `${API}/ratings/${ID}`,
      `/api/v2/appstream/${ID}`,
    ]);
  });

  it('returns a list once that the server returns for both ids', async () => {
    const list = jsonResponse([record(2, 1_790_000_000), record(1, 1_780_000_000)]);
    const { visit } = await visitWith({
      count: 2,
      override: ({ url }) => (url.pathname.includes('/app/') ? list : null),
    });
    expect(visit.reviews.map(({ externalId }) => externalId)).toEqual(['2', '1']);
    expect(visit).toMatchObject({ error: null, object: { reviewCount: 2 } });
  });

  it('merges two lists by date, without a counter', async () => {
    const lists: Readonly<Record<string, object[]>> = {
      [`${API}/app/${ID}`]: [record(4, 1_790_000_000), record(1, 1_760_000_000)],
      [`${API}/app/${ID}.desktop`]: [record(4, 1_790_000_000), record(3, 1_780_000_000), record(2, 1_770_000_000)],
    };
    const override: AlteredVisit['override'] = ({ url }) => {
      const list = lists[url.pathname];
      return list === undefined ? null : jsonResponse(list);
    };
    const { visit } = await visitWith({ count: 2, override });
    expect(visit.reviews.map(({ externalId }) => externalId)).toEqual(['4', '3', '2', '1']);
    expect(visit.object.reviewCount).toBeNull();
  });

  it.each([
    ['the id', ID],
    ['the id with .desktop', `${ID}.desktop`],
  ])('takes the counter of the id whose list has the reviews: %s', async (_what, listedId) => {
    const counters: Readonly<Record<string, number>> = { [listedId]: 2 };
    const override: AlteredVisit['override'] = ({ url }) => {
      const id = url.pathname.split('/').at(-1) ?? '';
      if (url.pathname.startsWith(`${API}/ratings/`)) return jsonResponse({ total: counters[id] ?? 0 });
      if (!url.pathname.startsWith(`${API}/app/`)) return null;
      return jsonResponse(id === listedId ? [record(2, 1_790_000_000), record(1, 1_780_000_000)] : []);
    };
    const { visit } = await visitWith({ count: 0, override });
    expect(visit).toMatchObject({ error: null, object: { reviewCount: 2 } });
    expect(visit.reviews.map(({ externalId }) => externalId)).toEqual(['2', '1']);
  });

  it('throws the error of the second list', async () => {
    const { visit } = await visitWith({ count: 5, override: (request) => (isSecondList(request) ? failure : null) });
    expect(visit).toMatchObject({ reviews: [], end: null });
    expect(visit.error).toBeInstanceOf(Temporary);
  });

  it.each([
    ['does not know it', missing],
    ['fails', failure],
    ['has another format', jsonResponse([])],
  ])('returns the reviews of an application without a name if Flathub %s', async (_what, response) => {
    const { visit } = await visitWith({ count: 5, override: (request) => (isFlathub(request) ? response : null) });
    expect(visit).toMatchObject({ error: null, object: { name: null, reviewCount: 5 } });
    expect(visit.reviews).toHaveLength(5);
  });

  it('reads the name of an application that Flathub knows with .desktop', async () => {
    const override: AlteredVisit['override'] = ({ url }) => {
      if (url.pathname === `/api/v2/appstream/${ID}`) return missing;
      return url.pathname === `/api/v2/appstream/${ID}.desktop` ? jsonResponse({ name: 'Lantern' }) : null;
    };
    expect((await visitWith({ count: 0, override })).visit).toMatchObject({ error: null, object: { name: 'Lantern' } });
  });

  it.each([
    ['does not know it', missing, Gone],
    ['fails', failure, Temporary],
  ])('throws for an application without reviews if Flathub %s', async (_what, response, expected) => {
    const { visit } = await visitWith({ count: 0, override: (request) => (isFlathub(request) ? response : null) });
    expect(visit.error).toBeInstanceOf(expected);
  });

  it('throws Blocked for empty lists without a counter if reviews are stored', async () => {
    const { visit } = await visitWith({
      count: 0,
      override: (request) => (isCount(request) ? failure : null),
      prepare: (fixture) => (fixture.hasStoredReviews = true),
    });
    expect(visit.error).toBeInstanceOf(Blocked);
  });
});
