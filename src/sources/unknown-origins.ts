import { nearestWord } from '@libs/kernel';
import { builtInSources, type PlatformSource } from '@libs/sources';

/**
 * A line for each slug in `HREV_SOURCE_ORIGINS` that no source has: the requests for the intended source then go to the real
 * platform. The start is not refused, because another version that shares the variable may have the slug.
 */
export function unknownOrigins(
  origins: Readonly<Record<string, string>>,
  declared: readonly PlatformSource[],
): readonly string[] {
  const known = [...builtInSources, ...declared].map(({ facts }) => facts.slug);
  return Object.keys(origins)
    .filter((slug) => !known.includes(slug))
    .map((slug) => {
      const meant = nearestWord(slug, known);
      return `HREV_SOURCE_ORIGINS: there is no source "${slug}"${meant === null ? '' : `; did you mean "${meant}"?`}`;
    });
}
