import type { EndpointOptions } from '@libs/http';
import { HiddenCount, PinnedCount } from './curation.payload';

/**
 * Hiding and pinning as they are promised (contract §4.10), in the words of both versions. What differs is the model of a
 * listed review, and each version's controller adds its own.
 */
export const CURATION = {
  hide: {
    name: 'hideReviews',
    summary: 'Hide reviews',
    description:
      'All or nothing. A hidden review loses its pin; analytics still counts it. Other objects are unaffected.',
    response: HiddenCount,
    access: 'write',
    errors: ['not_found'],
  },
  hidden: {
    summary: 'List the hidden reviews, the latest hidden first',
    description: 'Reviews deleted on the platform are among them. On trial, only visible reviews are shown.',
    access: 'read',
    errors: ['not_found'],
  },
  unhide: {
    name: 'unhideReviews',
    summary: 'Return hidden reviews to the feed',
    description: 'All or nothing. A pin is not restored. The ids come in the body or in the query.',
    response: HiddenCount,
    access: 'write',
    errors: ['not_found'],
  },
  pin: {
    name: 'pinReviews',
    summary: 'Pin reviews at the top',
    description: 'All or nothing. A hidden review cannot be pinned (`conflict`).',
    response: PinnedCount,
    access: 'write',
    errors: ['not_found', 'conflict', 'duplicate_review_ids', 'pinned_limit_exceeded'],
  },
  pinned: {
    summary: 'List the pinned reviews in their order',
    description: 'Reviews deleted on the platform are among them. On trial, only visible reviews are shown.',
    access: 'read',
    errors: ['not_found'],
  },
  replacePins: {
    summary: 'Replace the whole list of pinned reviews',
    description: 'All or nothing. An empty list unpins all. A hidden review cannot be pinned (`conflict`).',
    response: PinnedCount,
    access: 'write',
    errors: ['not_found', 'conflict', 'duplicate_review_ids', 'pinned_limit_exceeded'],
  },
  unpin: {
    name: 'unpinReviews',
    summary: 'Unpin reviews; they stay in the feed',
    description: 'All or nothing. The other pins move up. The ids come in the body or in the query.',
    response: PinnedCount,
    access: 'write',
    errors: ['not_found'],
  },
} as const satisfies Record<string, Omit<EndpointOptions, 'list'>>;
