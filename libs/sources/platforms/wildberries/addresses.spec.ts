import { describeAddressForms } from '../../conformance/address-forms';
import { wildberries } from './index';

describeAddressForms(wildberries, {
  page: 'https://www.wildberries.ru/catalog/12345678/detail.aspx',
  forms: [
    'wildberries.ru/catalog/12345678/detail.aspx',
    'www.wildberries.ru/catalog/12345678',
    'https://www.wildberries.ru/catalog/12345678/detail.aspx?targetUrl=EX&size=24680',
    'https://www.wildberries.ru/catalog/12345678/feedbacks?imtId=7654321&size=1',
    'https://www.wildberries.ru/catalog/12345678/otzyvy',
    'https://www.wildberries.ru/catalog/12345678/questions?imtId=7654321',
    'https://www.wildberries.ru/catalog/12345678/detail.aspx;',
    'https://m.wildberries.ru/catalog/12345678/detail.aspx',
    'https://www.wildberries.by/catalog/12345678/detail.aspx',
    'https://www.wildberries.ge/catalog/12345678/detail.aspx',
    'https://kz.wildberries.ru/catalog/12345678/detail.aspx?targetUrl=XS',
    'https://kz.wildberries.ru/product?card=12345678',
    'https://it.wildberries.eu/product?card=12345678',
    'https://global.wildberries.ru/product?card=12345678&option=1',
    'https://global.wildberries.ru/product/storm-lantern-12345678?option=1',
    'https://global.wildberries.ru/product/storm-lantern-12345678/feedbacks',
    'https://global.wildberries.ru/catalog/12345678/detail.aspx',
    'https://www.wb.ru/catalog/12345678/detail.aspx',
  ],
  refused: [
    'https://www.wildberries.ru/',
    'https://www.wildberries.ru/catalog/obuv/muzhskaya',
    'https://www.wildberries.ru/catalog/0/search.aspx?search=12345678',
    'https://www.wildberries.ru/brands/lantern',
    'https://www.wildberries.ru/seller/12345678',
    'https://www.wildberries.ru/catalog/123/detail.aspx',
    'https://seller.wildberries.ru/catalog/12345678/detail.aspx',
    'https://feedbacks1.wb.ru/feedbacks/v2/12345678',
  ],
});
