const COLUMNS = ['name', 'url', 'object_id'];
const SEPARATORS = ['\t', ';', ','] as const;
/** `https://…`, or a host such as `www.example.com`. */
const ADDRESS = /https?:\/\/|[\w-]\.[a-z]{2,}/i;
const LEAST_COLUMNS = 2;

/**
 * A CSV text whose first row names the columns. Where the first row has an address and no such name, it is one of the rows: the first
 * column is then the name of the object, and the others are addresses. `added` is the number of rows that were added above.
 */
export function withColumnNames(text: string): { readonly text: string; readonly added: number } {
  const rows = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const [first = ''] = rows;
  const separator = SEPARATORS.find((sign) => first.includes(sign)) ?? ',';
  const cells = first.split(separator).map((cell) => cell.replaceAll('"', '').trim().toLowerCase());
  if (!ADDRESS.test(first) || cells.some((cell) => COLUMNS.includes(cell))) return { text, added: 0 };
  const columns = rows.reduce((most, row) => Math.max(most, row.split(separator).length), LEAST_COLUMNS);
  const names = ['name', ...Array.from({ length: columns - 1 }, () => 'url')];
  return { text: [names.join(separator), ...rows].join('\n'), added: 1 };
}
