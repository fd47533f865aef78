/**
 * TEMPLATE: a whole adapter of a platform that does not exist. `npm run new:platform -- <slug>` makes a platform of it, whose tests pass
 * at once; CONTRIBUTING.md ("Add a platform") says what to replace. It is never registered itself.
 */
import type { PlatformSource } from '../../source';
import { HOSTS, match } from './match';
import { RATING_SCALE } from './parse';
import { visit } from './visit';

export const template: PlatformSource = {
  facts: {
    // Listed in registry.spec.ts; it filters reviews (`source_ids`) and never changes.
    id: 999,
    slug: 'template',
    displayName: 'Template',
    baseUrl: 'https://www.reviews.example',
    ratingScale: RATING_SCALE,
    hasReply: true,
    hasImages: true,
    canPublishReply: false,
    replyMaxLength: null,
    replyLengthUnit: null,
    hosts: HOSTS,
    reading: 'http',
    // Only where the platform really orders by date: incremental passes rest on it.
    order: 'newest_first',
    idStability: 'strong',
    politeness: { concurrency: 1, minDelayMs: 2_000, dailyRequests: 5_000 },
    // Everything personal in the record: names are masked, the rest is cut out.
    rawPrivacy: { names: ['author.name'], drop: ['author.profile_url', 'author.avatar'] },
  },
  match,
  visit,
};
