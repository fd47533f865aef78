import { addonOf, match } from './match';

describe('addresses of Mozilla Add-ons (contract §4.5, §4.6)', () => {
  const canonical = 'https://addons.mozilla.org/firefox/addon/tab-lantern/';

  it.each([
    ['a locale', 'https://addons.mozilla.org/en-US/firefox/addon/tab-lantern/'],
    ['a locale without a region', 'https://addons.mozilla.org/de/firefox/addon/tab-lantern/'],
    ['a locale of three letters', 'https://addons.mozilla.org/kab/firefox/addon/tab-lantern/'],
    ['no locale', 'https://addons.mozilla.org/firefox/addon/tab-lantern/'],
    ['no application', 'https://addons.mozilla.org/en-US/addon/tab-lantern'],
    ['Android', 'https://addons.mozilla.org/en-US/android/addon/tab-lantern/'],
    ['the reviews', 'https://addons.mozilla.org/en-US/firefox/addon/tab-lantern/reviews/'],
    ['a filter of the reviews', 'https://addons.mozilla.org/fr/firefox/addon/tab-lantern/reviews/?score=5&page=2'],
    ['a single review', 'https://addons.mozilla.org/en-US/firefox/addon/tab-lantern/reviews/2000001/'],
    ['the versions', 'https://addons.mozilla.org/en-US/firefox/addon/tab-lantern/versions/'],
    ['a query and a fragment', 'https://addons.mozilla.org/firefox/addon/tab-lantern/?utm_source=x#top'],
  ])('recognizes an address with %s as the same page', (_what, address) => {
    expect(match(new URL(address))).toEqual({ kind: 'page', canonicalUrl: canonical });
  });

  it.each([
    ['a number', '/firefox/addon/607454/', '607454', '607454'],
    [
      'a GUID in braces',
      '/firefox/addon/{01234567-89ab-cdef-0123-456789abcdef}/',
      '{01234567-89ab-cdef-0123-456789abcdef}',
      '%7B01234567-89ab-cdef-0123-456789abcdef%7D',
    ],
    [
      'a GUID like a mail address',
      '/firefox/addon/lantern@tabs.example/',
      'lantern@tabs.example',
      'lantern%40tabs.example',
    ],
    ['an encoded GUID', '/firefox/addon/lantern%40tabs.example/', 'lantern@tabs.example', 'lantern%40tabs.example'],
    ['letters of other alphabets', '/ru/firefox/addon/фонарь/', 'фонарь', '%D1%84%D0%BE%D0%BD%D0%B0%D1%80%D1%8C'],
    ['a tilde', '/firefox/addon/tab~lantern_2/', 'tab~lantern_2', 'tab~lantern_2'],
  ])('recognizes an add-on by %s', (_what, path, name, encoded) => {
    const url = new URL(path, 'https://addons.mozilla.org');
    const canonicalUrl = `https://addons.mozilla.org/firefox/addon/${encoded}/`;
    expect(addonOf(url)).toBe(name);
    expect(match(url)).toEqual({ kind: 'page', canonicalUrl });
    expect(match(new URL(canonicalUrl))).toEqual({ kind: 'page', canonicalUrl });
  });

  it.each([
    '/firefox/extensions/',
    '/firefox/collections/1/tools/',
    '/thunderbird/addon/tab-lantern/',
    '/firefox/addon/a%2Fb/',
    '/firefox/addon/a%00b/',
    '/firefox/addon/a b/',
    `/firefox/addon/${'a'.repeat(256)}/`,
  ])('refuses %s', (path) => {
    expect(match(new URL(path, 'https://addons.mozilla.org'))).toMatchObject({ kind: 'invalid' });
  });
});
