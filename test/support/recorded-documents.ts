/**
 * Documents recorded from platforms, each with its parser and facts, as a visit passes them. The recordings are outside the
 * repository; without them the list is empty.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ParsedData, Parser } from '@libs/sources/parsing/parser';
import * as twoGis from '@libs/sources/platforms/2gis/parsers';
import * as appStore from '@libs/sources/platforms/app-store/parsers';
import * as booking from '@libs/sources/platforms/booking/parsers';
import * as google from '@libs/sources/platforms/google/parsers';
import * as schemaOrg from '@libs/sources/platforms/schema-org/parsers';
import * as steam from '@libs/sources/platforms/steam/parsers';
import * as trustpilot from '@libs/sources/platforms/trustpilot/parsers';

export interface RecordedDocument {
  readonly file: string;
  readonly parser: Parser<never, ParsedData>;
  readonly text: string;
  readonly facts: unknown;
}

const FOLDER = path.resolve(__dirname, '../../../shared/recordings');
const NOW = new Date('2026-11-21T12:00:00Z');

export function recordedDocuments(folder = FOLDER): RecordedDocument[] {
  if (!existsSync(folder)) return [];
  const documents: RecordedDocument[] = [];
  const add = <Facts, Result extends ParsedData>(
    parser: Parser<Facts, Result>,
    file: string,
    facts: Facts,
    envelope: (text: string) => string = (text) => text,
  ): void => {
    documents.push({ file, parser, facts, text: envelope(readFileSync(path.join(folder, file), 'utf8')) });
  };

  add(appStore.reviewRow, 'app-store/userReviewsRow-nebula-us-2026-09.json', { id: '1459969523', storefront: 'us' });
  add(appStore.feed, 'app-store/rss-customerreviews-nebula-us-2026-09.json', { id: '1459969523', storefront: 'us' });
  const connectedApp = { id: '1234567890', storefront: 'us' };
  add(appStore.connectReviews, 'app-store-connect/customer-reviews.constructed.json', {
    status: 200,
    app: connectedApp,
  });
  for (const app of ['10', '227940', '252950', '280790', '291480'])
    add(steam.reviewsPage, `steam/appreviews-${app}-2019.json`, { appId: app }, steamAnswer);
  add(google.reviewPage, 'google-business-profile/reviews-list-page1.constructed.json', { status: 200 });
  add(google.placeReviews, 'google-places/places-new-reviews.constructed.json', { status: 200 });
  add(booking.cardPage, 'booking/reviewcards-2025-12.json', { status: 200, retryAfter: null }, bookingAnswer);
  add(booking.apiPage, 'booking/review-api-list.constructed.json', { status: 200 });
  add(trustpilot.apiPage, 'trustpilot/business-api-reviews.constructed.json', { status: 200 });
  for (const [name, domain] of [
    ['page-calo.app-en-2026-02', 'calo.app'],
    ['page-eventnet.de-2024-07', 'eventnet.de'],
  ])
    add(trustpilot.businessPage, `trustpilot/${name}.html`, {
      status: 200,
      url: `https://www.trustpilot.com/review/${domain}`,
      ready: true,
    });
  add(twoGis.placePage, '2gis/page-firm-70000001111004704-2026-08.html', { kind: 'firm', id: '70000001111004704' });
  const url = 'https://public-api.reviews.2gis.com/2.0/branches/563478234508453/reviews';
  add(twoGis.apiPage, '2gis/public-api-branch-563478234508453-a-2024.json', {
    ...{ url, access: { url, key: 'k' }, isFirst: true },
    ...{ place: { kind: 'firm', id: '563478234508453' }, zone: { kind: 'offset', minutes: 180 } },
  });
  for (const name of readdirSync(path.join(folder, 'schema-org')).filter((file) => file.endsWith('.html')))
    add(schemaOrg.page, `schema-org/${name}`, {
      ...{ pageUrl: 'https://recorded.example/page', ratingScale: 5, now: NOW, status: 200 },
      marks: { cloudflare: false, waf: false },
    });
  return documents;
}

/** The recorder merged pages by id. This restores the list of a response; the records are unchanged. */
function steamAnswer(text: string): string {
  const merged = JSON.parse(text) as { readonly reviews: object; readonly query_summary: object };
  const { reviews, query_summary } = merged;
  return JSON.stringify({ success: 1, query_summary, reviews: Object.values(reviews), cursor: 'next' });
}

/** Only the cards were recorded; this adds the envelope of the response. */
function bookingAnswer(text: string): string {
  const reviewCard = JSON.parse(text) as readonly object[];
  return JSON.stringify({ data: { reviewListFrontend: { reviewsCount: reviewCard.length, reviewCard } } });
}
