import { describeConformance } from '../../conformance';
import { describeConnectingConformance } from '../../conformance/connecting';
import { bazaarvoiceSandbox } from '../../sandbox/bazaarvoice';
import { bazaarvoice } from './index';
import { reviewPage } from './parsers';

const key = '6-bv';
const canonicalUrl = 'https://api.bazaarvoice.com/data/reviews.json?Filter=ProductId:6-bv';
const credentials = { passkey: 'caPasskeyOfTheShop' };

describeConformance(bazaarvoice, bazaarvoiceSandbox, {
  key,
  canonicalUrl,
  otherUrls: [
    'https://api.bazaarvoice.com/data/reviews.json?apiversion=5.4&passkey=caForeign&Filter=ProductId:6-bv&Limit=20',
    'https://api.bazaarvoice.com/data/reviews.json?filter=productid:eq:6-bv&filter=isratingsonly:false',
    'https://api.bazaarvoice.com/data/reviews.json?Filter=ProductId%3A6-bv',
    'https://api.bazaarvoice.com/data/products.json?Filter=Id:6-bv',
  ],
  invalidUrls: [
    'https://api.bazaarvoice.com/',
    'https://api.bazaarvoice.com/data/reviews.json',
    'https://api.bazaarvoice.com/data/reviews.json?Filter=ProductId:',
    'https://api.bazaarvoice.com/data/reviews.json?Filter=ProductId:1,2',
    'https://api.bazaarvoice.com/data/reviews.json?Filter=ProductId:1&Filter=ProductId:2',
    'https://api.bazaarvoice.com/data/reviews.json?Filter=AuthorId:1',
    'https://api.bazaarvoice.com/data/questions.json?Filter=ProductId:6-bv',
    'https://stg.api.bazaarvoice.com/data/reviews.json?Filter=ProductId:6-bv',
  ],
  fixtures: [{ parser: reviewPage, file: 'reviews.json', facts: { status: 200, productId: 'lantern-7' } }],
  pageSize: 100,
  connection: { card: key, credentials },
});

describeConnectingConformance(bazaarvoice, bazaarvoiceSandbox, {
  key,
  canonicalUrl,
  card: key,
  foreignUrl: 'https://api.bazaarvoice.com/data/reviews.json?Filter=ProductId:not-of-this-shop',
  credentials,
  wrongCredentials: { passkey: 'wrong-passkey' },
});
