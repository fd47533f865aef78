import { limitedSources, removalAge, removalAgeInUse, type ContentLimit } from './content-limit';
import { builtInSources } from './platforms';

const HTTPS = /^https:\/\/[a-z0-9.-]+\/\S+$/;

const limit = (days: number): ContentLimit => ({ days, reason: 'A reason.', terms: 'https://terms.example/' });

describe('the limits of content (docs/operations/retention.md)', () => {
  it('are those of the terms of each platform', () => {
    expect(limitedSources(builtInSources).map(({ slug, days }) => [slug, days])).toEqual([
      ['google-play', 30],
      ['google', 30],
      ['tripadvisor', 0],
      ['yelp', 1],
    ]);
  });

  it.each(
    builtInSources.flatMap(({ facts }) => (facts.contentLimit ? [[facts.slug, facts.contentLimit] as const] : [])),
  )('of %s have a reason and the address of the terms', (_, { reason, terms }) => {
    expect(reason).toMatch(/\.$/);
    expect(terms).toMatch(HTTPS);
  });

  it('leave out a source without an id, which the operator declares', () => {
    const [google] = builtInSources.filter(({ facts }) => facts.slug === 'google');
    if (!google) throw new Error('there is no google');
    expect(limitedSources([{ ...google, facts: { ...google.facts, id: null } }])).toEqual([]);
  });

  it.each([
    [30, 718],
    [1, 22],
    [0, 0],
  ])('of %i days remove content after %i hours, two hours ahead', (days, hours) => {
    expect(removalAge(days)).toBe(hours);
  });

  it.each<[string, readonly (ContentLimit | null)[], number | null]>([
    ['no source has a limit', [null, null], null],
    ['there is no source', [], null],
    ['one has a limit', [null, limit(30)], 718],
    ['several have: the shortest applies', [limit(30), null, limit(7)], 166],
    ['one allows nothing: a day while it is in use', [limit(30), limit(0)], 22],
  ])('of content in use: %s', (_, limits, hours) => {
    expect(removalAgeInUse(limits)).toBe(hours);
  });
});
