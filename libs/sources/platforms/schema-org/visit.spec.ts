/** Visits over real HTTP to a site on loopback (contract §10): paging, coverage, and pages that replace the requested page. */
import type { IncomingMessage } from 'node:http';
import { GuardedClient } from '@libs/egress';
import { startHttp, type LocalServer } from '@test/support/egress/local-servers';
import { parseInPlace } from '../../conformance/parse-in-place';
import { observeVisit, type ObservedVisit } from '../../conformance/observed-visit';
import { HttpTools } from '../../http-tools';
import type { PublicRoad, VisitTools } from '../../source';
import { Blocked, Changed, Gone, SourceError, Temporary, Unavailable } from '../../source-errors';
import { schemaOrgSource } from './index';

const source = schemaOrgSource({ slug: 'inns', displayName: 'Inns', hosts: ['www.inns.example'], ratingScale: 5 });
const PAGE = 'https://www.inns.example/harbour';

interface Page {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

interface Markup {
  readonly from?: number;
  readonly count?: number;
  readonly counter?: number | string;
  readonly counterName?: string;
  readonly next?: string;
  readonly extra?: string;
}

const review = (n: number): object => ({
  '@type': 'Review',
  author: `Guest ${n}`,
  reviewBody: `Stay ${n}`,
  reviewRating: { ratingValue: 4 },
});

function html({ from = 0, count = 3, counter, counterName = 'reviewCount', next, extra = '' }: Markup): string {
  const inn = {
    '@type': 'Hotel',
    name: 'Harbour Inn',
    review: Array.from({ length: count }, (_, index) => review(from + index)),
    ...(counter === undefined
      ? {}
      : { aggregateRating: { '@type': 'AggregateRating', [counterName]: counter, ratingValue: 4 } }),
  };
  const link = next === undefined ? '' : `<a rel="nofollow next" href="${next}">more</a>`;
  return `<!DOCTYPE html><html><body><script type="application/ld+json">${JSON.stringify(inn)}</script>${link}${extra}</body></html>`;
}

const UNREAD_REVIEW = JSON.stringify({ '@type': 'Hotel', name: 'Harbour Inn', review: 'A calm house.' });

describe('a visit to a site with schema.org markup (contract §10)', () => {
  let server: LocalServer;
  let pages: Record<string, Page | string>;
  let requests: string[];

  beforeAll(async () => {
    server = await startHttp((request: IncomingMessage, response) => {
      const path = request.url ?? '';
      requests.push(path);
      const page = pages[path] ?? { status: 404, body: 'nothing here' };
      const { status = 200, headers = {}, body = '' } = typeof page === 'string' ? { body: page } : page;
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
    });
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    requests = [];
  });

  function visit(site: Record<string, Page | string>, hasStoredReviews = false): Promise<ObservedVisit> {
    pages = site;
    const signal = new AbortController().signal;
    const http = new HttpTools({
      client: new GuardedClient({ exemptOrigins: [server.origin] }),
      facts: source.facts,
      origin: server.origin,
      permit: () => Promise.resolve(),
      signal,
      version: '1',
    });
    const noBrowser = (): Promise<never> => Promise.reject(new Unavailable('browser_unavailable', 'no browser'));
    const browser = { render: noBrowser, open: noBrowser };
    const now = new Date('2026-11-21T12:00:00Z');
    const stored = { hasStoredReviews: () => Promise.resolve(hasStoredReviews) };
    const tools: VisitTools = { http, browser, parse: parseInPlace, ...stored, signal, now };
    return observeVisit(() => (source.publicRoad as PublicRoad).visit(PAGE, tools));
  }

  describe('coverage', () => {
    it.each<[name: string, site: Record<string, Page | string>, read: number, coverage: 'all' | 'window']>([
      ['a counter that equals the number of reviews', { '/harbour': html({ counter: 3 }) }, 3, 'all'],
      ['a counter that is a text', { '/harbour': html({ counter: '3' }) }, 3, 'all'],
      ['a counter of ratings only', { '/harbour': html({ counter: 3, counterName: 'ratingCount' }) }, 3, 'window'],
      ['a counter within 2 % of the number of reviews', { '/harbour': html({ count: 99, counter: 100 }) }, 99, 'all'],
      ['no reviews and a counter of 0', { '/harbour': html({ count: 0, counter: 0 }) }, 0, 'all'],
      ['no counter', { '/harbour': html({}) }, 3, 'window'],
      [
        'no counter and a last page',
        { '/harbour': html({ next: '?page=2' }), '/harbour?page=2': html({ from: 3 }) },
        6,
        'window',
      ],
      ['10 of 500 reviews', { '/harbour': html({ count: 10, counter: 500 }) }, 10, 'window'],
      ['0 of 500 reviews', { '/harbour': html({ count: 0, counter: 500 }) }, 0, 'window'],
      ['more reviews than the counter', { '/harbour': html({ count: 10, counter: 4 }) }, 10, 'window'],
      ['an unreadable counter', { '/harbour': html({ counter: '12k' }) }, 3, 'window'],
      ['a counter with a word', { '/harbour': html({ counter: '3 reviews' }) }, 3, 'all'],
      [
        'a text in the place of a review',
        { '/harbour': html({ counter: 3, extra: `<script type="application/ld+json">${UNREAD_REVIEW}</script>` }) },
        3,
        'window',
      ],
      [
        'several pages with as many reviews as the counter',
        { '/harbour': html({ counter: 6, next: '/harbour?page=2' }), '/harbour?page=2': html({ from: 3, counter: 6 }) },
        6,
        'all',
      ],
      [
        'a counter that changes during the visit',
        { '/harbour': html({ counter: 6, next: '/harbour?page=2' }), '/harbour?page=2': html({ from: 3, counter: 7 }) },
        6,
        'window',
      ],
      [
        'a repeated page',
        {
          '/harbour': html({ counter: 3, next: '/harbour?page=2' }),
          '/harbour?page=2': html({ counter: 3, next: '/harbour?page=3' }),
        },
        3,
        'window',
      ],
      ['a link to the same page', { '/harbour': html({ counter: 3, next: '/harbour#next' }) }, 3, 'window'],
      ['a next page that does not exist', { '/harbour': html({ counter: 3, next: '/harbour?page=2' }) }, 3, 'window'],
      [
        'a next page on a foreign host',
        { '/harbour': html({ counter: 3, next: 'https://evil.example/2' }) },
        3,
        'window',
      ],
      [
        'a next page on a subdomain',
        { '/harbour': html({ counter: 3, next: 'https://m.www.inns.example/2' }) },
        3,
        'window',
      ],
      [
        'a next page on another port',
        { '/harbour': html({ counter: 3, next: 'https://www.inns.example:8443/2' }) },
        3,
        'window',
      ],
      ['a next page that is a script', { '/harbour': html({ counter: 3, next: 'javascript:more()' }) }, 3, 'all'],
      [
        'another block of reviews that is truncated',
        { '/harbour': html({ counter: 3, extra: '<script type="application/ld+json">{"review":[</script>' }) },
        3,
        'window',
      ],
      ['a truncated document', { '/harbour': html({ counter: 3 }).replace('</body></html>', '') }, 3, 'window'],
      [
        'a redirect to another page',
        { '/harbour': { status: 301, headers: { location: '/harbour-inn' } }, '/harbour-inn': html({ counter: 3 }) },
        3,
        'window',
      ],
      [
        'a redirect to the same page',
        { '/harbour': { status: 301, headers: { location: '/harbour/' } }, '/harbour/': html({ counter: 3 }) },
        3,
        'all',
      ],
      [
        'a next page on the host without www.',
        {
          '/harbour': html({ counter: 6, next: 'http://inns.example/harbour?page=2' }),
          '/harbour?page=2': html({ from: 3 }),
        },
        6,
        'all',
      ],
    ])('returns the expected reviews and coverage for %s', async (_name, site, read, coverage) => {
      const result = await visit(site);
      expect(result.error).toBeNull();
      expect({ read: result.reviews.length, coverage: result.end?.coverage }).toEqual({ read, coverage });
      expect(result.object.name).toBe('Harbour Inn');
    });

    it('stops after 50 pages and covers a window', async () => {
      const site: Record<string, string> = { '/harbour': html({ next: '/harbour?page=2' }) };
      for (let page = 2; page < 70; page += 1)
        site[`/harbour?page=${page}`] = html({ from: page * 3, next: `/harbour?page=${page + 1}` });
      const result = await visit(site);
      expect(result).toMatchObject({ pages: 50, end: { coverage: 'window' } });
      expect(requests).toHaveLength(50);
    });

    it('returns a review that is on two pages once', async () => {
      const result = await visit({
        '/harbour': html({ counter: 5, next: '?page=2' }),
        '/harbour?page=2': html({ from: 2, counter: 5 }),
      });
      expect(result.reviews.map(({ author }) => author)).toEqual([
        'Guest 0',
        'Guest 1',
        'Guest 2',
        'Guest 3',
        'Guest 4',
      ]);
      expect(result.end).toEqual({ coverage: 'all' });
    });
  });

  describe('pages without reviews', () => {
    const titled = (title: string, body = ''): string =>
      `<html><head><title>${title}</title></head><body>${body}</body></html>`;

    it.each<[name: string, page: Page | string, error: abstract new (...parameters: never[]) => SourceError]>([
      ['an empty body', '', Changed],
      ['whitespace', ' \n ', Changed],
      ['plain text', { body: 'hello', headers: { 'content-type': 'text/plain' } }, Changed],
      ['JSON', { body: '{"reviews":[]}', headers: { 'content-type': 'application/json' } }, Changed],
      ['a page without markup', titled('Harbour Inn', '<div class="review">Nice</div>'), Changed],
      [
        'markup without reviews',
        titled('Inn', '<script type="application/ld+json">{"@type":"Hotel","name":"Inn"}</script>'),
        Changed,
      ],
      [
        'only the rating of a shop with another URL',
        titled(
          'Inn',
          '<script type="application/ld+json">{"@type":"Organization","url":"https://www.inns.example/","aggregateRating":{"@type":"AggregateRating","reviewCount":9}}</script>',
        ),
        Changed,
      ],
      [
        'truncated JSON',
        titled(
          'Inn',
          '<script type="application/ld+json">{"@type":"Hotel","review":[{"@type":"Review","reviewBody":"a"},</script>',
        ),
        Changed,
      ],
      [
        'a script without an end tag',
        '<html><body><script type="application/ld+json">{"@type":"Hotel","review":[{"@type":"Review","reviewBody":"a"}',
        Changed,
      ],
      [
        'a text that contains the end tag of the script',
        titled('Inn', '<script type="application/ld+json">{"@type":"Review","reviewBody":"</script>"}'),
        Changed,
      ],
      [
        'reviews without content',
        titled(
          'Inn',
          '<script type="application/ld+json">{"@type":"Hotel","review":[{"@type":"Review"},{"@type":"Review","author":"A"},7,null,"x"]}</script>',
        ),
        Changed,
      ],
      ['reviews in a frame', titled('Inn', '<iframe src="/reviews"></iframe>'), Changed],
      ['reviews in a shadow tree of a script', titled('Inn', '<script>attachShadow()</script>'), Changed],
      [
        'another vocabulary',
        titled(
          'Inn',
          '<div itemscope itemtype="http://data-vocabulary.org/Review"><b itemprop="description">x</b></div>',
        ),
        Changed,
      ],
      ['an itemprop without an item', titled('Inn', '<p itemprop="review">Nice</p>'), Changed],
      [
        'markup in a comment',
        titled(
          'Inn',
          '<!-- <div itemscope itemtype="https://schema.org/Review"><b itemprop="reviewBody">x</b></div> -->',
        ),
        Changed,
      ],
      [
        'a bot check of Cloudflare',
        { status: 503, body: titled('Just a moment...', '<script src="/cdn-cgi/challenge-platform/x.js"></script>') },
        Blocked,
      ],
      [
        'a bot check of Cloudflare with status 200',
        titled('Just a moment...', '<script src="/cdn-cgi/challenge-platform/x.js"></script>'),
        Blocked,
      ],
      ['a bot check indicated by a header', { headers: { 'cf-mitigated': 'challenge' }, body: titled('Inn') }, Blocked],
      [
        'a bot check of DataDome',
        titled(
          'inns.example',
          '<script>var dd={};</script><script src="https://ct.captcha-delivery.com/c.js"></script>',
        ),
        Blocked,
      ],
      [
        'a bot check of AWS WAF',
        { status: 405, headers: { 'x-amzn-waf-action': 'captcha' }, body: titled('Human Verification') },
        Blocked,
      ],
      ['a captcha', titled('Check', '<div class="g-recaptcha"></div>'), Blocked],
      ['a login wall', titled('Inns', '<form><input name="u"><input type="password"></form>'), Blocked],
      ['a login wall that only the title indicates', titled('Log in to continue'), Blocked],
      ['status 403', { status: 403 }, Blocked],
      ['status 404', { status: 404 }, Gone],
      ['status 410', { status: 410 }, Gone],
      ['status 405', { status: 405 }, Changed],
      ['status 500', { status: 500 }, Temporary],
      ['status 503', { status: 503, body: 'busy' }, Temporary],
      ['status 503 with a page of reviews', { status: 503, body: html({ counter: 3 }) }, Temporary],
      ['a redirect to the front page', { status: 302, headers: { location: '/' } }, Gone],
      ['a redirect to another site', { status: 302, headers: { location: 'https://evil.example/harbour' } }, Blocked],
      [
        'deeply nested markup',
        `<html><body>${'<div itemscope itemprop="review">'.repeat(30_000)}</body></html>`,
        Changed,
      ],
      [
        'deeply nested JSON',
        titled(
          'Inn',
          `<script type="application/ld+json">${'{"review":['.repeat(50_000)}${']}'.repeat(50_000)}</script>`,
        ),
        Changed,
      ],
    ])('throws for %s', async (_name, page, error) => {
      const result = await visit({ '/harbour': page, '/': html({ counter: 3 }) });
      expect(result.error).toBeInstanceOf(error);
      expect(result).toMatchObject({ reviews: [], end: null });
    });

    it('does not treat a normal page with a captcha as a challenge', async () => {
      const result = await visit({
        '/harbour': html({ counter: 3, extra: '<div class="g-recaptcha"></div><input type="password">' }),
      });
      expect(result).toMatchObject({ error: null, end: { coverage: 'all' } });
    });

    it('returns the reviews of earlier pages, without an end, if a later page fails', async () => {
      const first = html({ counter: 6, next: '/harbour?page=2' });
      const result = await visit({ '/harbour': first, '/harbour?page=2': titled('Just a moment...', 'captcha') });
      expect(result.error).toBeInstanceOf(Blocked);
      expect(result.reviews).toHaveLength(3);
    });

    it.each(['reviewCount', 'ratingCount'])(
      'throws for a page with %s and without reviews if reviews of the object are stored',
      async (counterName) => {
        const page = html({ count: 0, counter: 3, counterName });
        expect((await visit({ '/harbour': page }, true)).error).toBeInstanceOf(Changed);
        expect((await visit({ '/harbour': page }, false)).error).toBeNull();
      },
    );

    it('reads 10 000 reviews of one page', async () => {
      const result = await visit({ '/harbour': html({ count: 10_000, counter: 10_000 }) });
      expect(result).toMatchObject({ error: null, end: { coverage: 'all' } });
      expect(result.reviews).toHaveLength(10_000);
    });
  });
});
