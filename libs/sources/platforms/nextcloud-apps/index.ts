/**
 * The app store of Nextcloud (https://apps.nextcloud.com), read through its open API without credentials:
 * https://nextcloudappstore.readthedocs.io/en/latest/api/restapi.html
 *
 * - All formats are known from that documentation; no response was recorded. The title of a page is known from the store's source.
 * - One response contains all ratings of all apps, in no documented order and without a counter. Every visit requests it whole.
 * - A person has one rating per app, so the id of a rating is the number of the person. The rating of a deleted account disappears.
 * - Ratings are 0, 0.5 and 1, which the store shows as bad, ok and good. They are numbers from 0 (worst) to 1 (best), so that
 *   `rating` is 1, 3 and 5 stars: `1 + 4 × original`. `ratingScale` is 1, the scale of `rating_original`. The usual conversion
 *   `original × 5 / scale` would give 2.5 stars for "ok".
 * - Comments are Markdown and are kept as they are. Times are UTC. The store has no replies and no images.
 */
import { facts, publicRoad } from '../../facts';
import type { PlatformSource } from '../../source';
import { HOSTS, match } from './match';
import { RATING_SCALE } from './parse';
import { visit } from './visit';

export const nextcloudApps: PlatformSource = {
  facts: facts({
    id: 13,
    slug: 'nextcloud-apps',
    displayName: 'Nextcloud Apps',
    baseUrl: 'https://apps.nextcloud.com',
    ratingScale: RATING_SCALE,
    hosts: HOSTS,
    // A response has several megabytes.
    politeness: { concurrency: 1, minDelayMs: 3_000, dailyRequests: 2_000 },
    rawPrivacy: { names: [], drop: ['user'] },
  }),
  match,
  publicRoad: publicRoad({ order: 'unordered', evidence: 'documented', visit }),
};
