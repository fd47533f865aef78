/**
 * Google Maps, read and answered through the Business Profile API of the place's owner.
 *
 * - Google's pages show reviews to people and refuse programs; hrev reads them where the owner has connected the place
 *   (`credentials_missing` otherwise). The project must be one that Google has admitted to the API.
 * - Ids are the API's `reviewId`, dates instants in UTC (the site only says "a week ago").
 * - The list comes by the time of the last change and ends; the counter is Google's `totalReviewCount`.
 * - Texts that Google translated hold both languages in one; only the original is kept.
 * - Replies: publish, replace, delete, up to 4096 bytes; a reply that waits for Google's check, or failed it, is not shown
 *   and does not count as the review's reply.
 * - Nothing of the API was recorded; answers are built after its documentation. `reviewReplyState` is taken as optional.
 */
import type { PlatformSource } from '../../source';
import { HOSTS, match } from './match';
import { RATING_SCALE } from './parse';
import { publisher, REPLY_MAX_BYTES } from './publisher';
import { visit } from './visit';

export const google: PlatformSource = {
  facts: {
    id: 3,
    slug: 'google',
    displayName: 'Google',
    baseUrl: 'https://www.google.com/maps',
    ratingScale: RATING_SCALE,
    hasReply: true,
    hasImages: true,
    canPublishReply: true,
    replyMaxLength: REPLY_MAX_BYTES,
    replyLengthUnit: 'bytes',
    hosts: HOSTS,
    reading: 'http',
    needsConnection: true,
    order: 'newest_first',
    idStability: 'strong',
    politeness: { concurrency: 4, minDelayMs: 250, dailyRequests: 100_000 },
    rawPrivacy: { names: ['reviewer.displayName'], drop: ['reviewer.profilePhotoUrl'] },
  },
  match,
  visit,
  publisher,
};
