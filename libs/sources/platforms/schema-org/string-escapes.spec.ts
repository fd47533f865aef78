import * as fc from 'fast-check';
import { only, parse, script } from '@test/support/schema-org-pages';
import { decodeEscapes, hasEscape } from './string-escapes';

/** The texts are as a template prints them between quotes. */
const ESCAPES: readonly (readonly [what: string, written: string, text: string])[] = [
  ['an apostrophe of esc_js', String.raw`It\x27s bright`, "It's bright"],
  ['an ampersand', String.raw`warm \x26 light`, 'warm & light'],
  ['a percent sign', String.raw`30\x25 more`, '30% more'],
  ['a hyphen', String.raw`well\x2Dmade`, 'well-made'],
  ['a blank', String.raw`two\x20words`, 'two words'],
  ['a no-break space', String.raw`two\xA0words`, 'two\u00a0words'],
  ['quotes', String.raw`the \x22good\x22 one`, 'the "good" one'],
  ['angle brackets', String.raw`I \x3C3 this`, 'I <3 this'],
  ['a slash and an equals sign', String.raw`a\x2Fb\x3Dc`, 'a/b=c'],
  ['a backslash', String.raw`C:\x5Ctemp`, String.raw`C:\temp`],
  ['a letter of Latin-1', String.raw`caf\xe9`, 'café'],
  ['an upper-case number', String.raw`caf\xE9`, 'café'],
  ['a line feed', String.raw`one\x0Atwo`, 'one\ntwo'],
  ['the next escape without a blank', String.raw`\x41\x42\x43`, 'ABC'],
  ['digits after the escape', String.raw`\x2711`, "'11"],
  ['four hexadecimal digits', String.raw`It\u0027s`, "It's"],
  ['a code point in braces', String.raw`\u{1F600} fine`, '😀 fine'],
  ['a short code point in braces', String.raw`It\u{27}s`, "It's"],
  ['leading zeros in braces', String.raw`It\u{000027}s`, "It's"],
  ['a pair of surrogates', String.raw`\ud83d\ude00 fine`, '😀 fine'],
  ['eight digits of Python', String.raw`\U0001F600 fine`, '😀 fine'],
  ['octal digits of ASCII', String.raw`It\47s`, "It's"],
  ['three octal digits', String.raw`It\047s`, "It's"],
  ['an octal blank', String.raw`two\40words`, 'two words'],
  ['an escaped apostrophe', String.raw`It\'s`, "It's"],
  ['an escaped hyphen and percent sign', String.raw`a \- b, 5\%`, 'a - b, 5%'],
  ['an escaped backtick and dollar sign', '\\`a\\` \\${b}', '`a` ${b}'],
  ['a vertical tab', String.raw`one\vtwo`, 'one\vtwo'],
  ['a continued line', 'one \\\ntwo', 'one two'],
  ['a continued line of Windows', 'one \\\r\ntwo', 'one two'],
  ['the escapes of JSON', String.raw`\"\\\/\b\f\n\r\t\u0041`, '"\\/\b\f\n\r\tA'],
  ['an escaped letter of another script', String.raw`\é`, String.raw`\é`],
];

/** Each remains as written, with its backslash. */
const NOT_UNDERSTOOD: readonly (readonly [what: string, written: string])[] = [
  ['an incomplete number', String.raw`a \u12 b`],
  ['one hexadecimal digit', String.raw`a \x2 b`],
  ['no hexadecimal digit', String.raw`a \xyz b`],
  ['empty braces', String.raw`a \u{} b`],
  ['a code point above the last', String.raw`a \u{110000} b`],
  ['unclosed braces', String.raw`a \u{41 b`],
  ['braces of Perl', String.raw`a \x{27} b`],
  ['eight digits above the last code point', String.raw`a \UFFFFFFFF b`],
  ['octal digits above ASCII: bytes of PHP, or code points', String.raw`caf\303\251`],
  ['a letter without a meaning', String.raw`C:\games`],
  ['a name of Python', String.raw`\N{BULLET}`],
  ['the digits 8 and 9', String.raw`\8 \9`],
];

describe('escapes of scripts in JSON-LD', () => {
  it.each(ESCAPES)('decodes %s: %s', (_what, written, text) => {
    expect(decodeEscapes(written)).toBe(text);
  });

  it.each(NOT_UNDERSTOOD)('keeps %s as written: %s', (_what, written) => {
    expect(decodeEscapes(written)).toBe(written);
  });

  it.each(ESCAPES.filter(([, , text]) => !/[\r\f]/.test(text)))('reads %s in a review: %s', (_what, written, text) => {
    const review = only(
      parse(script(`{"@type":"Product","name":"Lamp","review":{"@type":"Review","reviewBody":"${written}"}}`)),
    );
    expect(review.text).toBe(text);
  });

  it.each(NOT_UNDERSTOOD)('keeps %s in a review: %s', (_what, written) => {
    const review = only(parse(script(`{"@type":"Review","reviewBody":"${written}"}`)));
    expect(review.text).toBe(written);
  });

  it('decodes escapes in keys, dates and numbers, too', () => {
    const page = parse(
      script(
        String.raw`{"@type":"Product","name":"Lamp","review":[{"@type":"Review","review\x42ody":"Fine","datePublished":"2026\x2D05\x2D02","reviewRating":{"ratingValue":"4\x2F5"}}]}`,
      ),
    );
    expect(only(page)).toMatchObject({ text: 'Fine', reviewDate: '2026-05-02T00:00:00', rating: 4 });
  });

  it.each<[what: string, text: string]>([
    ['escapes every quote as in a script', String.raw`{\x22@type\x22:\x22Review\x22,\x22reviewBody\x22:\x22Fine\x22}`],
    [
      'escapes every quote as Django does',
      String.raw`{\u0022@type\u0022:\u0022Review\u0022,\u0022reviewBody\u0022:\u0022Fine\u0022}`,
    ],
    ['escapes every quote by a backslash', String.raw`{\"@type\":\"Review\",\"reviewBody\":\"Fine\"}`],
    ['is a string that contains JSON', JSON.stringify(JSON.stringify({ '@type': 'Review', reviewBody: 'Fine' }))],
  ])('reads a document that %s', (_what, text) => {
    expect(only(parse(script(text))).text).toBe('Fine');
  });

  it('does not lose a character that it does not understand', () => {
    const understood =
      /\\(?:u\{[0-9a-fA-F]{1,8}\}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|x[0-9a-fA-F]{2}|[0-3][0-7]{0,2}|[4-7][0-7]?|\r\n|[bfnrtv\n\r\u2028\u2029])/g;
    const unit = fc.oneof(
      fc.constantFrom('\\', 'x', 'u', 'U', '{', '}', '0', '2', '7', '9', 'f', 'g', "'", '-', '\n'),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 12 }), (units) => {
        const written = units.join('');
        const decoded = [...decodeEscapes(written)];
        // All other characters remain, in their order.
        let at = 0;
        for (const character of written.replace(understood, '').replaceAll('\\', '')) {
          const found = decoded.indexOf(character, at);
          expect(found).toBeGreaterThanOrEqual(0);
          at = found + 1;
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('decodes every character in every form in which a script can write it', () => {
    const forms: readonly ((code: number) => string | null)[] = [
      (code) => (code <= 0xff ? `\\x${code.toString(16).padStart(2, '0')}` : null),
      (code) => (code <= 0xff ? `\\x${code.toString(16).padStart(2, '0').toUpperCase()}` : null),
      (code) => (code <= 0xffff ? `\\u${code.toString(16).padStart(4, '0')}` : null),
      (code) => `\\u{${code.toString(16)}}`,
      (code) => `\\U${code.toString(16).padStart(8, '0')}`,
      (code) => (code <= 0x7f ? `\\${code.toString(8).padStart(3, '0')}` : null),
    ];
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 0x10ffff }), fc.constantFrom(...forms), (code, form) => {
        const written = form(code);
        if (written !== null) expect(decodeEscapes(`a${written}b`)).toBe(`a${String.fromCodePoint(code)}b`);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each<[text: string, expected: boolean]>([
    [String.raw`Ada\x20Lovett`, true],
    [String.raw`Ada\u20Lovett`, true],
    [String.raw`Ada\302\240Lovett`, true],
    ['Ada Lovett', false],
    [String.raw`\m/ Ada \m/`, false],
    ['¯\\_(ツ)_/¯', false],
  ])('finds an escape in %s: %s', (text, expected) => {
    expect(hasEscape(text)).toBe(expected);
  });
});
