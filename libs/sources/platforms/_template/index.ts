/**
 * TEMPLATE: a complete adapter of a fictitious platform. `npm run new:platform -- <slug>` copies it to a new platform, whose
 * tests pass at once; CONTRIBUTING.md ("Add a platform") lists what to replace. The template itself is never registered.
 */
import { facts, publicRoad } from '../../facts';
import type { PlatformSource } from '../../source';
import { HOSTS, match } from './match';
import { RATING_SCALE } from './parse';
import { visit } from './visit';

export const template: PlatformSource = {
  facts: facts({
    // Listed in registry.spec.ts; used to filter reviews (`source_ids`) and never changes.
    id: 999,
    slug: 'template',
    displayName: 'Template',
    baseUrl: 'https://www.reviews.example',
    ratingScale: RATING_SCALE,
    hasReply: true,
    hasImages: true,
    hosts: HOSTS,
    politeness: { concurrency: 1, minDelayMs: 2_000, dailyRequests: 5_000 },
    // All personal data of the record: `names` are masked, `drop` is removed.
    rawPrivacy: { names: ['author.name'], drop: ['author.profile_url', 'author.avatar'] },
  }),
  match,
  publicRoad: publicRoad({ order: 'newest_first', evidence: 'documented', visit }),
};
