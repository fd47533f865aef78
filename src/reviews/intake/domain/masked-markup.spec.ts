import fc from 'fast-check';
import { schemaOrgSource } from '@libs/sources/platforms/schema-org';
import { parse, script } from '@test/support/schema-org-pages';
import { contentOf } from './review-content';
import { scrubRaw } from './scrub-raw';

const { rawPrivacy } = schemaOrgSource({
  slug: 'inns',
  displayName: 'Inns',
  hosts: ['inns.example'],
  ratingScale: 5,
}).facts;

/** What is stored of the reviews of a page: contents and records. */
const storedOf = (html: string): string =>
  JSON.stringify(
    parse(html).reviews.map((review) => ({
      content: contentOf(review),
      raw: scrubRaw(review.raw, review.author, rawPrivacy),
    })),
  );

const review = (members: string): string =>
  script(`{"@type":"Product","name":"Lamp","review":{"@type":"Review","reviewBody":"Bright.",${members}}}`);
const named = (name: string): string => review(`"author":{"@type":"Person","name":"${name}"}`);
const inMarkup = (author: string): string =>
  `<div itemscope itemtype="https://schema.org/Review"><p itemprop="reviewBody">Bright.</p>${author}</div>`;

describe('authors in markup are masked (contract §2.3)', () => {
  it.each<[what: string, html: string]>([
    ['a blank', named('Ada Lovett')],
    ['a hexadecimal escape', named(String.raw`Ada\x20Lovett`)],
    ['a hexadecimal no-break space', named(String.raw`Ada\xA0Lovett`)],
    ['a Unicode escape', named(String.raw`Ada\u0020Lovett`)],
    ['a code point in braces', named(String.raw`Ada\u{20}Lovett`)],
    ['an octal escape', named(String.raw`Ada\40Lovett`)],
    ['three octal digits', named(String.raw`Ada\040Lovett`)],
    ['eight digits', named(String.raw`Ada\U00000020Lovett`)],
    ['a tab', named(String.raw`Ada\tLovett`)],
    ['a vertical tab', named(String.raw`Ada\vLovett`)],
    ['a line feed', named(String.raw`Ada\nLovett`)],
    ['a raw line break', named('Ada\nLovett')],
    ['a continued line', named('Ada \\\nLovett')],
    ['NUL', named(String.raw`Ada\0Lovett`)],
    ['NUL of JSON', named(String.raw`Ada\u0000Lovett`)],
    ['another control character', named(String.raw`Ada\u0001Lovett`)],
    ['a control character of Latin-1', named(String.raw`Ada\x85Lovett`)],
    ['an entity', named('Ada&nbsp;Lovett')],
    ['a decimal entity', named('Ada&#32;Lovett')],
    ['a hexadecimal entity', named('Ada&#xA0;Lovett')],
    ['an entity of an escape', named(String.raw`Ada\x26nbsp;Lovett`)],
    ['a break', named('Ada<br>Lovett')],
    // An escape that cannot be decoded may hide a blank.
    ['an incomplete escape', named(String.raw`Ada\u20Lovett`)],
    ['one hexadecimal digit', named(String.raw`Ada\x2Lovett`)],
    ['bytes in octal digits', named(String.raw`Ada\302\240Lovett`)],
    ['braces of Perl', named(String.raw`Ada\x{20}Lovett`)],
    ['an escape in an escape', named(String.raw`Ada\\x20Lovett`)],
    ['a Unicode escape in an escape', named(String.raw`Ada\\u0020Lovett`)],
  ])('whose words are separated by %s', (_what, html) => {
    expect(storedOf(html)).toContain('Bright.');
    expect(storedOf(html)).not.toMatch(/lovett/i);
  });

  it.each<[what: string, html: string]>([
    ['a text', review('"author":"Ada Lovett"')],
    ['a text with an entity', review('"author":"Ada&nbsp;Lovett"')],
    ['a list', review('"author":[{"name":"Ada Lovett"},{"name":"Bo&nbsp;Hart"}]')],
    ['a repeated key', review('"author":"Ada Lovett","author":{"name":"Ada&nbsp;Lovett"}')],
    ['numbers as keys', review('"author":{"0":{"name":"Ada Lovett"}}')],
    ['@list', review('"author":{"@list":["Ada Lovett"]}')],
    ['a value', review('"author":{"@value":"Ada Lovett"}')],
    ['a name as a value', review('"author":{"name":{"@value":"Ada Lovett"}}')],
    ['names in a list', review('"author":{"name":["Ada Lovett","A. Lovett"]}')],
    ['given and family name', review('"author":{"givenName":"Ada","familyName":"Lovett"}')],
    ['an alternate name', review('"author":{"alternateName":"Ada Lovett"}')],
    ['a creator', review('"creator":{"name":"Ada&nbsp;Lovett"}')],
    ['a reviewer', review('"reviewer":"Ada Lovett"')],
    ['an author and a creator', review('"author":"Ada Lovett","creator":"Ada&nbsp;Lovett"')],
    ['a key in upper case', review('"Author":{"name":"Ada&nbsp;Lovett"}')],
    ['a prefixed key', review('"schema:author":{"schema:name":"Ada Lovett"}')],
    ['an address as a key', review('"https://schema.org/author":"Ada Lovett"')],
    ['a key with blanks', review('" author ":"Ada Lovett"')],
    ['an escaped key', review(String.raw`"auth\x6Fr":"Ada\x20Lovett"`)],
    ['an address of a profile', review('"author":"https://inns.example/people/ada-lovett"')],
    ['a relative address', review('"author":"/people/ada-lovett"')],
    ['an id without a node', review('"author":"#ada-lovett"')],
    ['personal data', review('"author":{"name":"Ada Lovett","url":"/ada-lovett","email":"a@lovett.example"}')],
    ['a title that is the name', review('"author":"Ada Lovett","name":"Ada&nbsp;Lovett","headline":"ADA  LOVETT"')],
    [
      'a further property with the name',
      review('"author":"Ada Lovett","about":{"@type":"Thing","name":"Ada&#32;Lovett"}'),
    ],
    [
      'a comment of the author',
      review('"author":"Ada Lovett","comment":{"author":{"name":"Ada Lovett"},"text":"Me."}'),
    ],
    [
      'a reference',
      script(
        '{"@graph":[{"@type":"Review","reviewBody":"Bright.","author":{"@id":"#p"}},{"@id":"#p","@type":"Person","name":"Ada&nbsp;Lovett","telephone":"lovett"}]}',
      ),
    ],
    ['a reference to a node that the page does not have', review('"author":{"@id":"#ada-lovett"}')],
    [
      'a reply by reference',
      script(
        '{"@graph":[{"@type":"Review","reviewBody":"Bright.","author":"Bo","ownerResponse":{"@id":"#r"}},{"@id":"#r","text":"Thanks","author":{"name":"Ada Lovett"}}]}',
      ),
    ],
    ['microdata', inMarkup('<span itemprop="author">Ada&nbsp;Lovett</span>')],
    [
      'a microdata item',
      inMarkup(
        '<span itemprop="author" itemscope itemtype="https://schema.org/Person"><b itemprop="name">Ada<br>Lovett</b></span>',
      ),
    ],
    [
      'a microdata title',
      inMarkup('<meta itemprop="name" content="Ada&nbsp;Lovett"><i itemprop="author">Ada Lovett</i>'),
    ],
  ])('written as %s', (_what, html) => {
    expect(storedOf(html)).toContain('Bright.');
    expect(storedOf(html)).not.toMatch(/lovett/i);
  });

  it('in every combination of escapes and entities', () => {
    const forms: readonly ((code: number) => string)[] = [
      (code) => String.fromCodePoint(code),
      (code) => (code <= 0xff ? `\\x${code.toString(16).padStart(2, '0')}` : String.fromCodePoint(code)),
      (code) => `\\u${code.toString(16).padStart(4, '0')}`,
      (code) => `\\u{${code.toString(16)}}`,
      (code) => (code <= 0x7f ? `\\${code.toString(8).padStart(3, '0')}` : String.fromCodePoint(code)),
      (code) => `&#${code};`,
      (code) => `&#x${code.toString(16)};`,
      (code) => `\\x26#${code};`,
    ];
    const separator = fc.constantFrom(0x20, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0xa0, 0x2003, 0x202f, 0x3000);
    const form = fc.constantFrom(...forms);
    fc.assert(
      fc.property(separator, fc.array(form, { minLength: 10, maxLength: 10 }), (blank, chosen) => {
        const codes = [...'Ada'].map((letter) => letter.charCodeAt(0));
        const written = [...codes, blank, ...[...'Lovett'].map((letter) => letter.charCodeAt(0))]
          .map((code, index) => (chosen[index] ?? forms[0])?.(code) ?? '')
          .join('');
        const stored = storedOf(named(written));
        expect(stored).toContain('Ada L.');
        expect(stored).not.toMatch(/lovett/i);
      }),
      { numRuns: 500 },
    );
  });
});
