/** Google Play over real HTTP: the request for reviews, the end of the list, and lists that are empty or refused. */
import { ConformanceFixture } from '../../conformance/conformance-fixture';
import { googlePlaySandbox } from '../../sandbox/google-play';
import type { SandboxPlatform, SandboxRequest, SandboxResponse } from '../../sandbox';
import { Blocked, Gone, Temporary, Throttled } from '../../source-errors';
import { googlePlay } from './index';

const APP = 'org.example.app';
const isDetails = ({ url }: SandboxRequest): boolean => url.pathname === '/store/apps/details';

function envelope(payload: unknown, error: unknown = null): SandboxResponse {
  const row = ['wrb.fr', 'UsvDTd', payload === null ? null : JSON.stringify(payload), null, null, error, 'generic'];
  return { status: 200, body: `)]}'\n\n${JSON.stringify([row, ['di', 5]])}` };
}

const reviewsOf = (...ids: readonly string[]): unknown[] =>
  ids.map((id) => [id, ['Ada'], 5, null, 'Text', [1_780_000_000, 0], 0, null]);

async function visitWith(
  override: (request: SandboxRequest) => SandboxResponse | null,
  count: number,
  prepare?: (fixture: ConformanceFixture) => void,
) {
  const requests: SandboxRequest[] = [];
  const platform: SandboxPlatform = {
    ...googlePlaySandbox,
    respond: (request, findListing, context) => {
      requests.push(request);
      return override(request) ?? googlePlaySandbox.respond(request, findListing, context);
    },
  };
  const fixture = new ConformanceFixture(googlePlay, platform, {
    key: APP,
    canonicalUrl: `https://play.google.com/store/apps/details?id=${APP}`,
    otherUrls: [],
    invalidUrls: [],
    pageSize: 150,
  });
  await fixture.sandbox.start();
  try {
    fixture.reset();
    fixture.addReviews(count);
    prepare?.(fixture);
    return { visit: await fixture.visit(), requests };
  } finally {
    await fixture.sandbox.stop();
  }
}

/** Responds to the requests for reviews with `pages`, then repeats the last one. */
function pages(...list: readonly SandboxResponse[]): (request: SandboxRequest) => SandboxResponse | null {
  let next = 0;
  return (request) => {
    if (isDetails(request)) return null;
    next += 1;
    return list[Math.min(next, list.length) - 1] ?? null;
  };
}

describe('a visit to Google Play (contract §10)', () => {
  it('requests pages of 150, newest first, in one language, each with the token of the previous page', async () => {
    const { visit, requests } = await visitWith(() => null, 310);
    expect(visit).toMatchObject({ error: null, pages: 3, end: { coverage: 'all' }, object: { reviewCount: null } });
    const lists = requests.filter((request) => !isDetails(request));
    expect(lists.map(({ method, url, headers }) => [method, url.search, headers['content-type']])).toEqual(
      Array(3).fill(['POST', '?rpcids=UsvDTd&hl=en&gl=us', 'application/x-www-form-urlencoded;charset=UTF-8']),
    );
    expect(lists.map(({ body }) => new URLSearchParams(body).get('f.req'))).toEqual([
      String.raw`[[["UsvDTd","[null,null,[2,2,[150,null,null],null,[]],[\"org.example.app\",7]]",null,"generic"]]]`,
      String.raw`[[["UsvDTd","[null,null,[2,2,[150,null,\"Mg==\"],null,[]],[\"org.example.app\",7]]",null,"generic"]]]`,
      String.raw`[[["UsvDTd","[null,null,[2,2,[150,null,\"Mw==\"],null,[]],[\"org.example.app\",7]]",null,"generic"]]]`,
    ]);
    expect(requests.filter(isDetails).map(({ url }) => url.search)).toEqual([`?id=${APP}&hl=en&gl=us`]);
  });

  it('does not prove the end by a later page without reviews', async () => {
    const first = envelope([reviewsOf('a', 'b'), [null, 'T1']]);
    for (const last of [envelope([]), envelope([[], [null, 'T2']])]) {
      const { visit } = await visitWith(pages(first, last), 2);
      expect(visit).toMatchObject({ error: null, pages: 2, end: { coverage: 'unproven' } });
      expect(visit.reviews).toHaveLength(2);
    }
  });

  it('throws parse_error for new tokens with the same reviews', async () => {
    let token = 0;
    const { visit } = await visitWith(
      (request) => (isDetails(request) ? null : envelope([reviewsOf('a'), [null, `T${(token += 1)}`]])),
      1,
    );
    expect(visit).toMatchObject({ pages: 1, error: { code: 'parse_error' } });
  });

  it.each<[string, SandboxResponse]>([
    ['was removed', { status: 404, body: '' }],
    ['fails', { status: 503, body: '' }],
    ['is refused', { status: 403, body: '' }],
    ['is throttled', { status: 429, headers: { 'retry-after': '9' }, body: '' }],
    ['leads to a form for consent', { status: 302, headers: { location: 'https://consent.google.com/m' }, body: '' }],
    ['has another format', { status: 200, body: '<html></html>' }],
  ])('returns the reviews without a name if the page of the app %s', async (_what, response) => {
    const { visit } = await visitWith((request) => (isDetails(request) ? response : null), 5);
    expect(visit).toMatchObject({ error: null, end: { coverage: 'all' }, object: { name: null } });
    expect(visit.reviews).toHaveLength(5);
  });

  it.each<[string, SandboxResponse, new (...details: never[]) => Error]>([
    ['does not exist', { status: 404, body: '' }, Gone],
    ['fails', { status: 503, body: '' }, Temporary],
    ['is throttled', { status: 429, body: '' }, Throttled],
  ])('throws an error if there are no reviews and the page of the app %s', async (_what, response, expected) => {
    const { visit } = await visitWith((request) => (isDetails(request) ? response : envelope([])), 0);
    expect(visit.error).toBeInstanceOf(expected);
  });

  it('throws Blocked for an empty list if the page of the app shows reviews, or reviews are stored', async () => {
    const shown = await visitWith(pages(envelope([])), 3);
    expect(shown.visit.error).toBeInstanceOf(Blocked);
    const stored = await visitWith(pages(envelope([])), 0, (fixture) => (fixture.hasStoredReviews = true));
    expect(stored.visit.error).toBeInstanceOf(Blocked);
  });

  it.each<[string, SandboxResponse, new (...details: never[]) => Error]>([
    [
      'a redirect to the form for consent',
      { status: 302, headers: { location: 'https://consent.google.com/m' }, body: '' },
      Blocked,
    ],
    [
      'a redirect to a bot check',
      { status: 302, headers: { location: 'https://www.google.com/sorry/index' }, body: '' },
      Blocked,
    ],
    ['the error of too many requests', envelope(null, [5, null, [['x.PlayGatewayError', []]]]), Throttled],
    ['an internal error', envelope(null, [13]), Temporary],
  ])('throws for %s on a later page', async (_what, response, expected) => {
    const { visit } = await visitWith(pages(envelope([reviewsOf('a'), [null, 'T1']]), response), 1);
    expect(visit).toMatchObject({ end: null, pages: 1 });
    expect(visit.error).toBeInstanceOf(expected);
  });
});
