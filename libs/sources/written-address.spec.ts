import fc from 'fast-check';
import { MAX_URL_LENGTH, readWrittenAddress } from './written-address';

const hrefOf = (written: string): string => {
  const url = readWrittenAddress(written);
  return typeof url === 'string' ? `refused: ${url}` : url.href;
};

describe('addresses as people write them (contract §4.6)', () => {
  it.each([
    ['https://mill.example/a', 'https://mill.example/a'],
    ['http://mill.example/a', 'http://mill.example/a'],
    ['mill.example', 'https://mill.example/'],
    ['mill.example/a?b=c#d', 'https://mill.example/a?b=c#d'],
    ['www.mill.example:443/a', 'https://www.mill.example/a'],
    ['//mill.example/a', 'https://mill.example/a'],
    ['MILL.Example/A', 'https://mill.example/A'],
    ['bücher.example/a', 'https://xn--bcher-kva.example/a'],
    ['mill.example./a', 'https://mill.example./a'],
    ['mill.example?id=1', 'https://mill.example/?id=1'],
    [' \t\n\u00a0\u200b\ufeff\u2066https://mill.example/a\u2069\u200e\r\n', 'https://mill.example/a'],
    ['(mill.example/a).', 'https://mill.example/a'],
    ['<https://mill.example/a>,', 'https://mill.example/a'],
    ['„mill.example/a“', 'https://mill.example/a'],
    ["'https://mill.example/a'", 'https://mill.example/a'],
    ['`mill.example/a`', 'https://mill.example/a'],
    ['mill.example/a...', 'https://mill.example/a'],
    ['https://mill.example/a_(b)', 'https://mill.example/a_(b)'],
    ['(https://mill.example/a_(b))', 'https://mill.example/a_(b)'],
    ['https://mill.example/{7}/', 'https://mill.example/%7B7%7D/'],
    ['https://mill.example/{7}', 'https://mill.example/%7B7%7D'],
    ['https://mill.example/a?b=1&amp;c=2', 'https://mill.example/a?b=1&c=2'],
  ])('reads %j as %s', (written, href) => {
    expect(hrefOf(written)).toBe(href);
  });

  it.each([
    [''],
    ['...'],
    ['mill'],
    ['mill/a.b'],
    ['ada@mill.example'],
    ['ada@mill.example/a'],
    ['mailto:ada@mill.example'],
    ['javascript:alert(1)'],
    ['market://details?id=a.b'],
    ['mill.example:x/a'],
    ['127.0.0.1/a'],
    ['-/mill.example'],
    ['https://ada@mill.example/a'],
    ['https://mill.example\\@evil.example'],
    ['see https://mill.example/a'],
    ['https://mill.example/a\u0000'],
    [`mill.example/${'x'.repeat(MAX_URL_LENGTH)}`],
    [`${')'.repeat(100_000)}mill.example`],
  ])('refuses %j', (written) => {
    expect(hrefOf(written)).toMatch(/^refused: /);
  });

  it('finds the address that marks of a text surround', () => {
    const marks = (alphabet: string) => fc.string({ unit: fc.constantFrom(...alphabet), maxLength: 8 });
    const word = fc.stringMatching(/^[a-z0-9-]{1,12}$/);
    fc.assert(
      fc.property(
        ...[
          marks(' "“„«‹<([{`\u200b'),
          marks(' "“»›>)]}`.,;:!?…\u200b'),
          fc.array(word, { maxLength: 4 }),
          fc.boolean(),
        ],
        (before, after, path, hasScheme) => {
          const address = `mill.example/${path.join('/')}`;
          expect(hrefOf(`${before}${hasScheme ? 'https://' : ''}${address}${after}`)).toBe(`https://${address}`);
        },
      ),
    );
  });

  it('reads any URL of the web that ends in a letter or a digit as the URL parser does', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        fc.pre(/[a-z0-9]$/i.test(url) && !url.includes('&amp;'));
        expect(hrefOf(url)).toBe(new URL(url).href);
      }),
    );
  });
});
