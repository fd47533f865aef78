// cspell:disable
import fc from 'fast-check';
import { decodeAddress, decodeEntities } from './decode-entities';

describe('character references in texts (contract §10.4)', () => {
  it.each([
    ['a number', 'didn&#39;t', "didn't"],
    ['a number with zeros', 'didn&#00039;t', "didn't"],
    ['a hexadecimal number', 'didn&#x27;t', "didn't"],
    ['a hexadecimal number in capitals', '&#X2019;&#XE9;', '’é'],
    ['a character beyond 16 bits', '&#128512;&#x1F600;', '😀😀'],
    ['the five of XML', '&amp; &lt; &gt; &quot; &apos;', '& < > " \''],
    ['their forms in capitals', '&AMP;&LT;&GT;&QUOT;', '&<>"'],
    ['a space that does not break', 'a&nbsp;b', 'a\u00a0b'],
    ['letters', 'caf&eacute; &Auml;rger stra&szlig;e &ccedil;a &ntilde; &oslash;', 'café Ärger straße ça ñ ø'],
    ['quotes of editors', '&lsquo;a&rsquo; &ldquo;b&rdquo; &laquo;c&raquo; &bdquo;d', '‘a’ “b” «c» „d'],
    ['dashes and dots', 'a &ndash; b &mdash; c&hellip; d &bull; e', 'a – b — c… d • e'],
    ['signs', '&euro;5 &pound;5 &copy; &reg; &trade; &deg; &times; &frac12;', '€5 £5 © ® ™ ° × ½'],
    ['Greek', '&alpha;&beta;&gamma;', 'αβγ'],
    ['arrows and hearts', '&rarr; &hearts;', '→ ♥'],
    ['names of mathematics', '&leq; &ne; &infin; &NotEqualTilde;', '≤ ≠ ∞ ≂̸'],
    ['128 as in windows-1252', '&#128;5', '€5'],
    ['133', 'really&#133;', 'really…'],
    ['145 and 146', '&#145;a&#146;', '‘a’'],
    ['147 and 148', '&#147;a&#148;', '“a”'],
    ['149', '&#149; a', '• a'],
    ['150 and 151', 'a &#150; b &#151; c', 'a – b — c'],
    ['153', 'Brand&#153;', 'Brand™'],
    ['158 and 159', '&#158;&#159;', 'žŸ'],
    ['hexadecimal 80 to 9F', '&#x80;&#x92;&#x97;&#x9f;', '€’—Ÿ'],
    ['a number without a meaning in windows-1252', '&#129;', '\u0081'],
    ['zero', 'a&#0;b', 'a\ufffdb'],
    ['half of a surrogate pair', '&#xD83D;', '\ufffd'],
    ['a number beyond Unicode', '&#1114112;&#xffffff;', '\ufffd\ufffd'],
    ['a number with many digits', `&#${'9'.repeat(400)};`, '\ufffd'],
    ['no character', '&#xfdd0;', '\ufdd0'],
    ['an escaped reference, once', '&amp;lt; &amp;amp; &amp;#39;', '&lt; &amp; &#39;'],
    ['a reference after an ampersand', '&&amp;&', '&&&'],
    ['references without a space', '&lt;b&gt;&#65;', '<b>A'],
    ['a line break', 'a&#10;b&#13;&#10;c', 'a\nb\r\nc'],
    ['a tab and a zero-width space', '&Tab;&ZeroWidthSpace;', '\t\u200b'],
  ])('are decoded: %s', (_what, encoded, decoded) => {
    expect(decodeEntities(encoded)).toBe(decoded);
  });

  it.each([
    ['addresses', 'https://goods.example/m?lang=en&region=eu&copy=2&section=3&times=2&reg=1'],
    ['words after an ampersand', 'Q&A, B&not C, AT&T, R&D, M&Ms, B&B'],
    ['names without a semicolon', '&amp &lt &eacute &nbsp &copy'],
    ['numbers without a semicolon', '&#39 &#x27 &#146'],
    ['a name within a longer one', '&notit; &ampamp; &copyright; &regular;'],
    ['unknown names', '&unknown; &smiley; &e; &Amp; &NBSP;'],
    ['names of objects in JavaScript', '&constructor; &toString; &__proto__;'],
    ['incomplete numbers', '&#; &#x; &#xg; &#3 9;'],
    ['single signs', '& ; &; && a & b; &'],
    ['a semicolon after a space', '&amp ;'],
    ['other escapes', '\\u0026 \\x26 %26 \\&#39'],
  ])('are not what is none: %s', (_what, text) => {
    expect(decodeEntities(text)).toBe(text);
  });

  const references = fc.constantFrom('&amp;', '&lt;', '&#39;', '&#x27;', '&eacute;', '&#146;', '&#38;');
  const pieces = fc.oneof(references, fc.constantFrom('&', '#', ';', 'amp', '39', 'x', 'copy', '=', ' '), fc.string());

  it('are decoded once: an encoded text is the text', () => {
    fc.assert(
      fc.property(fc.array(pieces), (parts) => {
        const text = parts.join('');
        const named = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&#39;');
        const numbered = Array.from(text, (character) => `&#${character.codePointAt(0) ?? 0};`).join('');
        expect(decodeEntities(named)).toBe(text);
        const isNumberable = !/[\0\u0080-\u009f\ud800-\udfff]/u.test(text);
        if (isNumberable) expect(decodeEntities(numbered)).toBe(text);
      }),
    );
  });

  it('lose nothing else: a text without a semicolon after an ampersand is unchanged', () => {
    fc.assert(
      fc.property(fc.array(pieces), (parts) => {
        const text = parts.join('').replaceAll(';', ',');
        expect(decodeEntities(text)).toBe(text);
      }),
    );
  });

  it('leave the text between them as it is', () => {
    fc.assert(
      fc.property(fc.string(), references, fc.string(), (before, reference, after) => {
        fc.pre(!before.includes('&'));
        expect(decodeEntities(before + reference + after)).toBe(
          before + decodeEntities(reference) + decodeEntities(after),
        );
      }),
    );
  });
});

describe('character references in addresses and ids (contract §10.4)', () => {
  it.each([
    ['https://a.example/?x=1&amp;y=2', 'https://a.example/?x=1&y=2'],
    ['https://a.example/?x=1&#038;y=2', 'https://a.example/?x=1&y=2'],
    ['https://a.example/?x=1&#38;y=2&#x26;z=3&#X0026;w=4', 'https://a.example/?x=1&y=2&z=3&w=4'],
    ['https://a.example/?x=1&AMP;y=2', 'https://a.example/?x=1&y=2'],
    ['https://a.example/?item=1&region=eu&copy=2#r', 'https://a.example/?item=1&region=eu&copy=2#r'],
    ['https://a.example/?a=1&copy;=2&lt;=3', 'https://a.example/?a=1&copy;=2&lt;=3'],
    ['https://a.example/?x=1&amp;amp;y=2', 'https://a.example/?x=1&amp;y=2'],
    ['https://a.example/&quot;&#39;&eacute;', 'https://a.example/&quot;&#39;&eacute;'],
    ['r&amp;d-88', 'r&d-88'],
    ['&#x26a;&#380;&#3 8;', '&#x26a;&#380;&#3 8;'],
  ])('%j is %j', (encoded, address) => {
    expect(decodeAddress(encoded)).toBe(address);
  });

  it('are decoded once', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('&', 'amp;', '#38;', 'x=1', '?')), (parts) => {
        const address = parts.join('');
        expect(decodeAddress(address.replaceAll('&', '&amp;'))).toBe(address);
      }),
    );
  });
});
