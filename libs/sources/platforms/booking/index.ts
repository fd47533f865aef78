/**
 * Booking.com, read from the property's page in a browser, which requests the review cards. A connection is used only for
 * replies, through the Guest Review API.
 *
 * - The page and the API use different ids for a review (16 hex digits, 11 characters). Collected reviews have the page's id; the
 *   publisher finds the API's id by the content of the review.
 * - Scores are from 1 to 10. The positive and the negative part are two fields; the merged text begins with the title.
 * - Booking.com shows the reviews of the last three years, so a visit covers a `window`.
 * - A card contains neither the date of the reply nor the address of the review. The format of the list, and of the property's
 *   number and token in the page, were not recorded.
 * - Replies can be published but not changed or deleted, are moderated, and require a review with a text (publisher.ts).
 */
import type { PlatformSource } from '../../source';
import { connecting } from './connecting';
import { HOSTS, match } from './match';
import { RATING_SCALE } from './parse';
import { publisher, REPLY_MAX_CHARACTERS } from './publisher';
import { visit } from './visit';

export const booking: PlatformSource = {
  facts: {
    id: 5,
    slug: 'booking',
    displayName: 'Booking.com',
    baseUrl: 'https://www.booking.com',
    ratingScale: RATING_SCALE,
    hasReply: true,
    hasImages: true,
    canPublishReply: true,
    replyMaxLength: REPLY_MAX_CHARACTERS,
    replyLengthUnit: 'characters',
    hosts: HOSTS,
    idStability: 'strong',
    politeness: { concurrency: 1, minDelayMs: 3_000, dailyRequests: 10_000 },
    rawPrivacy: {
      names: ['guestDetails.username'],
      drop: ['guestDetails.avatarUrl', 'guestDetails.avatarColor'],
    },
  },
  match,
  publicRoad: {
    name: 'public',
    reading: 'browser',
    order: 'newest_first',
    shows: 'newest',
    limit: { days: 1_096 },
    evidence: 'recorded',
    visit,
  },
  connecting,
  publisher,
};
