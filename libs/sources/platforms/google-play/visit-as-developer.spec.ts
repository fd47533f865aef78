/** The road of a developer: the API beside the public list (contract §10). */
import { alteredVisit } from '../../conformance/altered-visit';
import { ConformanceFixture, NEWEST } from '../../conformance/conformance-fixture';
import { googlePlaySandbox } from '../../sandbox/google-play';
import type { SandboxRequest, SandboxResponse } from '../../sandbox';
import type { CollectedReview } from '../../source';
import { Blocked, Changed, Gone, Temporary, Throttled, Unavailable } from '../../source-errors';
import { keyFile } from '../../conformance/google-key-file';
import { googlePlay } from './index';

const key = 'org.example.app';
const canonicalUrl = `https://play.google.com/store/apps/details?id=${key}`;
const connection = { card: key, credentials: { service_account: keyFile('visits') } };
const HOUR_MS = 3_600_000;

const isInterface = ({ url }: SandboxRequest): boolean => url.hostname === 'androidpublisher.googleapis.com';
const isList = ({ url }: SandboxRequest): boolean => url.pathname.endsWith('/batchexecute');
const json = (value: unknown, status = 200): SandboxResponse => ({ status, body: JSON.stringify(value) });

function visitWith(
  count: number,
  override: (request: SandboxRequest) => SandboxResponse | null = () => null,
  prepare?: (fixture: ConformanceFixture) => void,
) {
  return alteredVisit({
    ...{ source: googlePlay, platform: googlePlaySandbox, key, canonicalUrl, connection, count, override },
    ...(prepare === undefined ? {} : { prepare }),
  });
}

const withoutRaw = ({ raw, ...fields }: CollectedReview): object => ({
  ...fields,
  hasRaw: Object.keys(raw).length > 0,
});
const comesFromInterface = ({ raw }: CollectedReview): boolean => 'reviewId' in raw;

describe('a visit to Google Play as a developer', () => {
  it('returns the same reviews as the public road, those of the last week from the interface', async () => {
    const prepare = (fixture: ConformanceFixture): void => {
      fixture.addReview(0, { title: 'A title', text: 'A text' });
      fixture.addReview(1, { title: null, text: 'No title', reply: { text: 'A reply', at: NEWEST } });
      fixture.addReview(2, { title: null, text: '\ttab\tand more  ', rating: 1 });
      fixture.addReview(3, { text: null });
      fixture.addReview(24 * 8, { title: 'An old title' });
    };
    const [asDeveloper, inPublic] = [
      await visitWith(0, undefined, prepare),
      await alteredVisit({
        ...{ source: googlePlay, platform: googlePlaySandbox, key, canonicalUrl, count: 0 },
        prepare,
      }),
    ];
    const byId = (reviews: readonly CollectedReview[]): readonly CollectedReview[] =>
      [...reviews].sort((a, b) => ((a.externalId ?? '') < (b.externalId ?? '') ? -1 : 1));
    expect(byId(asDeveloper.visit.reviews).map(withoutRaw)).toEqual(byId(inPublic.visit.reviews).map(withoutRaw));
    expect(asDeveloper.visit.reviews.filter(comesFromInterface)).toHaveLength(3);
    expect(inPublic.visit.reviews.filter(comesFromInterface)).toEqual([]);
    expect(asDeveloper.visit).toMatchObject({ error: null, end: { coverage: 'all' } });
  });

  it('marks the pages of the interface as beside the list, and continues with a list page of only these reviews', async () => {
    const fixture = new ConformanceFixture(googlePlay, googlePlaySandbox, {
      ...{ key, canonicalUrl, otherUrls: [], invalidUrls: [], pageSize: 150 },
      // No other test has a token of this account.
      connection: { card: key, credentials: { service_account: keyFile('pages') } },
    });
    await fixture.sandbox.start();
    try {
      fixture.reset();
      fixture.addReviews(200);
      const pages: [boolean, number][] = [];
      for await (const { isAside, reviews } of fixture.begin()) pages.push([isAside === true, reviews.length]);
      // One review each 61 minutes: 166 in a week.
      expect(pages).toEqual([
        [true, 100],
        [true, 66],
        [false, 0],
        [false, 34],
      ]);
      const calls = fixture.sandbox.requests
        .map(({ url }) => new URL(url))
        .filter(({ hostname }) => /^android/.test(hostname));
      expect(calls.map(({ pathname, search }) => pathname + search)).toEqual([
        `/androidpublisher/v3/applications/${key}/reviews?maxResults=100`,
        `/androidpublisher/v3/applications/${key}/reviews?maxResults=100&token=100`,
      ]);
    } finally {
      await fixture.sandbox.stop();
    }
  });

  it.each<[string, (request: SandboxRequest) => boolean, SandboxResponse, new (...details: never[]) => Error]>([
    ['the public list is blocked', isList, { status: 403, body: '' }, Blocked],
    ['the public list fails', isList, { status: 503, body: '' }, Temporary],
  ])('returns the reviews of the interface if %s', async (_what, isAltered, response, expected) => {
    const { visit } = await visitWith(3, (request) => (isAltered(request) ? response : null));
    expect(visit.reviews).toHaveLength(3);
    expect(visit).toMatchObject({ end: null });
    expect(visit.error).toBeInstanceOf(expected);
  });

  it.each<[string, SandboxResponse, new (...details: never[]) => Error]>([
    ['refuses the app', json({ error: { status: 'PERMISSION_DENIED' } }, 403), Unavailable],
    ['refuses every token', json({ error: { status: 'UNAUTHENTICATED' } }, 401), Unavailable],
    ['fails', { status: 503, body: '' }, Temporary],
    ['is throttled', { status: 429, headers: { 'retry-after': '9' }, body: '' }, Throttled],
    ['has another format', json([]), Changed],
    ['repeats a page', json({ reviews: [review('a')], tokenPagination: { nextPageToken: 'n' } }), Changed],
    ['has an empty page inside', json({ tokenPagination: { nextPageToken: 'n' } }), Changed],
  ])('throws if the interface %s', async (_what, response, expected) => {
    const { visit } = await visitWith(3, (request) => (isInterface(request) ? response : null));
    expect(visit.error).toBeInstanceOf(expected);
    expect(visit.end).toBeNull();
  });

  it('reads the public list of an app that the interface does not know', async () => {
    const missing = json({ error: { status: 'NOT_FOUND' } }, 404);
    const { visit } = await visitWith(3, (request) => (isInterface(request) ? missing : null));
    expect(visit).toMatchObject({ error: null, end: { coverage: 'all' } });
    expect(visit.reviews.filter(comesFromInterface)).toEqual([]);
    expect(visit.reviews).toHaveLength(3);
    const { visit: gone } = await visitWith(0, undefined, (fixture) =>
      fixture.sandbox.removeListing('google-play', key),
    );
    expect(gone.error).toBeInstanceOf(Gone);
  });

  it('covers a window if only the interface has reviews, which may be in other languages', async () => {
    const foreign = json({ reviews: [review('a')] });
    for (const [response, count] of [
      [foreign, 1],
      [json({}), 0],
    ] as const) {
      const { visit } = await visitWith(
        0,
        (request) => (isInterface(request) ? response : null),
        (fixture) => (fixture.hasStoredReviews = true),
      );
      expect(visit).toMatchObject({ error: null, end: { coverage: 'window' } });
      expect(visit.reviews).toHaveLength(count);
    }
  });

  it('does not read a key file that is wrong', async () => {
    const { visit, urls } = await alteredVisit({
      ...{ source: googlePlay, platform: googlePlaySandbox, key, canonicalUrl, count: 3 },
      connection: { card: key, credentials: { service_account: '{}' } },
    });
    expect(visit.error).toMatchObject({ code: 'credentials_rejected' });
    expect(urls).toEqual([]);
  });
});

function review(reviewId: string): object {
  const seconds = String(Math.floor((NEWEST.getTime() - HOUR_MS) / 1_000));
  return {
    reviewId,
    authorName: 'Ada',
    comments: [{ userComment: { text: '\tSchön', lastModified: { seconds }, starRating: 5 } }],
  };
}
