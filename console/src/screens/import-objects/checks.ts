import type { JudgedAddress } from '../../api/judged-addresses';
import { importObjectsWords } from '../../words/en/import-objects';
import type { ImportRow } from './rows';

/** An object of the account, as far as rows are compared with it. */
export interface ExistingObject {
  readonly name: string;
  readonly links: readonly { readonly url: string }[];
}

export interface JudgedRow extends ImportRow {
  readonly addresses: readonly JudgedAddress[];
}

export interface CheckedRow extends JudgedRow {
  /** What a person should look at before the object is created. */
  readonly notes: readonly string[];
}

/** `out` cannot be created, `check` only if a person wants it so. */
export type RowVerdict = 'out' | 'check' | 'ready';

export function verdictOf({ fault, notes }: CheckedRow): RowVerdict {
  if (fault !== null) return 'out';
  return notes.length > 0 ? 'check' : 'ready';
}

/** Compares the rows with each other and with the objects of the account: by name, in any case, and by page. */
export function checkedRows(rows: readonly JudgedRow[], existing: readonly ExistingObject[]): readonly CheckedRow[] {
  const ofName = linesBy(rows, ({ name }) => [folded(name)]);
  const ofPage = linesBy(rows, pagesOf);
  const names = new Set(existing.map(({ name }) => folded(name)));
  const pages = new Map(existing.flatMap(({ name, links }) => links.map(({ url }) => [url, name] as const)));
  return rows.map((row) => {
    const others = (lines: readonly number[] | undefined): readonly number[] =>
      (lines ?? []).filter((line) => line !== row.line);
    const refused = row.addresses.filter(({ refusal }) => refusal !== null).length;
    const samePage = [...new Set(pagesOf(row).flatMap((page) => others(ofPage.get(page))))];
    const sameName = others(ofName.get(folded(row.name)));
    const owners = [...new Set(pagesOf(row).flatMap((page) => pages.get(page) ?? []))];
    const notes = [
      ...(refused > 0 ? [importObjectsWords.refused(refused, row.addresses.length)] : []),
      ...(row.addresses.length === 0 ? [importObjectsWords.unlinked] : []),
      ...(samePage.length > 0 ? [importObjectsWords.samePage(samePage)] : []),
      ...(sameName.length > 0 ? [importObjectsWords.sameName(sameName)] : []),
      ...owners.map((name) => importObjectsWords.pageExists(name)),
      ...(owners.length === 0 && names.has(folded(row.name)) ? [importObjectsWords.nameExists] : []),
    ];
    return { ...row, notes };
  });
}

/** Names that a person reads as the same: any case, any form of Unicode, one space for several. */
const folded = (name: string): string => name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();

/** The pages that will be linked. */
const pagesOf = ({ addresses }: JudgedRow): readonly string[] =>
  addresses.flatMap(({ page, refusal, url }) => (refusal === null ? [page ?? url] : []));

/** The lines of the rows by each of their keys. Rows without a name have none. */
function linesBy(
  rows: readonly JudgedRow[],
  keysOf: (row: JudgedRow) => readonly string[],
): ReadonlyMap<string, readonly number[]> {
  const lines = new Map<string, number[]>();
  for (const row of rows)
    for (const key of new Set(keysOf(row))) {
      if (key === '') continue;
      const found = lines.get(key);
      if (found === undefined) lines.set(key, [row.line]);
      else found.push(row.line);
    }
  return lines;
}
