import { AppError, isUnavailable, type ErrorCode } from '@libs/kernel';
import type { LinkOutcome, LinkRefusalCode } from '@src/objects';
import type { BadLine, ImportLine } from './import-file';

/**
 * What a line of an import did (contract §4.19): created its object, added links to it, found everything there, or was refused. A new
 * object is created even if its addresses are refused.
 */
export const IMPORT_RESULTS = ['created', 'links_added', 'present', 'refused'] as const;
export type ImportResult = (typeof IMPORT_RESULTS)[number];

/** What a line did, or would do in a trial. */
export interface ImportedLine {
  readonly line: number;
  readonly result: ImportResult;
  readonly name: string | null;
  /** The object; null if the line was refused, and for an object that a trial would create. */
  readonly objectId: number | null;
  /** One per address. */
  readonly outcomes: readonly LinkOutcome[];
  readonly refusal: { readonly code: ErrorCode | LinkRefusalCode; readonly reason: string } | null;
}

/** The result of a line that named an object. An address of a page that is linked already is no refusal: a file may be imported again. */
export function importedLine(
  { line, name }: ImportLine,
  isNew: boolean,
  objectId: number | null,
  outcomes: readonly LinkOutcome[],
): ImportedLine {
  return { line, name, objectId, outcomes, ...resultOf(isNew, outcomes) };
}

function resultOf(isNew: boolean, outcomes: readonly LinkOutcome[]): Pick<ImportedLine, 'result' | 'refusal'> {
  if (isNew) return { result: 'created', refusal: null };
  if (outcomes.some(({ refusal }) => refusal === null)) return { result: 'links_added', refusal: null };
  const refusal = outcomes.map((outcome) => outcome.refusal).find((found) => found?.code !== 'link_already_added');
  return refusal ? { result: 'refused', refusal } : { result: 'present', refusal: null };
}

/** The result of a line that cannot be read. */
export const badLine = ({ line, name, fault }: BadLine): ImportedLine =>
  refusedLine(line, name, 'validation_error', fault);

/** The result of a line whose execution threw. An error that does not refuse the line, as single calls are refused, is thrown again. */
export function failedLine({ line, name }: ImportLine, error: unknown): ImportedLine {
  if (!(error instanceof AppError) || isUnavailable(error)) throw error;
  return refusedLine(line, name, error.code, error.detail);
}

function refusedLine(line: number, name: string | null, code: ErrorCode, reason: string): ImportedLine {
  return { line, name, result: 'refused', objectId: null, outcomes: [], refusal: { code, reason } };
}
