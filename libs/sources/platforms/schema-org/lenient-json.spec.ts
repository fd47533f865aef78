import * as fc from 'fast-check';
import { FAR_FROM_QUADRATIC, growth } from '@test/support/growth';
import { InvalidJson, parseLenientJson } from './lenient-json';

describe('parseLenientJson', () => {
  it.each<[name: string, text: string, value: unknown]>([
    ['strict JSON', '{"a":[1,"x",null,true]}', { a: [1, 'x', null, true] }],
    ['trailing commas', '{"a":[1,2,],"b":{"c":3,},}', { a: [1, 2], b: { c: 3 } }],
    ['a trailing comma after a string', '{"a":"x", }', { a: 'x' }],
    ['a trailing comma before a comment', '{"a":["x", // last\n "y", /* no more */ ]}', { a: ['x', 'y'] }],
    ['a trailing comma before a comment, without a string', '[1, /* no more */ ]', [1]],
    ['comments', '/* head */{"a":1, // one\n"b":"// no comment"}', { a: 1, b: '// no comment' }],
    ['an address with comment marks', '{"u":"https://shop.example/*x*/",}', { u: 'https://shop.example/*x*/' }],
    ['raw line breaks in a string', '{"a":"one\r\ntwo\tthree"}', { a: 'one\r\ntwo\tthree' }],
    ['other control characters', '{"a":"b\u0000\u0007c"}', { a: 'b\u0000\u0007c' }],
    ['unnecessary escapes', String.raw`{"a":"it\'s 5\% \- ok"}`, { a: "it's 5% - ok" }],
    ['necessary escapes', String.raw`{"a":"\"\\\/\b\f\n\r\t\u0041",}`, { a: '"\\/\b\f\n\r\tA' }],
    ['a broken unicode escape, as written', String.raw`{"a":"\u12","b":1}`, { a: String.raw`\u12`, b: 1 }],
    ['escapes of JavaScript', String.raw`{"a":"\x27\u{1F600}\v","\x62":1}`, { a: "'😀\v", b: 1 }],
    ['a repeated key', '{"a":1,"b":2,"a":3,}', { a: 3, b: 2 }],
    ['a lone surrogate escape', String.raw`{"a":"\ud800"}`, { a: '\ud800' }],
    ['entities for every quote', '{&quot;a&quot;:&quot;b &amp;lt; c&quot;}', { a: 'b &lt; c' }],
    ['numeric entities', '[{&#34;a&#34;:1}]', [{ a: 1 }]],
    ['entities in a value, which are kept', '{"a":"5&quot; screen",}', { a: '5&quot; screen' }],
    ['CDATA', '//<![CDATA[\n{"a":1}\n//]]>', { a: 1 }],
    ['CDATA in comment marks', '/*<![CDATA[*/{"a":1}/*]]>*/', { a: 1 }],
    ['HTML comment marks', '<!--\n{"a":1}\n-->', { a: 1 }],
    ['a byte-order mark and a semicolon', '\ufeff {"a":1};', { a: 1 }],
    ['a comma inside a string before a bracket', '{"a":",]","b":[",}",],}', { a: ',]', b: [',}'] }],
    ['a property named __proto__', '{"__proto__":{"x":1},}', JSON.parse('{"__proto__":{"x":1}}')],
  ])('reads %s', (_name, text, value) => {
    expect(parseLenientJson(text)).toEqual(value);
  });

  it.each([
    ['an empty text', ''],
    ['whitespace', ' \n '],
    ['plain text', 'no reviews here'],
    ['a truncated object', '{"review":[{"name":"a"},{"name":"b"'],
    ['a truncated string', '{"a":"b'],
    ['a truncated comment', '{"a":1 /* '],
    ['a missing comma', '{"a":1 "b":2}'],
    ['two documents', '{"a":1}{"b":2}'],
    ['unquoted keys', '{a:1}'],
    ['an unfilled template', '{"a": {{ product.rating }} }'],
    ['a double comma', '[1,,2]'],
    ['HTML', '<html><body></body></html>'],
  ])('refuses %s with InvalidJson', (_name, text) => {
    expect(() => parseLenientJson(text)).toThrow(InvalidJson);
  });

  it.each<[name: string, text: string, value: unknown]>([
    ['twice', '{"a":1,"b":2,"a":3}', { a: [1, 3], b: 2 }],
    ['in a document with errors', '{"a":1,"a":3,}', { a: [1, 3] }],
    ['three times', '{"a":{"b":1},"a":{"b":2},"a":{"b":3}}', { a: [{ b: 1 }, { b: 2 }, { b: 3 }] }],
    ['with lists as values', '{"a":[1,2],"a":3,"a":[4]}', { a: [1, 2, 3, 4] }],
    ['with empty lists', '{"a":[],"a":[]}', { a: [] }],
    ['with the same value', '{"a":1,"a":1}', { a: [1, 1] }],
    ['with null', '{"a":null,"a":1}', { a: [null, 1] }],
    ['in an inner object', '{"x":[{"a":1,"a":2}]}', { x: [{ a: [1, 2] }] }],
    ['beside another repeated key', '{"a":1,"c":2,"a":3,"c":4}', { a: [1, 3], c: 4 }],
    ['in another spelling', String.raw`{"a":1,"\u0061":2}`, { a: [1, 2] }],
    ['with quotes and colons in strings', String.raw`{"a":"\"x\":","a":"y"}`, { a: ['"x":', 'y'] }],
  ])('keeps all values of a key that may be repeated: %s', (_name, text, value) => {
    expect(parseLenientJson(text, (key) => key === 'a')).toEqual(value);
  });

  it('keeps every value of every repeated key, in order', () => {
    const entries = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', '"', '__proto__', '0'), fc.jsonValue()), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(entries, fc.boolean(), (pairs, isLenient) => {
        const members = pairs.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
        const text = `{${members.join(',')}${isLenient && pairs.length > 0 ? ',' : ''}}`;
        const read = new Map(Object.entries(parseLenientJson(text, () => true) as object)) as Map<string, unknown>;
        for (const key of new Set(pairs.map(([name]) => name))) {
          const values = pairs
            .filter(([name]) => name === key)
            .map(([, value]) => JSON.parse(JSON.stringify(value)) as unknown);
          const all = values.length === 1 ? values[0] : values.flatMap((value) => value);
          expect(read.get(key)).toEqual(all);
        }
      }),
    );
  });

  it('refuses values that are nested without end', () => {
    const nested = (depth: number): string => `${'[1,'.repeat(depth)}${']'.repeat(depth)}`;
    expect(() => parseLenientJson(nested(400))).not.toThrow();
    expect(() => parseLenientJson(nested(100_000))).toThrow(InvalidJson);
  });

  it('parses every valid document like JSON.parse', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        expect(parseLenientJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('returns the value of a valid document after common errors were added to it', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: 'binary' }), fc.array(fc.string({ unit: 'binary' })), { minKeys: 1 }),
        (value) => {
          const lenient = `<!-- ${JSON.stringify(value, null, 1)
            .replaceAll('\\n', '\n')
            .replaceAll(/(["\]])\n(\s*)(?=[\]}])/g, '$1, /* note, ] */\n$2')} -->`;
          const isExcluded = JSON.stringify(value).includes('\\\\') || JSON.stringify(value).includes('-->');
          if (!isExcluded) expect(parseLenientJson(lenient)).toEqual(value);
        },
      ),
    );
  });

  it('throws only InvalidJson', () => {
    const lenientText = fc
      .array(
        fc.constantFrom(
          '{',
          '}',
          '[',
          ']',
          ',',
          ':',
          '"',
          '\\',
          '/',
          '/*',
          '*/',
          '//',
          '\n',
          'u00',
          '1',
          'a',
          '&quot;',
          '<!--',
          ']]>',
        ),
      )
      .map((tokens) => tokens.join(''));
    fc.assert(
      fc.property(fc.oneof(lenientText, fc.string({ unit: 'binary' })), (text) => {
        try {
          parseLenientJson(text);
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidJson);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it.each<[name: string, before: string, repeated: string, after: string]>([
    ['open comments', '', '/*', ''],
    ['closed comments', '[', '/**/', ']'],
    ['slashes', '', '/', ''],
    ['quotes', '', '{"', ''],
    ['brackets', '', '[', ''],
    ['commas', '[', ',  ', ']'],
    ['spaces after a comma', '[1,', ' ', 'x'],
    ['backslashes', '{"a":"', '\\', ''],
    ['one long string', '{"a":"', 'x\n', '",}'],
    ['repeated keys', '{', '"a":1,', '"a":1}'],
    ['escapes', '{"a":"', String.raw`\x27`, '",}'],
    ['escaped quotes', '{"a":"', String.raw`\\\"`, '",}'],
  ])('takes linear time for a megabyte of %s', (_name, before, repeated, after) => {
    const text = (size: number): string => before + repeated.repeat(size / repeated.length) + after;
    const read = (json: string): void => {
      try {
        parseLenientJson(json, (key) => key === 'a');
      } catch (error) {
        if (!(error instanceof InvalidJson)) throw error;
      }
    };
    expect(growth(10_000, text, read)).toBeLessThan(FAR_FROM_QUADRATIC);
    read(text(1_000_000));
  });
});
