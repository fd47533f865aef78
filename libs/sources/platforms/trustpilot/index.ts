/**
 * Trustpilot (https://www.trustpilot.com), read from its public pages in a browser (visit.ts), or through the Business API with the
 * API key of a connection (api-visit.ts).
 *
 * - The page's state (`__NEXT_DATA__`) is read; the visible document truncates texts.
 * - All requests contain `languages=all&sort=recency`: by default the list has one language and is sorted by relevance.
 * - Without login the newest 200 reviews are visible. The Business API has all of them, up to 100,000.
 * - Ids are 24 hex digits. Both roads have the same ids and the same content, so a change of the road rewrites no review.
 * - The pages were recorded. The Business API was not: its formats follow the documentation.
 * - Replies can be published and deleted through the Business API, but not replaced (publisher.ts).
 * - Pages have a bot check of AWS WAF, which a browser usually passes; otherwise the visit throws `Blocked`.
 */
import { facts, ownerRoad, publicRoad } from '../../facts';
import type { PlatformSource } from '../../source';
import { apiVisit } from './api-visit';
import { connecting } from './connecting';
import { HOSTS, match } from './match';
import { RATING_SCALE } from './parse';
import { publisher, REPLY_MAX_CHARACTERS } from './publisher';
import { visit } from './visit';

export const trustpilot: PlatformSource = {
  facts: facts({
    id: 4,
    slug: 'trustpilot',
    displayName: 'Trustpilot',
    baseUrl: 'https://www.trustpilot.com',
    ratingScale: RATING_SCALE,
    hasReply: true,
    replyLimit: { characters: REPLY_MAX_CHARACTERS },
    hosts: HOSTS,
    politeness: { concurrency: 1, minDelayMs: 3_000, dailyRequests: 10_000 },
    rawPrivacy: { names: ['consumer.displayName'], drop: ['consumer.id', 'consumer.imageUrl', 'consumer.links'] },
  }),
  match,
  publicRoad: publicRoad({
    reading: 'browser',
    order: 'newest_first',
    shows: 'newest',
    limit: { reviews: 200 },
    evidence: 'recorded',
    visit,
  }),
  ownerRoads: [
    ownerRoad({
      name: 'business-api',
      order: 'newest_first',
      evidence: 'documented',
      showsEvery: true,
      visit: apiVisit,
    }),
  ],
  connecting,
  publisher,
};
