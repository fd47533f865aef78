/**
 * Booking.com. Read from the property's page in a browser, which asks for its review cards itself; a connection is for
 * replies alone, which go through the Guest Review API.
 *
 * - Page and API have different ids for one review (16 hex digits, 11 characters), and reviews keep those of the page: the
 *   publisher looks for the API's by what the card says.
 * - Scores are of 10; what was liked and what was not are two fields, and a title comes first in the merged text.
 * - Reviews vanish after three years, so a visit sees a `window`.
 * - Cards of the page tell no date of a reply and no address of a review. Their envelope, and how the page names its
 *   property and its token, were not recorded.
 * - Replies: published only, moderated, never to a review without a text (publisher.ts).
 */
import type { PlatformSource } from '../../source';
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
    reading: 'browser',
    order: 'newest_first',
    idStability: 'strong',
    politeness: { concurrency: 1, minDelayMs: 3_000, dailyRequests: 10_000 },
    rawPrivacy: {
      names: ['guestDetails.username'],
      drop: ['guestDetails.avatarUrl', 'guestDetails.avatarColor'],
    },
  },
  match,
  visit,
  publisher,
};
