/**
 * TEMPLATE. Copy this folder to `platforms/<slug>`, rename, and replace this header with what a reader must know of the
 * platform: which of its interfaces is read and why, what its ids and dates mean, how far its list reaches, its quirks.
 *
 * It is a whole adapter of a platform that does not exist, with a sandbox platform to read and the conformance suite over
 * both, so that the copy starts green. It is never registered. What to do, in this order:
 *
 *   1. match.ts               which addresses are the platform's, and the one form of each page
 *   2. fixtures/, parse.ts    answers of your own making in the platform's shape, and how reviews are read from them
 *   3. visit.ts               which requests are made, where the list ends, what that proves
 *   4. sandbox.ts             move it to `libs/sources/sandbox/<slug>.ts`, put the imports right (its own, and the one of
 *                             conformance.spec.ts), add its line to `sandbox/index.ts`
 *   5. conformance.spec.ts    the spellings of a page; run it
 *   6. one line in `platforms/index.ts`, the id in registry.spec.ts, one row in the README's table of sources;
 *      registry.spec.ts and readme.spec.ts fail where a step was forgotten
 */
import type { PlatformSource } from '../../source';
import { HOSTS, match } from './match';
import { RATING_SCALE } from './parse';
import { visit } from './visit';

export const template: PlatformSource = {
  facts: {
    // The number after the last of those in registry.spec.ts, added there; it filters reviews (`source_ids`), never changes.
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
