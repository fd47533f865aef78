import { hasBrowser, RealBrowser, withWaitLimit } from '@test/support/real-browser';
import { describeConformance } from '../../conformance';
import { trustpilotSandbox } from '../../sandbox/trustpilot';
import { unitIdOf } from '../../sandbox/trustpilot-api';
import { trustpilot } from '.';
import { businessPage } from './parsers';

const key = 'lantern-books.example/en';
const addresses = {
  key,
  canonicalUrl: 'https://www.trustpilot.com/review/lantern-books.example/en',
  otherUrls: [
    'https://trustpilot.com/review/lantern-books.example/en/',
    'https://de.trustpilot.com/review/Lantern-Books.example/en?languages=de&page=2',
    'https://fr-be.trustpilot.com/review/lantern-books.example%2Fen',
    'https://uk.trustpilot.com/review/lantern-books.example/en/transparency',
  ],
  invalidUrls: [
    'https://www.trustpilot.com/',
    'https://www.trustpilot.com/review/',
    'https://www.trustpilot.com/categories/book_store',
    'https://www.trustpilot.com/reviews/65a000000000000000000001',
    'https://business.trustpilot.com/review/lantern-books.example/en',
    'https://api.trustpilot.com/review/lantern-books.example/en',
  ],
};

const PAGE = { status: 200, url: 'https://www.trustpilot.com/review/kettle-leaf.example/en?page=1', ready: true };

describeConformance(trustpilot, trustpilotSandbox, {
  ...addresses,
  fixtures: [
    { parser: businessPage, file: 'page-2026.html', facts: PAGE },
    { parser: businessPage, file: 'page-2024.html', facts: PAGE },
  ],
  pageSize: 100,
  connection: {
    card: unitIdOf(key),
    credentials: { api_key: 'an-api-key', api_secret: 'an-api-secret', business_user_id: '507f191e810c19729de860ea' },
  },
});

if (hasBrowser) {
  const browser = new RealBrowser();
  afterAll(() => browser.close());

  describeConformance(trustpilot, trustpilotSandbox, {
    ...addresses,
    pageSize: 20,
    window: 200,
    browser: (origin, signal) => withWaitLimit(1_000, browser.tools(trustpilot.facts, origin, signal)),
  });
} else {
  it.skip('Trustpilot conforms to the contract of sources: skipped, this machine has no Chromium', () => undefined);
}
