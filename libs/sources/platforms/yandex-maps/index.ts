/**
 * Yandex Maps (https://yandex.ru/maps), read from the pages of organizations in a browser.
 *
 * - The page's state (`script.state-view`) is read (page-state.ts).
 * - `updatedTime` moves when the author edits the review, and its id stays. Dates of reviews are in the organization's local time
 *   (`tzOffset`), dates of replies in UTC.
 * - A captcha is `Blocked`. Yandex may show it at the first request.
 * - Replies can be written in the owner's account only; there is no public API for them.
 *
 * Recorded: one page of an organization with three reviews (August 2026), on which the state, its reviews, replies and photos are
 * based. Not recorded: the tab of reviews with 50 per page, and the parameters `page` and `ranking`, which public projects of 2026
 * use.
 */
import { facts, publicRoad } from '../../facts';
import type { PlatformSource } from '../../source';
import { HOSTS, match } from './match';
import { RATING_SCALE } from './parse';
import { visit } from './visit';

export const yandexMaps: PlatformSource = {
  facts: facts({
    id: 6,
    slug: 'yandex-maps',
    displayName: 'Yandex Maps',
    baseUrl: 'https://yandex.ru/maps',
    ratingScale: RATING_SCALE,
    hasReply: true,
    hasImages: true,
    hosts: HOSTS,
    politeness: { concurrency: 1, minDelayMs: 5_000, dailyRequests: 2_000 },
    rawPrivacy: {
      names: ['author.name'],
      drop: ['author.avatarUrl', 'author.publicId', 'photos.*.copyright', 'videos.*.copyright'],
    },
  }),
  match,
  publicRoad: publicRoad({
    reading: 'browser',
    order: 'newest_first',
    shows: 'newest',
    limit: { reviews: 600 },
    evidence: 'recorded',
    visit,
  }),
};
