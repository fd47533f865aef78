import { builtInSources } from '@libs/sources/platforms';
import { lettersOf } from '../../console/src/parts/platform-letters';

/** Lists of reviews and links show platforms by their marks: Google and Google Play once had the same one. */
const slugs = builtInSources.map(({ facts }) => facts.slug);

test('no two platforms of hrev have the same mark', () => {
  const marks = new Map(slugs.map((slug) => [lettersOf(slug), slug]));
  expect(slugs.filter((slug) => marks.get(lettersOf(slug)) !== slug)).toEqual([]);
});

test.each(slugs)('the mark of %s has two letters', (slug) => expect(lettersOf(slug)).toMatch(/^[A-Z0-9][A-Za-z]$/));

test.each([
  ['gopher', 'Gh'],
  ['trip', 'Tr'],
  ['bo', 'B'],
  ['app-scout', 'Ap'],
])('another platform, %s, gets a mark that none of hrev has: %s', (slug, mark) => {
  expect(lettersOf(slug)).toBe(mark);
  expect(slugs.map(lettersOf)).not.toContain(mark);
});
