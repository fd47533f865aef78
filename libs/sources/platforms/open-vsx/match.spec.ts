import { match } from './match';

describe('addresses of Open VSX (contract §4.5, §4.6)', () => {
  it.each([
    ['the page', 'https://open-vsx.org/extension/lantern/outline'],
    ['a slash at the end', 'https://open-vsx.org/extension/lantern/outline/'],
    ['the reviews', 'https://open-vsx.org/extension/lantern/outline/reviews'],
    ['the changes', 'https://open-vsx.org/extension/lantern/outline/changes'],
    ['a version', 'https://open-vsx.org/extension/lantern/outline/1.4.0'],
    ['a platform and a version', 'https://open-vsx.org/extension/lantern/outline/darwin-arm64/1.4.0'],
    ['upper-case letters', 'https://OPEN-VSX.org/extension/Lantern/OUTLINE'],
    ['a query and a fragment', 'http://www.open-vsx.org/extension/lantern/outline?utm_source=x#reviews'],
  ])('recognizes an address with %s as the same page', (_what, address) => {
    expect(match(new URL(address))).toEqual({
      kind: 'page',
      canonicalUrl: 'https://open-vsx.org/extension/lantern/outline',
    });
  });

  it('accepts all characters of names', () => {
    const canonicalUrl = 'https://open-vsx.org/extension/a_b-c/d.e+f$g~h';
    expect(match(new URL(canonicalUrl))).toEqual({ kind: 'page', canonicalUrl });
  });

  it.each([
    '/extension/a/%2e%2e/',
    '/extension/a/b%2Fc',
    '/extension/a//b',
    '/extension/ä/b',
    `/extension/a/${'b'.repeat(256)}`,
  ])('refuses %s', (path) => {
    expect(match(new URL(path, 'https://open-vsx.org'))).toMatchObject({ kind: 'invalid' });
  });
});
