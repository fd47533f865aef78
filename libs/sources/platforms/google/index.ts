/**
 * Google Maps, read and answered through the Business Profile API with the owner's credentials (visit.ts), or read through the Places API
 * with a key (places-visit.ts).
 *
 * - Google's pages refuse automated access, so the place must be connected (otherwise `credentials_missing`). For the Business Profile
 *   API, Google must have approved the owner's project.
 * - Ids are the `reviewId` of the Business Profile API, and the last part of `name` in the Places API, which has other ids. Dates are in
 *   UTC (the site shows only relative dates).
 * - The list of the Business Profile API is complete and sorted by the last change; the counter is Google's `totalReviewCount`.
 * - The Places API shows at most five reviews that Google selects, without replies and photos. Its counter counts ratings, also those
 *   without a review, so it is not used as the number of reviews.
 * - Texts that Google translated contain both languages; only the original is stored.
 * - Replies can be published, replaced and deleted, with up to 4096 bytes. A reply that is in moderation or was rejected is not
 *   public and does not count as the review's reply.
 * - The APIs were not recorded in these forms; test responses follow their documentation. `reviewReplyState` is optional.
 */
import { facts, ownerRoad } from '../../facts';
import { hasKeys, recordKind, reread } from '../../reread';
import type { PlatformSource } from '../../source';
import { isLocationName } from './business-profile';
import { connecting } from './connecting';
import { API_HOSTS, HOSTS, match } from './match';
import { notifications } from './notifications';
import { RATING_SCALE } from './parse';
import { reviewPage } from './parsers';
import { isPlaceCard } from './places';
import { placesVisit } from './places-visit';
import { publisher, REPLY_MAX_BYTES } from './publisher';
import { visit } from './visit';

export const google: PlatformSource = {
  facts: facts({
    id: 3,
    slug: 'google',
    displayName: 'Google',
    baseUrl: 'https://www.google.com/maps',
    ratingScale: RATING_SCALE,
    hasReply: true,
    hasImages: true,
    replyLimit: { bytes: REPLY_MAX_BYTES },
    hosts: HOSTS,
    requestHosts: API_HOSTS,
    politeness: { concurrency: 4, minDelayMs: 250, dailyRequests: 100_000 },
    rawPrivacy: {
      names: ['reviewer.displayName', 'authorAttribution.displayName'],
      drop: ['reviewer.profilePhotoUrl', 'authorAttribution.uri', 'authorAttribution.photoUri'],
    },
    contentLimit: {
      days: 30,
      reason: 'Content of the Business Profile APIs may be stored temporarily, for no more than 30 calendar days.',
      terms: 'https://developers.google.com/my-business/content/policies',
    },
  }),
  match,
  ownerRoads: [
    ownerRoad({
      name: 'business-profile',
      order: 'newest_first',
      evidence: 'documented',
      hasOwnIds: true,
      showsEvery: true,
      opens: isLocationName,
      visit,
    }),
    ownerRoad({
      name: 'places',
      order: 'unordered',
      shows: 'selection',
      limit: { reviews: 5 },
      evidence: 'documented',
      minEveryHours: 6,
      hasOwnIds: true,
      opens: isPlaceCard,
      visit: placesVisit,
    }),
  ],
  connecting,
  publisher,
  notifications,
  // Reviews of the Places API cannot be read again: it returns them with their place.
  reread: reread([
    recordKind({
      isOfKind: hasKeys('reviewId'),
      parser: reviewPage,
      documentOf: (reviews) => ({ reviews }),
      factsOf: () => ({ status: 200 }),
    }),
  ]),
};
