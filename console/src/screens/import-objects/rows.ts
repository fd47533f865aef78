import type { JudgedAddress } from '../../api/judged-addresses';
import { words } from '../../words/en';

export const ROWS_AT_MOST = 1_000;
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

export interface CheckedRow extends ImportRow {
  readonly addresses: readonly JudgedAddress[];
}

const HEADINGS = new Set(['name', 'object', 'title']);
const SEPARATORS = /[\s|]+/;

/** The objects of a file. A first row of headings is left out. A cell may have several addresses, with spaces between them. */
export function importRows(cells: readonly (readonly string[])[]): readonly ImportRow[] {
  return cells
    .map((row, place) => ({ row, line: place + 1 }))
    .filter(({ row, line }) => line > 1 || !HEADINGS.has((row[0] ?? '').trim().toLowerCase()))
    .map(({ row: [first = '', ...others], line }) => {
      const name = first.trim();
      const urls = others.flatMap((cell) => cell.split(SEPARATORS)).filter((url) => url !== '');
      return { line, name, urls, fault: faultOf(name, urls) };
    });
}

function faultOf(name: string, urls: readonly string[]): string | null {
  if (name === '') return words.importObjects.nameless;
  if ([...name].length > NAME_AT_MOST) return words.importObjects.tooLong;
  return urls.length > ADDRESSES_AT_MOST ? words.importObjects.tooManyAddresses : null;
}

/** A key that is the same for the same row of the same account, so that a repeated import creates nothing twice. */
export async function keyOf(accountId: number, { line, name, urls }: ImportRow, attempt: number): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify([accountId, line, name, urls, attempt]));
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return `import-${[...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
