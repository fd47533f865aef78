import { match } from './match';

describe('WordPress.org addresses (contract §4.5, §4.6)', () => {
  const plugin = 'https://wordpress.org/support/plugin/example-forms/reviews/';
  const theme = 'https://wordpress.org/support/theme/example-theme/reviews/';

  it.each([
    ['the page of a plugin', 'https://wordpress.org/plugins/example-forms/', plugin],
    ['no slash at the end', 'https://wordpress.org/plugins/example-forms', plugin],
    ['the tab with reviews', 'https://wordpress.org/plugins/example-forms/#reviews', plugin],
    ['another tab', 'https://wordpress.org/plugins/example-forms/advanced/', plugin],
    ['a language', 'https://de.wordpress.org/plugins/example-forms/', plugin],
    ['a language and a country', 'https://es-mx.wordpress.org/plugins/example-forms/', plugin],
    ['the support forum', 'https://wordpress.org/support/plugin/example-forms/', plugin],
    ['the list of reviews', 'https://wordpress.org/support/plugin/example-forms/reviews/', plugin],
    ['a page of the list', 'https://wordpress.org/support/plugin/example-forms/reviews/page/2/', plugin],
    ['a filter', 'https://wordpress.org/support/plugin/example-forms/reviews/?filter=1', plugin],
    ['the feed', 'https://wordpress.org/support/plugin/example-forms/reviews/feed/', plugin],
    ['an old form', 'https://wordpress.org/support/view/plugin-reviews/example-forms', plugin],
    ['upper-case letters', 'https://WordPress.org/plugins/Example-Forms/', plugin],
    ['a dot at the end of the host', 'https://wordpress.org./plugins/example-forms/', plugin],
    ['the page of a theme', 'https://wordpress.org/themes/example-theme/', theme],
    ['a theme in a language', 'https://fr.wordpress.org/themes/example-theme/', theme],
    ['the forum of a theme', 'https://wordpress.org/support/theme/example-theme/reviews', theme],
  ])('recognizes an address with %s', (_what, address, expected) => {
    expect(match(new URL(address))).toEqual({ kind: 'page', canonicalUrl: expected });
    expect(match(new URL(expected))).toEqual({ kind: 'page', canonicalUrl: expected });
  });

  it('distinguishes a plugin and a theme of the same name', () => {
    const [first, second] = ['plugins', 'themes'].map((kind) => match(new URL(`https://wordpress.org/${kind}/same/`)));
    expect(first).not.toEqual(second);
  });

  it.each([
    ['the home page', 'https://wordpress.org/'],
    ['the list of plugins', 'https://wordpress.org/plugins/'],
    ['a list of plugins', 'https://wordpress.org/plugins/browse/popular/'],
    ['a tag', 'https://wordpress.org/plugins/tags/forms/'],
    ['a search for themes', 'https://wordpress.org/themes/search/shop/'],
    ['another forum', 'https://wordpress.org/support/forum/how-to-and-troubleshooting/'],
    ['a single review', 'https://wordpress.org/support/topic/great-plugin/'],
    ['a name with an encoded slash', 'https://wordpress.org/plugins/a%2Fb/'],
    ['a name of 300 characters', `https://wordpress.org/plugins/${'a'.repeat(300)}/`],
    ['the API', 'https://api.wordpress.org/plugins/info/1.2/'],
    ['the source repository', 'https://plugins.svn.wordpress.org/example-forms/'],
    ['the site for developers', 'https://developer.wordpress.org/plugins/example-forms/'],
    ['a profile', 'https://profiles.wordpress.org/example/'],
  ])('refuses %s', (_what, address) => {
    expect(match(new URL(address))).toMatchObject({ kind: 'invalid' });
  });

  it.each(['https://wordpress.com/plugins/example-forms/', 'https://notwordpress.org/plugins/example-forms/'])(
    'does not match the foreign address %s',
    (address) => {
      expect(match(new URL(address))).toBeNull();
    },
  );
});
