import { coverageOf, coversNothing, type Composition } from './coverage';

const link = (id: number, objectId: number, sourceId: number) => ({ id, objectId, sourceId });
const composition: Composition = {
  objectIds: [1, 2],
  links: [link(11, 1, 1), link(12, 1, 2), link(21, 2, 1)],
  hasRemovedLinks: false,
};
const NO_FILTER = { linkIds: [], sourceIds: [] };

describe('contract §4.4: link_ids and source_ids restrict the links of the object or folder', () => {
  const cases: readonly (readonly [
    linkIds: readonly number[],
    sourceIds: readonly number[],
    links: readonly number[],
    objects: readonly number[],
  ])[] = [
    [[11], [], [11], [1]],
    [[], [1], [11, 21], [1, 2]],
    [[11, 12], [1], [11], [1]],
    [[21], [2], [], []],
    [[99], [], [], []],
    [[], [99], [], []],
    [[11, 99], [], [11], [1]],
  ];
  it.each(cases)('link_ids %j and source_ids %j select the links %j', (linkIds, sourceIds, links, objects) => {
    const coverage = coverageOf(5, 'objects', composition, { linkIds, sourceIds });
    expect(coverage.links.map(({ id }) => id)).toEqual(links);
    expect(coverage).toMatchObject({ accountId: 5, mode: 'objects', objectIds: objects, includesEveryLink: false });
    expect(coversNothing(coverage)).toBe(links.length === 0);
  });
});

describe('contract §4.6: reviews of removed links are omitted from the next request on', () => {
  it('coverageOf includes every link if no link was removed', () => {
    expect(coverageOf(5, 'object', composition, NO_FILTER)).toMatchObject({
      objectIds: [1, 2],
      includesEveryLink: true,
    });
  });
  it('coverageOf lists the live links if a link was removed', () => {
    const coverage = coverageOf(5, 'object', { ...composition, hasRemovedLinks: true }, NO_FILTER);
    expect(coverage).toMatchObject({ includesEveryLink: false, links: composition.links });
  });
  it('coversNothing is true for an object whose links are all removed', () => {
    const withoutLinks = { objectIds: [1], links: [], hasRemovedLinks: true };
    expect(coversNothing(coverageOf(5, 'object', withoutLinks, NO_FILTER))).toBe(true);
  });
});
