/**
 * Values that a page has and the parser cannot read. A reader returns `null` for an absent value and `UNREAD` for a value that it
 * does not understand, so that a page with unread values differs from a page without them.
 */
import { sumUnread, type Unread } from '../../unread';

export const UNREAD = Symbol('unread');

export type Reading<T> = T | null | typeof UNREAD;

/** What was not read: a whole review, a part of a review, a figure of the item, or a block with a list of reviews. */
export type UnreadPart =
  | 'review'
  | 'author'
  | 'text'
  | 'rating'
  | 'date'
  | 'reply'
  | 'reply_date'
  | 'photo'
  | 'address'
  | 'name'
  | 'average'
  | 'count'
  | 'list';

/** The number of each of the parts. */
export const countsOf = (parts: readonly UnreadPart[]): Unread => sumUnread(...parts.map((part) => ({ [part]: 1 })));

/** Collects unread parts. */
export class UnreadParts {
  readonly parts: UnreadPart[] = [];

  /** The value; null, with a note, if it is unread. */
  valueOf<T>(part: UnreadPart, reading: Reading<T>): T | null {
    if (reading !== UNREAD) return reading;
    this.parts.push(part);
    return null;
  }
}
