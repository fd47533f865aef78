import { hasBrowser, RealBrowser } from '@test/support/real-browser';
import { describeConformance } from '../../conformance';
import { apiIdOf, bookingSandbox, propertyIdOf } from '../../sandbox/booking';
import { booking } from './index';

const addresses = {
  key: 'gb/old-mill',
  canonicalUrl: 'https://www.booking.com/hotel/gb/old-mill.html',
  otherUrls: [
    'https://booking.com/hotel/gb/old-mill.html',
    'https://www.booking.com/hotel/gb/old-mill.de.html?checkin=2026-05-01&no_rooms=1',
    'https://www.booking.com/hotel/gb/old-mill.pt-br.html',
    'https://www.booking.com/hotel/GB/Old-Mill.en-gb.html',
    'https://secure.booking.com/hotel/gb/old-mill.html',
    'https://www.booking.com/reviews/gb/hotel/old-mill.html',
  ],
  invalidUrls: [
    'https://www.booking.com/',
    'https://www.booking.com/hotel/gb/',
    'https://www.booking.com/hotel/old-mill.html',
    'https://www.booking.com/hotel/gb/..%2Fold-mill.html',
    'https://www.booking.com/searchresults.html?ss=London',
    'https://supply-xml.booking.com/hotel/gb/old-mill.html',
  ],
};

describeConformance(booking, bookingSandbox, {
  ...addresses,
  // The sandbox returns 50 reviews per page, whatever the request asks for.
  pageSize: 50,
  connection: {
    card: propertyIdOf(addresses.key),
    credentials: { property_id: propertyIdOf(addresses.key), username: 'a-machine', password: 'a-password' },
  },
  idOf: ({ id }) => apiIdOf(id),
  lacks: ['name', 'count'],
});

if (hasBrowser) {
  const browser = new RealBrowser();
  afterAll(() => browser.close());

  describeConformance(booking, bookingSandbox, {
    ...addresses,
    pageSize: 10,
    browser: (origin, signal) => browser.tools(booking.facts, origin, signal),
  });
} else {
  it.skip('Booking.com conforms to the contract of sources: skipped, this machine has no Chromium', () => undefined);
}
