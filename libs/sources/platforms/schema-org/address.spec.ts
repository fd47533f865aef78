import { withWwwVariants, matchDeclared } from './address';

const match = (address: string, hosts: readonly string[] = ['inns.example']): unknown => {
  const found = matchDeclared(new URL(address), hosts);
  return found?.kind === 'page' ? found.canonicalUrl : (found?.kind ?? null);
};

describe('addresses of declared hosts (contract §4.6)', () => {
  it.each([
    ['https://inns.example', 'https://inns.example/'],
    ['http://inns.example/a', 'https://inns.example/a'],
    ['https://INNS.example/A', 'https://inns.example/A'],
    ['https://inns.example./a', 'https://inns.example/a'],
    ['https://www.inns.example/a', 'https://inns.example/a'],
    ['https://inns.example:443/a', 'https://inns.example/a'],
    ['http://inns.example:443/a', 'https://inns.example/a'],
    ['https://inns.example/a#reviews', 'https://inns.example/a'],
    ['https://inns.example/a?', 'https://inns.example/a'],
    ['https://inns.example/a?b=2&a=1', 'https://inns.example/a?a=1&b=2'],
    ['https://inns.example/a?id=2&id=1', 'https://inns.example/a?id=2&id=1'],
    ['https://inns.example/a?q=x%20y+z', 'https://inns.example/a?q=x%20y+z'],
    [
      'https://inns.example/a?id=7&utm_source=x&UTM_Campaign=y&gclid=1&fbclid=2&msclkid=3',
      'https://inns.example/a?id=7',
    ],
    ['https://inns.example/a?&&utm_id=1&', 'https://inns.example/a'],
    ['https://inns.example/a?utmost=1', 'https://inns.example/a?utmost=1'],
    ['https://inns.example/a/', 'https://inns.example/a/'],
    ['https://rooms.inns.example/7', 'https://rooms.inns.example/7'],
    ['https://www.rooms.inns.example/7', 'https://www.rooms.inns.example/7'],
    ['https://inns.example/caf%c3%a9/%7Eann?q=%2d%2f', 'https://inns.example/caf%C3%A9/~ann?q=-%2F'],
    ['https://inns.example/café', 'https://inns.example/caf%C3%A9'],
    ['https://inns.example/a%2Fb', 'https://inns.example/a%2Fb'],
  ])('normalizes %s to %s', (address, canonical) => {
    expect(match(address)).toBe(canonical);
    expect(match(canonical)).toBe(canonical);
  });

  it.each(['https://bücher.inns.example/a', 'https://BÜCHER.inns.example/a', 'https://xn--bcher-kva.inns.example/a'])(
    'has one form for a host in Unicode and in ASCII: %s',
    (address) => {
      expect(match(address)).toBe('https://xn--bcher-kva.inns.example/a');
    },
  );

  it('keeps www. if the declared host begins with it', () => {
    expect(match('https://inns.example/a', ['www.inns.example'])).toBe('https://www.inns.example/a');
    expect(match('https://www.inns.example/a', ['www.inns.example'])).toBe('https://www.inns.example/a');
    expect(match('https://rooms.inns.example/a', ['www.inns.example'])).toBeNull();
    expect(withWwwVariants(['www.inns.example'])).toEqual(['www.inns.example', 'inns.example']);
  });

  it.each([
    ['https://inns.example:8443/a', 'invalid'],
    ['https://inns.example/a.JPG', 'invalid'],
    ['https://inns.example/menu.pdf', 'invalid'],
    ['https://inns.example/a.html', 'https://inns.example/a.html'],
    ['https://inns.example.evil.example/a', null],
    ['https://eviinns.example/a', null],
    ['https://example/a', null],
    ['ftp://inns.example/a', null],
  ])('classifies %s as %s', (address, expected) => {
    expect(match(address)).toBe(expected);
  });
});
