/**
 * Steam (https://store.steampowered.com), read through its documented interface for reviews, without credentials:
 * https://partner.steamgames.com/doc/store/getreviews
 *
 * - No stars: `ratingScale` 1, `rating` null, `rating_original` is `recommended` or `not_recommended`.
 * - `author` is null: the interface returns an account number instead of a name, and the number is removed from `raw`.
 * - Reviews include the developers' replies, which cannot be published through an API.
 * - Order and end of the list: visit.ts.
 */
import type { PlatformSource } from '../../source';
import { HOSTS, match } from './match';
import { RATING_SCALE } from './parse';
import { visit } from './visit';
import { steamReread } from './reread';

export const steam: PlatformSource = {
  facts: {
    id: 8,
    slug: 'steam',
    displayName: 'Steam',
    baseUrl: 'https://store.steampowered.com',
    ratingScale: RATING_SCALE,
    hasReply: true,
    hasImages: false,
    canPublishReply: false,
    replyMaxLength: null,
    replyLengthUnit: null,
    hosts: HOSTS,
    idStability: 'strong',
    politeness: { concurrency: 2, minDelayMs: 500, dailyRequests: 50_000 },
    rawPrivacy: { names: [], drop: ['author'] },
  },
  match,
  publicRoad: {
    name: 'public',
    reading: 'http',
    order: 'newest_first',
    shows: 'all',
    limit: null,
    evidence: 'recorded',
    visit,
  },
  reread: steamReread,
};
