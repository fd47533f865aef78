import { match } from './match';

describe('Yandex Maps addresses (contract §4.5, §4.6)', () => {
  const canonical = 'https://yandex.ru/maps/org/1000000001/reviews/';

  it.each([
    ['a name', 'https://yandex.ru/maps/org/quiet_mill/1000000001/'],
    ['no name', 'https://yandex.ru/maps/org/1000000001'],
    ['the tab of reviews', 'https://yandex.ru/maps/org/quiet_mill/1000000001/reviews/'],
    ['another tab', 'https://yandex.ru/maps/org/quiet_mill/1000000001/gallery/'],
    ['a region', 'https://yandex.ru/maps/213/moscow/org/quiet_mill/1000000001/?ll=37.6,55.7&z=17'],
    ['a name in Cyrillic', 'https://yandex.ru/maps/org/тихая_мельница/1000000001/'],
    ['oid in the query', 'https://yandex.ru/maps/213/moscow/?ll=37.6,55.7&oid=1000000001&ol=biz'],
    ['a point', 'https://yandex.ru/maps/213/moscow/?poi[uri]=ymapsbm1://org?oid=1000000001&z=17'],
    ['an encoded point', 'https://yandex.ru/maps/?poi%5Buri%5D=ymapsbm1%3A%2F%2Forg%3Foid%3D1000000001'],
    ['an organization in the query', 'https://yandex.ru/maps/213/moscow/?orgpage%5Bid%5D=1000000001'],
    ['the international host', 'https://yandex.com/maps/org/quiet_mill/1000000001/'],
    ['Kazakhstan and a language', 'https://yandex.kz/maps/ru/org/quiet_mill/1000000001/'],
    ['Belarus', 'https://yandex.by/maps/org/1000000001'],
    ['Uzbekistan', 'https://yandex.uz/maps/org/1000000001'],
    ['Turkey', 'https://yandex.com.tr/maps/org/1000000001'],
    ['the old host', 'https://maps.yandex.ru/?oid=1000000001'],
    ['the old host and a path', 'https://maps.yandex.ru/org/quiet_mill/1000000001/'],
    ['a profile', 'https://yandex.ru/profile/1000000001'],
    ['a profile with a query', 'https://yandex.com/profile/1000000001?lang=en'],
    ['www', 'https://www.yandex.ru/maps/org/1000000001'],
    ['a dot at the end of the host', 'https://yandex.ru./maps/org/1000000001'],
  ])('recognizes an address with %s', (_what, address) => {
    expect(match(new URL(address))).toEqual({ kind: 'page', canonicalUrl: canonical });
  });

  it('keeps its canonical form', () => {
    expect(match(new URL(canonical))).toEqual({ kind: 'page', canonicalUrl: canonical });
  });

  it.each([
    ['https://yandex.ru/maps/-/CDab1cD2', 'https://yandex.ru/maps/-/CDab1cD2'],
    ['https://yandex.com.tr/maps/-/CDab1cD2/', 'https://yandex.ru/maps/-/CDab1cD2'],
  ])('recognizes the short link %s', (address, expected) => {
    expect(match(new URL(address))).toEqual({ kind: 'short', canonicalUrl: expected });
  });

  it.each([
    ['the home page', 'https://yandex.ru/'],
    ['the map', 'https://yandex.ru/maps/213/moscow/'],
    ['a category', 'https://yandex.ru/maps/213/moscow/category/cafe/184106390/'],
    ['a house', 'https://yandex.ru/maps/213/moscow/house/lva_tolstogo_16/Z04YcAZ/'],
    ['a chain without a number', 'https://yandex.ru/maps/org/quiet_mill/'],
    ['a number of 3 digits', 'https://yandex.ru/maps/org/123/'],
    ['a number of 40 digits', `https://yandex.ru/maps/org/${'1'.repeat(40)}/`],
    ['a number outside of the maps', 'https://yandex.ru/search/?oid=1000000001'],
    ['a point of another kind', 'https://yandex.ru/maps/?poi[uri]=ymapsbm1://geo?oid=1000000001'],
    ['a short link without a code', 'https://yandex.ru/maps/-/'],
  ])('refuses %s', (_what, address) => {
    expect(match(new URL(address))).toMatchObject({ kind: 'invalid' });
  });

  it.each([
    'https://market.yandex.ru/maps/org/1000000001',
    'https://yandex.ru.evil.example/maps/org/1000000001',
    'https://notyandex.ru/maps/org/1000000001',
    'https://yandex.example/maps/org/1000000001',
  ])('does not match the address %s of another service', (address) => {
    expect(match(new URL(address))).toBeNull();
  });
});
