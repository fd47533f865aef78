/** Both roads of Wildberries, and its publisher. */
import { describeConformance } from '../../conformance';
import { describePublisherConformance } from '../../conformance/publisher';
import { wildberriesSandbox } from '../../sandbox/wildberries';
import { wildberries } from './index';
import { feedbacks } from './parsers';

const key = '12345678';
const options = {
  key,
  canonicalUrl: 'https://www.wildberries.ru/catalog/12345678/detail.aspx',
  otherUrls: [
    'https://www.wildberries.ru/catalog/12345678',
    'https://wildberries.ru/catalog/12345678/detail.aspx?targetUrl=XS&size=1',
    'https://www.wildberries.ru/catalog/12345678/feedbacks?imtId=7654321',
    'https://www.wildberries.ru/catalog/12345678/feedbacks',
    'https://www.wildberries.by/catalog/12345678/detail.aspx',
    'https://www.wildberries.kz/catalog/12345678/detail.aspx',
    'https://www.wildberries.uz/catalog/12345678/detail.aspx',
    'https://www.wildberries.am/catalog/12345678/detail.aspx',
    'https://www.wildberries.kg/catalog/12345678/detail.aspx',
    'https://global.wildberries.ru/catalog/12345678/detail.aspx',
    'https://global.wildberries.ru/product/storm-lantern-12345678?option=366028373',
    'https://global.wildberries.ru/product?card=12345678',
    'https://wb.ru/catalog/12345678/detail.aspx',
  ],
  invalidUrls: [
    'https://www.wildberries.ru/',
    'https://www.wildberries.ru/catalog/0/search.aspx?search=lantern',
    'https://www.wildberries.ru/catalog/1234/detail.aspx',
    'https://www.wildberries.ru/catalog/1234567890123/detail.aspx',
    'https://www.wildberries.ru/catalog/dom/osveshchenie',
    'https://www.wildberries.ru/catalog/12345678x/detail.aspx',
    'https://www.wildberries.ru/brands/12345678',
    'https://www.wildberries.ru/seller/12345678',
    'https://global.wildberries.ru/product',
    'https://global.wildberries.ru/product?card=lantern',
    'https://feedbacks1.wb.ru/feedbacks/v2/7654321',
  ],
};
const credentials = { token: 'a-seller-token' };

describeConformance(wildberries, wildberriesSandbox, {
  ...options,
  pageSize: 100,
  isOneResponse: true,
  fixtures: [{ parser: feedbacks, file: 'feedbacks.json', facts: { article: '55555501' } }],
});

describeConformance(wildberries, wildberriesSandbox, {
  ...options,
  pageSize: 500,
  hasNoCounter: true,
  connection: { card: key, credentials },
});

describePublisherConformance(wildberries, wildberriesSandbox, {
  key,
  canonicalUrl: options.canonicalUrl,
  card: key,
  foreignUrl: 'https://www.wildberries.ru/catalog/87654321/detail.aspx',
  credentials,
  wrongCredentials: { token: 'wrong-token' },
  usesTokens: false,
  moderates: true,
});
