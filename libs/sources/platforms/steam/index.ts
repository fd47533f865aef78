/**
 * Steam (https://store.steampowered.com), read through its documented API for reviews, without credentials:
 * https://partner.steamgames.com/doc/store/getreviews
 *
 * - No stars: `ratingScale` 1, `rating` null, `rating_original` is `recommended` or `not_recommended`.
 * - `author` is null: the API returns an account number instead of a name, and the number is removed from `raw`.
 * - Reviews include the developers' replies, which cannot be published through an API.
 * - Order and end of the list: visit.ts.
 */
import { facts, publicRoad } from '../../facts';
import { hasKeys, recordKind, reread } from '../../reread';
import type { PlatformSource } from '../../source';
import { appIdOf, HOSTS, match } from './match';
import { RATING_SCALE } from './parse';
import { reviewsPage } from './parsers';
import { visit } from './visit';

export const steam: PlatformSource = {
  facts: facts({
    id: 8,
    slug: 'steam',
    displayName: 'Steam',
    baseUrl: 'https://store.steampowered.com',
    ratingScale: RATING_SCALE,
    hasReply: true,
    hosts: HOSTS,
    politeness: { concurrency: 2, minDelayMs: 500, dailyRequests: 50_000 },
    rawPrivacy: { names: [], drop: ['author'] },
  }),
  match,
  publicRoad: publicRoad({ order: 'newest_first', evidence: 'recorded', visit }),
  // The author's number, which is a part of the address of a review, is not stored.
  reread: reread(
    [
      recordKind({
        isOfKind: hasKeys('recommendationid'),
        parser: reviewsPage,
        documentOf: (reviews) => ({ success: 1, reviews }),
        factsOf: (url) => {
          const appId = appIdOf(url);
          return appId === null ? undefined : { appId };
        },
      }),
    ],
    ['address'],
  ),
};
