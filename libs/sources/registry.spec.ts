import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { builtInSources } from './platforms';
import { template } from './platforms/_template';
import { SourceRegistry } from './registry';
import { sandboxPlatforms } from './sandbox';
import type { PlatformSource, SourceFacts } from './source';
import { requestHostsOf } from './source-addresses';
import { hostOwnedBy } from './url-tools';

const PLATFORMS = join(__dirname, 'platforms');
/** Folders that are not platforms: schema-org reads pages of hosts that the operator declares. */
const NOT_BUILT_IN = ['schema-org'];

const withFacts = (change: Partial<SourceFacts>): PlatformSource => ({
  ...template,
  facts: { ...template.facts, ...change },
});
const other = { slug: 'other', id: 998, hosts: ['other.example'] };

describe('SourceRegistry', () => {
  it.each<[string, Partial<SourceFacts>, RegExp]>([
    ['a slug', { ...other, slug: 'template' }, /two sources are named template/],
    ['an id', { ...other, id: 999 }, /two sources have the id 999/],
    [
      'a host',
      { ...other, hosts: ['fine.example', 'reviews.example'] },
      /other and template both claim reviews\.example/,
    ],
  ])('refuses %s that two sources share', (_what, change, message) => {
    expect(() => new SourceRegistry([template, withFacts(change)])).toThrow(message);
  });

  it('accepts any number of sources without an id', () => {
    const declared = ['a', 'b'].map((slug) => withFacts({ slug, id: null, hosts: [`${slug}.example`] }));
    expect(new SourceRegistry(declared).sources).toHaveLength(2);
  });

  it('accepts hosts of requests that two sources share', () => {
    const requestHosts = ['tokens.example'];
    expect(
      new SourceRegistry([withFacts({ requestHosts }), withFacts({ ...other, requestHosts })]).sources,
    ).toHaveLength(2);
  });

  it('finds a source by its slug', () => {
    const registry = new SourceRegistry([template]);
    expect(registry.bySlug('template')).toBe(template);
    expect(registry.bySlug('constructor')).toBeUndefined();
  });

  it.each([
    ['', 'source_url_invalid'],
    ['reviews', 'source_url_invalid'],
    ['ada@reviews.example', 'source_url_invalid'],
    ['unknown.example/place/1', 'source_not_detected'],
    ['https://', 'source_url_invalid'],
    ['ftp://reviews.example/place/1', 'source_url_invalid'],
    ['javascript:alert(1)', 'source_url_invalid'],
    ['https://user@reviews.example/place/1', 'source_url_invalid'],
    ['https://:secret@reviews.example/place/1', 'source_url_invalid'],
    ['https://reviews.example\\@evil.example/place/1', 'source_url_invalid'],
    ['https://reviews.example/pl ace/1', 'source_url_invalid'],
    ['https://reviews.exam\tple/place/1', 'source_url_invalid'],
    ['https://reviews.example/place/1\u0000', 'source_url_invalid'],
    [`https://reviews.example/place/1?${'x'.repeat(2048)}`, 'source_url_invalid'],
    ['https://reviews.example/nothing', 'source_url_invalid'],
    ['https://unknown.example/place/1', 'source_not_detected'],
    ['https://example/', 'source_not_detected'],
  ])('detects no source for %j: %s (contract §7.2)', (address, error) => {
    expect(new SourceRegistry([template]).detect(address)).toMatchObject({ error });
  });

  it('accepts an address with surrounding whitespace', () => {
    expect(new SourceRegistry([template]).detect(' https://reviews.example/place/1\r\n')).toMatchObject({
      match: { kind: 'page' },
    });
  });
});

describe('the built-in platforms (architecture: adding a platform)', () => {
  const registry = new SourceRegistry(builtInSources);
  const folders = readdirSync(PLATFORMS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map(({ name }) => name);

  it('have fixed ids', () => {
    // All assigned ids, including the ids of planned platforms. Add a new platform with the next number.
    const ids: Readonly<Record<string, number>> = {
      'app-store': 1,
      'google-play': 2,
      google: 3,
      trustpilot: 4,
      booking: 5,
      'yandex-maps': 6,
      '2gis': 7,
      steam: 8,
      wildberries: 9,
      'mozilla-amo': 10,
      'open-vsx': 11,
      odrs: 12,
      'nextcloud-apps': 13,
      mangrove: 14,
      'wordpress-org': 15,
      bazaarvoice: 16,
      yotpo: 17,
      'trusted-shops': 18,
      tripadvisor: 19,
      yelp: 20,
      facebook: 21,
    };
    expect(new Set(Object.values(ids)).size).toBe(Object.keys(ids).length);
    for (const { slug, id } of builtInSources.map(({ facts }) => facts))
      expect({ slug, id }).toEqual({ slug, id: ids[slug] ?? 'not in the list of ids above' });
  });

  it('do not include the template', () => {
    expect(builtInSources).not.toContain(template);
  });

  it('are the platforms that have a folder', () => {
    expect(builtInSources.map(({ facts }) => facts.slug).sort()).toEqual(
      folders.filter((name) => !NOT_BUILT_IN.includes(name)).sort(),
    );
  });

  it.each(folders)('%s runs the conformance suite', (name) => {
    expect(existsSync(join(PLATFORMS, name, 'conformance.spec.ts'))).toBe(true);
  });

  it.each(folders.filter((name) => !NOT_BUILT_IN.includes(name)))('%s has a table of forms of address', (name) => {
    expect(existsSync(join(PLATFORMS, name, 'addresses.spec.ts'))).toBe(true);
  });

  it.each(builtInSources.map(({ facts }) => facts))(
    '$slug has a sandbox platform on its own hosts',
    ({ slug, ...facts }) => {
      const sandbox = sandboxPlatforms.find((platform) => platform.slug === slug);
      expect(sandbox === undefined ? 'missing in sandbox/index.ts' : 'present').toBe('present');
      expect(sandbox?.hosts.length).toBeGreaterThan(0);
      expect(sandbox?.hosts.filter((host) => !hostOwnedBy(host, requestHostsOf(facts)))).toEqual([]);
    },
  );

  it.each(sandboxPlatforms.filter(({ slug }) => registry.bySlug(slug) !== undefined))(
    'are not ambiguous: only $slug recognizes its demo page',
    ({ slug, demo, pageUrl }) => {
      const address = pageUrl(demo.key);
      expect(registry.detect(address)).toMatchObject({ source: { facts: { slug } }, match: { kind: 'page' } });
      const matchingSources = builtInSources.filter((source) => source.match(new URL(address)) !== null);
      expect(matchingSources.map(({ facts }) => facts.slug)).toEqual([slug]);
    },
  );
});
