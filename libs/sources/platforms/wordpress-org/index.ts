/**
 * Plugins and themes on WordPress.org (https://wordpress.org), read from the lists of reviews of its support forum by plain HTTP.
 *
 * - A review is a topic of the forum; its id is the number of the topic.
 * - A review costs a request, so a visit reads the newest 300 at most (visit.ts).
 * - A reply counts as the organization's if the forum marks its author as author, contributor or support representative of the
 *   plugin or theme. Replies of other users are not read.
 * - Dates are in UTC, to the minute.
 * - Name, counter and average rating come from the API with data about plugins and themes (`info/1.2`).
 * - The forum has no API for reviews or replies.
 *
 * No page was recorded. The markup, the order and the page size are those of the forum's own source
 * (https://github.com/WordPress/wordpress.org: themes `wporg-support` and `wporg-support-2024`, plugins `support-forums` and
 * `wporg-bbp-user-badges`); the pagination is that of bbPress.
 */
import { facts, publicRoad } from '../../facts';
import type { PlatformSource } from '../../source';
import { HOSTS, match } from './match';
import { RATING_SCALE } from './parse';
import { visit } from './visit';

export const wordpressOrg: PlatformSource = {
  facts: facts({
    id: 15,
    slug: 'wordpress-org',
    displayName: 'WordPress.org',
    baseUrl: 'https://wordpress.org',
    ratingScale: RATING_SCALE,
    hasReply: true,
    hosts: HOSTS,
    politeness: { concurrency: 1, minDelayMs: 2_000, dailyRequests: 5_000 },
    rawPrivacy: { names: ['author'], drop: [] },
  }),
  match,
  publicRoad: publicRoad({
    order: 'newest_first',
    shows: 'newest',
    limit: { reviews: 300 },
    evidence: 'documented',
    visit,
  }),
};
