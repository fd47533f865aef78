/** The reviews of a feed, and which of them are pinned (contract §4.4 rule 3). */
import type { Coverage } from '../../domain/coverage';
import type { FeedFilter } from '../../domain/feed-filter';
import { monthCounter, type MonthCounter } from '../../domain/review-counters';
import { REVIEW_FLAGS, withFlag, type FlagCondition } from '../../domain/review-flags';

export interface FeedScope {
  readonly coverage: Coverage;
  readonly filter: FeedFilter;
  /** The number of reviews per link inside the trial's cut; null: no cut. */
  readonly visiblePerLink: number | null;
}

/**
 * The condition on the flags of the rows. In the feed of one object, pinned reviews are not ordinary rows. In other feeds, a pin has no
 * effect.
 */
export function feedFlags(mode: Coverage['mode'], filter: FeedFilter, rows: 'ordinary' | 'pinned'): FlagCondition {
  if (mode === 'objects') return filter.flags;
  return withFlag(filter.flags, REVIEW_FLAGS.pinned, rows === 'pinned');
}

export const ordinaryFlags = ({ coverage, filter }: Pick<FeedScope, 'coverage' | 'filter'>): FlagCondition =>
  feedFlags(coverage.mode, filter, 'ordinary');

/** A monthly counter, and whether the pinned reviews must be added to it. */
export interface MonthlyCounter {
  readonly counter: MonthCounter;
  readonly addsPinned: boolean;
}

/** The column of the monthly counters that counts the ordinary rows; null if there is none. */
export function monthCounting(scope: FeedScope): MonthlyCounter | null {
  if (scope.visiblePerLink !== null || scope.filter.updatedAfter !== null || scope.filter.search !== null) return null;
  const flags = ordinaryFlags(scope);
  const { deleted, hidden } = REVIEW_FLAGS;
  // The default feed of several objects includes pinned rows, which `n_feed` excludes. They are added from their index.
  if (flags.value === 0 && flags.mask === (deleted | hidden)) return { counter: 'n_feed', addsPinned: true };
  const counter = monthCounter(flags);
  return counter === null ? null : { counter, addsPinned: false };
}
