/**
 * Mangrove (https://mangrove.reviews), the open collection of signed reviews of websites and places, read through its open
 * API without credentials: https://docs.mangrove.reviews
 *
 * - All formats are known from the documentation and the standard of the reviews (Open-Reviews/Mangrove); no response was recorded.
 * - A subject is an address of a website or a place with coordinates and a name (match.ts). Every valid subject exists; the server
 *   refuses an invalid one.
 * - One response contains the whole list, in no documented order. For a place it also contains places in the vicinity: reviews of
 *   places with another name are omitted, and the counter, which includes them, is then ignored.
 * - The id of a review is its signature. Ratings are from 0 to 100 or absent; 0 is the worst rating, so it is 1 star. Times are UTC.
 * - A reply is a review of a review whose author states to be affiliated with the subject. The platform does not verify that.
 * - Edits and deletions are signed separately. A review is read as the server returns it.
 */
import { facts, publicRoad } from '../../facts';
import type { PlatformSource } from '../../source';
import { HOSTS, match } from './match';
import { RATING_SCALE } from './parse';
import { visit } from './visit';

export const mangrove: PlatformSource = {
  facts: facts({
    id: 14,
    slug: 'mangrove',
    displayName: 'Mangrove',
    baseUrl: 'https://mangrove.reviews',
    ratingScale: RATING_SCALE,
    hasReply: true,
    hasImages: true,
    hosts: HOSTS,
    politeness: { concurrency: 1, minDelayMs: 1_000, dailyRequests: 10_000 },
    rawPrivacy: {
      names: ['payload.metadata.nickname', 'payload.metadata.given_name'],
      // The token and the key identify the author; the token repeats all other fields.
      drop: [
        'jwt',
        'kid',
        ...['family_name', 'preferred_username', 'openid', 'age', 'birthdate', 'gender'].map(
          (field) => `payload.metadata.${field}`,
        ),
      ],
    },
  }),
  match,
  publicRoad: publicRoad({ order: 'unordered', evidence: 'documented', visit }),
};
