/**
 * Finds the reviews of two lists that are one review under two ids. A level describes a relation of two reviews; the levels are tried from
 * the strongest on. A pair counts only if neither of the two has this relation to a third review: a wrong pair would merge two reviews,
 * while a missed pair shows one review twice.
 *
 * The work is bounded: only reviews with equal keys are compared, because a list may have tens of thousands of reviews of one day.
 */
import { ComparedReview, type IdentifyingFields } from './compared-review';

/** A relation of two reviews. */
export interface Level {
  /** What the two have in common; null for a review that cannot have the relation. */
  readonly key: (review: ComparedReview) => string | null;
  /** Their dates differ by at most this; both have one. */
  readonly withinMs?: number;
  /** A further condition. Not tried for a review that has more than `MAX_COMPARED` others to compare with. */
  readonly fits?: (one: ComparedReview, other: ComparedReview) => boolean;
  /** Reviews with equal keys are interchangeable: they are paired in the order of their lists. */
  readonly isInterchangeable?: true;
}

export interface Matches {
  /** The id in the second list by the id in the first. */
  readonly pairs: ReadonlyMap<string, string>;
  /** The number of the level of each pair, by the id in the first list. */
  readonly levels: ReadonlyMap<string, number>;
  /** The ids of the first list that may be several reviews of the second, or one that may be several of the first. */
  readonly ambiguous: ReadonlySet<string>;
}

const MAX_COMPARED = 50;

/**
 * The reviews of both lists that have the relation of a level, with the only review that they have it to; null if there are several.
 */
type Related = Map<ComparedReview, ComparedReview | null>;

/** Yields after every few comparisons, so that the caller can let other work run, and returns the matches. */
export function* matchReviews(
  first: readonly ComparedReview[],
  second: readonly ComparedReview[],
  levels: readonly Level[],
): Generator<void, Matches, void> {
  const [pairs, pairLevels, ambiguous] = [new Map<string, string>(), new Map<string, number>(), new Set<string>()];
  let rest = [first, second] as const;
  for (const [number, level] of levels.entries()) {
    const related = yield* relate(level, ...rest);
    if (related.size === 0) continue;
    for (const one of rest[0]) {
      yield;
      const other = related.get(one);
      if (other === undefined) continue;
      if (other !== null && related.get(other) === one) {
        pairs.set(one.id, other.id);
        pairLevels.set(one.id, number);
      } else ambiguous.add(one.id);
    }
    // A review with a relation does not count at weaker levels.
    const isLeft = (review: ComparedReview): boolean => !related.has(review);
    rest = [rest[0].filter(isLeft), rest[1].filter(isLeft)];
  }
  return { pairs, levels: pairLevels, ambiguous };
}

/** The matches of lists that were compared one after the other. */
export function joinMatches(matches: readonly Matches[]): Matches {
  return {
    pairs: new Map(matches.flatMap(({ pairs }) => [...pairs])),
    levels: new Map(matches.flatMap(({ levels }) => [...levels])),
    ambiguous: new Set(matches.flatMap(({ ambiguous }) => [...ambiguous])),
  };
}

/** Prepares reviews for `matchReviews`. Yields as it does. */
export function* comparedReviews(
  reviews: readonly IdentifyingFields[],
): Generator<void, readonly ComparedReview[], void> {
  const compared: ComparedReview[] = [];
  for (const review of reviews) {
    compared.push(new ComparedReview(review));
    yield;
  }
  return compared;
}

/** Completes a matching without pausing; for short lists. */
export function matchesOf(matching: Generator<void, Matches, void>): Matches {
  for (;;) {
    const step = matching.next();
    if (step.done === true) return step.value;
  }
}

function* relate(
  level: Level,
  first: readonly ComparedReview[],
  second: readonly ComparedReview[],
): Generator<void, Related, void> {
  const related: Related = new Map();
  const groups = yield* groupsOf(level.key, first);
  const otherGroups = yield* groupsOf(level.key, second);
  for (const [key, group] of groups) {
    const others = otherGroups.get(key);
    if (others === undefined) continue;
    if (level.isInterchangeable === true) yield* pairInOrder(group, others, related);
    else {
      yield* findRelated(level, group, others, related);
      yield* findRelated(level, others, group, related);
    }
  }
  return related;
}

function* groupsOf(
  keyOf: Level['key'],
  reviews: readonly ComparedReview[],
): Generator<void, ReadonlyMap<string, ComparedReview[]>, void> {
  const groups = new Map<string, ComparedReview[]>();
  for (const review of reviews) {
    const key = keyOf(review);
    const group = key === null ? undefined : groups.get(key);
    if (group !== undefined) group.push(review);
    else if (key !== null) groups.set(key, [review]);
    yield;
  }
  return groups;
}

function* pairInOrder(
  group: readonly ComparedReview[],
  others: readonly ComparedReview[],
  related: Related,
): Generator<void, void, void> {
  for (const [index, one] of group.entries()) {
    const other = others[index];
    if (other === undefined) return;
    related.set(one, other).set(other, one);
    yield;
  }
}

/** Adds the reviews of a group that have the relation to one or several of the others, which have the same key. */
function* findRelated(
  { withinMs, fits }: Level,
  group: readonly ComparedReview[],
  others: readonly ComparedReview[],
  related: Related,
): Generator<void, void, void> {
  const candidates = withinMs === undefined ? others : byDate(others);
  for (const one of group) {
    const [from, to] = withinMs === undefined ? [0, candidates.length] : around(candidates, one.at, withinMs);
    if (fits === undefined) addRelated(one, candidates[from], to - from, related);
    else if (to - from <= MAX_COMPARED) {
      const fitting = candidates.slice(from, to).filter((other) => fits(one, other));
      addRelated(one, fitting[0], fitting.length, related);
    }
    yield;
  }
}

function addRelated(one: ComparedReview, other: ComparedReview | undefined, count: number, related: Related): void {
  if (other !== undefined && count > 0) related.set(one, count === 1 ? other : null);
}

function byDate(reviews: readonly ComparedReview[]): readonly ComparedReview[] {
  return reviews.filter(({ at }) => !Number.isNaN(at)).sort((one, other) => one.at - other.at);
}

/** The range of the reviews, which are in the order of their dates, that are dated around a time. */
function around(dated: readonly ComparedReview[], at: number, withinMs: number): readonly [from: number, to: number] {
  return Number.isNaN(at) ? [0, 0] : [firstFrom(dated, at - withinMs), firstFrom(dated, at + withinMs + 1)];
}

/** The index of the first review dated `time` or later. */
function firstFrom(dated: readonly ComparedReview[], time: number): number {
  let [low, high] = [0, dated.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((dated[middle] as ComparedReview).at < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
