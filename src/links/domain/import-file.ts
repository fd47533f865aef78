/** A file of objects and their pages (contract §4.19): its lines, each of which names an object and addresses of its pages. */
import { AppError, cleanText, foldIdentity, isOneLine, readCsv } from '@libs/kernel';
import { addressesOf } from './written-addresses';

export const IMPORT_FORMATS = ['csv', 'jsonl'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** What a line asks for. */
export interface ImportLine {
  /** From 1. In CSV, the number of the row, as in a spreadsheet. */
  readonly line: number;
  /** The object; null: the one with the name, or a new one. */
  readonly objectId: number | null;
  readonly name: string;
  readonly urls: readonly string[];
}

/** A line that cannot be read. */
export interface BadLine {
  readonly line: number;
  /** Null if the name is what cannot be read. */
  readonly name: string | null;
  readonly fault: string;
}

export const LINES_AT_MOST = 1_000;
/** Nothing waits for a line that is only tried. */
export const TRIED_LINES_AT_MOST = 5_000;
const NAME_AT_MOST = 200;
const URLS_AT_MOST = 50;
const URL_AT_MOST = 2_048;
const COLUMNS: readonly string[] = ['name', 'url', 'object_id'];
const FIELDS: readonly string[] = ['name', 'urls', 'object_id'];

type ReadLine = ImportLine | BadLine;

/**
 * The lines of a file that are not empty. Yields after each (`inTurns`). Throws `validation_error` for a CSV without a column `name`, with other columns than `name`, `url`
 * (which may be repeated) and `object_id`, or with a quote that is never closed, and for more than `atMost` lines.
 */
export function* importLines(
  format: ImportFormat,
  text: string,
  atMost = LINES_AT_MOST,
): Generator<void, readonly ReadLine[], void> {
  const readers = format === 'csv' ? csvLines(text) : jsonLines(text);
  if (readers.length > atMost)
    throw new AppError('validation_error', `file: has ${readers.length} lines; at most ${atMost} are imported at once`);
  const lines: ReadLine[] = [];
  for (const read of readers) {
    lines.push(read());
    yield;
  }
  return lines;
}

/** The functions that read the lines. */
function csvLines(text: string): readonly (() => ReadLine)[] {
  const { rows, hasOpenQuote } = readCsv(text);
  // The rows after the quote would be a part of its cell.
  if (hasOpenQuote) throw new AppError('validation_error', 'file: has a quote that is never closed');
  const [head, ...others] = rows
    .map((cells, place) => ({ cells, line: place + 1 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const columns = (head?.cells ?? []).map((cell) => foldIdentity(cell.trim()));
  const unknown = columns.filter((column) => column !== '' && !COLUMNS.includes(column));
  const isRepeated = (column: string): boolean => columns.indexOf(column) !== columns.lastIndexOf(column);
  if (!columns.includes('name') || unknown.length > 0 || isRepeated('name') || isRepeated('object_id'))
    throw new AppError('validation_error', 'file: must name the columns name, url and object_id in its first row');
  return others.map(({ cells, line }) => () => {
    const of = (column: string): readonly string[] => cells.filter((_, place) => columns[place] === column);
    const urls = of('url').flatMap(addressesOf);
    if (cells.some((cell, place) => cell.trim() !== '' && !columns[place]))
      return { line, name: null, fault: 'has a cell without a named column' };
    const [id = ''] = of('object_id').map((cell) => cell.trim());
    return checked(line, { name: of('name')[0] ?? '', urls, id: id === '' ? null : idOf(id) });
  });
}

/** Whole numbers only; another text is no id. */
const idOf = (text: string): number => (/^\d{1,16}$/.test(text) ? Number(text) : NaN);

function jsonLines(text: string): readonly (() => ReadLine)[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((json, place) => ({ json, line: place + 1 }))
    .filter(({ json }) => json.trim() !== '')
    .map(
      ({ json, line }) =>
        () =>
          jsonLine(line, json),
    );
}

function jsonLine(line: number, json: string): ReadLine {
  const value = parsed(json);
  if (value === null) return { line, name: null, fault: 'must be a JSON object' };
  const unknown = Object.keys(value).find((field) => !FIELDS.includes(field));
  if (unknown !== undefined) return { line, name: null, fault: `has a field other than ${FIELDS.join(', ')}` };
  const { name, urls = [], object_id: id = null } = value;
  if (typeof name !== 'string') return { line, name: null, fault: 'name: must be a text' };
  if (!Array.isArray(urls) || !urls.every((url) => typeof url === 'string'))
    return { line, name: null, fault: 'urls: must be a list of texts' };
  return checked(line, { name, urls, id: id === null || typeof id === 'number' ? id : NaN });
}

function parsed(json: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(json);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Readonly<Record<string, unknown>>) : null;
  } catch {
    return null;
  }
}

interface Given {
  readonly name: string;
  readonly urls: readonly string[];
  readonly id: number | null;
}

/** The rules of the single calls (contract §4.6). */
function checked(line: number, { name: given, urls: addresses, id }: Given): ReadLine {
  const name = given.trim();
  const urls = addresses.map((url) => url.trim());
  const badName = faultOfName(name);
  if (badName !== null) return { line, name: null, fault: badName };
  const fault = faultOf(urls, id);
  return fault === null ? { line, objectId: id, name, urls } : { line, name, fault };
}

function faultOfName(name: string): string | null {
  if (name === '') return 'name: must not be empty';
  if ([...name].length > NAME_AT_MOST) return `name: must have at most ${NAME_AT_MOST} characters`;
  return isOneLine(name) && cleanText(name) === name ? null : 'name: must be one line without control characters';
}

function faultOf(urls: readonly string[], id: number | null): string | null {
  if (id !== null && !(Number.isSafeInteger(id) && id > 0)) return 'object_id: must be a whole number from 1';
  if (urls.length > URLS_AT_MOST) return `must have at most ${URLS_AT_MOST} addresses`;
  const isBad = urls.some((url) => url === '' || url.length > URL_AT_MOST || cleanText(url) !== url);
  return isBad ? `url: must be an address of at most ${URL_AT_MOST} characters` : null;
}
