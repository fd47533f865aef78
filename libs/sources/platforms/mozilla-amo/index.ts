/**
 * Firefox Browser Add-ons (https://addons.mozilla.org), read through its open API for ratings, without credentials:
 * https://mozilla.github.io/addons-server/topics/api/ratings.html
 *
 * - All formats are known from that documentation and from the server's source; no response was recorded. The API is version
 *   5, which Mozilla does not freeze.
 * - A person has one rating per add-on: after a new rating, the list no longer contains the previous one.
 * - A rating may have no text. Texts are escaped HTML and are decoded once.
 * - Times are UTC. The list is ordered by the time of creation, which an edit does not change.
 * - `author` is null for an account without a name: the platform then shows the number of the account.
 * - Ratings include the developers' replies. Only the website's own sign-in can publish replies.
 */
import { facts, publicRoad } from '../../facts';
import { hasKeys, recordKind, reread } from '../../reread';
import type { PlatformSource } from '../../source';
import { addonOf, HOSTS, match } from './match';
import { RATING_SCALE } from './parse';
import { ratingsPage } from './parsers';
import { visit } from './visit';

export const mozillaAmo: PlatformSource = {
  facts: facts({
    id: 10,
    slug: 'mozilla-amo',
    displayName: 'Mozilla Add-ons',
    baseUrl: 'https://addons.mozilla.org',
    ratingScale: RATING_SCALE,
    hasReply: true,
    hosts: HOSTS,
    politeness: { concurrency: 1, minDelayMs: 1_000, dailyRequests: 10_000 },
    rawPrivacy: {
      names: ['user.name'],
      drop: ['user.id', 'user.url', 'user.username', 'reply.user'],
    },
  }),
  match,
  publicRoad: publicRoad({ order: 'newest_first', evidence: 'documented', visit }),
  reread: reread([
    recordKind({
      isOfKind: hasKeys('score'),
      parser: ratingsPage,
      documentOf: (results) => ({ count: results.length, next: null, results }),
      factsOf: (url) => {
        const addon = addonOf(url);
        return addon === null ? undefined : { addon };
      },
    }),
  ]),
};
