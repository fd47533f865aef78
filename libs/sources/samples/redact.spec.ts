// cspell:ignore eacute nrev nxxxx
import { encode } from 'entities';
import * as fc from 'fast-check';
import { FAR_FROM_QUADRATIC, growth } from '@test/support/growth';
import { redact } from './redact';
import { StringSet } from './string-set';

const redactWords = (text: string, ...strings: readonly string[]): string => redact(text, new StringSet(strings));

/** All letters as JSON escapes. */
const unicodeEscaped = (text: string): string =>
  [...Array(text.length).keys()].map((index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`).join('');
const json = (text: string): string => JSON.stringify(text).slice(1, -1);
const numericReferences = (text: string): string =>
  [...text].map((character) => `&#${character.codePointAt(0) ?? 0};`).join('');

describe('redaction', () => {
  it('masks letters with x and digits with 0, and keeps spaces, line breaks and punctuation', () => {
    expect(redactWords('{"text":"Wow, 12 out of 10!\\nFine","id":12}', 'Wow, 12 out of 10!\nFine')).toBe(
      '{"text":"xxx, 00 xxx xx 00!\\nxxxx","id":12}',
    );
  });

  it.each<[string, string, string, string]>([
    ['JSON escapes', '{"a":"\\u0418\\u0432\\u0430\\u043d"}', 'Иван', '{"a":"xxxx"}'],
    ['escaped slashes', '{"a":"http:\\/\\/me.example\\/"}', 'http://me.example/', '{"a":"xxxx:\\/\\/xx.xxxxxxx\\/"}'],
    ['character references', '<p>D&eacute;sir&#233;e</p>', 'Désirée', '<p>xxxxxxx</p>'],
    ['percent-encoding', '<a href="/u/%D0%98%D0%B2%D0%B0%D0%BD">', 'Иван', '<a href="/u/xxxx">'],
    ['HTML in JSON', '{"html":"<b>D&eacute;sir&#233;e<\\/b>"}', 'Désirée', '{"html":"<b>xxxxxxx<\\/b>"}'],
    [
      'JSON in an attribute',
      '<i data-x="{&quot;n&quot;:&quot;Marianne&quot;}">',
      'Marianne',
      '<i data-x="{&quot;n&quot;:&quot;xxxxxxxx&quot;}">',
    ],
    [
      'JSON in JSON',
      '{"s":"{\\"n\\":\\"\\\\u0418\\\\u0432\\\\u0430\\\\u043d\\"}"}',
      'Иван',
      '{"s":"{\\"n\\":\\"xxxx\\"}"}',
    ],
    ['markup between words', '<p>so <b>very</b>\n  fine</p>', 'so very fine', '<p>xx <b>xxxx</b>\n  xxxx</p>'],
    ['a short name as a whole value', '{"n":"Al","t":"Also"}', 'Al', '{"n":"xx","t":"Also"}'],
    ['a number outside of strings', '{"user":76561198,"n":7656119800}', '76561198', '{"user":11111111,"n":7656119800}'],
  ])('finds strings in %s', (_, text, string, expected) => expect(redactWords(text, string)).toBe(expected));

  it.each<[string, string, string]>([
    ['keys', '{"reviews":["reviews"]}', '{"reviews":["xxxxxxx"]}'],
    [
      'tags, classes and names of attributes',
      '<reviews reviews="reviews" class="reviews">',
      '<reviews reviews="xxxxxxx" class="reviews">',
    ],
    ['escapes that only look like the string', '{"a":"\\nreviews"}', '{"a":"\\nxxxxxxx"}'],
  ])('keeps %s', (_, text, expected) => expect(redactWords(text, 'reviews', 'nrev')).toBe(expected));

  it('masks a key that is an identifier of data', () => {
    expect(redactWords('{"76561198000000000":1}', '76561198000000000')).toBe('{"11111111111111111":1}');
  });

  it.each<[string, string]>([
    ['{"a":"write to jo.doe@mail.example today"}', '{"a":"write to xx.xxx@xxxx.xxxxxxx today"}'],
    ['{"a":"+44 20 7946 0958 or 8 (900) 123-45-67"}', '{"a":"+00 00 0000 0000 or 0 (000) 000-00-00"}'],
  ])('masks addresses and telephone numbers in %s', (text, expected) => {
    expect(redactWords(text)).toBe(expected);
  });

  it.each([
    '{"accessToken":"Qwerty"}',
    '{"a":"Bearer Qwerty-Qwerty-Qwerty"}',
    '{"a":"eyJQwertyQwertyQwerty.Qwerty.Qwerty"}',
    '{"a":"https:\\/\\/h.example\\/?q=1&api_key=Qwerty&b=2"}',
    '<a href="/x?key=Qwerty&amp;y=1">',
    '<meta name="csrf-token" content="Qwerty">',
    '<input type="hidden" value="Qwerty" name="csrf_token">',
  ])('masks the secret of %s', (text) => expect(redactWords(text)).not.toContain('Qwerty'));

  it('keeps dates, times and ids', () => {
    const text = '{"at":"2024-01-02T10:20:30+03:00","id":"65a000000000000000000001","n":1700000000,"s":"4.5"}';
    expect(redactWords(text)).toBe(text);
  });

  const words = fc
    .string({ unit: 'grapheme', minLength: 4, maxLength: 120 })
    .filter((text) => text.isWellFormed() && text.trim() === text && /[^\P{L}x]{4}/u.test(text));
  const escapes: readonly (readonly [string, (text: string) => string])[] = [
    ['as it is in JSON', json],
    ['with JSON escapes', unicodeEscaped],
    ['with escaped slashes', (text) => json(text).replaceAll('/', '\\/')],
    ['with character references', (text) => json(encode(text))],
    ['with numeric references', numericReferences],
    ['with percent-encoding', encodeURIComponent],
    ['twice in JSON', (text) => json(json(text))],
  ];

  it.each(escapes)('leaves no sensitive string of at least 4 characters %s', (_, escape) => {
    fc.assert(
      fc.property(words, words, (string, other) => {
        const document = `{"a":["${json(other)} ${escape(string)} ${json(other)}"]}`;
        const redacted = redactWords(document, string);
        // Characters of the mask and punctuation remain.
        const lettersOnly = string.match(/[^\P{L}x]{4,}/gu) ?? [];
        const rest = redacted.split(json(other)).join('');
        for (const letters of lettersOnly)
          expect(rest.includes(escape(letters)) && !json(other).includes(letters)).toBe(false);
        expect(() => JSON.parse(redacted) as unknown).not.toThrow();
      }),
      { numRuns: 300 },
    );
  });

  it.each(['a', '@', '+1', '(', '&', '%41', '\\', '"', '<', '<a ', '<!--', '?key=', '<a b="', 'eyJ'])(
    'takes linear time on documents of %j',
    (part) => {
      const strings = new StringSet(Array.from({ length: 2_000 }, (_, index) => `${'a'.repeat(40)}${index}`));
      const document = (size: number) => part.repeat(size);
      expect(growth(1_000, document, (text) => redact(text, strings))).toBeLessThan(FAR_FROM_QUADRATIC);
    },
  );
});
