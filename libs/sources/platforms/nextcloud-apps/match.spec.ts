import { match } from './match';

describe("addresses of Nextcloud's app store (contract §4.5, §4.6)", () => {
  it.each([
    ['the page', 'https://apps.nextcloud.com/apps/lantern_notes2'],
    ['a slash at the end', 'https://apps.nextcloud.com/apps/lantern_notes2/'],
    ['the releases', 'https://apps.nextcloud.com/apps/lantern_notes2/releases?platform=30#30'],
    ['the comments', 'https://apps.nextcloud.com/apps/lantern_notes2#comments'],
    ['upper-case letters in the host', 'http://APPS.Nextcloud.com/apps/lantern_notes2'],
  ])('recognizes an address with %s as the same page', (_what, address) => {
    expect(match(new URL(address))).toEqual({
      kind: 'page',
      canonicalUrl: 'https://apps.nextcloud.com/apps/lantern_notes2',
    });
  });

  it.each(['/apps/_x', '/apps/2x', '/apps/x-y', '/apps/x.y', '/app/x', '/deutsch/apps/x', `/apps/${'x'.repeat(257)}`])(
    'refuses %s',
    (path) => {
      expect(match(new URL(path, 'https://apps.nextcloud.com'))).toMatchObject({ kind: 'invalid' });
    },
  );

  it('does not match other hosts of Nextcloud', () => {
    expect(match(new URL('https://nextcloud.com/apps/x'))).toBeNull();
  });
});
