/** Judges what a parser makes of a document in which one value has a foreign shape: a value, an unread count or an error, never silence. */
import { isDeepStrictEqual } from 'node:util';
import { REVIEW_PART_NAMES, REVIEW_PARTS, type CollectedReview, type ReviewPartName } from '../collected-review';
import { sumUnread, unreadParts, type Unread, type UnreadPart } from '../unread';
import type { ForeignShape } from './foreign-shapes';

/** The result of a parser, or its error. */
export interface Reading {
  readonly reviews: readonly CollectedReview[];
  /** What is not a review. */
  readonly rest: unknown;
  readonly unread: Unread;
  readonly error: Error | null;
}

/**
 * `unused`: the parser reads the same, `value`: it reads another value, or none where none is stated, `unread`: it counts what it does not
 * read, `error`: it refuses the document. `emptied`: the document states fewer reviews, which a visit must not believe.
 */
export type ShapeOutcome = 'unused' | 'value' | 'unread' | 'error' | 'emptied';

export type Judgement = { readonly outcome: ShapeOutcome } | { readonly fault: string };

export interface JudgedShape {
  readonly before: Reading;
  readonly after: Reading;
  readonly shape: Pick<ForeignShape, 'isAbsent' | 'scalar'>;
  /** Whether the value is in one review of a list of several. */
  readonly isInReview: boolean;
  /** Parts that a review of the platform may lack, besides those of every platform. */
  readonly mayLack: readonly UnreadPart[];
  /** Parts that the platform shows or not by the value of another field. */
  readonly selected: readonly UnreadPart[];
  /** Keys of the result for which the visit has other evidence. */
  readonly hints: readonly string[];
}

type Field = keyof CollectedReview;

/** The parts as which a field may be counted. */
const partsOf = (field: Field): readonly ReviewPartName[] =>
  REVIEW_PART_NAMES.filter((part) => (REVIEW_PARTS[part].fields as readonly Field[]).includes(field));

const MAY_BE_ABSENT: readonly UnreadPart[] = REVIEW_PART_NAMES.filter((part) => REVIEW_PARTS[part].isOptional);
const DATES: readonly Field[] = ['reviewDate', 'listedAt', 'replyDate'];

export function judgeShape(judged: JudgedShape): Judgement {
  const { before, after, shape, isInReview } = judged;
  if (after.error !== null)
    return isInReview ? { fault: `one bad review costs the page: ${after.error.message}` } : { outcome: 'error' };
  const counted = countedMore(before.unread, after.unread);
  if (after.reviews.length < before.reviews.length) return judgeLost(judged, counted);
  const faults = faultsOf(judged);
  const [fault] = faults;
  if (counted !== null) return { outcome: 'unread' };
  if (fault !== undefined) return { fault };
  if (!shape.isAbsent && isLess(before.rest, after.rest, judged.hints)) return { fault: 'data of the page is lost' };
  const isSame = isDeepStrictEqual(withoutRaw(before), withoutRaw(after));
  return { outcome: isSame ? 'unused' : 'value' };
}

function judgeLost(
  { before, after, shape, isInReview, mayLack, selected }: JudgedShape,
  counted: string | null,
): Judgement {
  const lost = before.reviews.length - after.reviews.length;
  const more = (after.unread.review ?? 0) - (before.unread.review ?? 0);
  // A list that was replaced states fewer reviews.
  if (more >= (isInReview ? lost : 1) || (after.unread.list ?? 0) > 0) return { outcome: 'unread' };
  if (!isInReview) return { outcome: 'emptied' };
  if (selected.includes('review') || (shape.isAbsent && mayLack.includes('review'))) return { outcome: 'value' };
  return { fault: `${lost} reviews are lost, and ${counted ?? 'nothing'} is counted` };
}

/** What is counted after the change and was not before; null if nothing is. */
function countedMore(before: Unread, after: Unread): string | null {
  const more = Object.entries(after).filter(([part, count]) => count > (before[part as UnreadPart] ?? 0));
  return unreadParts(Object.fromEntries(more));
}

/** Parts that vanished or were replaced without a count. */
function faultsOf({ before, after, shape, isInReview, mayLack, selected }: JudgedShape): readonly string[] {
  const pairs = pairsOf(before.reviews, after.reviews);
  const changed = pairs.map(([one, other]) => changedFields(one, other)).filter((fields) => fields.length > 0);
  if (isInReview && changed.length > 1) return ['other reviews are read differently, too'];
  return pairs.flatMap(([one, other]) =>
    changedFields(one, other).flatMap((field) => {
      const parts = partsOf(field);
      if (parts.length === 0 || parts.some((part) => (other.unread?.[part] ?? 0) > 0)) return [];
      const mayVanish = parts.some(
        (part) => selected.includes(part) || (shape.isAbsent && [...MAY_BE_ABSENT, ...mayLack].includes(part)),
      );
      if (isEmpty(other[field])) return mayVanish ? [] : [`${field} is lost`];
      if (!isInReview && isOfPage(field, shape)) return [];
      return isReplaced(field, one, other, shape) || mayVanish ? [] : [`${field} is guessed`];
    }),
  );
}

/** Whether the page states how a field is read: dates are in its time zone, or are not converted if it has none. */
function isOfPage(field: Field, { isAbsent, scalar }: JudgedShape['shape']): boolean {
  return DATES.includes(field) && (isAbsent || (scalar !== null && Number.isFinite(Number(scalar))));
}

/** Whether the new value of a field is what the document states. */
function isReplaced(
  field: Field,
  before: CollectedReview,
  after: CollectedReview,
  { isAbsent, scalar }: JudgedShape['shape'],
): boolean {
  if (field === 'images' || field === 'videos') return scalar !== null || after[field].length >= before[field].length;
  if (field === 'ratingOriginal' || field === 'reviewUrl') return true;
  // A form that the platform does not document gives no date and no rating.
  const value = after[field];
  if (DATES.includes(field) || typeof value !== 'string') return false;
  return scalar !== null && value.includes(scalar.trim()) && !isAbsent;
}

function pairsOf(
  before: readonly CollectedReview[],
  after: readonly CollectedReview[],
): readonly (readonly [CollectedReview, CollectedReview])[] {
  const keysBefore = keysOf(before);
  const keysAfter = keysOf(after);
  const renamed = after.find((_, index) => !keysBefore.includes(keysAfter[index] ?? ''));
  return before.flatMap((review, index) => {
    const other = after[keysAfter.indexOf(keysBefore[index] ?? '')] ?? renamed;
    return other === undefined ? [] : [[review, other] as const];
  });
}

/** The ids of reviews; a review without one is named by its place among such reviews. */
function keysOf(reviews: readonly CollectedReview[]): readonly string[] {
  let withoutId = 0;
  return reviews.map(({ externalId }) => (externalId === null ? `#${(withoutId += 1)}` : externalId));
}

function changedFields(one: CollectedReview, other: CollectedReview): readonly Field[] {
  const fields = new Set([...Object.keys(one), ...Object.keys(other)]) as ReadonlySet<Field>;
  return [...fields].filter(
    (field) => field !== 'raw' && field !== 'unread' && !isDeepStrictEqual(one[field], other[field]),
  );
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

/** Whether a value of the data is gone. */
function isLess(before: unknown, after: unknown, hints: readonly string[]): boolean {
  if (typeof before !== 'object' || before === null)
    return !isEmpty(before) && !isDeepStrictEqual(before, after) && isBlank(after);
  const others = (after ?? {}) as Readonly<Record<string, unknown>>;
  return Object.entries(before).some(([key, value]) => !hints.includes(key) && isLess(value, others[key], hints));
}

const isBlank = (value: unknown): boolean => isEmpty(value) || value === false || value === 0;

const withoutRaw = ({ reviews, rest }: Reading): unknown => ({
  rest,
  reviews: reviews.map(({ raw: _raw, ...review }) => review),
});

/** All that a parser counts: in its reviews, and anywhere in its other data. */
export function allUnread(reviews: readonly CollectedReview[], data: unknown): Unread {
  return sumUnread(...reviews.map((review) => review.unread), ...unreadBelow(data));
}

function unreadBelow(data: unknown): readonly Unread[] {
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([key, value]: [string, unknown]) =>
    key === 'unread' ? [(value ?? {}) as Unread] : unreadBelow(value),
  );
}
