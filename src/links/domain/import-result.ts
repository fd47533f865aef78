import type { LinkOutcome, LinkRefusalCode } from '@src/objects';

/**
 * What a line of an import did (contract §4.19): created its object, added links to it, found everything there, or was refused. A new
 * object is created even if its addresses are refused.
 */
export const IMPORT_RESULTS = ['created', 'links_added', 'present', 'refused'] as const;
export type ImportResult = (typeof IMPORT_RESULTS)[number];

interface ResultOfLine {
  readonly result: ImportResult;
  readonly refusal: { readonly code: LinkRefusalCode; readonly reason: string } | null;
}

/** An address of a page that is linked already is no refusal: a file may be imported again. */
export function resultOf(isNew: boolean, outcomes: readonly Pick<LinkOutcome, 'refusal'>[]): ResultOfLine {
  if (isNew) return { result: 'created', refusal: null };
  if (outcomes.some(({ refusal }) => refusal === null)) return { result: 'links_added', refusal: null };
  const refusal = outcomes.map((outcome) => outcome.refusal).find((found) => found?.code !== 'link_already_added');
  return refusal ? { result: 'refused', refusal } : { result: 'present', refusal: null };
}
