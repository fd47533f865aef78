import { match } from './match';

const canonicalOf = (id: string): object => ({
  kind: 'page',
  canonicalUrl: `https://odrs.gnome.org/1.0/reviews/api/app/${id}`,
});

describe('addresses of ODRS (contract §4.5, §4.6)', () => {
  it.each([
    ['the list of reviews', 'https://odrs.gnome.org/1.0/reviews/api/app/org.example.Lantern'],
    ['the list of reviews of the other form', 'https://odrs.gnome.org/1.0/reviews/api/app/org.example.Lantern.desktop'],
    ['a page of Flathub', 'https://flathub.org/apps/org.example.Lantern'],
    ['a locale', 'https://flathub.org/en-GB/apps/org.example.Lantern'],
    ['a locale with a script', 'https://flathub.org/zh-Hans/apps/org.example.Lantern'],
    ['an older page of Flathub', 'https://flathub.org/apps/details/org.example.Lantern'],
    ['the installation', 'https://flathub.org/apps/org.example.Lantern/install'],
    ['the beta host', 'https://beta.flathub.org/apps/org.example.Lantern'],
    ['a page of GNOME', 'https://apps.gnome.org/app/org.example.Lantern/'],
    ['a language of GNOME', 'https://apps.gnome.org/pt_BR/app/org.example.Lantern/'],
    ['a query and a fragment', 'http://flathub.org/apps/org.example.Lantern?utm_source=x#top'],
  ])('recognizes an address with %s as the same application', (_what, address) => {
    expect(match(new URL(address))).toEqual(canonicalOf('org.example.Lantern'));
  });

  it.each([
    ['org.telegram.desktop', 'org.telegram.desktop'],
    ['org.telegram.desktop.desktop', 'org.telegram.desktop'],
    ['com.jgraph.drawio.desktop', 'com.jgraph.drawio'],
    ['io.github.some_one.my-app', 'io.github.some_one.my-app'],
    ['org.example.lantern', 'org.example.lantern'],
  ])('reads the id %s as %s', (id, expected) => {
    expect(match(new URL(`https://flathub.org/apps/${id}`))).toEqual(canonicalOf(expected));
    expect(match(new URL(`https://odrs.gnome.org/1.0/reviews/api/app/${expected}`))).toEqual(canonicalOf(expected));
  });

  it.each([
    '/apps/lantern',
    '/apps/org.example',
    '/apps/org..Lantern',
    '/apps/.org.example.Lantern',
    '/apps/1org.example.Lantern',
    '/apps/org.example.Lantern%2F..',
    `/apps/org.example.${'a'.repeat(200)}`,
  ])('refuses %s', (path) => {
    expect(match(new URL(path, 'https://flathub.org'))).toMatchObject({ kind: 'invalid' });
  });
});
