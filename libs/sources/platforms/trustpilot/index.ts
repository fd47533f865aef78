/**
 * Trustpilot (https://www.trustpilot.com), read from its public pages in a browser.
 *
 * - The page's state (`__NEXT_DATA__`) is read; the visible document truncates texts.
 * - All requests contain `languages=all&sort=recency`: by default the list has one language and is sorted by relevance.
 * - Without login the newest 200 reviews are visible (visit.ts).
 * - Ids are 24 hex digits, the same as in the Business API.
 * - Replies can be published and deleted through the Business API, but not replaced (publisher.ts).
 * - Pages have a bot check of AWS WAF, which a browser usually passes; otherwise the visit throws `Blocked`.
 */
import type { PlatformSource } from '../../source';
import { connecting } from './connecting';
import { HOSTS, match } from './match';
import { RATING_SCALE } from './parse';
import { publisher, REPLY_MAX_CHARACTERS } from './publisher';
import { visit } from './visit';

export const trustpilot: PlatformSource = {
  facts: {
    id: 4,
    slug: 'trustpilot',
    displayName: 'Trustpilot',
    baseUrl: 'https://www.trustpilot.com',
    ratingScale: RATING_SCALE,
    hasReply: true,
    hasImages: false,
    canPublishReply: true,
    replyMaxLength: REPLY_MAX_CHARACTERS,
    replyLengthUnit: 'characters',
    hosts: HOSTS,
    idStability: 'strong',
    politeness: { concurrency: 1, minDelayMs: 3_000, dailyRequests: 10_000 },
    rawPrivacy: { names: ['consumer.displayName'], drop: ['consumer.id', 'consumer.imageUrl'] },
  },
  match,
  publicRoad: {
    name: 'public',
    reading: 'browser',
    order: 'newest_first',
    shows: 'newest',
    limit: { reviews: 200 },
    evidence: 'recorded',
    visit,
  },
  connecting,
  publisher,
};
