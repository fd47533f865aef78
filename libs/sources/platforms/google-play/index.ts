/**
 * Google Play (https://play.google.com), read through the request with which its own pages load reviews, without credentials. The
 * API is not documented by Google. For a connected app, the Google Play Developer API is read in addition: it also returns the
 * reviews of the last week in other languages (visit-as-developer.ts), and it publishes replies (publisher.ts).
 *
 * - Language and country: the list of one language, English (`hl=en`), and one country (`gl=us`), is read (public-pages.ts). An
 *   address with another `hl` or `gl` is the same app, so two links can never count a review twice.
 * - `review_date` is the time of the last change in UTC; the list has no other time and is ordered by it. An edited review keeps its
 *   id and its reply, which is then older than the review.
 * - No counter: the page's number of ratings includes ratings without a review, so `reviewCount` is null.
 * - `raw` is the array of the review with its positions as keys ("0" is the id).
 * - Order and end of the list: visit.ts.
 *
 * Recorded: a page of 150 reviews (2026-07), a page of 3 (2026-09), the response for an unknown app (2026-09), and a details page
 * (2026-07). Known from public clients only: the parameters of the request, the token of later pages, the end of the list, and the
 * error `PlayGatewayError`. The Google Play Developer API is known from its documentation only, and from public clients that its ids
 * are those of the public list.
 */
import { facts, ownerRoad, publicRoad } from '../../facts';
import type { PlatformSource } from '../../source';
import { connecting } from './connecting';
import { API_HOSTS } from './developer-api';
import { HOSTS, match } from './match';
import { RATING_SCALE } from './parse';
import { publisher, REPLY_MAX_CHARACTERS } from './publisher';
import { visit } from './visit';
import { visitAsDeveloper } from './visit-as-developer';

export const googlePlay: PlatformSource = {
  facts: facts({
    id: 2,
    slug: 'google-play',
    displayName: 'Google Play',
    baseUrl: 'https://play.google.com',
    ratingScale: RATING_SCALE,
    hasReply: true,
    replyLimit: { characters: REPLY_MAX_CHARACTERS },
    hosts: HOSTS,
    requestHosts: API_HOSTS,
    politeness: { concurrency: 1, minDelayMs: 1_000, dailyRequests: 10_000 },
    rawPrivacy: {
      // 1: name and avatar; 9: account number, name and avatar. The others are fields of the Google Play Developer API.
      names: ['1.*', 'authorName'],
      drop: ['1.*.*', '9', 'comments.*.userComment.device', 'comments.*.userComment.deviceMetadata'],
    },
    contentLimit: {
      days: 30,
      reason:
        'Permanent copies of content of Google’s APIs are not allowed. The terms name no days; those of its other content apply.',
      terms: 'https://developers.google.com/terms',
    },
  }),
  match,
  publicRoad: publicRoad({ order: 'newest_first', evidence: 'recorded', visit }),
  ownerRoads: [
    ownerRoad({
      name: 'developer-api',
      order: 'newest_first',
      evidence: 'documented',
      readsPublicList: true,
      visit: visitAsDeveloper,
    }),
  ],
  connecting,
  publisher,
};
