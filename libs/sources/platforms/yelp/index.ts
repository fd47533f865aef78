/**
 * Yelp, read through the Places API (formerly Fusion) with a paid key: https://docs.developer.yelp.com
 *
 * - Yelp's pages refuse automated access (a bot check), so the object must be connected with a key (otherwise
 *   `credentials_missing`).
 * - The API returns three reviews, whose texts are cut after about 160 characters. Which three is Yelp's choice and changes, so no
 *   review ever counts as deleted. There is no other road: a stored text is never the full one, and none is overwritten by a cut one.
 * - It returns reviews of one language only. If there are none in English, those of the first other language are requested.
 * - Dates are the local time of the business, without a zone. Replies of the business are not part of the response.
 * - The API was not recorded; test responses follow its documentation. The recordings of Yelp's pages belong to a road that is not
 *   built.
 */
import { facts, ownerRoad } from '../../facts';
import { hasKeys, recordKind, reread } from '../../reread';
import type { PlatformSource } from '../../source';
import { connecting } from './connecting';
import { HOSTS, match, SHORT_HOST } from './match';
import { RATING_SCALE } from './parse';
import { reviewPage } from './parsers';
import { isBusinessId, MAX_REVIEWS } from './places-api';
import { visit } from './visit';

export const yelp: PlatformSource = {
  facts: facts({
    id: 20,
    slug: 'yelp',
    displayName: 'Yelp',
    baseUrl: 'https://www.yelp.com',
    ratingScale: RATING_SCALE,
    hosts: [...HOSTS, SHORT_HOST],
    politeness: { concurrency: 2, minDelayMs: 500, dailyRequests: 4_000 },
    rawPrivacy: { names: ['user.name'], drop: ['user.id', 'user.profile_url', 'user.image_url'] },
    contentLimit: {
      days: 1,
      reason: 'Content of Yelp may not be stored for longer than 24 hours from its receipt; ids of businesses may.',
      terms: 'https://terms.yelp.com/developers/api_terms/',
    },
  }),
  match,
  ownerRoads: [
    ownerRoad({
      name: 'places-api',
      order: 'unordered',
      shows: 'selection',
      limit: { reviews: MAX_REVIEWS },
      evidence: 'documented',
      minEveryHours: 6,
      opens: isBusinessId,
      visit,
    }),
  ],
  connecting,
  reread: reread([
    recordKind({
      isOfKind: hasKeys('time_created'),
      parser: reviewPage,
      documentOf: (reviews) => ({ reviews, total: reviews.length }),
      factsOf: () => ({ status: 200 }),
    }),
  ]),
};
