import { describeConformance } from '../../conformance';
import { template } from './index';
import { templateSandbox } from './sandbox';

describeConformance(template, templateSandbox, {
  key: '4711',
  canonicalUrl: 'https://www.reviews.example/place/4711',
  otherUrls: [
    'https://reviews.example/place/4711/',
    'https://m.reviews.example/place/old-mill-4711/reviews?sort=best',
    'https://www.reviews.example/place/old-mill-4711#reviews',
  ],
  invalidUrls: [
    'https://www.reviews.example/',
    'https://www.reviews.example/place/old-mill',
    'https://www.reviews.example/place/0',
    'https://www.reviews.example/users/4711',
  ],
  pageSize: 20,
});
