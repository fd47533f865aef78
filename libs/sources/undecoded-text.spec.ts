// cspell:disable
import fc from 'fast-check';
import { comparableText } from './undecoded-text';

describe('comparing a stored text with the same text read today (contract §10.4)', () => {
  const words = (text: string): string =>
    comparableText(text)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '');

  it.each<[what: string, stored: string, today: string]>([
    ['a hexadecimal escape without its backslash', 'Itx27s bright x26 light', "It's bright & light"],
    ['a hexadecimal escape with its backslash', String.raw`It\x27s bright`, "It's bright"],
    ['a letter as an escape', 'x43laire', 'Claire'],
    ['a blank in a name as an escape', 'Adax20Lovett', 'Ada Lovett'],
    ['a code point in braces', 'u{43}laire', 'Claire'],
    ['a code point in braces with zeros', String.raw`\u{000043}laire`, 'Claire'],
    ['a code unit with its backslash', String.raw`Caf\u00e9`, 'Café'],
    ['two code units of one character', String.raw`\ud835\udc00 and more`, '𝐀 and more'],
    ['a named reference', 'caf&eacute; &amp; bar', 'café & bar'],
    ['a reference that was decoded without its semicolon', '®ion', '&region'],
    ['a numeric reference of windows-1252', 'It&#146;s', 'It’s'],
    ['a hexadecimal reference', 'It&#x27;s', "It's"],
    ['tags', 'Good<br />stuff', 'Good\nstuff'],
    ['a number that is no code point', 'u{ffffff}', 'u{ffffff}'],
    ['correct text that looks like an escape', 'the x20 lens', 'the x20 lens'],
  ])('%s', (_what, stored, today) => {
    expect(words(stored)).toBe(words(today));
  });

  it('is the same for a text and for every escaped form of it', () => {
    const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');
    const forms = [
      (code: number) => (code < 0x100 ? `x${hex(code, 2)}` : `u{${hex(code, 1)}}`),
      (code: number) => (code < 0x100 ? `\\x${hex(code, 2)}` : `\\u{${hex(code, 6)}}`),
      (code: number) => `&#${code};`,
      (code: number) => `&#x${hex(code, 1)};`,
    ];
    // Without letters and digits that continue an escape or look like one.
    const letter = fc.constantFrom(...'GHIJKLghijklmnopqrstéñßйдשא漢');
    fc.assert(
      fc.property(fc.array(letter, { maxLength: 20 }), fc.constantFrom(...forms), (letters, form) => {
        const escaped = letters.map((one, n) => (n % 3 === 0 ? form(one.codePointAt(0) ?? 0) : one)).join('');
        expect(comparableText(escaped)).toBe(letters.join(''));
      }),
    );
  });

  it('accepts any text, and never returns a lone surrogate', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(comparableText(text).isWellFormed()).toBe(true);
      }),
    );
    expect(comparableText('ud800 \\ud800 u{d800}').isWellFormed()).toBe(true);
  });
});
