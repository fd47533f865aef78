import fc from 'fast-check';
import { FAR_FROM_QUADRATIC, growth } from '@test/support/growth';
import { Changed } from '../../source-errors';
import { scriptState } from './script-state';

const asLiteral = (value: unknown, quote: string): string =>
  JSON.stringify(value).replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`);

describe('state in script literals of 2GIS', () => {
  it.each(["'", '"'])('returns any JSON value written between %s', (quote) => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (value, before) => {
        fc.pre(value !== null && !before.includes('initialState'));
        const html = `<p>${before}</p><script>var initialState = JSON.parse(${quote}${asLiteral(value, quote)}${quote});</script>`;
        // JSON has no -0.
        expect(scriptState(html, 'initialState')).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: 300 },
    );
  });

  it('throws only Changed, for any page', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('\\', "'", '"', 'u', '{', '}', 'x', '0', 'a', '\n', ')', ';') }),
        (text) => {
          try {
            scriptState(`initialState=JSON.parse('${text}')`, 'initialState');
          } catch (error) {
            expect(error).toBeInstanceOf(Changed);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each([
    ['Unicode escapes', String.raw`"\u0410\u{1F375}"`, 'А🍵'],
    ['byte escapes', String.raw`"\x41\x42"`, 'AB'],
    ['JSON escapes inside the literal', String.raw`"a\\nb\\u0026"`, 'a\nb&'],
    ['an escaped quote', String.raw`"it\'s"`, "it's"],
    ['a line continuation', '"a\\\nb"', 'ab'],
  ])('decodes %s', (_what, literal, expected) => {
    expect(scriptState(`var initialState = JSON.parse('${literal}');`, 'initialState')).toBe(expected);
  });

  it.each([
    ['half of a byte escape', String.raw`"\x4"`],
    ['half of a Unicode escape', String.raw`"\u041"`],
    ['a code point beyond Unicode', String.raw`"\u{110000}"`],
    ['an octal escape', String.raw`"\101"`],
  ])('refuses %s, and does not guess its character', (_what, literal) => {
    expect(() => scriptState(`initialState = JSON.parse('${literal}')`, 'initialState')).toThrow(Changed);
  });

  it.each([
    ['null without the name', '<html></html>', null],
    ['null for another name', "var initialStates = JSON.parse('1');", null],
    ['null for a comparison', "if (initialState == JSON.parse('1'))", null],
    ['the value if the name also precedes the assignment', "initialState; initialState=JSON.parse('1')", 1],
  ])('returns %s', (_what, html, expected) => {
    expect(scriptState(html, 'initialState')).toBe(expected);
  });

  it('reads a large page in linear time', () => {
    const page = (mentions: number): string =>
      `${"initialState = JSON.parse(x'".repeat(mentions)}initialState=JSON.parse('${asLiteral('y'.repeat(mentions * 30), "'")}')`;
    expect(growth(1_000, page, (html) => scriptState(html, 'initialState'))).toBeLessThan(FAR_FROM_QUADRATIC);
    expect(scriptState(page(100_000), 'initialState')).toHaveLength(3_000_000);
  });
});
