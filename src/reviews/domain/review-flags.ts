/**
 * The bits of `review.flags` and `link_stat.flags`, which filters, covering indexes and counters use. The database computes them from
 * the row. `counters/persistence/counter.db-spec.ts` compares them with the schema.
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
