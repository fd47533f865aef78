/**
 * Trustpilot (https://www.trustpilot.com), read from its public pages in a browser.
 *
 * - The page's own state (`__NEXT_DATA__`) is read, not the visible document, which cuts texts.
 * - Always `languages=all&sort=recency`: without them one language is listed, in order of relevance.
 * - Anonymous visitors see the newest 200 reviews (visit.ts).
 * - Ids are 24 hex digits, the same as in the Business API.
 * - Replies: published and deleted through the Business API, not replaced (publisher.ts).
 * - Behind a bot check of AWS WAF: a browser usually passes by itself; where it does not, the visit is `Blocked`.
 */
import type { PlatformSource } from '../../source';
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
    reading: 'browser',
    order: 'newest_first',
    idStability: 'strong',
    politeness: { concurrency: 1, minDelayMs: 3_000, dailyRequests: 10_000 },
    rawPrivacy: { names: ['consumer.displayName'], drop: ['consumer.id', 'consumer.imageUrl'] },
  },
  match,
  visit,
  publisher,
};
