import { count, numbers } from './plurals';

const list = new Intl.ListFormat('en-US', { type: 'conjunction' });
const LISTED = 5;

/** "Row 3 has", "Rows 3, 5 and 9 have". */
function rowsOf(lines: readonly number[]): string {
  if (lines.length === 1) return `Row ${lines[0]} has`;
  const others = lines.length - LISTED;
  const shown = lines.slice(0, LISTED).map(String);
  return `Rows ${list.format(others > 0 ? [...shown, `${numbers.format(others)} more`] : shown)} have`;
}

/** A name in a sentence, whose direction ends with it. */
const isolated = (name: string): string => `\u2068${name}\u2069`;

export const importObjectsWords = {
  title: 'Import objects',
  intro:
    'The first row of a CSV file names the columns: name and url. A cell may have several addresses, and the column url may be repeated. Without names of columns, the first column is the name and the others are addresses. A row with the name of one of your objects adds its pages to that object, and a column object_id names the object by its id.',
  example: 'Example of a file',
  exampleText: 'name,url\nHotel Example,https://www.trustpilot.com/review/example.com',
  jsonLines: 'A file of JSON lines has one object per line: {"name": "Hotel Example", "urls": ["https://…"]}',
  choose: 'Choose a file',
  paste: 'Or paste the rows',
  check: 'Check the rows',
  another: 'Choose another file',
  empty: 'The file has no rows.',
  tooLarge: 'The file has more than 250,000 characters. Split it into several files.',
  columns:
    'The first row has other columns than name, url and object_id. Name the columns in it, for example: name,url',
  /** `fault` is what the API says about the file: "has a quote that is never closed". */
  refusedFile: (fault: string) => `The file ${fault}.`,
  charset: 'Letters of the file',
  charsetCertain: (name: string) => `The file is ${name}.`,
  charsetGuessed: (name: string) =>
    `The file does not say how its letters are stored. They are read as ${name}. If a name looks wrong, choose another.`,
  charsetSample: (names: readonly string[]) => `For example: ${names.join(' · ')}`,
  charsets: {
    'utf-8': 'Unicode (UTF-8)',
    'utf-16le': 'Unicode (UTF-16)',
    'utf-16be': 'Unicode (UTF-16, big-endian)',
    'windows-1252': 'Western European (Windows-1252)',
    'windows-1250': 'Central European (Windows-1250)',
    'windows-1251': 'Cyrillic (Windows-1251)',
    'windows-1253': 'Greek (Windows-1253)',
    'windows-1254': 'Turkish (Windows-1254)',
    'windows-1255': 'Hebrew (Windows-1255)',
    'windows-1256': 'Arabic (Windows-1256)',
    'windows-1257': 'Baltic (Windows-1257)',
    'windows-1258': 'Vietnamese (Windows-1258)',
    macintosh: 'Western European (Macintosh)',
  } as const,
  ready: (n: number) => (n === 1 ? '1 row is ready' : `${numbers.format(n)} rows are ready`),
  toCheck: (n: number) => (n === 1 ? '1 needs a look' : `${numbers.format(n)} need a look`),
  leftOut: (n: number) => (n === 1 ? '1 cannot be imported' : `${numbers.format(n)} cannot be imported`),
  there: (n: number) => (n === 1 ? '1 is already there' : `${numbers.format(n)} are already there`),
  withChecked: (n: number) => `Also import the ${count(n, 'row that needs', 'rows that need')} a look`,
  room: 'Your plan has no room for all rows. The rows that need a look are counted too: remove them from the file and check it again to import others in their place.',
  refused: (refused: number, all: number) =>
    refused === all
      ? `${all === 1 ? 'Its address is' : 'All its addresses are'} refused. Nothing would be collected.`
      : `${numbers.format(refused)} of ${count(all, 'address', 'addresses')} ${refused === 1 ? 'is refused. It would be left out.' : 'are refused. They would be left out.'}`,
  unlinked: 'Without an address nothing is collected.',
  linked: 'linked already',
  repeated: 'twice in the row',
  samePage: (lines: readonly number[]) => `${rowsOf(lines)} the same page.`,
  sameName: (lines: readonly number[]) => `${rowsOf(lines)} nearly the same name.`,
  pageExists: (name: string) => `The object ${isolated(name)} of your account has this page already.`,
  nameExists: (name: string) => `Your account has an object with nearly the same name: ${isolated(name)}.`,
  unreadable: 'The name has letters that could not be read. Choose how the letters of the file are read.',
  notRead: (fault: string) => `The row cannot be read (${fault}).`,
  /** Reasons that have another text for a row than elsewhere, by their codes. */
  reasons: {
    not_found: 'Your account has no object with this object_id.',
    conflict: 'Several objects of your account have this name. Give the object_id.',
  } as Readonly<Record<string, string>>,
  willCreate: 'A new object',
  willAdd: (n: number) => `${count(n, 'new link', 'new links')} for an object that is there`,
  line: 'Row',
  name: 'Name',
  addresses: 'Addresses',
  state: 'State',
  noAddress: 'No address',
  import: (n: number) => `Import ${count(n, 'row', 'rows')}`,
  goOn: (n: number) => `Continue with ${count(n, 'row', 'rows')}`,
  stop: 'Stop',
  progress: (done: number, all: number, failed: number) =>
    `${numbers.format(done)} of ${count(all, 'row', 'rows')} imported${failed === 0 ? '' : `, ${numbers.format(failed)} failed`}`,
  /** Rows that are not among those of the progress. */
  notImported: (toCheck: number, out: number) =>
    `Not imported: ${[
      ...(toCheck > 0 ? [count(toCheck, 'row that needs a look', 'rows that need a look')] : []),
      ...(out > 0 ? [count(out, 'row that cannot be imported', 'rows that cannot be imported')] : []),
    ].join(' and ')}. They are first in the list.`,
  waits: (seconds: number) => `Too many requests. Continues in ${count(seconds, 'second', 'seconds')}.`,
  open: 'Open',
  toList: 'Show all objects',
} as const;
