import { removalAge, removalAgeInUse } from './content-limit';
import { contentDaysOf, LIMITED_SOURCES } from './limited-sources';
import { builtInSources } from './platforms';

const HTTPS = /^https:\/\/[a-z0-9.-]+\/\S+$/;

describe('the limits of content (docs/operations/retention.md)', () => {
  it('are those of the terms of each platform', () => {
    expect(LIMITED_SOURCES.map(({ slug, days }) => [slug, days])).toEqual([
      ['google-play', 30],
      ['google', 30],
      ['tripadvisor', 0],
      ['yelp', 1],
    ]);
    expect(builtInSources.map(({ facts }) => contentDaysOf(facts.id ?? 0))).toEqual(
      builtInSources.map(({ facts }) => facts.contentLimit?.days ?? null),
    );
  });

  it.each(
    builtInSources.flatMap(({ facts }) => (facts.contentLimit ? [[facts.slug, facts.contentLimit] as const] : [])),
  )('of %s have a reason and the address of the terms', (_, { reason, terms }) => {
    expect(reason).toMatch(/\.$/);
    expect(terms).toMatch(HTTPS);
  });

  it.each([
    [30, 718],
    [1, 22],
    [0, 0],
  ])('of %i days remove content after %i hours, two hours ahead', (days, hours) => {
    expect(removalAge(days)).toBe(hours);
  });

  it.each<[string, readonly (number | null)[], number | null]>([
    ['no source has a limit', [null, null], null],
    ['there is no source', [], null],
    ['one has a limit', [null, 30], 718],
    ['several have: the shortest applies', [30, null, 7], 166],
    ['one allows nothing: a day while it is in use', [30, 0], 22],
  ])('of content in use: %s', (_, limits, hours) => {
    expect(removalAgeInUse(limits)).toBe(hours);
  });
});
