/**
 * Facebook, read through the Graph API with an access token of the page:
 * https://developers.facebook.com/docs/graph-api/reference/page/ratings
 *
 * - Facebook's pages show a login wall, so the object must be connected with a token of its page (otherwise `credentials_missing`).
 * - Reviews are recommendations, which have no stars: `rating` is null, `rating_original` is `recommended` or `not_recommended`.
 *   Reviews from before August 2018 have stars (1 to 5), which are read.
 * - Ids are those of the story of a recommendation. Reviews with stars have no story; their id is the time of their creation (star-ids.ts).
 * - A reply is the last comment of the page on the story (comments.ts). Whether an app may read comments depends on its permissions; if it
 *   may not, replies are not known.
 * - The order is not documented, so every pass reads the whole list. Facebook omits reviews that their authors show to friends only,
 *   and its counter may include them.
 * - Facebook's reference says that recommendations cannot be read with version 22.0 and later. Version 21.0 is therefore requested.
 *   When Facebook ends that version, the road ends (versions.ts).
 * - The API was not recorded; test responses follow its documentation and public clients.
 */
import { facts, ownerRoad } from '../../facts';
import type { PlatformSource } from '../../source';
import { connectingTo } from './connecting';
import { isPageId } from './graph-api';
import { HOSTS, match } from './match';
import { RATING_SCALE } from './parse';
import { roadEnd, versionAt } from './versions';
import { visitWith } from './visit';

/** `graphVersion`: the version of the Graph API that the operator names, such as `v23.0`; null: the one that the date determines. */
export const facebookWith = (graphVersion: string | null): PlatformSource => ({
  facts: facts({
    id: 21,
    slug: 'facebook',
    displayName: 'Facebook',
    baseUrl: 'https://www.facebook.com',
    ratingScale: RATING_SCALE,
    hasReply: true,
    hosts: HOSTS,
    politeness: { concurrency: 1, minDelayMs: 1_000, dailyRequests: 4_000 },
    rawPrivacy: { names: ['reviewer.name'], drop: ['reviewer.id', 'reviewer.picture', 'open_graph_story.comments'] },
  }),
  match,
  ownerRoads: [
    ownerRoad({
      name: 'graph-api',
      order: 'unordered',
      evidence: 'documented',
      minEveryHours: 2,
      endsAt: roadEnd(graphVersion),
      opens: isPageId,
      visit: visitWith((now) => versionAt(now, graphVersion)),
    }),
  ],
  connecting: connectingTo((now) => versionAt(now, graphVersion)),
});

export const facebook: PlatformSource = facebookWith(null);
