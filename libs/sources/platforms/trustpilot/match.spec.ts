import { businessOf, match } from './match';

describe('Trustpilot addresses (contract §4.5, §4.6)', () => {
  const canonical = 'https://www.trustpilot.com/review/example.com';

  it.each([
    ['www', 'https://www.trustpilot.com/review/example.com', canonical],
    ['no subdomain', 'https://trustpilot.com/review/example.com', canonical],
    ['the scheme http', 'http://www.trustpilot.com/review/example.com', canonical],
    ['a language', 'https://fr.trustpilot.com/review/example.com', canonical],
    ['a language and a country', 'https://fr-be.trustpilot.com/review/example.com', canonical],
    ['the United Kingdom', 'https://uk.trustpilot.com/review/example.com', canonical],
    ['a query', 'https://www.trustpilot.com/review/example.com?page=3&stars=1', canonical],
    ['a fragment', 'https://www.trustpilot.com/review/example.com#reviews', canonical],
    ['a slash at the end', 'https://www.trustpilot.com/review/example.com/', canonical],
    ['upper-case letters', 'https://WWW.Trustpilot.com/review/Example.COM', canonical],
    ['a dot at the end of the host', 'https://www.trustpilot.com./review/example.com', canonical],
    ['another tab', 'https://www.trustpilot.com/review/example.com/transparency', canonical],
    [
      'www. in the name',
      'https://www.trustpilot.com/review/www.example.com',
      'https://www.trustpilot.com/review/www.example.com',
    ],
    [
      'a path in the name',
      'https://www.trustpilot.com/review/calo.app/en',
      'https://www.trustpilot.com/review/calo.app/en',
    ],
    [
      'an encoded path in the name',
      'https://www.trustpilot.com/review/calo.app%2Fen',
      'https://www.trustpilot.com/review/calo.app/en',
    ],
    [
      'non-ASCII letters',
      'https://www.trustpilot.com/review/müller.de',
      'https://www.trustpilot.com/review/m%C3%BCller.de',
    ],
  ])('recognizes an address with %s', (_what, address, expected) => {
    expect(match(new URL(address))).toEqual({ kind: 'page', canonicalUrl: expected });
    expect(match(new URL(expected))).toEqual({ kind: 'page', canonicalUrl: expected });
  });

  it.each([
    ['the home page', 'https://www.trustpilot.com/'],
    ['a category', 'https://www.trustpilot.com/categories/tea_shop'],
    ['a single review', 'https://www.trustpilot.com/reviews/65a0c0de0000000000000001'],
    ['a user', 'https://www.trustpilot.com/users/5f0000000000000000000001'],
    ['no name', 'https://www.trustpilot.com/review/'],
    ['a name without a dot', 'https://www.trustpilot.com/review/write'],
    ['a name with parent segments', 'https://www.trustpilot.com/review/a.b%2F..%2F..%2Fusers'],
    ['an empty part', 'https://www.trustpilot.com/review/a.b//c'],
    ['a broken escape', 'https://www.trustpilot.com/review/a.b%E0%A4%A'],
    ['a NUL', 'https://www.trustpilot.com/review/a.b%00'],
    ['an encoded question mark', 'https://www.trustpilot.com/review/a.b%3Fpage=2'],
    ['a name of 300 characters', `https://www.trustpilot.com/review/${'a'.repeat(298)}.b`],
    ['the business site', 'https://business.trustpilot.com/review/example.com'],
    ['the API', 'https://api.trustpilot.com/v1/business-units/find?name=example.com'],
  ])('refuses %s', (_what, address) => {
    expect(match(new URL(address))).toMatchObject({ kind: 'invalid' });
  });

  it.each([
    'https://trustpilot.com.evil.com/review/example.com',
    'https://evil.com/trustpilot.com/review/example.com',
    'https://evil.com/?trustpilot.com/review/example.com',
    'https://nottrustpilot.com/review/example.com',
    'https://trustpiIot.com/review/example.com',
    'https://trustpilot.co/review/example.com',
  ])('does not match the foreign address %s', (address) => {
    expect(match(new URL(address))).toBeNull();
  });

  it('reads the business from its canonical address', () => {
    expect(businessOf('https://www.trustpilot.com/review/m%C3%BCller.de/en')).toBe('müller.de/en');
  });
});
