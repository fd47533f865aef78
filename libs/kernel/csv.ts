/** CSV (RFC 4180) whose cells no spreadsheet takes for formulas (SECURITY.md). */

const END = '\r\n';
/**
 * Spreadsheets read a cell as a formula by its first character, also in full width. Where the decimal sign is a comma, they divide cells at
 * semicolons, others at tabs, and then the quotes of this form do not hold: what follows such a character or a line end may be a cell.
 */
const FORMULA = /^\s*[=+\-@;\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;
const INNER_FORMULA = /([;\t\r\n] {0,8})(?=[=+\-@\uff1d\uff0b\uff0d\uff20](?![()]))/gu;
/** Without the mark, spreadsheets read UTF-8 as the code page of the machine. */
const BYTE_ORDER_MARK = '\uFEFF';

/** The first line of a file: the names of the columns, after the mark of UTF-8. */
export const csvHead = (columns: readonly string[]): string => `${BYTE_ORDER_MARK}${columns.join(',')}${END}`;

/** One line with its end. */
export const csvLine = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}${END}`;

/** One cell. Null is empty, and what is no text is JSON. What a spreadsheet would take for a formula gets an apostrophe. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const inner = text.replace(INNER_FORMULA, "$1'");
  const safe = FORMULA.test(text) ? `'${inner}` : inner;
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
