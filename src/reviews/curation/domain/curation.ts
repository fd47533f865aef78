/**
 * Hiding and pinning: what an object's owner does to what its feed returns (contract §3.3, §4.10).
 * It does not affect analytics or other objects.
 *
 * Invariants: the pinned reviews of an object have the positions 0..n-1 with n at most 30; a hidden review is never pinned. Hiding removes
 * the pin, the others shift up, and unhiding does not restore it.
 */
import { AppError } from '@libs/kernel';

/** §8. */
export const MAX_PINNED = 30;
export const HIDDEN_PER_REQUEST = 200;

/** A pinned review as it is stored. Positions may have gaps: a review of a removed link loses its pin. */
export interface Pin {
  readonly id: number;
  readonly position: number;
}

/** What has to be written so that exactly the wanted reviews are pinned, in their order. */
export interface PinChange {
  readonly placed: readonly Pin[];
  readonly dropped: readonly number[];
}

/** The ids of a request for pins; repeats are `duplicate_review_ids`, more than 30 `pinned_limit_exceeded`. */
export function assertPinnable(ids: readonly number[]): void {
  if (new Set(ids).size < ids.length) {
    throw new AppError('duplicate_review_ids', 'A review is named twice');
  }
  assertPinCount(ids.length);
}

/** The order after `asked` were pinned: appended as given; those already pinned keep their position. */
export function withPins(pinned: readonly number[], asked: readonly number[]): readonly number[] {
  const known = new Set(pinned);
  const after = [...pinned, ...asked.filter((id) => !known.has(id))];
  assertPinCount(after.length);
  return after;
}

/** The order after these lost their pins; the others shift up. */
export function withoutPins(pinned: readonly number[], asked: readonly number[]): readonly number[] {
  const leaving = new Set(asked);
  return pinned.filter((id) => !leaving.has(id));
}

/** The reviews whose position differs; the others are not written. */
export function pinChange(stored: readonly Pin[], wanted: readonly number[]): PinChange {
  const before = new Map(stored.map(({ id, position }) => [id, position]));
  const after = new Set(wanted);
  return {
    placed: wanted.map((id, position) => ({ id, position })).filter(({ id, position }) => before.get(id) !== position),
    dropped: stored.map(({ id }) => id).filter((id) => !after.has(id)),
  };
}

function assertPinCount(count: number): void {
  if (count <= MAX_PINNED) return;
  throw new AppError('pinned_limit_exceeded', `At most ${MAX_PINNED} reviews are pinned per object`);
}
