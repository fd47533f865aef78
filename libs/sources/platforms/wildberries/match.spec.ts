import { articleOf, match } from './match';

describe('addresses of Wildberries (contract §4.5, §4.6)', () => {
  const canonical = 'https://www.wildberries.ru/catalog/839226871/detail.aspx';

  it.each([
    ['the page', 'https://www.wildberries.ru/catalog/839226871/detail.aspx'],
    ['the reviews', 'https://www.wildberries.ru/catalog/839226871/feedbacks?imtId=227340674&size=1'],
    ['the questions', 'https://www.wildberries.ru/catalog/839226871/questions'],
    ['no page', 'https://www.wildberries.ru/catalog/839226871'],
    ['a slash', 'https://www.wildberries.ru/catalog/839226871/'],
    ['another country', 'https://www.wildberries.kz/catalog/839226871/detail.aspx'],
    ['a country as a subdomain', 'https://kz.wildberries.ru/catalog/839226871/detail.aspx'],
    ['a name', 'https://global.wildberries.ru/product/besprovodnye-naushniki-8---belye-839226871?option=1'],
    ['no name', 'https://global.wildberries.ru/product/839226871'],
    ['a parameter', 'https://global.wildberries.ru/product/?lang=ru&card=839226871'],
    ['the short host', 'http://WB.ru/catalog/839226871/detail.aspx#x'],
  ])('recognizes an address with %s as the same page', (_what, address) => {
    expect(match(new URL(address))).toEqual({ kind: 'page', canonicalUrl: canonical });
    expect(articleOf(new URL(address))).toBe('839226871');
  });

  it.each([
    'https://www.wildberries.ru/catalog/012345678/detail.aspx',
    'https://www.wildberries.ru/catalog/00000000/detail.aspx',
    'https://www.wildberries.ru/lk/catalog/839226871',
    'https://www.wildberries.ru/detail.aspx?card=839226871',
    'https://global.wildberries.ru/product/lantern839226871',
    'https://global.wildberries.ru/product/lantern-1234',
    'https://global.wildberries.ru/product?card=1e9',
  ])('reports %s as invalid', (address) => {
    expect(match(new URL(address))).toMatchObject({ kind: 'invalid' });
  });

  it('leaves other hosts to other sources', () => {
    for (const host of ['notwildberries.ru', 'wildberries.ru.example', 'wildberries.example', 'xwb.ru'])
      expect(match(new URL(`https://${host}/catalog/839226871/detail.aspx`))).toBeNull();
  });
});
