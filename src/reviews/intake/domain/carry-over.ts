/**
 * Recognizes reviews without ids of the platform that were stored under another id (contract §10.4). Their ids are made of author, date
 * and text, so an edit by the author, or a parser that reads one of them better, makes another id. A review that a pass did not see and a
 * new one of the same link are the same if two of author, date and text agree:
 *
 * - Names agree without regard to case, punctuation and undecoded escapes. Placeholders such as "Anonymous" are no names.
 * - Dates agree if they are of one day. A missing date, one that was computed from "3 weeks ago", and one with day and month exchanged
 *   contradict no other.
 * - Texts agree if they have the same words. If they are similar only, the third part must not contradict: two forms of a name, or a date
 *   that contradicts no other.
 * - What is missing on both sides agrees, but is no evidence alone.
 */
import { datesContradict, DATES_DIFFER_BY_MS, isFormOfName, isSimilar } from './compared-review';
import type { ComparedReview } from './compared-review';
import { joinMatches, matchReviews, type Level, type Matches } from './match-reviews';

export interface CarryOverOptions {
  /** The time of the pass. */
  readonly asOf: Date;
  /** True if the pages show few of the stored reviews: that the pass did not see a review then says little. */
  readonly isSelection: boolean;
}

/** Equal texts of this many letters are of one review, even on pages that show a selection. */
const DISTINCTIVE_LENGTH = 30;

type Relation = (one: ComparedReview, other: ComparedReview) => boolean;

const joined = (...parts: readonly (string | number | null)[]): string => parts.join('|');
const dayOf = ({ isRelative, day }: ComparedReview): string | null => (isRelative ? null : day);
const allParts = (r: ComparedReview): string => joined(r.name, dayOf(r), r.words);
const hasWords = (r: ComparedReview): boolean => r.words !== '';

function nameAndWords(r: ComparedReview): string | null {
  return r.name === null || !hasWords(r) ? null : joined(r.name, r.words);
}
function nameAndDay(r: ComparedReview): string | null {
  return r.name === null || dayOf(r) === null ? null : joined(r.name, r.day);
}
function wordsAndDay(r: ComparedReview): string | null {
  return !hasWords(r) || dayOf(r) === null ? null : joined(r.words, r.day);
}

const namesAgree: Relation = (one, other) => isFormOfName(one.name, other.name);
const namesMayAgree: Relation = (one, other) => one.name === null || other.name === null || namesAgree(one, other);
const datesMayAgree: Relation = (one, other) => !datesContradict(one, other);
const isDistinctive: Relation = (one) => one.words.length >= DISTINCTIVE_LENGTH;

/** Whether two dates, one of which was computed from a phrase such as "3 weeks ago", may be of one day. */
function datesAgreeAbout(asOf: number): Relation {
  return (one, other) => {
    if (!one.isRelative && !other.isRelative) return false;
    // The phrase of an older date is less exact. False without a date.
    const age = Math.max(0, asOf - Math.min(one.at, other.at));
    return Math.abs(one.at - other.at) <= DATES_DIFFER_BY_MS + age / 2;
  };
}

const both =
  (...relations: readonly Relation[]): Relation =>
  (one, other) =>
    relations.every((relation) => relation(one, other));

/** The relations of two reviews whose third part does not contradict, strongest first. */
const agreeing = (asOf: number): readonly Level[] => [
  { key: (r) => joined(r.rating, allParts(r)), isInterchangeable: true },
  { key: allParts, isInterchangeable: true },
  // Without a date, or with another form of it.
  { key: nameAndWords, fits: datesMayAgree },
  { key: (r) => (r.name === null && hasWords(r) ? r.words : null), fits: datesMayAgree },
  { key: (r) => (hasWords(r) ? null : r.name), fits: datesMayAgree },
  // With another text.
  { key: nameAndDay, fits: isSimilar },
  { key: (r) => (nameAndDay(r) === null ? null : joined(r.rating, nameAndDay(r))) },
  { key: nameAndDay },
  { key: (r) => r.name, fits: datesAgreeAbout(asOf) },
  // Without an author, or with another form of the name.
  { key: wordsAndDay, fits: namesMayAgree },
  { key: (r) => (hasWords(r) || dayOf(r) === null ? null : joined(r.rating, r.day)), fits: namesAgree },
  // With several damaged parts.
  { key: (r) => joined(r.rating, r.day), fits: (one, other) => one.isDamagedFormOf(other) },
  { key: dayOf, fits: both(isSimilar, namesAgree) },
  { key: (r) => r.name, fits: both(isSimilar, datesMayAgree) },
];

/** The relations of two reviews whose third part contradicts. */
const contradicting = (isSelection: boolean): readonly Level[] =>
  [nameAndWords, wordsAndDay].map((key): Level => (isSelection ? { key, fits: isDistinctive } : { key }));

/**
 * Selects stored reviews that may be one of `incoming`: only these need to be kept for `matchUnseen`. The others have neither author nor
 * day nor words of any of them.
 */
export function mayBeAnyOf(incoming: readonly ComparedReview[]): (stored: ComparedReview) => boolean {
  const parts = [
    (review: ComparedReview) => review.name,
    (review: ComparedReview) => review.day,
    (review: ComparedReview) => (hasWords(review) ? review.words : null),
  ].map((partOf) => ({ partOf, values: new Set(incoming.map(partOf)) }));
  const hasParts = (review: ComparedReview): boolean => parts.some(({ partOf }) => partOf(review) !== null);
  return (stored) =>
    stored.isDamaged ||
    !hasParts(stored) ||
    parts.some(({ partOf, values }) => partOf(stored) !== null && values.has(partOf(stored)));
}

/**
 * Finds the reviews among `incoming` that are stored under another id, as pairs of external ids. `unseen` are the stored reviews that the
 * pass did not see. Deleted ones are found last, and only if nothing contradicts. Yields as `matchReviews` does.
 */
export function* matchUnseen(
  incoming: readonly ComparedReview[],
  unseen: readonly ComparedReview[],
  { asOf, isSelection }: CarryOverOptions,
): Generator<void, Matches, void> {
  const levels = agreeing(asOf.getTime());
  const live = unseen.filter(({ isDeleted }) => !isDeleted);
  const found = yield* matchReviews(incoming, live, [...levels, ...contradicting(isSelection)]);
  const rest = incoming.filter(({ id }) => !found.pairs.has(id) && !found.ambiguous.has(id));
  const deleted = unseen.filter(({ isDeleted }) => isDeleted);
  return joinMatches([found, yield* matchReviews(rest, deleted, levels)]);
}
