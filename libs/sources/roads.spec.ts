import { builtInSources } from './platforms';
import { template } from './platforms/_template';
import { endingRoads } from './roads';
import { ownerRoad, publicRoad } from './facts';
import type { PlatformSource } from './source';

const ending = (slug: string, endsAt: string | null): PlatformSource => ({
  ...template,
  facts: { ...template.facts, slug },
  ...(template.publicRoad === undefined ? {} : { publicRoad: { ...template.publicRoad, endsAt } }),
});

const stated = { order: 'unordered', evidence: 'documented', visit: () => notVisited() } as const;
const notVisited = (): never => {
  throw new Error('no test visits this road');
};

describe('a road (contract §2.4)', () => {
  it('reads every review by plain HTTP', () => {
    const usual = { ...stated, reading: 'http', shows: 'all', limit: null };
    expect(publicRoad(stated)).toStrictEqual({ ...usual, name: 'public' });
    const api = { ...usual, name: 'api', readsPublicList: false, hasOwnIds: false };
    expect(ownerRoad({ ...stated, name: 'api' })).toStrictEqual(api);
  });

  it('has the facts that the platform states', () => {
    const other = { ...stated, name: 'other', reading: 'both', shows: 'newest', limit: { days: 9 } } as const;
    expect(publicRoad(other)).toStrictEqual(other);
    const owner = { ...other, readsPublicList: true, hasOwnIds: true, minEveryHours: 6 } as const;
    expect(ownerRoad(owner)).toStrictEqual(owner);
  });
});

describe('roads whose end is announced', () => {
  it.each([
    ['2026-11-21T23:59:59Z', 61],
    ['2026-11-22T00:00:00Z', 60],
    ['2027-01-20T12:00:00Z', 1],
    ['2027-01-21T00:00:00Z', 0],
    ['2027-01-22T00:00:00Z', -1],
  ])('have, at %s, %d days left', (now, daysLeft) => {
    expect(endingRoads([ending('a', '2027-01-21')], new Date(now))).toMatchObject([{ endsAt: '2027-01-21', daysLeft }]);
  });

  it('are in the order of their ends, without those that have none', () => {
    const sources = [ending('late', '2028-01-01'), ending('none', null), template, ending('soon', '2027-01-01')];
    const ends = endingRoads(sources, new Date('2026-11-27T00:00:00Z'));
    expect(ends.map(({ source }) => source.facts.slug)).toEqual(['soon', 'late']);
  });

  it('of the built-in platforms end on days of the calendar', () => {
    for (const { endsAt } of endingRoads(builtInSources, new Date()))
      expect(new Date(`${endsAt}T00:00:00Z`).toISOString().slice(0, 10)).toBe(endsAt);
  });
});
