/**
 * Spreadsheets read a cell as a formula by its first character, also in full width. Where the decimal sign is a comma, they divide cells at
 * semicolons, others at tabs, and then the quotes of this form do not hold: what follows such a character or a line end may be a cell.
 */
const FORMULA = /^\s*[=+\-@;\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;
const INNER_FORMULA = /([;\t\r\n] {0,8})(?=[=+\-@\uff1d\uff0b\uff0d\uff20](?![()]))/gu;
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;
const NEEDS_QUOTES = /[",;\t\r\n]/;
/** Spreadsheets read UTF-8 only with this mark. */
const BYTE_ORDER_MARK = '\uFEFF';

export type Cell = string | number | null;

/** Rows as CSV (RFC 4180). A text that would be a formula gets an apostrophe in front. */
export function csvOf(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => row.map(cellText).join(',') + '\r\n').join('');
}

/** Records as rows below the names of these fields, which are those of the API. */
export function recordRows<T extends object>(records: readonly T[], fields: readonly (keyof T & string)[]): Cell[][] {
  return [[...fields], ...records.map((record) => fields.map((field) => cellOf(record[field])))];
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number') return value;
  return Array.isArray(value) ? value.join(' ') : JSON.stringify(value);
}

/** Saves rows as a file of the browser. */
export function saveCsv(name: string, rows: readonly (readonly Cell[])[]): void {
  const address = URL.createObjectURL(new Blob([BYTE_ORDER_MARK, csvOf(rows)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name}.csv`;
  link.click();
  URL.revokeObjectURL(address);
}

function cellText(cell: Cell): string {
  if (cell === null) return '';
  const text = String(cell);
  const inner = text.replace(INNER_FORMULA, "$1'");
  const safe = FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${inner}` : inner;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
