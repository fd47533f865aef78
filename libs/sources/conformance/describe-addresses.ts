/**
 * Detection (contract §4.6, §7.2): all addresses of a page have one canonical form; other addresses of the source's hosts are
 * `source_url_invalid`.
 */
import { isDeepStrictEqual } from 'node:util';
import { parsedUrl } from '@libs/kernel';
import { SourceRegistry } from '../registry';
import type { ConformanceFixture } from './conformance-fixture';
import { hostBelongsTo } from '../url-tools';
import { lookalikeAddresses } from './foreign-addresses';

export function describeAddresses({ source, platform, options }: ConformanceFixture): void {
  const registry = new SourceRegistry([source]);
  const page = { source, match: { kind: 'page', canonicalUrl: options.canonicalUrl } };

  describe('addresses (contract §7.2)', () => {
    it.each([options.canonicalUrl, platform.pageUrl(options.key), ...options.otherUrls])(
      'recognizes %s as the page',
      (address) => {
        expect(registry.detect(address)).toEqual(page);
      },
    );

    it('accepts surrounding whitespace, http, a fragment, an upper-case host and the default port', () => {
      const { hostname, pathname, search } = new URL(options.canonicalUrl);
      for (const address of [
        `  ${options.canonicalUrl}\n`,
        options.canonicalUrl.replace('https:', 'http:'),
        `${options.canonicalUrl}#reviews`,
        `https://${hostname.toUpperCase()}${pathname}${search}`,
        `https://${hostname}:443${pathname}${search}`,
      ]) {
        expect([address, registry.detect(address)]).toEqual([address, page]);
      }
    });

    it('accepts the address as people write it: without the scheme, in a text, with parameters of a campaign (contract §4.6)', () => {
      const written = writtenForms(options.canonicalUrl);
      expect(written.filter((address) => !isSame(registry.detect(address), page))).toEqual([]);
    });

    it.each(options.invalidUrls)(
      'reports %s as an address of the platform that is not a page of an object',
      (address) => {
        expect(registry.detect(address)).toMatchObject({ error: 'source_url_invalid' });
      },
    );

    it('recognizes a short link without following it', () => {
      for (const address of options.shortLinks ?? []) {
        expect([address, registry.detect(address)]).toMatchObject([address, { match: { kind: 'short' } }]);
      }
    });

    it('does not match addresses on similar foreign hosts', () => {
      const knownUrls = [options.canonicalUrl, ...options.otherUrls];
      const lookalikes = knownUrls.flatMap((address) =>
        lookalikeAddresses(address, ownHost(source.facts.hosts, address)),
      );
      expect(lookalikes.filter((lookalike) => 'source' in registry.detect(lookalike))).toEqual([]);
      // Another source may own such a host, so `match` must return null rather than `invalid`.
      const foreignUrls = lookalikes.flatMap((lookalike) => parsedUrl(lookalike) ?? []);
      const matchedUrls = foreignUrls.filter(
        (url) => url.protocol === 'https:' && url.username === '' && source.match(url),
      );
      expect(
        matchedUrls.filter(({ hostname }) => !knownUrls.some((address) => new URL(address).hostname === hostname)),
      ).toEqual([]);
    });

    it('does not match addresses of other services', () => {
      for (const address of ['https://example.com/', 'https://localhost/', 'https://127.0.0.1/', 'https://[::1]/']) {
        expect(source.match(new URL(address))).toBeNull();
      }
    });
  });
}

const isSame = (found: unknown, page: object): boolean => isDeepStrictEqual(found, page);

/** Forms of an address of which none may change its page. */
function writtenForms(address: string): readonly string[] {
  const bare = address.replace('https://', '');
  const separator = address.includes('?') ? '&' : '?';
  const campaign = `${separator}utm_source=mail&utm_medium=x&fbclid=IwAR0&gclid=Cj0K`;
  return [
    bare,
    `//${bare}`,
    `HTTPS://${bare}`,
    `${bare}.`,
    `${address},`,
    `${address};`,
    `${address}!`,
    `${address}?`,
    `${address}…`,
    `${address}).`,
    `(${address})`,
    `<${address}>`,
    `"${address}"`,
    `„${bare}“,`,
    `«${address}»`,
    `[${bare}]`,
    `\u200b${address}\u200b`,
    `\ufeff${address}\u2060`,
    `\u00a0${bare}\u2003`,
    `${address}${campaign}`,
    `${bare}${campaign.replaceAll('&', '&amp;')}`,
  ];
}

/** Returns the source's host to which an address belongs. */
function ownHost(hosts: readonly string[], address: string): string {
  const { hostname } = new URL(address);
  return hosts.find((host) => hostBelongsTo(hostname, host)) ?? hostname;
}
