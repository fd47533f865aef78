import { ConformanceFixture } from '../../conformance/conformance-fixture';
import { pageAddress } from '../../page-address';
import { odrsSandbox } from '../../sandbox/odrs';
import { Changed, Gone } from '../../source-errors';
import { readAppId } from './gnome-page';
import { odrs } from './index';

const page = (body: string): string =>
  `<!doctype html><html><head><title>Lantern</title></head><body>${body}</body></html>`;

describe('the page of an application on apps.gnome.org (contract §4.6)', () => {
  it.each([
    ['a link to Flathub', '<a href="https://flathub.org/apps/org.example.Lantern">'],
    ['an older link to Flathub', '<a href="https://flathub.org/apps/details/org.example.Lantern">'],
    ['a link to Flathub in a language', '<a href="https://flathub.org/de/apps/org.example.Lantern?x=1#y">'],
    ['the file that installs it', '<a href="https://dl.flathub.org/repo/appstream/org.example.Lantern.flatpakref">'],
    ['a link to the software center', '<a href="appstream:org.example.Lantern">'],
    ['an older link to the software center', '<a href="appstream://org.example.Lantern.desktop">'],
    ['its icon only', '<img src="/icons/scalable/org.example.Lantern.svg">'],
    ['its symbolic icon only', '<img src="https://apps.gnome.org/icons/symbolic/org.example.Lantern-symbolic.svg">'],
    [
      'a link and the icons of others',
      '<a href="appstream:org.example.Lantern"><img src="/icons/scalable/org.example.Other.svg">',
    ],
  ])('names the id by %s', (_what, body) => {
    expect(readAppId(page(body))).toBe('org.example.Lantern');
  });

  it.each([
    ['no link', '<a href="https://gitlab.gnome.org/World/lantern">'],
    ['a link to another list of Flathub', '<a href="https://flathub.org/apps/category/game">'],
    ['a link on another host', '<a href="https://flathub.org.example/apps/org.example.Lantern">'],
  ])('has no id with %s', (_what, body) => {
    expect(readAppId(page(body))).toBeNull();
  });

  it('refuses a page that offers several applications', () => {
    const body = '<a href="appstream:org.example.Lantern"><a href="https://flathub.org/apps/org.example.Other">';
    expect(() => readAppId(page(body))).toThrow(Changed);
  });

  describe('as a link of an object', () => {
    const key = 'org.example.Lantern';
    const canonicalUrl = `https://odrs.gnome.org/1.0/reviews/api/app/${key}`;
    const options = { key, canonicalUrl, otherUrls: [], invalidUrls: [], pageSize: 25 };
    const fixture = new ConformanceFixture(odrs, odrsSandbox, options);
    beforeAll(() => fixture.sandbox.start());
    afterAll(() => fixture.sandbox.stop());
    beforeEach(() => fixture.reset());

    it('leads to the list of reviews of the application', async () => {
      expect(await pageAddress('https://apps.gnome.org/de/Lantern/', odrs, fixture.tools())).toBe(canonicalUrl);
    });

    it('is gone if the site has no such page', async () => {
      await expect(pageAddress('https://apps.gnome.org/Other/', odrs, fixture.tools())).rejects.toThrow(Gone);
    });
  });
});
