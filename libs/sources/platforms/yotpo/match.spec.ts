import { match } from './match';

const KEY = 'aBcDeFgHiJkLmNoPqRsTuVwX';
const of = (address: string): unknown => match(new URL(address));
const page = (product: string): object => ({
  kind: 'page',
  canonicalUrl: `https://api-cdn.yotpo.com/v1/widget/${KEY}/products/${product}/reviews.json`,
});

describe('addresses of Yotpo (contract §4.6)', () => {
  it.each([
    ['a number', '1314', '1314'],
    ['reviews of the shop', 'yotpo_site_reviews', 'yotpo_site_reviews'],
    ['a number with a colon, encoded or not', 'sku%3A7', 'sku%3A7'],
    ['a number with a colon', 'sku:7', 'sku%3A7'],
    ['letters of another alphabet', 'лампа', '%D0%BB%D0%B0%D0%BC%D0%BF%D0%B0'],
    ['two spellings of a letter', 'e%CC%81', '%C3%A9'],
  ])('accepts %s on both hosts', (_what, product, canonical) => {
    for (const address of [
      `https://api-cdn.yotpo.com/v1/widget/${KEY}/products/${product}/reviews.json`,
      `https://api.yotpo.com/v1/widget/${KEY}/products/${product}/reviews.json`,
      `https://api.yotpo.com/products/${KEY}/${product}/reviews`,
    ]) {
      expect(of(address)).toEqual(page(canonical));
    }
  });

  it('keeps the case of the app key, which belongs to one shop', () => {
    expect(of(`https://api.yotpo.com/products/${KEY.toLowerCase()}/1/reviews`)).not.toEqual(page('1'));
  });

  it.each([
    ['an encoded slash', `https://api.yotpo.com/products/${KEY}/..%2Fx/reviews`],
    ['an encoded mark that is broken', `https://api.yotpo.com/products/${KEY}/%E0%A4/reviews`],
    ['an encoded control character', `https://api.yotpo.com/products/${KEY}/a%00b/reviews`],
    ['an app key that is too short', 'https://api.yotpo.com/products/abc/1/reviews'],
    ['another list', `https://api.yotpo.com/products/${KEY}/1/questions`],
  ])('refuses %s', (_what, address) => {
    expect(of(address)).toMatchObject({ kind: 'invalid' });
  });
});
