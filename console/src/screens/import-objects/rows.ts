import { refusalText, type JudgedAddress } from '../../api/judged-addresses';
import type { ImportedLine, LineToImport } from '../../api/queries/imports';
import type { Platform } from '../../api/queries/sources';
import { importObjectsWords } from '../../words/en/import-objects';
import { problemWords } from '../../words/en/problem';

/** A row of the file, as the API would import it. */
export interface ImportRow {
  /** From 1, as in a spreadsheet. */
  readonly line: number;
  readonly name: string;
  readonly result: ImportedLine['result'];
  /** The object that is there; null for a new one. */
  readonly objectId: number | null;
  readonly addresses: readonly JudgedAddress[];
  /** Why the row cannot be imported; null: it can. */
  readonly fault: string | null;
  /** What a person should look at before the row is imported. */
  readonly notes: readonly string[];
  /** Whether it is refused because the plan has no room for another object. */
  readonly isBeyondPlan: boolean;
}

/** `out` cannot be imported, `check` only if a person wants it so, and for `there` nothing is to be done. */
export type RowVerdict = 'out' | 'check' | 'ready' | 'there';

export function verdictOf({ fault, notes, result }: ImportRow): RowVerdict {
  if (fault !== null) return 'out';
  if (notes.length > 0) return 'check';
  return result === 'present' ? 'there' : 'ready';
}

/** A letter that the charset of the file does not have. */
const UNREADABLE = '\uFFFD';

/** The rows of a file by what the API would do with its lines. */
export function importRows(
  lines: readonly ImportedLine[],
  platforms: ReadonlyMap<string, Platform> | undefined,
): readonly ImportRow[] {
  return lines.map((imported) => {
    const { line, name, result, object_id: objectId } = imported;
    const addresses = imported.link_results.map((link) => addressOf(link, platforms, result === 'created'));
    return {
      ...{ line, name: name ?? '', result, objectId, addresses },
      fault: name?.includes(UNREADABLE) === true ? importObjectsWords.unreadable : reasonOf(imported),
      notes: notesOf(imported, addresses),
      isBeyondPlan: imported.error_code === 'object_limit_reached',
    };
  });
}

/** The lines by their numbers in the text of the person, before rows were added above it. */
export const withoutAdded = (lines: readonly ImportedLine[], added: number): readonly ImportedLine[] =>
  lines.map((imported) => ({
    ...imported,
    line: imported.line - added,
    similar: imported.similar.map((other) => ({ ...other, line: other.line === null ? null : other.line - added })),
  }));

/** Whether the plan had no room for a row because rows that a person left out are counted before it. */
export const lacksRoom = (rows: readonly ImportRow[]): boolean =>
  rows.some(({ isBeyondPlan }) => isBeyondPlan) &&
  rows.some((row) => verdictOf(row) === 'check' && row.result === 'created');

/** An address of a page that the object has already, or that the row has twice, is no mistake. */
function addressOf(
  link: ImportedLine['link_results'][number],
  platforms: ReadonlyMap<string, Platform> | undefined,
  isNew: boolean,
): JudgedAddress {
  const { url, source_name: slug, error_code: code } = link;
  const platform = platforms?.get(slug ?? '')?.display_name ?? slug ?? '';
  if (code !== 'link_already_added') return { url, slug, platform, refusal: refusalText(link, platform), remark: null };
  const remark = isNew ? importObjectsWords.repeated : importObjectsWords.linked;
  return { url, slug, platform, refusal: null, remark };
}

/** Why a line was refused; null if it was not. */
export function reasonOf({ error, error_code: code }: ImportedLine): string | null {
  if (code === null) return null;
  if (code === 'validation_error') return importObjectsWords.notRead(error ?? '');
  return importObjectsWords.reasons[code] ?? problemWords.codes[code] ?? error;
}

function notesOf({ result, similar }: ImportedLine, addresses: readonly JudgedAddress[]): readonly string[] {
  const refused = addresses.filter(({ refusal }) => refusal !== null).length;
  const among = (same: 'page' | 'name') => {
    const found = similar.filter((other) => other.same === same);
    return {
      lines: [...new Set(found.flatMap(({ line }) => line ?? []))],
      names: [...new Set(found.flatMap(({ object_id: id, name }) => (id === null ? [] : [name])))],
    };
  };
  const [samePage, sameName] = [among('page'), among('name')];
  return [
    ...(refused > 0 ? [importObjectsWords.refused(refused, addresses.length)] : []),
    ...(result === 'created' && addresses.length === 0 ? [importObjectsWords.unlinked] : []),
    ...(samePage.lines.length > 0 ? [importObjectsWords.samePage(samePage.lines)] : []),
    ...(sameName.lines.length > 0 ? [importObjectsWords.sameName(sameName.lines)] : []),
    ...samePage.names.map((name) => importObjectsWords.pageExists(name)),
    ...sameName.names.map((name) => importObjectsWords.nameExists(name)),
  ];
}

/** The row as it is sent. */
export const lineOfRow = ({ name, addresses, objectId }: ImportRow): LineToImport => ({
  ...{ name, urls: addresses.map(({ url }) => url), object_id: objectId },
});

/** Few enough that a person sees the progress, and that a request is short. */
const ROWS_AT_ONCE = 25;
const CHARACTERS_AT_ONCE = 200_000;

/** The rows in parts that one request takes each. */
export function partsOf(rows: readonly ImportRow[]): readonly (readonly ImportRow[])[] {
  const parts: ImportRow[][] = [];
  let [part, characters]: [ImportRow[], number] = [[], 0];
  for (const row of rows) {
    const length = JSON.stringify(lineOfRow(row)).length;
    if (part.length === 0 || part.length === ROWS_AT_ONCE || characters + length > CHARACTERS_AT_ONCE) {
      parts.push((part = []));
      characters = 0;
    }
    part.push(row);
    characters += length;
  }
  return parts;
}
