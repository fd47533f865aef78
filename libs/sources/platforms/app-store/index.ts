/**
 * Apple App Store (https://apps.apple.com), read through the store's interfaces over plain HTTP, without credentials (visit.ts), or
 * through App Store Connect with a key of the app's developer (connect-visit.ts).
 *
 * - Reviews are per storefront (country): one link is one app in one storefront. App Store Connect has those of all storefronts.
 * - An edited review keeps its id, gets a new date and moves to the front of the list.
 * - The list has reviews with text only; the far more numerous star ratings are shown only as an average.
 * - visit.ts describes the two public interfaces and their coverage, parse.ts their formats. They were recorded.
 * - App Store Connect has its own ids of reviews. It was not recorded: its formats follow the documentation.
 * - Replies can be published, replaced and deleted through App Store Connect, with up to 5,970 characters (publisher.ts).
 */
import type { PlatformSource } from '../../source';
import { connectVisit } from './connect-visit';
import { connecting } from './connecting';
import { HOSTS, match } from './match';
import { RATING_SCALE } from './parse';
import { publisher, REPLY_MAX_CHARACTERS } from './publisher';
import { visit } from './visit';
import { appStoreReread } from './reread';

export const appStore: PlatformSource = {
  facts: {
    id: 1,
    slug: 'app-store',
    displayName: 'App Store',
    baseUrl: 'https://apps.apple.com',
    ratingScale: RATING_SCALE,
    hasReply: true,
    hasImages: false,
    canPublishReply: true,
    replyMaxLength: REPLY_MAX_CHARACTERS,
    replyLengthUnit: 'characters',
    hosts: HOSTS,
    idStability: 'strong',
    politeness: { concurrency: 2, minDelayMs: 1_000, dailyRequests: 20_000 },
    rawPrivacy: {
      names: ['name', 'author.name.label', 'attributes.reviewerNickname'],
      drop: ['viewUsersUserReviewsUrl', 'author.uri'],
    },
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
  ownerRoads: [
    {
      name: 'app-store-connect',
      reading: 'http',
      order: 'newest_first',
      shows: 'all',
      limit: null,
      evidence: 'documented',
      readsPublicList: false,
      hasOwnIds: true,
      showsEvery: true,
      visit: connectVisit,
    },
  ],
  connecting,
  publisher,
  reread: appStoreReread,
};
