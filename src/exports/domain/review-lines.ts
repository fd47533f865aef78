import { csvHead, csvLine } from '@libs/kernel';
import type { ExportFormat } from './export';

/** What the file has before its reviews: the names of the columns in CSV. */
export const headOf = (format: ExportFormat, fields: readonly string[]): string =>
  format === 'csv' ? csvHead(fields) : '';

/** The lines of reviews, which are JSON text with these fields. In CSV, lists are JSON in their cell. */
export function linesOf(format: ExportFormat, fields: readonly string[], items: readonly string[]): string {
  if (format === 'jsonl') return items.map((item) => `${item}\n`).join('');
  return items
    .map((item) => {
      const review = JSON.parse(item) as Readonly<Record<string, unknown>>;
      return csvLine(fields.map((field) => review[field]));
    })
    .join('');
}
