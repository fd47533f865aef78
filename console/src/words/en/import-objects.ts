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

export const importObjectsWords = {
  title: 'Import objects',
  intro:
    'A CSV file with one object per row: its name in the first column, the addresses of its pages in the columns after it.',
  choose: 'Choose a CSV file',
  paste: 'Or paste the rows',
  check: 'Check the rows',
  another: 'Choose another file',
  empty: 'The file has no rows.',
  tooMany: (n: number) => `The file has ${count(n, 'row', 'rows')}. Import at most 5,000 at once.`,
  tooLarge: 'The file is larger than 10 MB, which is more than 5,000 rows need.',
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
  withChecked: (n: number) => `Also create the ${count(n, 'object that needs', 'objects that need')} a look`,
  refused: (refused: number, all: number) =>
    refused === all
      ? `${all === 1 ? 'Its address is' : 'All its addresses are'} refused. Nothing would be collected.`
      : `${numbers.format(refused)} of ${count(all, 'address', 'addresses')} ${refused === 1 ? 'is refused. The object would be created without it.' : 'are refused. The object would be created without them.'}`,
  unlinked: 'Without an address nothing is collected.',
  samePage: (lines: readonly number[]) => `${rowsOf(lines)} the same page.`,
  sameName: (lines: readonly number[]) => `${rowsOf(lines)} the same name.`,
  pageExists: (name: string) => `The object ${name} of your account has this page already.`,
  nameExists: 'Your account has an object with this name already.',
  unreadable: 'The name has letters that could not be read. Choose how the letters of the file are read.',
  exceeds: (free: number) =>
    `Your plan has room for ${count(free, 'more object', 'more objects')}. The rows after them will be refused.`,
  line: 'Row',
  name: 'Name',
  addresses: 'Addresses',
  state: 'State',
  nameless: 'The row has no name. Give it one in the file.',
  tooLong: 'The name is longer than 200 characters.',
  tooManyAddresses: 'An object takes at most 50 addresses.',
  noAddress: 'No address',
  create: (n: number) => `Create ${count(n, 'object', 'objects')}`,
  goOn: (n: number) => `Continue with ${count(n, 'object', 'objects')}`,
  stop: 'Stop',
  progress: (done: number, all: number, failed: number) =>
    `${done} of ${count(all, 'object', 'objects')} created${failed === 0 ? '' : `, ${failed} failed`}`,
  /** Rows that are not among those of the progress. */
  notCreated: (toCheck: number, out: number) =>
    `Not created: ${[
      ...(toCheck > 0 ? [count(toCheck, 'row that needs a look', 'rows that need a look')] : []),
      ...(out > 0 ? [count(out, 'row that cannot be imported', 'rows that cannot be imported')] : []),
    ].join(' and ')}. They are first in the list.`,
  waits: (seconds: number) => `Too many requests. Continues in ${count(seconds, 'second', 'seconds')}.`,
  open: 'Open',
  toList: 'Show all objects',
  earlier: 'Created by an earlier import',
} as const;
