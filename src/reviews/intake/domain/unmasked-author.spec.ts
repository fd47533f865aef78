// cspell:disable
import { showedMore } from './unmasked-author';

/** Contract §2.3: full names are never stored. */
describe('a stored name that shows more than the name that is stored from now on', () => {
  it.each<[stored: string, today: string | null]>([
    ['Adax20Lovett', 'Ada L.'],
    ['x41dax20Lovett', 'Ada L.'],
    ['Ada&nbsp;Lovett', 'Ada L.'],
    ['Ada Lovett', 'Ada L.'],
    ['Adax20Lovett', null],
    ['Lovett, A.', 'Ada L.'],
    ['Lovett,Ada', 'Ada L.'],
  ])('%s → %s', (stored, today) => {
    expect(showedMore(stored, today)).toBe(true);
  });

  it.each<[stored: string | null, today: string | null]>([
    ['Ada L.', 'Ada L.'],
    ['Ann B.', 'Anna B.'],
    ['Ann B.', 'Bo H.'],
    ['Ann B.', 'Ann C.'],
    ['Ann', 'Ann B.'],
    ['Ann B.', null],
    [null, 'Ann B.'],
    ['Anonymous', 'Ada L.'],
    ['A Google user', 'Ada L.'],
  ])('but not: %s → %s', (stored, today) => {
    expect(showedMore(stored, today)).toBe(false);
  });
});
