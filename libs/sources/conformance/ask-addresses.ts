/** Detection (§7.2, decisions §4): one form for all spellings of a page, `source_url_invalid` for others of its hosts. */
import { SourceRegistry } from '../registry';
import type { ConformanceBench } from './conformance-bench';
import { foreignTwins } from './foreign-addresses';

export function describeAddresses({ source, platform, options }: ConformanceBench): void {
  const registry = new SourceRegistry([source]);
  const page = { source, match: { kind: 'page', canonicalUrl: options.canonicalUrl } };

  describe('addresses (§7.2)', () => {
    it.each([options.canonicalUrl, platform.pageUrl(options.key), ...options.spellings])(
      '%s is the one page',
      (address) => {
        expect(registry.detect(address)).toEqual(page);
      },
    );

    it('reads what people paste: blanks around it, http, a fragment, an upper-case host, the default port', () => {
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

    it.each(options.notPages)('%s is an address of the platform and no page of an object', (address) => {
      expect(registry.detect(address)).toMatchObject({ error: 'source_url_invalid' });
    });

    it.each(options.shortLinks ?? [])('%s is a short link', (address) => {
      expect(registry.detect(address)).toMatchObject({ match: { kind: 'short' } });
    });

    it('does not take foreign addresses for its own', () => {
      const twins = [options.canonicalUrl, ...options.spellings].flatMap(foreignTwins);
      const taken = twins.filter((twin) => 'source' in registry.detect(twin));
      expect(taken).toEqual([]);
      // A host that is not its own is not even called invalid: another source may own it.
      for (const twin of twins.filter((address) => URL.canParse(address))) {
        if (new URL(twin).hostname !== new URL(options.canonicalUrl).hostname) continue;
        expect(registry.detect(twin)).toHaveProperty('error');
      }
    });

    it('knows no address of other services', () => {
      for (const address of ['https://example.com/', 'https://localhost/', 'https://127.0.0.1/', 'https://[::1]/']) {
        expect(source.match(new URL(address))).toBeNull();
      }
    });
  });
}
