/**
 * Apple App Store (https://apps.apple.com), read through the store's APIs over plain HTTP, without credentials (visit.ts), or
 * through App Store Connect with a key of the app's developer (connect-visit.ts).
 *
 * - Reviews are per storefront (country): one link is one app in one storefront. App Store Connect has those of all storefronts.
 * - An edited review keeps its id, gets a new date and moves to the front of the list.
 * - The list has reviews with text only; the far more numerous star ratings are shown only as an average.
 * - visit.ts describes the two public APIs and their coverage, parse.ts their formats. They were recorded.
 * - App Store Connect has its own ids of reviews. It was not recorded: its formats follow the documentation.
 * - Replies can be published, replaced and deleted through App Store Connect, with up to 5,970 characters (publisher.ts).
 */
import { facts, ownerRoad, publicRoad } from '../../facts';
import { hasKeys, recordKind, reread } from '../../reread';
import type { PlatformSource } from '../../source';
import { connectVisit } from './connect-visit';
import { connecting } from './connecting';
import { appOf, HOSTS, match } from './match';
import { RATING_SCALE } from './parse';
import { connectReviews, feed, reviewRow } from './parsers';
import { publisher, REPLY_MAX_CHARACTERS } from './publisher';
import { visit } from './visit';

export const appStore: PlatformSource = {
  facts: facts({
    id: 1,
    slug: 'app-store',
    displayName: 'App Store',
    baseUrl: 'https://apps.apple.com',
    ratingScale: RATING_SCALE,
    hasReply: true,
    replyLimit: { characters: REPLY_MAX_CHARACTERS },
    hosts: HOSTS,
    politeness: { concurrency: 2, minDelayMs: 1_000, dailyRequests: 20_000 },
    rawPrivacy: {
      names: ['name', 'author.name.label', 'attributes.reviewerNickname'],
      drop: ['viewUsersUserReviewsUrl', 'author.uri'],
    },
  }),
  match,
  publicRoad: publicRoad({ order: 'newest_first', evidence: 'recorded', visit }),
  ownerRoads: [
    ownerRoad({
      name: 'app-store-connect',
      order: 'newest_first',
      evidence: 'documented',
      hasOwnIds: true,
      showsEvery: true,
      visit: connectVisit,
    }),
  ],
  connecting,
  publisher,
  reread: reread([
    recordKind({
      isOfKind: hasKeys('userReviewId'),
      parser: reviewRow,
      documentOf: (userReviewList) => ({ userReviewList }),
      factsOf: (url) => appOf(url) ?? undefined,
    }),
    recordKind({
      isOfKind: hasKeys('im:rating'),
      parser: feed,
      documentOf: (entry) => ({ feed: { entry } }),
      factsOf: (url) => appOf(url) ?? undefined,
    }),
    // The reply of App Store Connect is stored with the review; its list has it beside the reviews.
    recordKind({
      isOfKind: hasKeys('attributes'),
      parser: connectReviews,
      documentOf: (data) => ({
        data,
        included: data.flatMap(({ response }) => (response === undefined ? [] : [response])),
        links: {},
      }),
      factsOf: (url) => {
        const app = appOf(url);
        return app === null ? undefined : { status: 200, app };
      },
    }),
  ]),
};
