/**
 * Finds the stored review that a road with ids of its own shows under another id (contract §2.3, §10.4). Two reviews are the same if they
 * have the same rating, nearly the same date, and
 * - the same words, or one is the beginning of the other, because some roads cut texts; or
 * - no text on either side, and the same author.
 *
 * A review that was edited between the passes of two roads differs in more. Two reviews that are left over are the same if two of author,
 * date and words agree. Roads show names in different forms; two forms of a name agree if the ratings do.
 */
import {
  beginningOf,
  DATES_DIFFER_BY_MS,
  EDITED_DATES_DIFFER_BY_MS,
  isCut,
  isFormOfName,
  isSimilar,
  type ComparedReview,
  type IdentifyingFields,
} from './compared-review';
import { comparedReviews, matchesOf, matchReviews, type Level, type Matches } from './match-reviews';

export { DATES_DIFFER_BY_MS } from './compared-review';

/** The fields that identify a review on every road. */
export type RoadReview = IdentifyingFields;

const WITHIN = { withinMs: DATES_DIFFER_BY_MS };
const joined = (...parts: readonly (string | number | null)[]): string => parts.join('|');

/** The same review, unchanged. */
const SAME: readonly Level[] = [
  { ...WITHIN, key: (r) => (r.words === '' || r.author === null ? null : joined(r.rating, r.author, r.words)) },
  { ...WITHIN, key: (r) => (r.words === '' ? null : joined(r.rating, r.words)) },
  { ...WITHIN, key: (r) => (r.author === null ? null : beginningKey(r, r.author)), fits: isCut },
  { ...WITHIN, key: (r) => beginningKey(r, null), fits: isCut },
  { ...WITHIN, key: (r) => (r.words !== '' || r.author === null ? null : joined(r.rating, r.author)) },
];

function beginningKey(review: ComparedReview, author: string | null): string | null {
  const beginning = beginningOf(review);
  return beginning === null ? null : joined(review.rating, author, beginning);
}

const hasSameName = (one: ComparedReview, other: ComparedReview): boolean => isFormOfName(one.name, other.name);

const EDITED_WITHIN = { withinMs: EDITED_DATES_DIFFER_BY_MS };

/** The first levels of `EDITED` compare words. */
const LEVELS_WITH_WORDS = 3;
/** The same review, edited in between. */
const EDITED: readonly Level[] = [
  { ...WITHIN, key: (r) => (r.words === '' ? null : r.words), fits: hasSameName },
  { ...EDITED_WITHIN, key: (r) => r.name, fits: isSimilar },
  { key: (r) => r.day, fits: (one, other) => isSimilar(one, other) && hasSameName(one, other) },
  { ...EDITED_WITHIN, key: (r) => (r.name === null ? null : joined(r.rating, r.name)) },
  { ...EDITED_WITHIN, key: (r) => r.name },
  { ...WITHIN, key: (r) => (r.words === '' ? null : r.words) },
  { key: (r) => (r.name === null || r.day === null ? null : joined(r.rating, r.day)), fits: hasSameName },
];

/** Returns the pairs of unchanged reviews, as external id of `incoming` → external id of `stored`. */
export function matchRoads(
  incoming: readonly RoadReview[],
  stored: readonly RoadReview[],
): ReadonlyMap<string, string> {
  return matchesOf(matching(incoming, stored, SAME)).pairs;
}

/** Finds unchanged reviews, and then edited ones among the rest. Yields as `matchReviews` does. */
export function matchEdited(
  incoming: readonly RoadReview[],
  stored: readonly RoadReview[],
): Generator<void, Matches, void> {
  return matching(incoming, stored, [...SAME, ...EDITED]);
}

/** Finds unchanged reviews only. Yields as `matchReviews` does. */
export function matchUnchanged(
  incoming: readonly ComparedReview[],
  stored: readonly ComparedReview[],
): Generator<void, Matches, void> {
  return matchReviews(incoming, stored, SAME);
}

/** Finds stored reviews that are one, of two roads: they have the same words, or similar ones of an author. Yields as `matchReviews` does. */
export function matchTwins(one: readonly RoadReview[], other: readonly RoadReview[]): Generator<void, Matches, void> {
  return matching(one, other, [...SAME, ...EDITED.slice(0, LEVELS_WITH_WORDS)]);
}

/** The ids of `incoming` that may be edited reviews, or one of several: they are certain only at the end of a pass. */
export function uncertainMatches({ levels, ambiguous }: Matches): ReadonlySet<string> {
  const edited = [...levels].filter(([, level]) => level >= SAME.length).map(([id]) => id);
  return new Set([...edited, ...ambiguous]);
}

function* matching(
  incoming: readonly RoadReview[],
  stored: readonly RoadReview[],
  levels: readonly Level[],
): Generator<void, Matches, void> {
  return yield* matchReviews(yield* comparedReviews(incoming), yield* comparedReviews(stored), levels);
}
