/**
 * Facebook, read through the Graph API with an access token of the page:
 * https://developers.facebook.com/docs/graph-api/reference/page/ratings
 *
 * - Facebook's pages show a login wall, so the object must be connected with a token of its page (otherwise `credentials_missing`).
 * - Reviews are recommendations, which have no stars: `rating` is null, `rating_original` is `recommended` or `not_recommended`.
 *   Reviews from before August 2018 have stars (1 to 5), which are read.
 * - Ids are those of the story of a recommendation. Reviews with stars have no story; their id is the time of their creation.
 * - A reply is the last comment of the page on the story. Whether an app may read comments depends on its permissions; if it may
 *   not, replies are not known.
 * - The order is not documented, so every pass reads the whole list. Facebook omits reviews that their authors show to friends only,
 *   and its counter may include them.
 * - Facebook's reference says that recommendations cannot be read with version 22.0 and later. Version 21.0 is therefore requested.
 *   When Facebook ends that version, the road ends.
 * - The API was not recorded; test responses follow its documentation and public clients.
 */
import type { PlatformSource } from '../../source';
import { connecting } from './connecting';
import { isPageId } from './graph-api';
import { HOSTS, match } from './match';
import { RATING_SCALE } from './parse';
import { visit } from './visit';

export const facebook: PlatformSource = {
  facts: {
    id: 21,
    slug: 'facebook',
    displayName: 'Facebook',
    baseUrl: 'https://www.facebook.com',
    ratingScale: RATING_SCALE,
    hasReply: true,
    hasImages: false,
    canPublishReply: false,
    replyMaxLength: null,
    replyLengthUnit: null,
    hosts: HOSTS,
    idStability: 'strong',
    politeness: { concurrency: 1, minDelayMs: 1_000, dailyRequests: 4_000 },
    rawPrivacy: { names: ['reviewer.name'], drop: ['reviewer.id', 'reviewer.picture', 'open_graph_story.comments'] },
  },
  match,
  ownerRoads: [
    {
      name: 'graph-api',
      reading: 'http',
      order: 'unordered',
      shows: 'all',
      limit: null,
      evidence: 'documented',
      readsPublicList: false,
      hasOwnIds: false,
      opens: isPageId,
      visit,
    },
  ],
  connecting,
};
