import { invalid, QueryNames } from '@libs/http';
import type { SourceCatalogue } from '../source-catalogue';

/** Largest number of names in `source_slugs`, and of characters in one. */
const LIMITS = { maxItems: 1_000, maxLength: 64 } as const;
const MOST_SHOWN = 5;

/** The query parameter `source_slugs` of v3 (contract §4.13), read by `chosenSources`. */
export function SourceSlugs(description: string): PropertyDecorator {
  return QueryNames({ description, default: [], ...LIMITS });
}

export interface SourceChoice {
  readonly source_ids: readonly number[];
  readonly source_slugs: readonly string[];
}

/**
 * The ids that a query names, those of `source_ids` first, each once. 422 for a slug that no listed platform has: unlike an id,
 * a slug may be misspelled.
 */
export function chosenSources(catalogue: SourceCatalogue, choice: SourceChoice): readonly number[] {
  if (choice.source_slugs.length === 0) return choice.source_ids;
  const found = choice.source_slugs.map((slug) => ({ slug, id: catalogue.bySlug(slug.toLowerCase())?.id }));
  const unknown = found.flatMap(({ slug, id }) => (id === undefined ? [slug] : []));
  if (unknown.length > 0) {
    throw invalid('source_slugs', `must name platforms of GET /v3/sources only, not ${listed(unknown)}`);
  }
  return [...new Set([...choice.source_ids, ...found.flatMap(({ id }) => id ?? [])])];
}

const listed = (slugs: readonly string[]): string =>
  slugs.length > MOST_SHOWN ? `${slugs.slice(0, MOST_SHOWN).join(', ')}, …` : slugs.join(', ');
