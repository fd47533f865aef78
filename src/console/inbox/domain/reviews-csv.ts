/** The CSV form of reviews, for spreadsheets. */
import { csvHead, csvLine } from '@libs/kernel';

/** The columns, under the names of the fields in /v3. */
const COLUMNS = [
  'id',
  'object_id',
  'object_name',
  'source_slug',
  'review_date',
  'author',
  'rating',
  'rating_original',
  'text',
  'positive',
  'negative',
  'reply_text',
  'reply_date',
  'review_url',
  'images',
  'is_hidden',
  'is_deleted',
  'deleted_at',
  'last_seen_at',
  'updated_at',
] as const;

/** A review on the wire of /v3; the fields that a cell shows. */
export type ExportedReview = Readonly<Record<string, unknown>> & { readonly object_id: number };

export const CSV_HEAD = csvHead(COLUMNS);

export function csvRow(review: ExportedReview, objectName: string): string {
  const cells = COLUMNS.map((column) => {
    if (column === 'object_name') return objectName;
    const value = review[column];
    return Array.isArray(value) ? value.length : value;
  });
  return csvLine(cells);
}

/** The last line of a file that does not hold all reviews. */
export function csvCut(written: number, total: number): string {
  const text = `Cut: the first ${written} of ${total} reviews. Choose a narrower date and export again.`;
  return csvLine([text]);
}
