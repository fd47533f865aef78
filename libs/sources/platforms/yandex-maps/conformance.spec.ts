import { hasBrowser, RealBrowser, withWaitLimit } from '@test/support/real-browser';
import { describeConformance } from '../../conformance';
import { yandexMapsSandbox } from '../../sandbox/yandex-maps';
import { yandexMaps } from '.';
import { organizationPage } from './parsers';

if (hasBrowser) {
  const browser = new RealBrowser();
  afterAll(() => browser.close());

  describeConformance(yandexMaps, yandexMapsSandbox, {
    mayLack: ['rating'],
    key: '100200300400',
    canonicalUrl: 'https://yandex.ru/maps/org/100200300400/reviews/',
    otherUrls: [
      'https://yandex.ru/maps/org/quiet_mill/100200300400/reviews/?ll=61.4,55.15&z=16',
      'https://yandex.ru/maps/56/chelyabinsk/?ll=61.4,55.15&mode=poi&poi[uri]=ymapsbm1%3A%2F%2Forg%3Foid%3D100200300400',
      'https://yandex.com/maps/org/100200300400',
      'https://yandex.kz/maps/ru/org/quiet_mill/100200300400/gallery/',
      'https://yandex.ru/profile/100200300400',
    ],
    invalidUrls: [
      'https://yandex.ru/',
      'https://yandex.ru/maps/',
      'https://yandex.ru/maps/56/chelyabinsk/category/cafe/184106390/',
      'https://yandex.ru/maps/org/quiet_mill/',
      'https://yandex.ru/search/?text=mill',
    ],
    shortLinks: ['https://yandex.ru/maps/-/CDab1cD2', 'https://yandex.com/maps/-/CLe_x~1'],
    fixtures: [
      {
        parser: organizationPage,
        file: 'page.html',
        facts: {
          id: '1000000001',
          page: { status: 200, url: 'https://yandex.ru/maps/org/quiet_mill/1000000001/reviews/', ready: true },
        },
      },
    ],
    pageSize: 50,
    window: 600,
    browser: (origin, signal) => withWaitLimit(1_000, browser.tools(yandexMaps.facts, origin, signal)),
  });
} else {
  it.skip('Yandex Maps conforms to the contract of sources: skipped, this machine has no Chromium', () => undefined);
}
