/**
 * Rules of hiding and pinning, by which the owner of an object changes the result of its feed (contract §3.3, §4.10). Analytics and
 * other objects are not affected.
 *
 * Invariants: the pinned reviews of an object have the positions 0..n-1 with n at most 30; a hidden review is never pinned. Hiding
 * removes the pin and the other pins move up; unhiding does not restore it.
 */
import { createHash } from 'node:crypto';
import { AppError } from '@libs/kernel';

/** The limits of contract §8. */
export const MAX_PINNED = 30;
export const HIDDEN_PER_REQUEST = 200;

/** A stored pin. Positions may have gaps: a review of a removed link loses its pin. */
export interface Pin {
  readonly id: number;
  readonly position: number;
}

/** The writes that turn the stored pins into the wanted ones. */
export interface PinChange {
  /** Reviews to pin, or to move to another position. */
  readonly newPositions: readonly Pin[];
  /** Reviews to unpin. */
  readonly removedIds: readonly number[];
}

/** Throws `duplicate_review_ids` for a repeated id, and `pinned_limit_exceeded` for more than 30 ids. */
export function assertPinnable(ids: readonly number[]): void {
  if (new Set(ids).size < ids.length) {
    throw new AppError('duplicate_review_ids', 'A review is named twice');
  }
  assertPinCount(ids.length);
}

/** Appends `added` to the pinned ids. Ids that are already pinned keep their position. Throws `pinned_limit_exceeded`. */
export function withPins(pinned: readonly number[], added: readonly number[]): readonly number[] {
  const known = new Set(pinned);
  const after = [...pinned, ...added.filter((id) => !known.has(id))];
  assertPinCount(after.length);
  return after;
}

/** Removes ids from the pinned ids; the others move up. */
export function withoutPins(pinned: readonly number[], removed: readonly number[]): readonly number[] {
  const unpinned = new Set(removed);
  return pinned.filter((id) => !unpinned.has(id));
}

/** Compares the stored pins with the wanted order. Reviews whose position does not change are not written. */
export function pinChange(stored: readonly Pin[], wanted: readonly number[]): PinChange {
  const before = new Map(stored.map(({ id, position }) => [id, position]));
  const after = new Set(wanted);
  return {
    newPositions: wanted
      .map((id, position) => ({ id, position }))
      .filter(({ id, position }) => before.get(id) !== position),
    removedIds: stored.map(({ id }) => id).filter((id) => !after.has(id)),
  };
}

/** The `ETag` of an order of pinned reviews. Equal orders have equal tags. */
export function orderTag(pinned: readonly number[]): string {
  return `"${createHash('sha256').update(pinned.join(' ')).digest('base64url').slice(0, 22)}"`;
}

const TAG = /(?:W\/)?("[^"]*")/g;

/**
 * Whether the value of `If-Match` allows a change of this order. A value without a tag allows none. Proxies that compress responses
 * mark tags as weak; the mark is ignored.
 */
export function fitsOrder(ifMatch: string, pinned: readonly number[]): boolean {
  if (ifMatch.trim() === '*') return true;
  return [...ifMatch.matchAll(TAG)].some(([, tag]) => tag === orderTag(pinned));
}

function assertPinCount(count: number): void {
  if (count <= MAX_PINNED) return;
  throw new AppError('pinned_limit_exceeded', `At most ${MAX_PINNED} reviews are pinned per object`);
}
