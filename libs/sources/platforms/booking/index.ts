/**
 * Booking.com, read from the property's page in a browser, which requests the review cards (visit.ts), or through the Guest Review
 * API with the connection of the property (api-visit.ts).
 *
 * - The page and the API use different ids for a review (16 hex digits, 11 characters). For a review that only the page has shown, the
 *   publisher finds the API's id by the content of the review.
 * - Scores are from 1 to 10. The positive and the negative part are two fields; the merged text begins with the title.
 * - The page shows the reviews of the last three years, so its visit covers a `window`. The API has all reviews, oldest first, but
 *   states neither their number nor the name of the property; its visit covers a `window`, too.
 * - A card contains neither the date of the reply nor the address of the review. The API has the date of the reply, without a zone, and
 *   no photos.
 * - The cards were recorded. Their list, the property's number and token in the page, and the API were not: both roads are documented only.
 * - Replies can be published but not changed or deleted, are moderated, and require a review with a text (publisher.ts).
 */
import { facts, ownerRoad, publicRoad } from '../../facts';
import type { PlatformSource } from '../../source';
import { apiVisit } from './api-visit';
import { connecting } from './connecting';
import { HOSTS, match } from './match';
import { RATING_SCALE } from './parse';
import { publisher, REPLY_MAX_CHARACTERS } from './publisher';
import { visit } from './visit';

export const booking: PlatformSource = {
  facts: facts({
    id: 5,
    slug: 'booking',
    displayName: 'Booking.com',
    baseUrl: 'https://www.booking.com',
    ratingScale: RATING_SCALE,
    hasReply: true,
    hasImages: true,
    replyLimit: { characters: REPLY_MAX_CHARACTERS },
    hosts: HOSTS,
    politeness: { concurrency: 1, minDelayMs: 3_000, dailyRequests: 10_000 },
    rawPrivacy: {
      names: ['guestDetails.username', 'reviewer.name'],
      drop: ['guestDetails.avatarUrl', 'guestDetails.avatarColor', 'reservation_id'],
    },
  }),
  match,
  publicRoad: publicRoad({
    reading: 'browser',
    order: 'newest_first',
    shows: 'newest',
    limit: { days: 1_096 },
    evidence: 'documented',
    visit,
  }),
  ownerRoads: [
    ownerRoad({
      name: 'guest-review-api',
      order: 'unordered',
      evidence: 'documented',
      minEveryHours: 6,
      hasOwnIds: true,
      visit: apiVisit,
    }),
  ],
  connecting,
  publisher,
};
