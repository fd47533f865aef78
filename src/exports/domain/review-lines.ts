import { csvHead, csvLine } from '@libs/kernel';
import type { ExportFormat } from './export';

/** What the file has before its reviews: the names of the columns in CSV. */
export const headOf = (format: ExportFormat, fields: readonly string[]): string =>
  format === 'csv' ? csvHead(fields) : '';

/** The lines of reviews, which are JSON text with these fields. In CSV, lists are JSON in their cell. Yields after each review (`inTurns`). */
export function* linesOf(
  format: ExportFormat,
  fields: readonly string[],
  items: readonly string[],
): Generator<void, string, void> {
  const lines: string[] = [];
  for (const item of items) {
    lines.push(format === 'jsonl' ? `${item}\n` : csvLineOf(item, fields));
    yield;
  }
  return lines.join('');
}

function csvLineOf(item: string, fields: readonly string[]): string {
  const review = JSON.parse(item) as Readonly<Record<string, unknown>>;
  return csvLine(fields.map((field) => review[field]));
}
