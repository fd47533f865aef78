import { describeAddressForms } from '../../conformance/address-forms';
import { template } from './index';

// Search the platform's apps, mails, widgets and share dialogs for the forms in which people meet its addresses.
describeAddressForms(template, {
  page: 'https://www.reviews.example/place/4711',
  forms: [
    'reviews.example/place/4711',
    'www.reviews.example/place/4711',
    'http://reviews.example/place/4711/',
    'https://m.reviews.example/place/4711',
    'https://WWW.reviews.example/place/4711',
    'https://www.reviews.example/place/old-mill-4711',
    'https://www.reviews.example/place/old-mill-4711/reviews',
    'https://www.reviews.example/place/4711/reviews/',
    'https://www.reviews.example/place/4711?sort=best',
    'https://www.reviews.example/place/4711?utm_source=x&fbclid=y',
    'https://www.reviews.example/place/4711#reviews',
    'https://www.reviews.example/place/4711.',
    '(https://www.reviews.example/place/4711)',
    '<https://www.reviews.example/place/4711>',
    'https://www.reviews.example/place/m%C3%BChle-4711',
  ],
  others: { 'https://reviews.example/place/4712': 'https://www.reviews.example/place/4712' },
  refused: [
    'https://www.reviews.example/',
    'https://www.reviews.example/place/old-mill',
    'https://www.reviews.example/place/0',
    'https://www.reviews.example/place/4711/photos',
    'https://www.reviews.example/users/4711',
  ],
});
