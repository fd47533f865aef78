import { AppError } from '@libs/kernel';
import { FAR_FROM_QUADRATIC, growth } from '@test/support/growth';
import { parseJsonObject } from './json-body';

function refusal(bytes: Uint8Array): string {
  try {
    parseJsonObject(bytes);
  } catch (error) {
    if (error instanceof AppError) return `${error.code}: ${error.detail}`;
    throw error;
  }
  return 'read';
}

const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

describe('JSON bodies (decisions §2, reliability D49)', () => {
  it.each<[string, string]>([
    ['an empty object', '{}'],
    ['brackets inside strings are no depth', JSON.stringify({ a: '{[{['.repeat(50), b: '\\"[[[[' })],
    ['32 levels', nested(32)],
    ['blanks around', ' \n{"a":1}\n '],
  ])('are read: %s', (_, text) => expect(refusal(Buffer.from(text))).toBe('read'));

  it.each<[string, string | Uint8Array, RegExp]>([
    ['33 levels', nested(33), /32 levels/],
    ['100 000 levels', '['.repeat(100_000), /32 levels/],
    ['null', 'null', /must be a JSON object/],
    ['an array', '[]', /must be a JSON object/],
    ['a string', '"x"', /must be a JSON object/],
    ['a number', '1', /must be a JSON object/],
    ['cut off', '{"a":', /not valid JSON/],
    ['a comma behind', '{"a":1,}', /not valid JSON/],
    ['two documents', '{}{}', /not valid JSON/],
    ['a BOM', '\ufeff{}', /not valid JSON/],
    ['NaN', '{"a":NaN}', /not valid JSON/],
    ['UTF-16', Buffer.from('{}', 'utf16le'), /not valid JSON/],
    ['broken UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), /not valid UTF-8/],
  ])('are 400: %s', (_, text, detail) => {
    expect(refusal(typeof text === 'string' ? Buffer.from(text) : text)).toMatch(/^bad_request: /);
    expect(refusal(typeof text === 'string' ? Buffer.from(text) : text)).toMatch(detail);
  });

  it.each<[string, (size: number) => string]>([
    ['quotes behind backslashes', (size) => `{"a":"${'\\"'.repeat(size / 2)}`],
    ['quotes', (size) => '"'.repeat(size)],
  ])('take time that does not depend on malice: 1 MB of %s', (_, text) => {
    const body = (size: number): Buffer => Buffer.from(text(size));
    expect(growth(8_000, body, refusal)).toBeLessThan(FAR_FROM_QUADRATIC);
    expect(refusal(body(1_000_000))).toMatch(/not valid JSON/);
  });
});
