/**
 * 2GIS (https://2gis.ru), read through the review API of its web app, or from the page if the API refuses (visit.ts).
 *
 * - The API's address and key are read from the page (`__customcfg`) at every visit; the code contains no key.
 * - All dates have the offset +07:00. Dates of reviews are converted to the local time of the place (the page contains the time zone),
 *   dates of replies to UTC.
 * - Reviews of other providers (flamp) are listed, too, with ids in the same format; they cannot be answered at 2GIS.
 * - Reviews that are marked as hidden or in moderation are omitted. Reviews that do not count for the rating (`is_rated: false`)
 *   are public, and are included.
 * - An address without a city redirects to the address with the city; not verified for countries other than Russia.
 * - Replies can be written in the owner's account only; there is no public API for them.
 */
import { facts, publicRoad } from '../../facts';
import type { PlatformSource } from '../../source';
import { HOSTS, match } from './match';
import { RATING_SCALE } from './parse';
import { visit } from './visit';

export const twoGis: PlatformSource = {
  facts: facts({
    id: 7,
    slug: '2gis',
    displayName: '2GIS',
    baseUrl: 'https://2gis.ru',
    ratingScale: RATING_SCALE,
    hasReply: true,
    hasImages: true,
    hosts: HOSTS,
    politeness: { concurrency: 2, minDelayMs: 1_000, dailyRequests: 20_000 },
    rawPrivacy: {
      names: ['user.name'],
      // Masking would leave a single first or last name unchanged.
      drop: [
        'user.id',
        'user.public_id',
        'user.first_name',
        'user.last_name',
        'user.url',
        'user.photo_preview_urls',
        'user.additional_data',
        'additional_data.ip',
        'additional_data.user_agent',
      ],
    },
  }),
  match,
  publicRoad: publicRoad({ reading: 'both', order: 'newest_first', evidence: 'recorded', visit }),
};
