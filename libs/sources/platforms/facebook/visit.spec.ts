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

  describe('a reply among many comments', () => {
    const guest = (minute: number): object => comment(minute, '4000000000000004', 'A comment of a guest.');
    const comment = (minute: number, id: string, message: string): object => ({
      ...{ message, from: { id } },
      created_time: `2026-06-20T10:${String(minute).padStart(2, '0')}:00+0000`,
    });
    const story = (comments: object): object => ({
      data: [{ created_time: '2026-06-20T09:00:00+0000', open_graph_story: { id: '77_88', comments } }],
    });
    const more = (after: string): object => ({ cursors: { after }, next: 'https://evil.example/?access_token=x' });
    const isComments = (url: URL): boolean => url.pathname.endsWith('/comments');
    const visitStory = async (comments: object, further: (after: string | null) => object | null, status = 200) => {
      const { visit, urls } = await visitOf({
        override: ({ url }) => {
          if (isList(url)) return jsonResponse(story(comments));
          return isComments(url) ? jsonResponse(further(url.searchParams.get('after')) ?? {}, status) : null;
        },
      });
      expect(visit.error).toBeNull();
      return { review: visit.reviews[0], requests: urls.filter(isComments) };
    };
    const first = { data: Array.from({ length: 25 }, (_, minute) => guest(minute)), paging: more('c1') };

    it('is found behind the comments that the list has', async () => {
      const { review, requests } = await visitStory(first, (after) =>
        after === 'c1'
          ? { data: [guest(30)], paging: more('c2') }
          : { data: [comment(31, key, 'Thank you.'), guest(32)], paging: { cursors: { after: 'c3' } } },
      );
      expect(review).toMatchObject({ replyText: 'Thank you.', replyDate: '2026-06-20T10:31:00', replyKnown: true });
      expect(requests.map(({ hostname, pathname }) => hostname + pathname)).toEqual(
        Array(2).fill('graph.facebook.com/v21.0/77_88/comments'),
      );
      expect(requests.map(({ href }) => href).join()).not.toMatch(/EAA|access_token|evil/);
    });

    it('is the last one, in whatever order Facebook lists comments', async () => {
      const { review } = await visitStory(
        { data: [comment(20, key, 'Second.'), guest(21)], paging: more('c1') },
        () => ({ data: [comment(10, key, 'First.')] }),
      );
      expect(review).toMatchObject({ replyText: 'Second.', replyDate: '2026-06-20T10:20:00' });
    });

    it('is none if all comments are those of guests', async () => {
      const { review } = await visitStory(first, () => ({ data: [guest(30)] }));
      expect(review).toMatchObject({ replyText: null, replyKnown: true });
    });

    it.each<[string, object, (after: string | null) => object | null, number]>([
      ['the comments do not end', first, (after) => ({ data: [guest(1)], paging: more(`${after}x`) }), 20],
      ['the cursor repeats', first, () => ({ data: [guest(1)], paging: more('c1') }), 1],
      ['there is no cursor', { ...first, paging: { next: 'https://evil.example' } }, () => null, 0],
      ['the further comments have another format', first, () => ({ data: 'none' }), 1],
    ])('is unknown if %s', async (_what, comments, further, count) => {
      const { review, requests } = await visitStory(comments, further);
      expect(review?.replyKnown).toBe(false);
      expect(requests).toHaveLength(count);
    });

    it('is unknown if the further comments are refused', async () => {
      const { review } = await visitStory(first, () => ({ error: { code: 10 } }), 403);
      expect(review?.replyKnown).toBe(false);
    });
  });

  it('reads two reviews with stars of one second, on one page and on two (contract §2.3)', async () => {
    const stars = (name: string): object => ({
      ...{ created_time: '2017-03-01T00:00:07+0000', rating: 5, has_rating: true, reviewer: { name } },
    });
    const { visit } = await visitOf({
      override: ({ url }) => {
        if (!isList(url)) return null;
        if (url.searchParams.get('after') === 'p2') return jsonResponse({ data: [stars('Ann'), stars('Cyd')] });
        return jsonResponse({ data: [stars('Ann'), stars('Bob')], paging: { cursors: { after: 'p2' }, next: 'x' } });
      },
    });
    expect(visit.error).toBeNull();
    expect(visit.reviews.map(({ author }) => author)).toEqual(['Ann', 'Bob', 'Cyd']);
    expect(new Set(visit.reviews.map(({ externalId }) => externalId)).size).toBe(3);
  });
});
