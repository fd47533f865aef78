/**
 * Tripadvisor, read through the Terra API with a key: https://docs.terra.tripadvisor.com
 *
 * - Tripadvisor's pages refuse automated access, so the object must be connected with a key (otherwise `credentials_missing`). The
 *   key must open the location: a location that is not on its allowlist has the same response (404) as one that does not exist.
 * - The API shows the newest reviews only. How many, or of how many months, is agreed for each key (by default 25). If that
 *   are as many as the location has, the list is complete; otherwise it is a window.
 * - Texts are requested in the language in which they were written. Dates are in UTC; the site shows dates without a time.
 * - Replies are those of the owner. The API cannot publish replies.
 * - The API was not recorded; its formats follow the published OpenAPI description. The older Content API ended in August 2026 and
 *   is not read.
 */
import { facts, ownerRoad } from '../../facts';
import { hasKeys, recordKind, reread } from '../../reread';
import type { PlatformSource } from '../../source';
import { connecting } from './connecting';
import { HOSTS, match } from './match';
import { RATING_SCALE } from './parse';
import { reviewPage } from './parsers';
import { visit } from './visit';

export const tripadvisor: PlatformSource = {
  facts: facts({
    id: 19,
    slug: 'tripadvisor',
    displayName: 'Tripadvisor',
    baseUrl: 'https://www.tripadvisor.com',
    ratingScale: RATING_SCALE,
    hasReply: true,
    hasImages: true,
    hosts: HOSTS,
    politeness: { concurrency: 2, minDelayMs: 250, dailyRequests: 8_000 },
    rawPrivacy: {
      names: ['user.username'],
      drop: [
        'user.avatar_url',
        'user.geo',
        'user.geo_id',
        'owner_response.id',
        'owner_response.username',
        'owner_response.avatar_url',
        'owner_response.geo_id',
      ],
    },
    contentLimit: {
      days: 0,
      reason: 'Only ids of locations may be cached, unless a contract allows more.',
      terms: 'https://docs.terra.tripadvisor.com/docs/caching-policy',
    },
  }),
  match,
  ownerRoads: [
    ownerRoad({
      name: 'terra-api',
      order: 'newest_first',
      shows: 'newest',
      evidence: 'documented',
      minEveryHours: 6,
      visit,
    }),
  ],
  connecting,
  reread: reread([
    recordKind({
      isOfKind: hasKeys('id', 'rating'),
      parser: reviewPage,
      documentOf: (data) => ({ data, pagination: { total_elements: data.length } }),
      factsOf: () => ({ status: 200 }),
    }),
  ]),
};
