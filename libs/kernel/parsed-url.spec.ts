import { parsedUrl } from './parsed-url';

describe('parsedUrl', () => {
  it.each<[string, string | undefined, string | null]>([
    ['https://example.com/a?b#c', undefined, 'https://example.com/a?b#c'],
    ['https://bücher.example.com/straße', undefined, 'https://xn--bcher-kva.example.com/stra%C3%9Fe'],
    ['../c', 'https://example.com/a/b', 'https://example.com/c'],
    ['//other.example/x', 'https://example.com/', 'https://other.example/x'],
    ['c', undefined, null],
    ['c', 'nowhere', null],
    ['', undefined, null],
    ['http://[nowhere', undefined, null],
  ])('parses %p with base %p as %p', (text, base, expected) =>
    expect(parsedUrl(text, base)?.href ?? null).toBe(expected),
  );

  it('accepts Latin-1 letters also after V8 has optimized it', () => {
    const addresses = Array.from({ length: 20_000 }, () => parsedUrl('https://bücher.example.com/'));
    expect(addresses.filter((address) => address === null)).toHaveLength(0);
  });
});
