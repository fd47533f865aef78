import { describeConformance } from '../../conformance';
import { yotpoSandbox } from '../../sandbox/yotpo';
import { yotpo } from './index';
import { reviewPage } from './parsers';

const KEY = 'sandboxAppKeyOfTheShop00';

describeConformance(yotpo, yotpoSandbox, {
  key: '1314',
  canonicalUrl: `https://api-cdn.yotpo.com/v1/widget/${KEY}/products/1314/reviews.json`,
  otherUrls: [
    `https://api-cdn.yotpo.com/v1/widget/${KEY}/products/1314/reviews.json?per_page=5&page=2&sort=date`,
    `https://api-cdn.yotpo.com/v1/widget/${KEY}/products/1314/reviews/`,
    `https://api.yotpo.com/v1/widget/${KEY}/products/1314/reviews`,
    `https://api.yotpo.com/products/${KEY}/1314/reviews`,
    `https://api.yotpo.com/products/${KEY}/1314/reviews.json?count=10`,
  ],
  invalidUrls: [
    'https://api.yotpo.com/',
    `https://api-cdn.yotpo.com/v1/widget/${KEY}/products/1314`,
    `https://api-cdn.yotpo.com/v1/widget/${KEY}/products//reviews.json`,
    'https://api-cdn.yotpo.com/v1/widget/products/1314/reviews.json',
    `https://api.yotpo.com/v1/apps/${KEY}/reviews?utoken=secret`,
    `https://sub.api.yotpo.com/v1/widget/${KEY}/products/1314/reviews.json`,
  ],
  fixtures: [{ parser: reviewPage, file: 'reviews.json', facts: null }],
  pageSize: 150,
});
