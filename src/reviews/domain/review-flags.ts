/**
 * The bits of a review that every filter, covering index and rollup speaks (`review.flags`, `link_stat.flags`). The
 * database computes them from the row, so they cannot disagree with it.
 */
export const REVIEW_FLAGS = {
  text: 1,
  images: 2,
  videos: 4,
  reply: 8,
  deleted: 16,
  hidden: 32,
  pinned: 64,
} as const;

/** A condition on the bits: `flags & mask = value`. */
export interface FlagCondition {
  readonly mask: number;
  readonly value: number;
}

/** The condition with the bits of `flag` added: all set, or all clear. */
export function withFlag(condition: FlagCondition, flag: number, set: boolean): FlagCondition {
  return { mask: condition.mask | flag, value: set ? condition.value | flag : condition.value & ~flag };
}
