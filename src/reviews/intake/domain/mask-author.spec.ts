import fc from 'fast-check';
import { maskAuthor } from './mask-author';

describe('author names are masked (contract §2.3)', () => {
  it.each([
    ['Anna Maria Kowalska', 'Anna M. K.', 'every further word is cut to its first letter with a dot'],
    ['Anna', 'Anna', 'a single word stays'],
    ['A Google user', 'A Google user', 'platform placeholders stay'],
    ['Арина Петрова', 'Арина П.', 'any alphabet'],
    ['Jean-Luc Picard-Lefèvre', 'Jean-Luc P.', 'a hyphenated word is one word'],
    ['  Anna   Kowalska ', 'Anna K.', 'blanks do not count'],
    ['Anna (Kowalska)', 'Anna K.', 'a bracket is no first letter'],
    ['Zoë 👩‍👩‍👧 Smith', 'Zoë 👩‍👩‍👧. S.', 'an emoji family is one letter'],
    ['山田 太郎', '山田 太.', 'two words without Latin letters'],
  ])('%s → %s (%s)', (name, masked) => {
    expect(maskAuthor(name)).toBe(masked);
  });

  it.each([[null], [''], ['   ']])('%p stays without a name', (name) => {
    expect(maskAuthor(name)).toBeNull();
  });

  it('masking twice is masking once', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[\p{L}]{1,12}$/u), { minLength: 1, maxLength: 5 }), (words) => {
        const once = maskAuthor(words.join(' '));
        expect(maskAuthor(once)).toBe(once);
      }),
    );
  });

  it('no further word longer than a letter survives', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{2,12}$/), { minLength: 2, maxLength: 5 }), (words) => {
        const [, ...rest] = (maskAuthor(words.join(' ')) ?? '').split(' ');
        expect(rest.every((word) => /^[a-z]\.$/.test(word))).toBe(true);
      }),
    );
  });
});
