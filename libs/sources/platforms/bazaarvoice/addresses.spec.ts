import { describeAddressForms } from '../../conformance/address-forms';
import { bazaarvoice } from './index';

describeAddressForms(bazaarvoice, {
  page: 'https://api.bazaarvoice.com/data/reviews.json?Filter=ProductId:6-bv',
  forms: [
    'api.bazaarvoice.com/data/reviews.json?Filter=ProductId:6-bv',
    'http://api.bazaarvoice.com/data/reviews.json?passkey=secret&Filter=ProductId:6-bv&Limit=20',
    'https://api.bazaarvoice.com/data/reviews.json?filter=productid:eq:6-bv',
    'https://api.bazaarvoice.com/data/reviews.json?Filter=ProductId%3A6-bv&apiversion=5.4',
    'https://api.bazaarvoice.com/data/reviews.json?Filter=ProductId:6-bv&Filter=IsRatingsOnly:false',
    'https://api.bazaarvoice.com/data/reviews.json?apiversion=5.4&amp;Filter=ProductId:6-bv',
    'https://api.bazaarvoice.com/data/Reviews.json?FILTER=PRODUCTID:6-bv',
    'https://api.bazaarvoice.com/data/reviews.xml?Filter=ProductId:6-bv',
    'https://api.bazaarvoice.com/data/reviews.json?Filter=ProductId:6-bv,',
    'https://api.bazaarvoice.com/data/products.json?Filter=Id:6-bv&Stats=Reviews',
    'https://api.bazaarvoice.com/data/batch.json?passkey=secret&resource.q0=reviews&filter.q0=isratingsonly%3Aeq%3Afalse&filter.q0=productid%3Aeq%3A6-bv',
    'https://api.bazaarvoice.com/data/batch.json?resource.q0=products&filter.q0=id%3Aeq%3A6-bv&stats.q0=reviews&resource.q1=reviews&filter.q1=productid%3Aeq%3A6-bv',
    'https://api.bazaarvoice.com/data/statistics.json?Filter=ProductId:6-bv&Stats=Reviews',
    'https://api.bazaarvoice.com/data/display/0.2alpha/product/summary?PassKey=secret&productid=6-bv&contentType=reviews',
  ],
  refused: [
    'https://api.bazaarvoice.com/',
    'https://api.bazaarvoice.com/data/reviews.json',
    'https://api.bazaarvoice.com/data/reviews.json?Filter=Id:123',
    'https://api.bazaarvoice.com/data/reviews.json?Filter=ProductId:1&Filter=ProductId:2',
    'https://api.bazaarvoice.com/data/reviews.json?Filter=ProductId:1,2',
    'https://api.bazaarvoice.com/data/batch.json?resource.q0=products&filter.q0=id:1&resource.q1=reviews&filter.q1=productid:2',
    'https://api.bazaarvoice.com/data/batch.json?resource.q0=reviews&filter.q0=id:6-bv',
    'https://stg.api.bazaarvoice.com/data/reviews.json?Filter=ProductId:6-bv',
  ],
});
