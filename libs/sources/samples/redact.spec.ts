// cspell:ignore eacute nrev nxxxx groesse ilker yilmaz dotless lovettsville DLOVETT Dxxxxxx VETT xxxxx jurgen grosse juergen adalovett avatarxxxxxxxxx
import { encode } from 'entities';
import * as fc from 'fast-check';
import { FAR_FROM_QUADRATIC, growth } from '@test/support/growth';
import { FoldedStrings } from './folded-text';
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

  const base64 = (text: string, form: 'base64' | 'base64url' = 'base64') => Buffer.from(text).toString(form);
  const NAMES = ['Ada Lovett', 'Jürgen Größe', 'José-María O’Neill', 'İlker Yılmaz'];
  const redactNames = (text: string): string => redact(text, new StringSet(NAMES), new FoldedStrings(NAMES));

  it.each<[string, string, string]>([
    ['another case', '{"a":"ADA LOVETT and ada lovett"}', '{"a":"xxx xxxxxx and xxx xxxxxx"}'],
    ['a slug', '{"url":"/people/ada-lovett-12"}', '{"url":"/people/xxx-xxxxxx-12"}'],
    [
      'an underscore, a dot and a plus',
      '{"u":"ada_lovett ada.lovett Ada+Lovett"}',
      '{"u":"xxx_xxxxxx xxx.xxxxxx xxx+xxxxxx"}',
    ],
    ['one word', '{"u":"@adalovett"}', '{"u":"@xxxxxxxxx"}'],
    ['capitals inside a word', '{"u":"avatarAdaLovett.png"}', '{"u":"avatarxxxxxxxxx.png"}'],
    ['the other order', '{"u":"Lovett, Ada"}', '{"u":"xxxxxx, Ada"}'],
    ['the surname alone', '<a href="/u/lovett">', '<a href="/u/xxxxxx">'],
    ['a slug without accents', '{"u":"jurgen-grosse"}', '{"u":"xxxxxx-xxxxxx"}'],
    ['a slug with the German spelling', '{"u":"juergen-groesse"}', '{"u":"xxxxxxx-xxxxxxx"}'],
    ['decomposed accents', '{"u":"Jose\u0301-Mari\u0301a O\'Neill"}', `{"u":"xxxx\u0301-xxxx\u0301x x'xxxxx"}`],
    ['a dotless letter', '{"u":"ilker-yilmaz"}', '{"u":"xxxxx-xxxxxx"}'],
    ['a slug in percent-encoding', '<a href="/u/ADA%2DLOVETT">', '<a href="/u/xxx%2Dxxxxxx">'],
    ['a slug in references', '<p>ADA&#45;L&#79;VETT</p>', '<p>xxx&#45;xxxxxx</p>'],
    ['a slug in JSON escapes', '{"u":"ada\\u002dlovett"}', '{"u":"xxx\\u002dxxxxxx"}'],
    ['the key of a person', '{"adaLovett":{"n":1}}', '{"xxxxxxxxx":{"n":1}}'],
    ['no word that only contains it', '{"u":"lovettsville"}', '{"u":"lovettsville"}'],
  ])('finds a name as %s', (_, text, expected) => expect(redactNames(text)).toBe(expected));

  it.each<[string, string]>([
    ['base64', `{"id":"${base64('User:Ada Lovett')}"}`],
    ['base64 of JSON with escapes', `{"id":"${base64('{"n":"\\u0041da Lovett"}')}"}`],
    ['base64 of a slug', `{"id":"${base64('user/ada-lovett/7')}"}`],
    ['base64 for addresses', `<a href="/p?c=${base64('1|ADA LOVETT|2', 'base64url')}">`],
    ['base64 after other characters', `{"id":"/u/abc${base64('Ada Lovett')}"}`],
    ['base64 of an address after other characters', `{"id":"id-${base64('ann@home.example')}"}`],
    ['base64 of an address after one character', `{"id":"x${base64('ann@home.example')}"}`],
    ['base64 of an address after a word', `{"id":"user-${base64('ann@home.example')}"}`],
    ['base64 of an address after an id', `{"id":"f3Zq9-_x7Kc${base64('ann@home.example')}"}`],
    ['base64url of a telephone number after a word', `{"id":"caller_${base64('tel:0171/5550199', 'base64url')}"}`],
    ['base64 of an address', `{"id":"${base64('mail ada@home.example')}"}`],
    ['base64 of a telephone number', `{"id":"${base64('tel:0171/5550199')}"}`],
  ])('masks %s', (_, text) => {
    const [run = ''] = /[\w+/=-]{12,}/.exec(text.replace('/p?c=', '     ')) ?? [];
    expect(redactNames(text)).not.toContain(run.slice(-8));
  });

  it.each([
    '{"a":"0171/5550199"}',
    '{"a":"0171 555 01 99, 0171-555-0199 and 0171.555.01.99"}',
    '{"a":"01 71 55 50 19"}',
    '{"a":"(0171) 5550199 or +49/171/5550199"}',
    '{"a":"01715550199"}',
    '{"a":"0049 171 5550199"}',
    '<a href="tel:0171-5550199">0171&#47;5550199</a>',
    '{"a":"0171%2F5550199"}',
  ])('masks the telephone numbers of %s', (text) => expect(redactWords(text)).not.toMatch(/[5-9]{2}/));

  it.each([
    '{"a":"01.02.2024 10:20","b":"2024-01-02 10:20:30","c":"01/02/2024"}',
    '{"a":"0.123456789012","b":0.12345678901,"c":"10.0.0.1"}',
    '{"a":"6500000000000171555019","b":"a0171555019900"}',
  ])('keeps the dates, numbers and ids of %s', (text) => expect(redactNames(text)).toBe(text));

  const name = fc
    .tuple(
      ...[0, 1].map(() =>
        fc.string({ unit: fc.constantFrom(...'bcdfghjklmnprstvwäöüéèñç'), minLength: 4, maxLength: 9 }),
      ),
    )
    .map((words) => words.map((word) => `${word[0]?.toUpperCase() ?? ''}${word.slice(1)}`).join(' '));
  const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');
  const slug = (separator: string) => (text: string) => plain(text).toLowerCase().replace(' ', separator);
  const forms: readonly (readonly [string, (text: string) => string])[] = [
    ['in capitals', (text) => text.toUpperCase()],
    ['as a slug', slug('-')],
    ['with an underscore', slug('_')],
    ['as one word', slug('')],
    ['in NFD', (text) => text.normalize('NFD')],
    ['as a slug in percent-encoding', (text) => encodeURIComponent(slug('/')(text))],
    ['in capitals in percent-encoding', (text) => encodeURIComponent(text.toUpperCase())],
    ['in capitals with references', (text) => numericReferences(text.toUpperCase())],
    ['in capitals with JSON escapes', (text) => unicodeEscaped(text.toUpperCase())],
    ['as a slug in base64', (text) => base64(slug('-')(text))],
    ['in base64 for addresses', (text) => base64(JSON.stringify({ n: text }), 'base64url')],
  ];

  it.each(forms)('leaves no name %s', (_, form) => {
    fc.assert(
      fc.property(name, (person) => {
        const written = form(person);
        const redacted = redact(`{"a":"0 ${written} 0"}`, new StringSet([person]), new FoldedStrings([person]));
        const masked = redacted.slice('{"a":"0 '.length, -' 0"}'.length);
        // What remains are the separators and the marks of escapes.
        expect(decodeURIComponent(masked).replace(/&#32;|\\u0020|[x0\s_/\-=\p{M}]/gu, '')).toBe('');
      }),
      { numRuns: 60 },
    );
  });

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

  it.each([
    ...[
      'a',
      '@',
      '+1',
      '(',
      '&',
      '%41',
      '\\',
      '"',
      '<',
      '<a ',
      '<!--',
      '?key=',
      '<a b="',
      'eyJ',
      '0',
      '01',
      '0171/',
      'ä',
    ],
    ...['YWRh ', 'YWRh', 'a '],
  ])('takes linear time on documents of %j', (part) => {
    const strings = new StringSet(Array.from({ length: 2_000 }, (_, index) => `${'a'.repeat(40)}${index}`));
    const folded = new FoldedStrings(['Ada Lovett', 'aaaa', 'a'.repeat(40)]);
    const document = (size: number) => part.repeat(size);
    expect(growth(1_000, document, (text) => redact(text, strings, folded))).toBeLessThan(FAR_FROM_QUADRATIC);
  });
});
