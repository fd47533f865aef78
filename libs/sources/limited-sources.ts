/**
 * The sources whose terms limit how long content may be kept, for everything that stores content. docs/operations/retention.md describes
 * what the limits apply to. Sources that the operator declares have none.
 */
import { builtInSources } from './platforms';

export interface LimitedSource {
  readonly id: number;
  readonly slug: string;
  readonly days: number;
}

export const LIMITED_SOURCES: readonly LimitedSource[] = builtInSources.flatMap(
  ({ facts: { id, slug, contentLimit } }) =>
    id === null || contentLimit === null ? [] : [{ id, slug, days: contentLimit.days }],
);

const daysById = new Map(LIMITED_SOURCES.map(({ id, days }) => [id, days]));

/** Days that content of the source may be kept; 0: not at all; null: without a limit. */
export const contentDaysOf = (sourceId: number): number | null => daysById.get(sourceId) ?? null;
