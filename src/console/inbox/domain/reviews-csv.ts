/** The CSV form of reviews (RFC 4180), for spreadsheets. */

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

const END = '\r\n';
/**
 * Spreadsheets read a cell as a formula by its first character, also in full width. Where the decimal sign is a comma, they divide cells at
 * semicolons, others at tabs, and then the quotes of this form do not hold: what follows such a character or a line end may be a cell.
 */
const FORMULA = /^\s*[=+\-@;\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;
const INNER_FORMULA = /([;\t\r\n] {0,8})(?=[=+\-@\uff1d\uff0b\uff0d\uff20](?![()]))/gu;
/** Without the mark, spreadsheets read UTF-8 as the code page of the machine. */
const BYTE_ORDER_MARK = '\uFEFF';

export const CSV_HEAD = `${BYTE_ORDER_MARK}${COLUMNS.join(',')}${END}`;

export function csvRow(review: ExportedReview, objectName: string): string {
  const cells = COLUMNS.map((column) => {
    if (column === 'object_name') return objectName;
    const value = review[column];
    return Array.isArray(value) ? value.length : value;
  });
  return `${cells.map(csvCell).join(',')}${END}`;
}

/** The last line of a file that does not hold all reviews. */
export function csvCut(written: number, total: number): string {
  const text = `Cut: the first ${written} of ${total} reviews. Choose a narrower date and export again.`;
  return `${csvCell(text)}${END}`;
}

/** One cell. What a spreadsheet would take for a formula gets an apostrophe. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const inner = text.replace(INNER_FORMULA, "$1'");
  const safe = FORMULA.test(text) ? `'${inner}` : inner;
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
