/**
 * ODRS (https://odrs.gnome.org), the reviews of Linux applications that GNOME Software and Discover show, read through its open
 * API without credentials.
 *
 * - All formats are known from the source of the server (GNOME/odrs-web) and of Flathub's server; no response was recorded.
 * - One response contains all reviews of an application in all languages, newest first. The server returns reviews of the last five
 *   years only, so the coverage is `window`.
 * - The server does not state which applications exist: the list of an unknown id is empty. Names, and the proof that an application
 *   without reviews exists, are read from Flathub.
 * - Ratings are from 1 to 100. Times are UTC. A review has no page of its own, no reply and no images.
 * - `POST .../fetch`, which the programs use, is not sent: it creates an account on the server.
 */
import { facts, publicRoad } from '../../facts';
import { hasKeys, recordKind, reread } from '../../reread';
import type { PlatformSource } from '../../source';
import { requestParsed } from '../../visiting';
import { appAddress, HOSTS, match } from './match';
import { RATING_SCALE } from './parse';
import { gnomePage, reviewsList } from './parsers';
import { visit } from './visit';

export const odrs: PlatformSource = {
  facts: facts({
    id: 12,
    slug: 'odrs',
    displayName: 'ODRS',
    baseUrl: 'https://odrs.gnome.org',
    ratingScale: RATING_SCALE,
    hosts: HOSTS,
    politeness: { concurrency: 1, minDelayMs: 1_000, dailyRequests: 10_000 },
    rawPrivacy: { names: ['user_display'], drop: ['user_hash', 'user_skey'] },
  }),
  match,
  // A page with a short name contains the id of its application; it does not redirect to an address that does.
  async resolveShort(canonicalUrl, tools) {
    return appAddress((await requestParsed(canonicalUrl, gnomePage, {}, tools)).id);
  },
  publicRoad: publicRoad({
    order: 'newest_first',
    shows: 'newest',
    limit: { days: 1_826 },
    evidence: 'documented',
    visit,
  }),
  reread: reread([
    recordKind({
      isOfKind: hasKeys('review_id'),
      parser: reviewsList,
      documentOf: (reviews) => reviews,
      factsOf: () => ({}),
    }),
  ]),
};
