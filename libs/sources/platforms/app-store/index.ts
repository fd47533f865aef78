/**
 * Apple App Store (https://apps.apple.com), read through the store's interfaces over plain HTTP, without credentials.
 *
 * - Reviews are per storefront (country): one link is one app in one storefront.
 * - An edited review keeps its id, gets a new date and moves to the front of the list.
 * - The list has reviews with text only; the far more numerous star ratings are shown only as an average.
 * - visit.ts describes the two interfaces and their coverage, parse.ts their formats.
 * - Developers can publish replies through App Store Connect; hrev does not support that yet.
 */
import type { PlatformSource } from '../../source';
import { HOSTS, match } from './match';
import { RATING_SCALE } from './parse';
import { visit } from './visit';

export const appStore: PlatformSource = {
  facts: {
    id: 1,
    slug: 'app-store',
    displayName: 'App Store',
    baseUrl: 'https://apps.apple.com',
    ratingScale: RATING_SCALE,
    hasReply: true,
    hasImages: false,
    canPublishReply: false,
    replyMaxLength: null,
    replyLengthUnit: null,
    hosts: HOSTS,
    idStability: 'strong',
    politeness: { concurrency: 2, minDelayMs: 1_000, dailyRequests: 20_000 },
    rawPrivacy: { names: ['name', 'author.name.label'], drop: ['viewUsersUserReviewsUrl', 'author.uri'] },
  },
  match,
  publicRoad: {
    name: 'public',
    reading: 'http',
    order: 'newest_first',
    shows: 'all',
    limit: null,
    evidence: 'recorded',
    visit,
  },
};
