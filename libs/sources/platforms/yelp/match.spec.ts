import { HOSTS, match } from './match';

const of = (address: string): unknown => match(new URL(address));
const page = (name: string): object => ({ kind: 'page', canonicalUrl: `https://www.yelp.com/biz/${name}` });

describe('addresses of Yelp (contract §4.6)', () => {
  it.each(HOSTS)('accepts %s and its subdomains', (host) => {
    for (const prefix of ['', 'www.', 'm.', 'fr.', 'fr-ca.'])
      expect(of(`https://${prefix}${host}/biz/la-palma-san-francisco`)).toEqual(page('la-palma-san-francisco'));
  });

  it.each([
    ['letters of another alphabet', '/biz/寿司-東京', '%E5%AF%BF%E5%8F%B8-%E6%9D%B1%E4%BA%AC'],
    ['an alias with a number', '/biz/old-mill-2', 'old-mill-2'],
    ['an alias in upper case', '/biz/Old-Mill', 'old-mill'],
    ['an alias of 22 characters', '/biz/la-palma-san-francisco', 'la-palma-san-francisco'],
    ['an alias of 22 characters, capitalized', '/biz/La-Palma-San-Francisco', 'la-palma-san-francisco'],
    ['an alias of 22 characters, in upper case', '/biz/LA-PALMA-SAN-FRANCISCO', 'la-palma-san-francisco'],
    ['an alias of one word', '/biz/Lapalmasanfrancisco123', 'lapalmasanfrancisco123'],
    ['an id with hyphens and underscores', '/biz/-Ab_cD-E1_f2-G3h4I-_5j', '-Ab_cD-E1_f2-G3h4I-_5j'],
    ['an id without digits', '/biz/xAGvOqlKtlubbwVAlPnDKg', 'xAGvOqlKtlubbwVAlPnDKg'],
    ['an id, whose case is kept', '/biz/xAG4O7l-t1ubbwVAlPnDKg', 'xAG4O7l-t1ubbwVAlPnDKg'],
  ])('accepts %s', (_what, path, name) => {
    expect(of(`https://www.yelp.com${path}`)).toEqual(page(name));
  });

  it.each([
    ['an encoded slash', '/biz/a%2Fb'],
    ['a broken code', '/biz/%E5%AF'],
    ['a control character', '/biz/a%00b'],
    ['only dots', '/biz/%2E%2E%2E'],
    ['reviews that are not recommended', '/not_recommended_reviews/old-mill'],
  ])('refuses %s', (_what, path) => {
    expect(of(`https://www.yelp.com${path}`)).toMatchObject({ kind: 'invalid' });
  });
});
