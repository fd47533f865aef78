import { describeAddressForms } from '../../conformance/address-forms';
import { yotpo } from './index';

describeAddressForms(yotpo, {
  page: 'https://api-cdn.yotpo.com/v1/widget/AbC123dEf456/products/42/reviews.json',
  forms: [
    'api-cdn.yotpo.com/v1/widget/AbC123dEf456/products/42/reviews.json',
    'http://api-cdn.yotpo.com/v1/widget/AbC123dEf456/products/42/reviews',
    'https://api-cdn.yotpo.com/v1/widget/AbC123dEf456/products/42/reviews.json?per_page=5&page=2',
    'https://api-cdn.yotpo.com/v1/widget/AbC123dEf456/products/42/reviews.json/',
    'https://api-cdn.yotpo.com/v1/widget/AbC123dEf456/products/42/reviews.json.',
    'https://api.yotpo.com/v1/widget/AbC123dEf456/products/42/reviews.json',
    'https://api.yotpo.com/products/AbC123dEf456/42/reviews',
    'https://api.yotpo.com/products/AbC123dEf456/42/reviews.json?count=5',
    'https://api.yotpo.com/products/AbC123dEf456/42/bottomline',
    'https://api-cdn.yotpo.com/products/AbC123dEf456/42/reviews',
    'https://api-cdn.yotpo.com/v3/storefront/store/AbC123dEf456/product/42/reviews?page=1&perPage=5&sort=date',
    'https://api-cdn.yotpo.com/v3/storefront/store/AbC123dEf456/product/42/reviews.',
  ],
  others: {
    'https://api.yotpo.com/products/AbC123dEf456/yotpo_site_reviews/bottomline':
      'https://api-cdn.yotpo.com/v1/widget/AbC123dEf456/products/yotpo_site_reviews/reviews.json',
    'https://api-cdn.yotpo.com/v3/storefront/store/AbC123dEf456/product/a%20b/reviews':
      'https://api-cdn.yotpo.com/v1/widget/AbC123dEf456/products/a%20b/reviews.json',
  },
  refused: [
    'https://api-cdn.yotpo.com/',
    'https://api-cdn.yotpo.com/v1/widget/AbC123dEf456/products/42',
    'https://api-cdn.yotpo.com/v1/widget/AbC123dEf456/reviews.json',
    'https://api.yotpo.com/v1/apps/AbC123dEf456/reviews',
    'https://api.yotpo.com/apps/AbC123dEf456/reviews?utoken=x',
    'https://api-cdn.yotpo.com/v1/widget/AbC123dEf456/products/..%2F42/reviews.json',
    'https://api-cdn.yotpo.com/v3/storefront/store/AbC123dEf456/product/42',
  ],
});
