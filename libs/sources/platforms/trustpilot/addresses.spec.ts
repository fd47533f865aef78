import { describeAddressForms } from '../../conformance/address-forms';
import { trustpilot } from './index';

describeAddressForms(trustpilot, {
  page: 'https://www.trustpilot.com/review/example.com',
  forms: [
    'trustpilot.com/review/example.com',
    'www.trustpilot.com/review/example.com',
    'http://uk.trustpilot.com/review/example.com',
    'https://fr-be.trustpilot.com/review/example.com?languages=all&sort=recency&page=2',
    'https://www.trustpilot.com/review/example.com?utm_medium=trustbox&utm_source=Micro#reviews',
    'https://www.trustpilot.com/review/Example.COM/',
    'https://www.trustpilot.com/review/example.com.',
    'https://www.trustpilot.com/review/example.com),',
    'https://www.trustpilot.com/review/example.com/transparency',
    'https://www.trustpilot.com/review/example.com/65a0c0de0000000000000001',
    'https://www.trustpilot.com/evaluate/example.com',
    'https://de.trustpilot.com/evaluate/example.com?stars=5',
    'https://www.trustpilot.com/evaluate/embed/example.com',
    'https://www.trustpilot.com/evaluate-bgl/example.com?p=abc',
    'https://www.trustpilot.com/evaluate-bgl/embed/example.com?p=abc',
    '  <https://www.trustpilot.com/review/example.com>  ',
  ],
  others: {
    // Trustpilot keeps the domain as the business registered it; nothing says that both names are one page.
    'https://www.trustpilot.com/evaluate/www.example.com': 'https://www.trustpilot.com/review/www.example.com',
    'https://www.trustpilot.com/review/calo.app%2Fen': 'https://www.trustpilot.com/review/calo.app/en',
    'https://www.trustpilot.com/review/xn--bcher-kva.de': 'https://www.trustpilot.com/review/b%C3%BCcher.de',
    'https://www.trustpilot.com/review/B%C3%9CCHER.de': 'https://www.trustpilot.com/review/b%C3%BCcher.de',
    'https://www.trustpilot.com/review/bu%CC%88cher.de': 'https://www.trustpilot.com/review/b%C3%BCcher.de',
    'https://www.trustpilot.com/evaluate/www.xn--bcher-kva.de': 'https://www.trustpilot.com/review/www.b%C3%BCcher.de',
  },
  refused: [
    'https://www.trustpilot.com/',
    'https://www.trustpilot.com/categories/tea_shop',
    'https://www.trustpilot.com/reviews/65a0c0de0000000000000001',
    'https://www.trustpilot.com/users/5f0000000000000000000001',
    'https://www.trustpilot.com/review/example',
    'https://www.trustpilot.com/evaluate/embed',
    'https://business.trustpilot.com/review/example.com',
    'https://widget.trustpilot.com/trustboxes/5419b6ffb0d04a076446a9af/index.html?businessunitId=65a0',
  ],
});
