import { match } from './match';

const of = (address: string): unknown => match(new URL(address));

describe('addresses of Bazaarvoice (contract §4.6)', () => {
  it('drops a passkey and all parameters except the product', () => {
    const found = of(
      'https://api.bazaarvoice.com/data/reviews.json?passkey=caSecret&Filter=ProductId:A.b_c*1&Sort=Rating:asc&Offset=40',
    );
    expect(found).toEqual({
      kind: 'page',
      canonicalUrl: 'https://api.bazaarvoice.com/data/reviews.json?Filter=ProductId:A.b_c*1',
    });
    expect(JSON.stringify(found)).not.toContain('caSecret');
  });

  it.each([
    ['names in any case', 'https://api.bazaarvoice.com/DATA/Reviews.json?FILTER=PRODUCTID:1'],
    ['the operator eq', 'https://api.bazaarvoice.com/data/reviews.json?Filter=ProductId:EQ:1'],
    ['one product twice', 'https://api.bazaarvoice.com/data/reviews.json?Filter=ProductId:1&Filter=ProductId:eq:1'],
    ['the record of a product', 'https://api.bazaarvoice.com/data/products.json?Filter=Id:1'],
    ['a trailing dot of the host', 'https://api.bazaarvoice.com./data/reviews.json?Filter=ProductId:1'],
  ])('accepts %s', (_what, address) => {
    expect(of(address)).toEqual({
      kind: 'page',
      canonicalUrl: 'https://api.bazaarvoice.com/data/reviews.json?Filter=ProductId:1',
    });
  });

  it.each([
    ['another operator', 'https://api.bazaarvoice.com/data/reviews.json?Filter=ProductId:neq:1'],
    ['a path in the number', 'https://api.bazaarvoice.com/data/reviews.json?Filter=ProductId:../1'],
    ['a number with a parameter', 'https://api.bazaarvoice.com/data/reviews.json?Filter=ProductId:1%26passkey=x'],
    ['the number of a review', 'https://api.bazaarvoice.com/data/reviews.json?Filter=Id:1'],
    ['a number that is too long', `https://api.bazaarvoice.com/data/reviews.json?Filter=ProductId:${'x'.repeat(256)}`],
  ])('refuses %s', (_what, address) => {
    expect(of(address)).toMatchObject({ kind: 'invalid' });
  });

  it('leaves other hosts of Bazaarvoice to other sources', () => {
    expect(of('https://www.bazaarvoice.com/data/reviews.json?Filter=ProductId:1')).toBeNull();
  });
});
