import fc from 'fast-check';
import { cleanText, cleanTextOrNull } from './clean-text';

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
