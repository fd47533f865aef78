import { alteredVisit, type AlteredVisit } from '../../conformance/altered-visit';
import { facebookSandbox } from '../../sandbox/facebook';
import { jsonResponse } from '../../sandbox/sandbox-behaviour';
import { Blocked, Changed, Unavailable } from '../../source-errors';
import { facebook } from './index';

const key = '100064123456789';
const token = `EAAtoken-${key}`;
const visitOf = (change: Partial<AlteredVisit>): ReturnType<typeof alteredVisit> =>
  alteredVisit({
    source: facebook,
    platform: facebookSandbox,
    key,
    canonicalUrl: `https://www.facebook.com/${key}`,
    connection: { card: key, credentials: { page_access_token: token } },
    count: 3,
    ...change,
  });
const isList = (url: URL): boolean => url.pathname.endsWith('/ratings');

describe('a visit of Facebook (contract §10)', () => {
  it('sends the token in a header only, and builds the address of the next page from the cursor', async () => {
    const headers: unknown[] = [];
    const { visit, urls } = await visitOf({
      count: 60,
      override: (request) => {
        headers.push(request.headers['authorization']);
        return null;
      },
    });
    expect(visit).toMatchObject({ error: null, end: { coverage: 'all' } });
    expect(visit.reviews).toHaveLength(60);
    expect(headers).toEqual(Array(3).fill(`Bearer ${token}`));
    expect(urls.map(({ hostname, pathname }) => hostname + pathname)).toEqual([
      `graph.facebook.com/v21.0/${key}/ratings`,
      `graph.facebook.com/v21.0/${key}`,
      `graph.facebook.com/v21.0/${key}/ratings`,
    ]);
    expect(urls.map(({ href }) => href).join()).not.toMatch(/EAA|access_token|evil/);
  });

  it('reads the list without comments if the app may not read them', async () => {
    const { visit, urls } = await visitOf({
      count: 60,
      override: ({ url }) =>
        (url.searchParams.get('fields') ?? '').includes('comments') ? jsonResponse({ error: { code: 10 } }, 403) : null,
    });
    expect(visit.error).toBeNull();
    expect(visit.reviews).toHaveLength(60);
    expect(visit.reviews.every(({ replyKnown, replyText }) => replyKnown === false && replyText === null)).toBe(true);
    expect(urls.filter(isList)).toHaveLength(3);
  });

  it('reports a token without the permission for reviews as rejected', async () => {
    const { visit } = await visitOf({
      override: ({ url }) => (isList(url) ? jsonResponse({ error: { code: 283 } }, 403) : null),
    });
    expect(visit.error).toBeInstanceOf(Unavailable);
    expect(visit.error).toMatchObject({ code: 'credentials_rejected' });
  });

  it('continues after an empty page inside the list', async () => {
    const { visit } = await visitOf({
      count: 60,
      override: ({ url }) =>
        isList(url) && !url.searchParams.has('after')
          ? jsonResponse({ data: [], paging: { cursors: { after: 'cGFnZSAx' }, next: 'https://x.example/' } })
          : null,
    });
    expect(visit).toMatchObject({ error: null, end: { coverage: 'all' } });
    expect(visit.reviews).toHaveLength(60);
  });

  it.each([
    ['repeats a cursor', () => 'same'],
    ['has only empty pages', (number: number) => `cursor${number}`],
  ])('throws Changed for a list that %s', async (_what, cursor) => {
    let number = 0;
    const { visit, urls } = await visitOf({
      override: ({ url }) => {
        if (!isList(url)) return null;
        number += 1;
        return jsonResponse({ data: [], paging: { cursors: { after: cursor(number) }, next: 'https://x.example/' } });
      },
    });
    expect(visit.error).toBeInstanceOf(Changed);
    expect(urls.length).toBeLessThan(30);
  });

  it('accepts an empty list only with the description of the page', async () => {
    const empty: AlteredVisit['override'] = ({ url }) => (isList(url) ? jsonResponse({ data: [] }) : null);
    expect((await visitOf({ count: 0, override: empty })).visit).toMatchObject({ error: null, reviews: [] });
    expect((await visitOf({ count: 2, override: empty })).visit.error).toBeInstanceOf(Blocked);
    const withoutDescription = await visitOf({
      count: 0,
      override: ({ url }) => (isList(url) ? jsonResponse({ data: [] }) : jsonResponse({}, 500)),
    });
    expect(withoutDescription.visit).toMatchObject({ end: null, reviews: [] });
  });

  it('sends nothing without a token', async () => {
    const { visit, urls } = await visitOf({ connection: { card: key, credentials: {} } });
    expect(visit.error).toBeInstanceOf(Unavailable);
    expect(urls).toEqual([]);
  });
});
