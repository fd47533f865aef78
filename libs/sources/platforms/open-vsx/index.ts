/**
 * Open VSX (https://open-vsx.org), the registry of extensions for VS Code, read through its open API without credentials:
 * https://open-vsx.org/swagger-ui/
 *
 * - All formats are known from the documentation and the source of the server (eclipse-openvsx/openvsx); no response was recorded.
 * - One response contains the whole list, in no documented order.
 * - Reviews have no ids. A person has one active review per extension, so the id is a hash of the person's account, which an edit
 *   does not change. After a new review by the same person, the id is the same.
 * - A rating from 1 to 5 stars; 0 is a review without a rating. The comment may be empty. Times are UTC.
 * - The platform has no replies and no images.
 */
import { facts, publicRoad } from '../../facts';
import type { PlatformSource } from '../../source';
import { HOSTS, match } from './match';
import { RATING_SCALE } from './parse';
import { visit } from './visit';

export const openVsx: PlatformSource = {
  facts: facts({
    id: 11,
    slug: 'open-vsx',
    displayName: 'Open VSX',
    baseUrl: 'https://open-vsx.org',
    ratingScale: RATING_SCALE,
    hosts: HOSTS,
    politeness: { concurrency: 1, minDelayMs: 1_000, dailyRequests: 10_000 },
    rawPrivacy: { names: [], drop: ['user'] },
  }),
  match,
  publicRoad: publicRoad({ order: 'unordered', evidence: 'documented', visit }),
};
