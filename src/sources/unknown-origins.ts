import { nearestWord } from '@libs/kernel';
import { builtInSources, type PlatformSource } from '@libs/sources';

/**
 * Returns a warning for each slug in `HREV_SOURCE_ORIGINS` that no source has. Without the right slug, requests for the intended
 * source go to the real platform. It is not an error, because another version that shares the variable may have a source with the
 * slug.
 */
export function unknownOrigins(
  origins: Readonly<Record<string, string>>,
  declared: readonly PlatformSource[],
): readonly string[] {
  const knownSlugs = [...builtInSources, ...declared].map(({ facts }) => facts.slug);
  return Object.keys(origins)
    .filter((slug) => !knownSlugs.includes(slug))
    .map((slug) => {
      const similar = nearestWord(slug, knownSlugs);
      return `HREV_SOURCE_ORIGINS: there is no source "${slug}"${similar === null ? '' : `; did you mean "${similar}"?`}`;
    });
}
