import { ExtraSourcesError, readExtraSources } from './extra-sources';
import { schemaOrgSource } from './platforms/schema-org';
import { yandexMaps } from './platforms/yandex-maps';
import { SourceRegistry } from './registry';

const GOOD = `
- slug: harbour-inns
  display_name: Harbour Inns
  hosts: [harbour-inns.example, booking.harbour.example]
  rating_scale: 10
- slug: lighthouse-goods
  display_name: "Lighthouse Goods"
  hosts:
    - www.lighthouse-goods.example
  rating_scale: 5
`;

function problemsIn(yaml: string): readonly string[] {
  try {
    readExtraSources(yaml);
  } catch (error) {
    if (error instanceof ExtraSourcesError) return error.problems;
    throw error;
  }
  return [];
}

const entryWith = (fields: Record<string, string>): string => {
  const all = { slug: 'inn', display_name: 'Inn', hosts: '[inn.example]', rating_scale: '5', ...fields };
  return `- ${Object.entries(all)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n  ')}`;
};

describe('HREV_EXTRA_SOURCES: declared sources (contract §12.2)', () => {
  it('creates a source for each entry; the source recognizes its pages', () => {
    const sources = readExtraSources(GOOD);
    expect(sources.map(({ facts, publicRoad }) => ({ ...facts, ...publicRoad }))).toMatchObject([
      {
        id: null,
        slug: 'harbour-inns',
        displayName: 'Harbour Inns',
        ratingScale: 10,
        reading: 'http',
        order: 'unordered',
      },
      {
        id: null,
        slug: 'lighthouse-goods',
        idStability: 'weak',
        canPublishReply: false,
        hasReply: true,
        hasImages: true,
      },
    ]);
    const registry = new SourceRegistry(sources);
    expect(registry.detect('http://LIGHTHOUSE-goods.example/lamp?utm_source=x')).toMatchObject({
      source: { facts: { slug: 'lighthouse-goods' } },
      match: { kind: 'page', canonicalUrl: 'https://www.lighthouse-goods.example/lamp' },
    });
    expect(registry.detect('https://rooms.booking.harbour.example/7')).toMatchObject({
      source: { facts: { slug: 'harbour-inns' } },
    });
  });

  it('accepts an empty list', () => {
    expect(readExtraSources('[]')).toEqual([]);
  });

  it.each<[name: string, yaml: string, problems: readonly (string | RegExp)[]]>([
    ['an empty file', '', ['line 1: must be a list of sources']],
    ['a mapping', 'slug: x', ['line 1: must be a list of sources']],
    ['broken YAML', '- slug: [x\n- y: 1', [/^line \d: /]],
    ['a duplicate key', '- slug: a\n  slug: b', [/^line 2: /]],
    ['an entry that is not a mapping', '- inn.example', ['line 1, entry 1: must be a mapping of the four fields']],
    ['an unknown field', entryWith({ ratings: '5' }), ['line 5, entry 1, ratings: is not a field of a source']],
    [
      'a field like __proto__',
      entryWith({ __proto_: '{a: 1}' }),
      ['line 5, entry 1, __proto_: is not a field of a source'],
    ],
    ['a missing field', entryWith({ rating_scale: '' }), ['line 1, entry 1, rating_scale: is missing']],
    ['a scale in quotes', entryWith({ rating_scale: '"5"' }), ['line 4, entry 1, rating_scale: must be a number']],
    ['a scale of one', entryWith({ rating_scale: '1' }), ['line 4, entry 1, rating_scale: must be from 2 to 1000']],
    ['an infinite scale', entryWith({ rating_scale: '.inf' }), ['line 4, entry 1, rating_scale: must be a number']],
    ['an upper-case slug', entryWith({ slug: 'Inn' }), [/^line 1, entry 1, slug: must be 1 to 63 lower-case/]],
    ['a slug that begins with a hyphen', entryWith({ slug: '-inn' }), [/slug: must be/]],
    ['a slug of 64 characters', entryWith({ slug: 'a'.repeat(64) }), [/slug: must be/]],
    ['a slug with a line break', entryWith({ slug: '"inn\\n"' }), [/slug: must be/]],
    ['a reserved slug', entryWith({ slug: 'all' }), [/slug: is reserved/]],
    ['an empty name', entryWith({ display_name: '""' }), [/display_name: must not be empty/]],
    [
      'a name that begins with a space',
      entryWith({ display_name: '" Inn"' }),
      [/display_name: must not begin or end with whitespace/],
    ],
    ['hosts that are a text', entryWith({ hosts: 'inn.example' }), ['line 3, entry 1, hosts: must be a list']],
    ['no host', entryWith({ hosts: '[]' }), [/hosts: must name at least one host/]],
    [
      'a host with scheme',
      entryWith({ hosts: '["https://inn.example/"]' }),
      [/hosts\.0: must be a host name .*; write inn\.example$/],
    ],
    ['a host in upper case', entryWith({ hosts: '[Inn.example]' }), [/; write inn\.example$/]],
    ['a host in Cyrillic', entryWith({ hosts: '[гостиница.example]' }), [/; write xn--.*\.example$/]],
    ['a host with a port', entryWith({ hosts: '["inn.example:8080"]' }), [/; write inn\.example$/]],
    ['a host with a wildcard', entryWith({ hosts: '["*.inn.example"]' }), [/hosts\.0: must be a host name/]],
    ['a single label', entryWith({ hosts: '[localhost]' }), [/hosts\.0: must be a host name/]],
    ['an IPv4 address', entryWith({ hosts: '[127.0.0.1]' }), [/hosts\.0: must be a name, not an address/]],
    ['an IPv6 address', entryWith({ hosts: '["::1"]' }), [/hosts\.0: must be a host name/]],
    [
      'a duplicate host',
      entryWith({ hosts: '[inn.example, inn.example]' }),
      [/hosts\.1: inn\.example is already claimed by inn/],
    ],
    [
      'a subdomain of a declared host',
      entryWith({ hosts: '[inn.example, a.inn.example]' }),
      [/hosts\.1: a\.inn\.example overlaps with inn\.example of inn/],
    ],
    ['aliases', '- &a {slug: x}\n- *a', [/aliases|Alias/i]],
  ])('refuses %s', (_name, yaml, problems) => {
    const found = problemsIn(yaml);
    expect(found).toHaveLength(problems.length);
    problems.forEach((problem, index) => {
      if (typeof problem === 'string') expect(found[index]).toBe(problem);
      else expect(found[index]).toMatch(problem);
    });
  });

  it('reports all problems in one error', () => {
    const yaml = `${GOOD}
- slug: harbour-inns
  display_name: Again
  hosts: [lighthouse-goods.example]
  rating_scale: 5
- slug: "?"
  hosts: [ok.example, 1.2.3.4]
  color: red
  rating_scale: five
`;
    const problems = problemsIn(yaml);
    expect(problems).toEqual([
      'line 12, entry 3, slug: harbour-inns is the slug of entry 1',
      'line 14, entry 3, hosts.0: lighthouse-goods.example overlaps with www.lighthouse-goods.example of lighthouse-goods',
      expect.stringMatching(/^line 16, entry 4, slug: /),
      'line 16, entry 4, display_name: is missing',
      'line 17, entry 4, hosts.1: must be a name, not an address',
      'line 18, entry 4, color: is not a field of a source',
      'line 19, entry 4, rating_scale: must be a number',
    ]);
    expect(() => readExtraSources(yaml)).toThrow(/entry 3, slug[^]*entry 4, rating_scale/);
  });

  it('refuses slugs and hosts of built-in sources', () => {
    const builtIn = schemaOrgSource({ slug: 'inn', displayName: 'Inn', hosts: ['inns.example'], ratingScale: 5 });
    const declare = (): unknown => readExtraSources(entryWith({ hosts: '[maps.inns.example]' }), [builtIn]);
    expect(declare).toThrow(
      /inn is the slug of a built-in source[^]*maps\.inns\.example overlaps with inns\.example of inn/,
    );
  });

  it.each([
    ['market.yandex.ru', null],
    ['maps.yandex.ru', /maps\.yandex\.ru overlaps with yandex\.ru of yandex-maps/],
    ['yandex.ru', /yandex\.ru is already claimed by yandex-maps/],
  ])('a subdomain of a built-in source can be declared if that source has no pages there: %s', (host, refusal) => {
    const declare = (): unknown => readExtraSources(entryWith({ hosts: `[${host}]` }), [yandexMaps]);
    if (refusal === null) expect(declare()).toHaveLength(1);
    else expect(declare).toThrow(refusal);
  });
});
