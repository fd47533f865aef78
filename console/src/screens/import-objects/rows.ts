import { isLikeAddress, withScheme } from '../../lib/address';
import { importObjectsWords } from '../../words/en/import-objects';

export const ROWS_AT_MOST = 5_000;
const NAME_AT_MOST = 200;
const ADDRESSES_AT_MOST = 50;

/** An object of the file. `line` counts the rows of the file from 1. */
export interface ImportRow {
  readonly line: number;
  readonly name: string;
  readonly urls: readonly string[];
  /** Why the row cannot be imported; null: it can. */
  readonly fault: string | null;
}

const HEADINGS = new Set(['name', 'object', 'title']);
/** White space, lines, and signs of lists before the next address: addresses themselves may have a comma. */
const SEPARATORS = /[\s|]+|[,;]+(?=https?:)/i;
const LIST_END = /[,;]$/;
const UNREADABLE = '\uFFFD';

/**
 * The objects of a file. Empty rows are left out, and a first row of headings. A cell may have several addresses, with spaces, commas or
 * semicolons between them; a cell without any is one text, which is refused as a whole.
 */
export function importRows(cells: readonly (readonly string[])[]): readonly ImportRow[] {
  return cells
    .map((row, place) => ({ row, line: place + 1 }))
    .filter(({ row }) => row.some((cell) => cell.trim() !== ''))
    .filter(({ row }, place) => place > 0 || !HEADINGS.has((row[0] ?? '').trim().toLowerCase()))
    .map(({ row: [first = '', ...others], line }) => {
      const name = first.trim();
      const urls = others.flatMap(addressesOf).map(withScheme);
      return { line, name, urls, fault: faultOf(name, urls) };
    });
}

function addressesOf(cell: string): readonly string[] {
  const parts = cell
    .split(SEPARATORS)
    .map((part) => part.replace(LIST_END, ''))
    .filter((part) => part !== '');
  return parts.some(isLikeAddress) || parts.length === 0 ? parts : [cell.trim()];
}

function faultOf(name: string, urls: readonly string[]): string | null {
  if (name === '') return importObjectsWords.nameless;
  if (name.includes(UNREADABLE)) return importObjectsWords.unreadable;
  if ([...name].length > NAME_AT_MOST) return importObjectsWords.tooLong;
  return urls.length > ADDRESSES_AT_MOST ? importObjectsWords.tooManyAddresses : null;
}

/** A key that is the same for the same row of the same account, so that a repeated import creates nothing twice. */
export async function keyOf(accountId: number, { line, name, urls }: ImportRow, attempt: number): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify([accountId, line, name, urls, attempt]));
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return `import-${[...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
