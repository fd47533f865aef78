import { describeAddressForms } from '../../conformance/address-forms';
import { mangrove } from './index';

describeAddressForms(mangrove, {
  page: 'https://mangrove.reviews/list?sub=https%3A%2F%2Fexample.org',
  forms: [
    'mangrove.reviews/list?sub=https://example.org',
    'http://mangrove.reviews/list?sub=https://example.org/',
    'https://www.mangrove.reviews/list?sub=https%3A%2F%2FExample.org%2F',
    'https://mangrove.reviews/list/?sub=http://example.org',
    'https://mangrove.reviews/list?sub=https://example.org:443',
    'https://mangrove.reviews/list?sub=https://example.org/#top',
    'https://mangrove.reviews/list?sub=https://example.org.',
    'https://mangrove.reviews/list?utm_source=x&amp;sub=https://example.org',
    'https://mangrove.reviews/list?sub=https%3A%2F%2Fexample.org&signature=abc',
    'https://mangrove.reviews/list?sub=HTTPS://EXAMPLE.ORG',
  ],
  others: {
    'https://mangrove.reviews/list?sub=https://bücher.de/':
      'https://mangrove.reviews/list?sub=https%3A%2F%2Fxn--bcher-kva.de',
    'https://mangrove.reviews/list?sub=https://xn--bcher-kva.de':
      'https://mangrove.reviews/list?sub=https%3A%2F%2Fxn--bcher-kva.de',
    'https://mangrove.reviews/list?sub=https://example.org/a?b=c':
      'https://mangrove.reviews/list?sub=https%3A%2F%2Fexample.org%2Fa%3Fb%3Dc',
    'mangrove.reviews/list?sub=geo:47.169158,8.514572?q=Mill&u=30':
      'https://mangrove.reviews/list?sub=geo%3A47.169158%2C8.514572%3Fq%3DMill%26u%3D30',
    'https://mangrove.reviews/list?sub=geo:0,0?q=47.169158,8.514572(Mill)&u=30':
      'https://mangrove.reviews/list?sub=geo%3A47.169158%2C8.514572%3Fq%3DMill%26u%3D30',
  },
  refused: [
    'https://mangrove.reviews/',
    'https://mangrove.reviews/list',
    'https://mangrove.reviews/list?sub=urn:isbn:9780307265432',
    'https://mangrove.reviews/list?sub=urn:maresi:abc',
    'https://mangrove.reviews/list?sub=mill',
    'https://mangrove.reviews/list?kid=abc',
    'https://api.mangrove.reviews/reviews?sub=https://example.org',
    'https://mangrove.reviews/search?q=https://example.org',
  ],
});
