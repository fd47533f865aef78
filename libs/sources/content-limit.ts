/**
 * How long the terms of platforms allow their content to be kept. The adapter of a platform states its limit (`SourceFacts.contentLimit`);
 * every other place reads it from there. docs/operations/retention.md describes what the limit applies to.
 */
import type { PlatformSource } from './source';

/** The limit of a platform. */
export interface ContentLimit {
  /** Days that content may be kept as it was received. 0: not at all. */
  readonly days: number;
  /** What the terms say, as a sentence. */
  readonly reason: string;
  /** Address of the terms. */
  readonly terms: string;
}

/** A source with a limit, by its id in the database. */
export interface LimitedSource {
  readonly id: number;
  readonly slug: string;
  readonly days: number;
}

/** Content is removed this long before its limit: rounds of removal are at most an hour apart, and a round takes time. */
const AHEAD_HOURS = 2;
const DAY_HOURS = 24;

/** Content that cannot be removed at once, such as a delivery that waits for its attempts, is kept for a day at most. */
const LEAST_DAYS_IN_USE = 1;

/** The built-in sources with a limit. */
export function limitedSources(sources: readonly PlatformSource[]): readonly LimitedSource[] {
  return sources.flatMap(({ facts: { id, slug, contentLimit } }) =>
    id === null || contentLimit === null ? [] : [{ id, slug, days: contentLimit.days }],
  );
}

/** The age in hours at which content with a limit of so many days is removed. */
export function removalAge(days: number): number {
  return Math.max(0, days * DAY_HOURS - AHEAD_HOURS);
}

/** The age in hours at which content of several sources, which is in use until then, is removed; null without a limit. */
export function removalAgeInUse(limits: readonly (ContentLimit | null)[]): number | null {
  const days = limits.flatMap((limit) => (limit === null ? [] : [Math.max(LEAST_DAYS_IN_USE, limit.days)]));
  return days.length === 0 ? null : removalAge(Math.min(...days));
}
