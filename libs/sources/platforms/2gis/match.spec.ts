import { match, placeOf } from './match';

describe('2GIS addresses (contract §4.5, §4.6)', () => {
  const canonical = 'https://2gis.ru/firm/70000001012345678';

  it.each([
    ['a city', 'https://2gis.ru/chelyabinsk/firm/70000001012345678'],
    ['no city', 'https://2gis.ru/firm/70000001012345678'],
    ['the reviews tab', 'https://2gis.ru/chelyabinsk/firm/70000001012345678/tab/reviews'],
    ['a single review', 'https://2gis.ru/chelyabinsk/firm/70000001012345678/tab/reviews/review/259854715'],
    ['coordinates', 'https://2gis.ru/chelyabinsk/firm/70000001012345678/61.375123,55.148261?m=61.3,55.1/16'],
    ['coordinates encoded', 'https://2gis.ru/chelyabinsk/firm/70000001012345678/61.375123%2C55.148261'],
    ['a search before the firm', 'https://2gis.ru/omsk/search/%D1%87%D0%B0%D0%B9/firm/70000001012345678/73.3,54.9'],
    ['the organization before the firm', 'https://2gis.ru/novoaltajsk/branches/563486824415521/firm/70000001012345678'],
    ['a hash after the number', 'https://2gis.ru/omsk/firm/70000001012345678_hq3a8r4'],
    ['another country', 'https://2gis.kz/almaty/firm/70000001012345678'],
    ['Cyprus', 'https://2gis.com.cy/nicosia/firm/70000001012345678'],
    ['the Emirates', 'https://2gis.ae/dubai/firm/70000001012345678'],
    ['the mobile host', 'https://m.2gis.ru/omsk/firm/70000001012345678'],
    ['www', 'http://www.2gis.ru/omsk/firm/70000001012345678/'],
    ['upper-case letters', 'https://2GIS.ru/omsk/firm/70000001012345678#x'],
  ])('recognizes an address with %s as the same page', (_what, address) => {
    expect(match(new URL(address))).toEqual({ kind: 'page', canonicalUrl: canonical });
    expect(match(new URL(canonical))).toEqual({ kind: 'page', canonicalUrl: canonical });
  });

  it('recognizes places that are not firms', () => {
    const address = 'https://2gis.ru/moscow/geo/4504338361745548/37.6,55.7';
    expect(match(new URL(address))).toEqual({ kind: 'page', canonicalUrl: 'https://2gis.ru/geo/4504338361745548' });
    expect(placeOf(new URL(address))).toEqual({ kind: 'geo', id: '4504338361745548' });
  });

  it('recognizes short links', () => {
    const short = { kind: 'short', canonicalUrl: 'https://go.2gis.com/Ab1cd' };
    expect(match(new URL('https://go.2gis.com/Ab1cd'))).toEqual(short);
    expect(match(new URL('http://go.2gis.com/Ab1cd/?utm_source=x#y'))).toEqual(short);
  });

  it.each([
    ['the home page', 'https://2gis.ru/'],
    ['a city', 'https://2gis.ru/moscow'],
    ['an organization', 'https://2gis.ru/moscow/branches/4504127908731515'],
    ['a search', 'https://2gis.ru/moscow/search/tea'],
    ['a firm without a number', 'https://2gis.ru/moscow/firm/'],
    ['a number that is too short', 'https://2gis.ru/moscow/firm/1234567'],
    ['a number that is too long', `https://2gis.ru/moscow/firm/${'1'.repeat(21)}`],
    ['a number with letters', 'https://2gis.ru/moscow/firm/70000001012345678abc'],
    ['a firm in the query', 'https://2gis.ru/moscow?x=/firm/70000001012345678'],
    ['a short link without a code', 'https://go.2gis.com/'],
    ['another page of the short host', 'https://go.2gis.com/add/70000001012345678'],
    ['the review API', 'https://public-api.reviews.2gis.com/2.0/branches/70000001012345678/reviews'],
    ['another host', 'https://captcha.2gis.ru/firm/70000001012345678'],
  ])('refuses %s', (_what, address) => {
    expect(match(new URL(address))).toMatchObject({ kind: 'invalid' });
  });

  it.each([
    'https://2gis.ru.evil.com/firm/70000001012345678',
    'https://evil.com/2gis.ru/firm/70000001012345678',
    'https://evil.com/?2gis.ru/firm/70000001012345678',
    'https://my2gis.ru/firm/70000001012345678',
    'https://2gis.org/firm/70000001012345678',
    'https://go.2gis.com.evil.com/abcd',
  ])('does not match the foreign address %s', (address) => {
    expect(match(new URL(address))).toBeNull();
  });
});
