import { invalid, QueryNames, type InputField } from '@libs/http';
import { foldIdentity } from '@libs/kernel';
import type { SourceCatalogue } from '../source-catalogue';

/** The largest number of names in `source_slugs`, and of characters in one name. */
const LIMITS = { maxItems: 1_000, maxLength: 64 } as const;
const MAX_LISTED = 5;

/** The query parameter `source_slugs` of v3 (contract §4.13), read by `chosenSources`. */
export function SourceSlugs(description: string): InputField<readonly string[]> {
  return QueryNames({ description, default: [], ...LIMITS });
}

export interface SourceChoice {
  readonly source_ids: readonly number[];
  readonly source_slugs: readonly string[];
}

/**
 * The ids of the sources that a query names, those of `source_ids` first, without duplicates. Throws 422 for a slug that no listed
 * platform has: unlike an id, a slug may be misspelled.
 */
export function chosenSources(catalogue: SourceCatalogue, choice: SourceChoice): readonly number[] {
  if (choice.source_slugs.length === 0) return choice.source_ids;
  const sources = choice.source_slugs.map((slug) => ({ slug, id: catalogue.bySlug(foldIdentity(slug))?.id }));
  const unknownSlugs = sources.flatMap(({ slug, id }) => (id === undefined ? [slug] : []));
  if (unknownSlugs.length > 0) {
    throw invalid('source_slugs', `must name platforms of GET /v3/sources only, not ${joinedSlugs(unknownSlugs)}`);
  }
  return [...new Set([...choice.source_ids, ...sources.flatMap(({ id }) => id ?? [])])];
}

const joinedSlugs = (slugs: readonly string[]): string =>
  slugs.length > MAX_LISTED ? `${slugs.slice(0, MAX_LISTED).join(', ')}, …` : slugs.join(', ');
