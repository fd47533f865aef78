// cspell:ignore ngstr ngstro
import fc from 'fast-check';
import { cleanText, cleanTextOrNull, storedTextOrNull } from './clean-text';

describe('cleanText', () => {
  it.each([
    ['plain', 'plain'],
    ['a\u0000b', 'ab'],
    ['lone \ud800 high', 'lone \ufffd high'],
    ['lone \udc00 low', 'lone \ufffd low'],
    ['whole \u{1f600} pair', 'whole \u{1f600} pair'],
    ['\u202eright to left, \u200dzero width, \u0001control', '\u202eright to left, \u200dzero width, \u0001control'],
  ])('converts %j to %j', (text, cleaned) => {
    expect(cleanText(text)).toBe(cleaned);
  });

  it('returns well-formed text without NUL, and does not change its own result', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.array(fc.constantFrom('\u0000', '\ud800', '\udfff', 'x')),
        (text, odd) => {
          const cleaned = cleanText(text + odd.join(''));
          expect(cleaned.isWellFormed()).toBe(true);
          expect(cleaned).not.toContain('\u0000');
          expect(cleanText(cleaned)).toBe(cleaned);
        },
      ),
    );
  });

  it.each([
    [null, null],
    [undefined, null],
    ['', null],
    [' \n\t ', null],
    ['\u0000', null],
    ['  kept  inside ', 'kept  inside'],
  ])('cleanTextOrNull converts %j to %j', (text, expected) => {
    expect(cleanTextOrNull(text)).toBe(expected);
  });
});

describe('storedTextOrNull (contract §10.4)', () => {
  it.each([
    [null, null],
    [undefined, null],
    [' \r\n ', null],
    ['a\r\nb\rc\nd', 'a\nb\nc\nd'],
    ['a\r\r\nb', 'a\n\nb'],
    ['a\u2028b\u2029c\u000bd\u000ce', 'a\nb\nc\nd\ne'],
    ['a\u0085b', 'a\u0085b'],
    ['Cafe\u0301 A\u030angstro\u0308m', 'Café Ångström'],
    ['\u212bngstr\u00f6m', 'Ångström'],
    ['\u1112\u1161\u11ab\u1100\u1173\u11af', '한글'],
    ['かき\u3099', 'かぎ'],
    ['e\u0000\u0301', 'é'],
    ['\ufb01ne ½ ² ①', '\ufb01ne ½ ² ①'],
    ['👩‍👩‍👧 ❤️', '👩‍👩‍👧 ❤️'],
  ])('converts %j to %j', (text, expected) => {
    expect(storedTextOrNull(text)).toBe(expected);
  });

  it('returns a text in NFC with no other line end, and does not change its own result', () => {
    const parts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\r', '\n', '\u2028', '\u0301', '\u0000', '\ud800'),
    );
    fc.assert(
      fc.property(fc.array(parts), (written) => {
        const stored = storedTextOrNull(written.join('')) ?? '';
        expect(stored.normalize('NFC')).toBe(stored);
        expect(stored).not.toMatch(/[\r\v\f\u2028\u2029]/);
        expect(storedTextOrNull(stored) ?? '').toBe(stored);
      }),
    );
  });
});
