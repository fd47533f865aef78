/**
 * Yotpo, read through the API of its widget for shops, without credentials.
 *
 * - Reviews are shown on the pages of shops, whose addresses do not name Yotpo. The address of a product is therefore that of the
 *   widget's API. It contains the app key of the shop, which is public: every page with the widget shows it. The address has
 *   all that a visit needs, so the road is public, and hrev takes no app key from a page of a shop.
 * - The list is complete, newest first, in pages of 150; dates are in UTC. Reviews that are deleted or archived are omitted.
 * - Texts contain character references, which are decoded once.
 * - A product that does not exist at Yotpo and one that never had a review have the same response: no reviews and no product. Both are
 *   reported as a page that does not exist. Reviews of the shop itself (product `yotpo_site_reviews`) have no product record.
 * - The records of reviews were recorded in 2013, on the older address of the same API. The envelope of the present one
 *   (`pagination`, `bottomline`, `products`), images and comments are known from public clients.
 */
import { facts, publicRoad } from '../../facts';
import { hasKeys, recordKind, reread } from '../../reread';
import type { PlatformSource } from '../../source';
import { HOSTS, match } from './match';
import { RATING_SCALE } from './parse';
import { reviewPage } from './parsers';
import { visit } from './visit';

export const yotpo: PlatformSource = {
  facts: facts({
    id: 17,
    slug: 'yotpo',
    displayName: 'Yotpo',
    baseUrl: 'https://www.yotpo.com',
    ratingScale: RATING_SCALE,
    hasReply: true,
    hasImages: true,
    hosts: HOSTS,
    politeness: { concurrency: 1, minDelayMs: 1_000, dailyRequests: 20_000 },
    rawPrivacy: {
      names: ['user.display_name'],
      drop: [
        'user.id',
        'user.user_id',
        'user.slug',
        'user.social_image',
        'user.bio',
        'user.badges',
        'user.score',
        'users',
        'custom_fields',
      ],
    },
  }),
  match,
  publicRoad: publicRoad({ name: 'widget-api', order: 'newest_first', evidence: 'documented', visit }),
  reread: reread([
    recordKind({
      isOfKind: hasKeys('score'),
      parser: reviewPage,
      documentOf: (reviews) => ({ response: { reviews, pagination: { total: reviews.length } } }),
      factsOf: () => null,
    }),
  ]),
};
