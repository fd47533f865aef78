import fc from 'fast-check';
import { maskAuthor } from './mask-author';

describe('author names are masked (contract §2.3)', () => {
  it.each([
    ['Anna Maria Kowalska', 'Anna M. K.', 'every further word becomes its first letter and a dot'],
    ['Anna', 'Anna', 'a single word is unchanged'],
    ['A Google user', 'A Google user', 'a placeholder of a platform is unchanged'],
    ['Арина Петрова', 'Арина П.', 'every alphabet is masked'],
    ['Jean-Luc Picard-Lefèvre', 'Jean-Luc P.', 'a hyphenated word is one word'],
    ['  Anna   Kowalska ', 'Anna K.', 'whitespace is collapsed'],
    ['Anna (Kowalska)', 'Anna K.', 'brackets are skipped'],
    ['Zoë 👩‍👩‍👧 Smith', 'Zoë 👩‍👩‍👧. S.', 'an emoji family is one letter'],
    ['山田 太郎', '山田 太.', 'two words without Latin letters'],
  ])('%s becomes %s (%s)', (name, masked) => {
    expect(maskAuthor(name)).toBe(masked);
  });

  it.each([[null], [''], ['   ']])('%p becomes null', (name) => {
    expect(maskAuthor(name)).toBeNull();
  });

  it('does not change a masked name', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[\p{L}]{1,12}$/u), { minLength: 1, maxLength: 5 }), (words) => {
        const once = maskAuthor(words.join(' '));
        expect(maskAuthor(once)).toBe(once);
      }),
    );
  });

  it('leaves only one letter of every further word', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{2,12}$/), { minLength: 2, maxLength: 5 }), (words) => {
        const [, ...rest] = (maskAuthor(words.join(' ')) ?? '').split(' ');
        expect(rest.every((word) => /^[a-z]\.$/.test(word))).toBe(true);
      }),
    );
  });
});
