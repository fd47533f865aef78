/**
 * What a page shows and could not be read, as counts by part (contract §10.2). A value that is not understood is neither guessed nor
 * dropped in silence: the review keeps its other parts, and the missing one is counted.
 */

import { REVIEW_PART_NAMES, REVIEW_PARTS, type ReviewPartName, type Unread, type UnreadPart } from './collected-review';

export type { Unread, UnreadPart };

/** The names of the parts that are not parts of a review, for one and for several. */
const OTHER_NAMES: Readonly<Record<Exclude<UnreadPart, ReviewPartName>, readonly [string, string]>> = {
  review: ['review', 'reviews'],
  list: ['list', 'lists'],
  name: ['name', 'names'],
  average: ['average', 'averages'],
  count: ['count', 'counts'],
  document: ['document', 'documents'],
};

const namesOf = (part: UnreadPart): readonly [string, string] =>
  isOfReview(part) ? REVIEW_PARTS[part].names : OTHER_NAMES[part];

const isOfReview = (part: UnreadPart): part is ReviewPartName => part in REVIEW_PARTS;

export const UNREAD_PARTS: readonly UnreadPart[] = [
  'review',
  'list',
  ...REVIEW_PART_NAMES,
  'name',
  'average',
  'count',
  'document',
];

export const NOTHING_UNREAD: Unread = {};

export function isUnread(unread: Unread): boolean {
  return UNREAD_PARTS.some((part) => (unread[part] ?? 0) > 0);
}

/** Parts that say nothing about the reviews. */
const BESIDE_REVIEWS: readonly UnreadPart[] = ['name', 'average', 'document'];

/** Whether reviews, or parts of them, or their number were not read. */
export function isUnreadOfReviews(unread: Unread): boolean {
  return UNREAD_PARTS.some((part) => (unread[part] ?? 0) > 0 && !BESIDE_REVIEWS.includes(part));
}

/** Whether the page may show reviews that were not recognized: whole reviews or lists were not read, or the number of reviews. */
export function mayHideReviews({ review = 0, list = 0, count = 0 }: Unread): boolean {
  return review + list + count > 0;
}

/** Adds counts. */
export function sumUnread(...counts: readonly (Unread | undefined)[]): Unread {
  return merged(counts, (one, other) => one + other);
}

/** The larger count of each part. */
export function mostUnread(...counts: readonly (Unread | undefined)[]): Unread {
  return merged(counts, Math.max);
}

function merged(counts: readonly (Unread | undefined)[], merge: (one: number, other: number) => number): Unread {
  const all: Partial<Record<UnreadPart, number>> = {};
  for (const part of UNREAD_PARTS) {
    const count = counts.reduce((sum, one) => merge(sum, one?.[part] ?? 0), 0);
    if (count > 0) all[part] = count;
  }
  return all;
}

/** `2 dates, 1 review`, the largest count first; null if everything was read. */
export function unreadParts(unread: Unread): string | null {
  const counted = UNREAD_PARTS.map((part) => ({ part, count: unread[part] ?? 0 })).filter(({ count }) => count > 0);
  if (counted.length === 0) return null;
  const byCount = counted.sort((a, b) => b.count - a.count || a.part.localeCompare(b.part));
  return byCount.map(({ part, count }) => `${count} ${namesOf(part)[count === 1 ? 0 : 1]}`).join(', ');
}
