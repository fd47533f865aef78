/**
 * The conditions of the review counters. `link_total` has one row per link, `link_month` one per link, month and rating. The
 * triggers that maintain the counters, the queries that read them and the recount that checks them use the same conditions
 * (`counters/persistence/counter.db-spec.ts` compares all three).
 */
import { REVIEW_FLAGS, type FlagCondition } from './review-flags';

const { text, images, reply, deleted, hidden, pinned } = REVIEW_FLAGS;

export const COUNTED_FLAGS = {
  /** Not deleted. */
  n: { mask: deleted, value: 0 },
  /** Neither deleted nor hidden. */
  n_shown: { mask: deleted | hidden, value: 0 },
  /** The feed of one object without parameters: neither deleted nor hidden nor pinned. */
  n_feed: { mask: deleted | hidden | pinned, value: 0 },
  n_text: { mask: deleted | text, value: text },
  n_images: { mask: deleted | images, value: images },
  n_reply: { mask: deleted | reply, value: reply },
} as const satisfies Readonly<Record<string, FlagCondition>>;

export const MONTH_COUNTERS = ['n', 'n_text', 'n_images', 'n_reply', 'n_feed'] as const;
export const TOTAL_COUNTERS = ['n', 'n_shown', 'n_feed'] as const;

export type MonthCounter = (typeof MONTH_COUNTERS)[number];
export type TotalCounter = (typeof TOTAL_COUNTERS)[number];

/** The column of `link_month` that counts exactly the reviews with these flags; null if there is none. */
export const monthCounter = (flags: FlagCondition): MonthCounter | null => counterOf(MONTH_COUNTERS, flags);

/** The column of `link_total` that counts exactly the reviews with these flags; null if there is none. */
export const totalCounter = (flags: FlagCondition): TotalCounter | null => counterOf(TOTAL_COUNTERS, flags);

function counterOf<Counter extends keyof typeof COUNTED_FLAGS>(
  counters: readonly Counter[],
  { mask, value }: FlagCondition,
): Counter | null {
  return counters.find((name) => COUNTED_FLAGS[name].mask === mask && COUNTED_FLAGS[name].value === value) ?? null;
}
