import { GuardedClient } from '@libs/egress';
import { startHttp, type LocalServer } from '@test/support/egress/local-servers';
import { HttpTools } from './http-tools';
import { pageAddress } from './page-address';
import { parseInPlace } from './conformance/parse-in-place';
import { builtInSources } from './platforms';
import { Gone, RedirectedAway } from './source-errors';
import { requestHostsOf } from './source-addresses';
import type { PlatformSource } from './source';

/** The redirects of short links (contract §4.6), from a server in place of the platforms. */
describe('short links', () => {
  let server: LocalServer;
  let redirects: Readonly<Record<string, string>> = {};
  let requested: string[] = [];

  beforeAll(async () => {
    server = await startHttp((request, response) => {
      const address = `https://${String(request.headers['x-hrev-original-host'])}${request.url ?? ''}`;
      requested.push(address);
      const location = redirects[address];
      // A page is protected against programs, so that reading it to find its address would fail.
      if (location === undefined) response.writeHead(403).end('<title>Access Denied</title>');
      else response.writeHead(302, { location }).end();
    });
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    requested = [];
    redirects = {};
  });

  const sourceOf = (slug: string): PlatformSource => {
    const source = builtInSources.find(({ facts }) => facts.slug === slug);
    if (source === undefined) throw new Error(`no source ${slug}`);
    return source;
  };
  const resolve = (slug: string, url: string): Promise<string> => {
    const source = sourceOf(slug);
    const http = new HttpTools({
      client: new GuardedClient({ exemptOrigins: [server.origin] }),
      facts: { slug, hosts: requestHostsOf(source.facts) },
      origin: server.origin,
      permit: () => Promise.resolve(),
      signal: new AbortController().signal,
      version: 'test',
    });
    return pageAddress(url, source, { http, parse: parseInPlace });
  };

  it.each([
    [
      '2gis',
      'https://go.2gis.com/ab1cd',
      ['https://2gis.ru/omsk/firm/70000001012345678'],
      'https://2gis.ru/firm/70000001012345678',
    ],
    [
      'app-store',
      'https://appsto.re/gb/8hNN9.i',
      ['https://itunes.apple.com/gb/app/x/id324684580?mt=8'],
      'https://apps.apple.com/gb/app/id324684580',
    ],
    [
      'google',
      'https://maps.app.goo.gl/abCD12',
      ['https://www.google.com/maps/place/A/data=!1s0x1:0x1f4?entry=tts'],
      'https://www.google.com/maps?cid=500',
    ],
    [
      'google',
      'https://share.google/l9AIRLr7',
      ['https://www.google.com/share.google?q=l9AIRLr7', 'https://www.google.com/search?q=A&ludocid=500'],
      'https://www.google.com/maps?cid=500',
    ],
    [
      'booking',
      'https://www.booking.com/Share-08PTGo',
      ['https://www.booking.com/hotel/gb/old-mill.zh-tw.html?aid=1'],
      'https://www.booking.com/hotel/gb/old-mill.html',
    ],
    [
      'yandex-maps',
      'https://yandex.com.tr/harita/-/CDab1cD2',
      ['https://yandex.ru/maps/org/mill/1000000001/'],
      'https://yandex.ru/maps/org/1000000001/reviews/',
    ],
    [
      'yelp',
      'https://yelp.to/FRxDc8wNSz',
      ['https://www.yelp.com/biz/old-mill-berlin?utm_source=ashare'],
      'https://www.yelp.com/biz/old-mill-berlin',
    ],
    [
      'facebook',
      'https://www.facebook.com/share/1YxwPSZJfw/',
      ['https://www.facebook.com/people/Mill/100064000000001/?rdid=x'],
      'https://www.facebook.com/100064000000001',
    ],
    [
      'facebook',
      'https://www.facebook.com/share/1YxwPSZJfw/',
      ['https://www.facebook.com/login/?next=https%3A%2F%2Fwww.facebook.com%2Fwindmill'],
      'https://www.facebook.com/windmill',
    ],
    ['facebook', 'https://fb.me/abc123Def', ['https://m.facebook.com/windmill'], 'https://www.facebook.com/windmill'],
  ])('%s: follows %s to the page, which is not requested', async (slug, link, locations, page) => {
    const [canonical] = [sourceOf(slug).match(new URL(link))].map((match) =>
      match?.kind === 'short' ? match.canonicalUrl : '',
    );
    const hops = [canonical, ...locations.slice(0, -1)];
    redirects = Object.fromEntries(hops.map((hop, index) => [hop, locations[index]]));
    expect(await resolve(slug, link)).toBe(page);
    expect(requested).toEqual(hops);
  });

  it.each([
    [
      'another page of the platform',
      'booking',
      'https://www.booking.com/Share-08PTGo',
      'https://www.booking.com/city/gb/bath.html',
      /answered 403/,
    ],
    [
      'a foreign host',
      'yelp',
      'https://yelp.to/FRxDc8wNSz',
      'https://evil.example/biz/old-mill-berlin',
      RedirectedAway,
    ],
    [
      'a shared page that is no place',
      'google',
      'https://share.google/l9AIRLr7',
      'https://example.org/',
      RedirectedAway,
    ],
  ])('does not lead to a page through %s', async (_what, slug, link, location, error) => {
    redirects = { [link]: location };
    await expect(resolve(slug, link)).rejects.toThrow(error);
  });

  it('returns the address of a page without a request, and refuses one that the platform no longer has', async () => {
    expect(await resolve('yelp', 'https://m.yelp.com/biz/Old-Mill?x=1')).toBe('https://www.yelp.com/biz/old-mill');
    await expect(resolve('yelp', 'https://www.yelp.com/search')).rejects.toThrow(Gone);
    expect(requested).toEqual([]);
  });
});
