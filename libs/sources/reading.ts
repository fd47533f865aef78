/**
 * Reads records of a platform part by part. A part of a foreign form costs that part, a record of a foreign form costs that record;
 * both are counted (`unread.ts`). Only a document of a foreign form throws `Changed`.
 */
import { cleanTextOrNull, type LocalDateTime } from '@libs/kernel';
import type { z } from 'zod';
import type { CollectedReview } from './collected-review';
import { parseRating } from './rating-text';
import { readShape } from './read-shape';
import { Changed } from './source-errors';
import { isUnread, sumUnread, type Unread, type UnreadPart } from './unread';

/**
 * The parts of a record by dot path. `*` is every element of a list or object: such an element is left out. A mismatch
 * counts for the longest path that contains it.
 */
export type PartPaths = Readonly<Record<string, UnreadPart>>;

/** The reading of one record: what could not be read of it. */
export class Reading {
  private counts: Unread = {};
  private firstFault: string | null = null;

  /** `record` is the name of the record in messages ("A review of Google Play"). */
  constructor(private readonly record: string) {}

  /** The parts that were not read; undefined if there are none. */
  get unread(): Unread | undefined {
    return isUnread(this.counts) ? this.counts : undefined;
  }

  /** Why the first part was not read; null if all were. */
  get fault(): string | null {
    return this.firstFault;
  }

  /** Counts a part that was not read. */
  miss(part: UnreadPart, fault = `${this.record} has an unexpected ${part.replace('_', ' ')}`): void {
    this.counts = sumUnread(this.counts, { [part]: 1 });
    this.firstFault ??= fault;
  }

  /**
   * Validates the record. A mismatch at or below one of `paths` is counted, and that value is left out. Throws `Changed` for any other
   * mismatch.
   */
  shape<T>(shape: z.ZodType<T>, value: unknown, paths: PartPaths = {}): T {
    const result = shape.safeParse(value);
    if (result.success) return result.data;
    const cuts = new Map<string, Cut>();
    for (const { path } of result.error.issues) {
      const cut = cutOf(path.map(String), paths);
      if (cut === null) return readShape(shape, value, this.record);
      cuts.set(cut.path.join('.'), cut);
    }
    const data = readShape(shape, without(value, [...cuts.values()]), this.record);
    for (const { path, part } of cuts.values())
      this.miss(part, `${this.record} does not have the expected form: ${path.join('.')}`);
    return data;
  }

  /** Returns `read(value)`. A value that is stated, and for which `read` returns null or throws `Changed`, is counted. */
  stated<V, R>(part: UnreadPart, value: V | null | undefined, read: (value: V) => R | null): R | null {
    if (value === null || value === undefined || isBlank(value)) return null;
    try {
      const result = read(value);
      if (result === null) this.miss(part);
      return result;
    } catch (error) {
      if (!(error instanceof Changed)) throw error;
      this.miss(part, error.message);
      return null;
    }
  }

  /** Like `stated`, for a part that every record of the platform has: a missing value is counted, too. */
  needed<V, R>(part: UnreadPart, value: V | null | undefined, read: (value: V) => R | null): R | null {
    const result = this.stated(part, value, read);
    if (result === null && (this.counts[part] ?? 0) === 0) this.miss(part, `${this.record} has no ${part}`);
    return result;
  }

  /**
   * Parses a rating (`parseRating`). Stated in a form that is not on the scale, it is counted and keeps its original form; 0 is no
   * rating.
   */
  rating(value: number | string | null | undefined, scale: number): Pick<CollectedReview, 'rating' | 'ratingOriginal'> {
    const parsed = parseRating(value, scale);
    if (parsed.rating === null && parsed.ratingOriginal?.trim() && Number(parsed.ratingOriginal) !== 0)
      this.miss('rating');
    return parsed;
  }

  /** Like `rating`, for a platform whose reviews all have one: a missing rating is counted, too, as is 0. */
  neededRating(
    value: number | string | null | undefined,
    scale: number,
  ): Pick<CollectedReview, 'rating' | 'ratingOriginal'> {
    const parsed = this.rating(value, scale);
    if (parsed.rating === null && (this.counts.rating ?? 0) === 0) this.miss('rating', `${this.record} has no rating`);
    return parsed;
  }

  /** The average of an object. Stated as 0 or in any other form that is not on the scale, it is null; only the other form is counted. */
  average(
    value: number | string | null | undefined,
    scale: number,
  ): Pick<CollectedReview, 'rating' | 'ratingOriginal'> {
    const parsed = parseRating(value, scale);
    if (parsed.rating !== null) return parsed;
    // Nothing, and a blank text, are 0, too.
    if (Number(parsed.ratingOriginal) !== 0) this.miss('average');
    return { rating: null, ratingOriginal: null };
  }

  /**
   * Cleans a text. Counts a missing text if `isStated`: the record has other data of the same part, such as the date of a reply. A blank
   * text states that there is none.
   */
  within(part: UnreadPart, text: string | null | undefined, isStated: boolean): string | null {
    if ((text === null || text === undefined) && isStated && (this.counts[part] ?? 0) === 0) this.miss(part);
    return cleanTextOrNull(text);
  }

  /** A reply with its date, which is read only if there is a text. */
  reply<V>(
    replyText: string | null,
    date: V | null | undefined,
    timeOf: (date: V) => LocalDateTime | null,
  ): Pick<CollectedReview, 'replyText' | 'replyDate'> {
    return { replyText, replyDate: replyText === null ? null : this.stated('reply_date', date, timeOf) };
  }
}

/** The reviews of a list, and how many of its items were not read. Part of the result of a parser. */
export interface ItemsRead {
  readonly reviews: CollectedReview[];
  readonly unread?: Unread;
  /** Why the first item or part was not read; absent if everything was. */
  readonly fault?: string;
}

/**
 * Reads the items of a list. `read` returns null for an item that is not a public review. An item for which it throws `Changed` is
 * counted as an unread review.
 */
export function readItems<Item>(
  items: Iterable<Item>,
  record: string,
  read: (item: Item, reading: Reading) => CollectedReview | null,
): ItemsRead {
  const reviews: CollectedReview[] = [];
  let unreadItems = 0;
  let fault: string | null = null;
  for (const item of items) {
    const reading = new Reading(record);
    try {
      const review = read(item, reading);
      if (review !== null) reviews.push(reading.unread === undefined ? review : { ...review, unread: reading.unread });
      fault ??= reading.fault;
    } catch (error) {
      if (!(error instanceof Changed)) throw error;
      unreadItems += 1;
      fault ??= error.message;
    }
  }
  return {
    reviews,
    ...(unreadItems === 0 ? {} : { unread: { review: unreadItems } }),
    ...(fault === null ? {} : { fault }),
  };
}

interface Cut {
  readonly path: readonly string[];
  readonly part: UnreadPart;
  /** The value is an element of a list, and not a field or a position. */
  readonly isElement: boolean;
}

/** The longest of the paths that contains the mismatch; null if none does. */
function cutOf(mismatch: readonly string[], paths: PartPaths): Cut | null {
  let found: Cut | null = null;
  for (const [pattern, part] of Object.entries(paths)) {
    const keys = pattern.split('.');
    if (keys.length <= (found?.path.length ?? 0) || keys.length > mismatch.length) continue;
    if (keys.every((key, index) => key === '*' || key === mismatch[index]))
      found = { path: mismatch.slice(0, keys.length), part, isElement: keys.at(-1) === '*' };
  }
  return found;
}

/**
 * A copy of the record without the values of `cuts`. Only the objects and lists on their paths are copied: a value may be nested deeper
 * than a whole copy can follow.
 */
function without(value: unknown, cuts: readonly Cut[], depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const below = byKey(cuts, depth);
  if (Array.isArray(value)) return listWithout(value, below, depth);
  const rest: Record<string, unknown> = { ...value };
  for (const [key, ofKey] of below) {
    if (lastCut(ofKey, depth) === undefined) rest[key] = without(rest[key], ofKey, depth + 1);
    else Reflect.deleteProperty(rest, key);
  }
  return rest;
}

function byKey(cuts: readonly Cut[], depth: number): ReadonlyMap<string, readonly Cut[]> {
  const below = new Map<string, Cut[]>();
  for (const cut of cuts) {
    const key = cut.path[depth] ?? '';
    const ofKey = below.get(key);
    if (ofKey === undefined) below.set(key, [cut]);
    else ofKey.push(cut);
  }
  return below;
}

/** Without elements; positions become undefined, so that the others keep theirs. */
function listWithout(list: readonly unknown[], below: ReadonlyMap<string, readonly Cut[]>, depth: number): unknown[] {
  const left = new Set<number>();
  const rest = list.map((value, index) => {
    const ofIndex = below.get(String(index));
    if (ofIndex === undefined) return value;
    const last = lastCut(ofIndex, depth);
    if (last === undefined) return without(value, ofIndex, depth + 1);
    if (last.isElement) left.add(index);
    return undefined;
  });
  return rest.filter((_, index) => !left.has(index));
}

const lastCut = (cuts: readonly Cut[], depth: number): Cut | undefined =>
  cuts.find(({ path }) => path.length === depth + 1);

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';
