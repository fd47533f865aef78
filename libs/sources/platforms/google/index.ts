/**
 * Google Maps, read and answered through the Business Profile API with the owner's credentials.
 *
 * - Google's pages refuse automated access, so the owner must connect the place (otherwise `credentials_missing`). Google must
 *   have approved the owner's project for the API.
 * - Ids are the API's `reviewId`; dates are in UTC (the site shows only relative dates).
 * - The list is complete and sorted by the last change; the counter is Google's `totalReviewCount`.
 * - Texts that Google translated contain both languages; only the original is stored.
 * - Replies can be published, replaced and deleted, with up to 4096 bytes. A reply that is in moderation or was rejected is not
 *   public and does not count as the review's reply.
 * - The API was not recorded; test responses follow its documentation. `reviewReplyState` is optional.
 */
import type { PlatformSource } from '../../source';
import { isLocationName } from './business-profile';
import { connecting } from './connecting';
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
    idStability: 'strong',
    politeness: { concurrency: 4, minDelayMs: 250, dailyRequests: 100_000 },
    rawPrivacy: { names: ['reviewer.displayName'], drop: ['reviewer.profilePhotoUrl'] },
  },
  match,
  ownerRoads: [
    {
      name: 'business-profile',
      reading: 'http',
      order: 'newest_first',
      shows: 'all',
      limit: null,
      evidence: 'documented',
      readsPublicList: false,
      hasOwnIds: true,
      opens: isLocationName,
      visit,
    },
  ],
  connecting,
  publisher,
};
