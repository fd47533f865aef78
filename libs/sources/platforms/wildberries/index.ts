/**
 * Wildberries (https://www.wildberries.ru), read through the requests with which its own pages load an article and its reviews, without
 * credentials.
 * The APIs are not documented by Wildberries. For an article of a connected seller, the API for sellers is read instead
 * (visit-as-seller.ts), which also publishes replies (publisher.ts).
 *
 * - An article (nmId) belongs to a card (imtId) with one list of reviews for all its articles, and the list is read as the page shows
 *   it: `raw.nmId` and the address of a review name the article that its author bought. Two links to articles of one card therefore
 *   have the same reviews.
 * - One response without pages contains about the newest 1,000 reviews, so a visit covers a `window`, and `unordered`, because the
 *   list is ordered by a rank.
 * - `review_date` is Moscow time, as the site shows it; the response has UTC. `updatedDate` also changes when the seller replies and
 *   is not used.
 * - Many reviews consist of stars only. Many authors have no name.
 * - The list of the site has keys of images, and how the page derives addresses from them is not known. They stay in `raw`. The API for
 *   sellers has the addresses of images and videos.
 *
 * Recorded: three reviews of the list (2026-09). Known from public clients only: the description of an article, the address and response
 * of the card (v4), the two hosts of lists, the limit of about 1,000 reviews, and the status 498 of the bot protection. The API for
 * sellers is known from its documentation only.
 */
import { facts, ownerRoad, publicRoad } from '../../facts';
import { hasKeys, recordKind, reread } from '../../reread';
import type { PlatformSource } from '../../source';
import { connecting } from './connecting';
import { BASKET_DOMAIN } from './basket';
import { articleOf, HOSTS, match } from './match';
import { RATING_SCALE } from './parse';
import { feedbacks, sellerReviews } from './parsers';
import { publisher, REPLY_MAX_CHARACTERS } from './publisher';
import { visit } from './visit';
import { visitAsSeller } from './visit-as-seller';

export const wildberries: PlatformSource = {
  facts: facts({
    id: 9,
    slug: 'wildberries',
    displayName: 'Wildberries',
    baseUrl: 'https://www.wildberries.ru',
    ratingScale: RATING_SCALE,
    hasReply: true,
    hasImages: true,
    replyLimit: { characters: REPLY_MAX_CHARACTERS },
    hosts: HOSTS,
    requestHosts: [BASKET_DOMAIN],
    politeness: { concurrency: 1, minDelayMs: 2_000, dailyRequests: 5_000 },
    rawPrivacy: {
      names: ['wbUserDetails.name', 'userName'],
      // feedbackHelpfulness contains the ids of other buyers; lastOrder… is the author's order, which only the seller sees.
      drop: ['globalUserId', 'wbUserId', 'feedbackHelpfulness', 'lastOrderShkId', 'lastOrderCreatedAt'],
    },
  }),
  match,
  publicRoad: publicRoad({
    order: 'unordered',
    shows: 'newest',
    limit: { reviews: 1_000 },
    evidence: 'recorded',
    visit,
  }),
  ownerRoads: [
    ownerRoad({
      name: 'seller-api',
      order: 'unordered',
      evidence: 'documented',
      minEveryHours: 2,
      visit: visitAsSeller,
    }),
  ],
  connecting,
  publisher,
  reread: reread([
    // The API for sellers.
    recordKind({
      isOfKind: hasKeys('productDetails'),
      parser: sellerReviews,
      documentOf: (records) => ({ data: { feedbacks: records } }),
      factsOf: (url) => {
        const article = articleOf(url);
        return article === null ? undefined : { article, status: 200 };
      },
    }),
    recordKind({
      isOfKind: hasKeys('productValuation'),
      parser: feedbacks,
      documentOf: (records) => ({ feedbacks: records }),
      factsOf: (url) => {
        const article = articleOf(url);
        return article === null ? undefined : { article };
      },
    }),
  ]),
};
