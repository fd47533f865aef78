import { GuardedClient } from '@libs/egress';
import { parseInPlace } from '../../conformance/parse-in-place';
import { HttpTools } from '../../http-tools';
import type { ForeignBytes } from '../../parsing/parser';
import { makeTwoGisSandbox, type TwoGisSandboxOptions } from '../../sandbox/2gis';
import { SandboxServer } from '../../sandbox/sandbox-server';
import type { CollectedReview, PlatformObject, SnapshotPage, VisitEnd, VisitTools } from '../../source';
import type { RenderedPage } from '../../source-browser';
import type { SourceResponse } from '../../source-http';
import { Blocked, Changed, Gone, Temporary, Throttled } from '../../source-errors';
import { twoGis } from '.';
import { visit } from './visit';

const FIRM = '70000001012340002';
const PAGE = `https://2gis.ru/firm/${FIRM}`;
const MINUTE = 60_000;

interface VisitResult {
  readonly pages: readonly (readonly CollectedReview[])[];
  readonly reviews: readonly CollectedReview[];
  readonly object: PlatformObject | undefined;
  readonly end: VisitEnd;
}

const servers: SandboxServer[] = [];

async function startSandbox(options: TwoGisSandboxOptions, reviews: number): Promise<SandboxServer> {
  const server = new SandboxServer([makeTwoGisSandbox(options)]);
  servers.push(server);
  await server.start();
  server.listing('2gis', FIRM).name = 'Пар, чайная';
  for (let index = 0; index < reviews; index += 1) {
    const publishedAt = new Date(Date.UTC(2026, 5, 1) - index * MINUTE);
    server.add('2gis', FIRM, {
      rating: (index % 5) + 1,
      text: `Отзыв ${index}`,
      publishedAt,
      images: ['https://a.example/p.jpg'],
    });
  }
  return server;
}

const textOf = ({ document: { bytes } }: SourceResponse): string => Buffer.from(bytes).toString();
const documentOf = (text: string): ForeignBytes => ({ bytes: Buffer.from(text), contentType: undefined });
const notOpened = (): Promise<never> => Promise.reject(new Error('2GIS renders at most one page'));
const hasStoredReviews = (): Promise<boolean> => Promise.resolve(false);

/** Real HTTP tools, and a stub of the browser that fetches the document from the same sandbox by HTTP. */
function toolsFor(server: SandboxServer, renderedUrls: string[] = []): VisitTools {
  const { signal } = new AbortController();
  const client = new GuardedClient({ exemptOrigins: [server.origin] });
  const permit = (): Promise<void> => Promise.resolve();
  const http = new HttpTools({ client, facts: twoGis.facts, origin: server.origin, permit, signal, version: '0' });
  const render = async (url: string): Promise<RenderedPage> => {
    renderedUrls.push(url);
    const response = await http.request(`${url}?built=1`, { accept: [403, 404, 429, 503] });
    return { status: response.status, url, html: textOf(response), ready: true };
  };
  const browser = { render, open: notOpened };
  return { http, browser, parse: parseInPlace, hasStoredReviews, now: new Date(), signal };
}

async function runVisit(url: string, tools: VisitTools): Promise<VisitResult> {
  const generator = visit(url, tools);
  const pages: (readonly CollectedReview[])[] = [];
  let object: PlatformObject | undefined;
  for (;;) {
    const step: IteratorResult<SnapshotPage, VisitEnd> = await generator.next();
    if (step.done) return { pages, reviews: pages.flat(), object, end: step.value };
    pages.push([...step.value.reviews]);
    object = step.value.object ?? object;
  }
}

const withoutEvidence = (body: string): string =>
  body
    .replace('"general_rating":3', '"general_rating":0')
    .replace('"general_review_count":5', '"general_review_count":0');

afterAll(() => Promise.all(servers.map((server) => server.stop())));

describe('a visit to 2GIS that uses the review API (contract §10)', () => {
  it('reads the whole list, newest first, with the key from the page', async () => {
    const server = await startSandbox({ api: 'open', page: 'rendered' }, 120);
    const { pages, reviews, object, end } = await runVisit(PAGE, toolsFor(server));
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 20]);
    expect(new Set(reviews.map(({ externalId }) => externalId)).size).toBe(120);
    const dates = reviews.map(({ reviewDate }) => reviewDate ?? '');
    expect(dates).toEqual([...dates].sort().reverse());
    expect(reviews[0]?.reviewDate).toBe('2026-06-01T05:00:00');
    expect(object).toEqual({ name: 'Пар, чайная', reviewCount: 120, rating: 3, ratingOriginal: '3' });
    expect(end).toEqual({ coverage: 'all' });
    const requested = server.requests.map(({ url }) => new URL(url));
    expect(requested.map(({ hostname }) => hostname)).toEqual([
      '2gis.ru',
      ...Array<string>(3).fill('public-api.reviews.2gis.com'),
    ]);
    expect(requested.slice(1).every(({ searchParams }) => searchParams.get('key') === 'sandbox-web-app-key')).toBe(
      true,
    );
    expect(requested[2]?.searchParams.get('offset_date')).toBe('2026-06-01T06:11:00.000000+07:00');
  });

  it('returns an empty list for a firm without reviews', async () => {
    const server = await startSandbox({ api: 'open', page: 'rendered' }, 0);
    const { reviews, object, end } = await runVisit(PAGE, toolsFor(server));
    expect(reviews).toEqual([]);
    expect(object?.reviewCount).toBe(0);
    expect(end).toEqual({ coverage: 'all' });
  });

  it('accepts an empty list with a counter of 0, even if reviews are stored and the page has no list', async () => {
    const server = await startSandbox({ api: 'open', page: 'rendered' }, 0);
    const renderedUrls: string[] = [];
    const direct = toolsFor(server, renderedUrls);
    const request: VisitTools['http']['request'] = async (url, options) => {
      const response = await direct.http.request(url, options);
      return { ...response, document: documentOf(textOf(response).replaceAll('fetchEntityReviews', 'fetchOther')) };
    };
    const tools = { ...direct, http: { request }, hasStoredReviews: () => Promise.resolve(true) };
    expect(await runVisit(PAGE, tools)).toMatchObject({
      reviews: [],
      object: { reviewCount: 0 },
      end: { coverage: 'all' },
    });
    expect(renderedUrls).toEqual([]);
  });

  it('resolves a short link to its firm', async () => {
    const server = await startSandbox({ api: 'open', page: 'rendered' }, 3);
    const direct = toolsFor(server);
    const request: VisitTools['http']['request'] = async (url, options) => {
      const isShort = url === 'https://go.2gis.com/ab1cd';
      const response = await direct.http.request(isShort ? `https://2gis.ru/omsk/firm/${FIRM}` : url, options);
      return response;
    };
    const { reviews } = await runVisit('https://go.2gis.com/ab1cd', { ...direct, http: { request } });
    expect(reviews).toHaveLength(3);
    expect(reviews[0]?.reviewUrl).toMatch(new RegExp(`^https://2gis\\.ru/firm/${FIRM}/tab/reviews/review/`));
  });

  it('requests no further page after the caller leaves the loop', async () => {
    const server = await startSandbox({ api: 'open', page: 'rendered' }, 120);
    for await (const _page of visit(PAGE, toolsFor(server))) break;
    expect(server.requests).toHaveLength(2);
  });
});

describe('responses of the review API', () => {
  /** Runs a visit in which response number `responseNumber` of the API (1 = first page) is replaced by `body`. */
  async function runVisitWithResponse(body: unknown, responseNumber = 1, reviews = 60): Promise<VisitResult> {
    const server = await startSandbox({ api: 'open', page: 'rendered' }, reviews);
    const direct = toolsFor(server);
    let requestCount = 0;
    const request: VisitTools['http']['request'] = async (url, options) => {
      const response = await direct.http.request(url, options);
      if (!url.includes('public-api')) return response;
      requestCount += 1;
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      return requestCount === responseNumber ? { ...response, document: documentOf(text) } : response;
    };
    return runVisit(PAGE, { ...direct, http: { request } });
  }

  it.each<[string, unknown, new (...details: never[]) => Error]>([
    ['a captcha', '<html><form id="captcha-form"></form></html>', Blocked],
    ['another layout', { result: { items: [] } }, Changed],
    ['a list', [], Changed],
    ['null', null, Changed],
    ['reviews that are an object', { reviews: {} }, Changed],
    ['reviews that are numbers', { reviews: [1, 2] }, Changed],
    ['a counter that is a text', { meta: { total_count: '7' }, reviews: [] }, Changed],
    ['a negative counter', { meta: { total_count: -1 }, reviews: [] }, Changed],
    ['status 429 in the body', { meta: { code: 429 } }, Throttled],
    ['status 500 in the body', { meta: { code: 500 } }, Temporary],
    ['a next page on a foreign host', { reviews: [], next_link: 'https://evil.com/2gis.ru' }, Changed],
    ['a next page without TLS', { reviews: [], next_link: 'http://public-api.reviews.2gis.com/2.0/' }, Changed],
    ['a next page with an invalid address', { reviews: [], next_link: 'https://' }, Changed],
  ])('throws for %s', async (_what, body, expected) => {
    await expect(runVisitWithResponse(body)).rejects.toThrow(expected);
  });

  it.each<[string, unknown, new (...details: never[]) => Error]>([
    ['status 403 in the body', { meta: { code: 403 } }, Blocked],
    ['status 404 in the body', { meta: { code: 404 } }, Gone],
    ['no reviews', { meta: { code: 200 } }, Changed],
  ])('throws for %s on the second page', async (_what, body, expected) => {
    await expect(runVisitWithResponse(body, 2)).rejects.toThrow(expected);
  });

  it.each([
    ['a counter of 0', { meta: { code: 200, total_count: 0 }, reviews: [] }],
    ['a counter of 60', { meta: { code: 200, total_count: 60 }, reviews: [], next_link: '?offset=50' }],
    ['no counter', { reviews: [] }],
  ])(
    'ignores an empty list with %s if the page has a count of reviews, and reads the page instead',
    async (_what, body) => {
      // Of 60 reviews the page shows 50, which is not the whole list; of 40 reviews it shows all.
      await expect(runVisitWithResponse(body)).rejects.toThrow(Blocked);
      const { reviews, object, end } = await runVisitWithResponse(
        { ...body, meta: { code: 200, total_count: 0 } },
        1,
        40,
      );
      expect(reviews).toHaveLength(40);
      expect({ counted: object?.reviewCount, end }).toEqual({ counted: 40, end: { coverage: 'all' } });
    },
  );

  it('treats an empty page as the last page, even with a next link', async () => {
    const { pages, end } = await runVisitWithResponse(
      { meta: { code: 200, total_count: 50 }, reviews: [], next_link: '?offset=100' },
      2,
    );
    expect(pages.map(({ length }) => length)).toEqual([50, 0]);
    expect(end).toEqual({ coverage: 'all' });
  });

  it('accepts a relative next link in `meta` and adds the key', async () => {
    const first = { meta: { code: 200, total_count: 60, next_link: `?limit=50&offset=50` }, reviews: [] as object[] };
    first.reviews.push({ id: '1', provider: '2gis', date_created: '2026-06-02T00:00:00+07:00' });
    const { reviews } = await runVisitWithResponse(first);
    expect(reviews).toHaveLength(11);
  });
});

describe('a visit to 2GIS that uses the list in the page (contract §10)', () => {
  it('reads the whole list in the page, newest first, if the API refuses', async () => {
    const server = await startSandbox({ api: 'refuses', page: 'rendered' }, 40);
    const renderedUrls: string[] = [];
    const { pages, reviews, object, end } = await runVisit(PAGE, toolsFor(server, renderedUrls));
    expect(pages).toHaveLength(1);
    const dates = reviews.map(({ reviewDate }) => reviewDate ?? '');
    expect(dates).toEqual([...dates].sort().reverse());
    expect(object?.reviewCount).toBe(40);
    expect(end).toEqual({ coverage: 'all' });
    expect(renderedUrls).toEqual([]);
  });

  it.each([401, 403, 404])(
    'reads the list in the page if the API returns status %i as its HTTP status or in the body',
    async (code) => {
      for (const status of [code, 200]) {
        const direct = toolsFor(await startSandbox({ api: 'open', page: 'rendered' }, 40));
        const request: VisitTools['http']['request'] = (url, options) => {
          if (!url.includes('public-api')) return direct.http.request(url, options);
          // Return only accepted statuses, like the HTTP tools.
          if (status !== 200 && options?.accept?.includes(status) !== true)
            return Promise.reject(new Blocked('thrown by the tools'));
          const body = JSON.stringify({ meta: { code, error: { type: 'error' } } });
          return Promise.resolve({ status, url, headers: {}, document: documentOf(body) });
        };
        const { reviews, end } = await runVisit(PAGE, { ...direct, http: { request } });
        expect(reviews).toHaveLength(40);
        expect(end).toEqual({ coverage: 'all' });
      }
    },
  );

  it('returns the same fields as the API', async () => {
    const visible = ({ reviews }: VisitResult): unknown => reviews.map(({ raw: _raw, ...fields }) => fields);
    const byApi = await runVisit(PAGE, toolsFor(await startSandbox({ api: 'open', page: 'rendered' }, 30)));
    const byPage = await runVisit(PAGE, toolsFor(await startSandbox({ api: 'refuses', page: 'rendered' }, 30)));
    expect(visible(byPage)).toEqual(visible(byApi));
  });

  it('throws Blocked for a page with a part of the list', async () => {
    const server = await startSandbox({ api: 'refuses', page: 'rendered' }, 51);
    const generator = visit(PAGE, toolsFor(server));
    await expect(generator.next()).rejects.toThrow(
      new Blocked('2GIS refused its review API, and its page shows 50 of 51 reviews'),
    );
  });

  it.each([
    ['indicates further reviews', '"hasMore":false', '"hasMore":true'],
    ['counts one review more than it shows', '"total":40', '"total":41'],
    ['shows fewer reviews than the firm has', '"total":40', '"total":null'],
  ])('throws Blocked for a page that %s', async (what, from, to) => {
    const direct = toolsFor(await startSandbox({ api: 'refuses', page: 'rendered' }, 40));
    const request: VisitTools['http']['request'] = async (url, options) => {
      const response = await direct.http.request(url, options);
      const counted = what.startsWith('shows fewer') ? '"general_review_count":41' : '"general_review_count":40';
      const body = textOf(response).replaceAll(from, to).replace('"general_review_count":40', counted);
      return { ...response, document: documentOf(body) };
    };
    await expect(runVisit(PAGE, { ...direct, http: { request } })).rejects.toThrow(Blocked);
  });

  it.each([
    ['the counter', (body: string) => body.replace('"general_rating":3', '"general_rating":0'), false, true],
    ['the rating', (body: string) => body.replace('"general_review_count":5', '"general_review_count":0'), false, true],
    ['a stored review', withoutEvidence, true, true],
    ['no other data', withoutEvidence, false, false],
  ])(
    'throws Blocked for an empty list in the page only if other data contradicts it: %s',
    async (_what, change, hasStoredReviews, isBlocked) => {
      const server = await startSandbox({ api: 'refuses', page: 'rendered' }, 5);
      server.behave('2gis', FIRM, 'refused');
      const direct = toolsFor(server);
      const request: VisitTools['http']['request'] = async (url, options) => {
        const response = await direct.http.request(url, options);
        return { ...response, document: documentOf(change(textOf(response))) };
      };
      const read = runVisit(PAGE, {
        ...direct,
        http: { request },
        hasStoredReviews: () => Promise.resolve(hasStoredReviews),
      });
      if (isBlocked) await expect(read).rejects.toThrow(Blocked);
      else expect(await read).toMatchObject({ reviews: [], object: { reviewCount: 0 }, end: { coverage: 'all' } });
    },
  );

  it('opens no second page in the browser if the first page has no list', async () => {
    const server = await startSandbox({ api: 'refuses', page: 'shell' }, 5);
    const renderedUrls: string[] = [];
    const tools = toolsFor(server, renderedUrls);
    const render = async (url: string): Promise<RenderedPage> => {
      const page = await tools.browser.render(url);
      return { ...page, html: page.html.replaceAll('fetchEntityReviews', 'fetchOther') };
    };
    await expect(runVisit(PAGE, { ...tools, browser: { render, open: notOpened } })).rejects.toThrow(Blocked);
    expect(renderedUrls).toHaveLength(1);
  });

  it('renders a page that plain HTTP returns without state', async () => {
    const server = await startSandbox({ api: 'open', page: 'shell' }, 60);
    const renderedUrls: string[] = [];
    const { reviews, end } = await runVisit(PAGE, toolsFor(server, renderedUrls));
    expect(renderedUrls).toEqual([`${PAGE}/tab/reviews`]);
    expect(reviews).toHaveLength(60);
    expect(end).toEqual({ coverage: 'all' });
  });

  it.each<[string, number, string, new (...details: never[]) => Error]>([
    ['a page without state', 200, '<div id="root"></div>', Changed],
    ['a captcha', 200, '<form id="captcha-form"></form>', Blocked],
    ['a refusal', 403, '', Blocked],
    ['status 404', 404, '', Gone],
    ['a server error', 503, '', Temporary],
    ['a rate limit', 429, '', Throttled],
  ])('throws for %s in the browser', async (_what, status, html, expected) => {
    const tools = toolsFor(await startSandbox({ api: 'open', page: 'shell' }, 3));
    const render = (url: string): Promise<RenderedPage> => Promise.resolve({ status, url, html, ready: false });
    await expect(runVisit(PAGE, { ...tools, browser: { render, open: notOpened } })).rejects.toThrow(expected);
  });
});
