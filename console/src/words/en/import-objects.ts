import { count } from './plurals';

export const importObjects = {
  title: 'Import objects',
  intro:
    'A CSV file with one object per row: its name in the first column, the addresses of its pages in the columns after it.',
  choose: 'Choose a CSV file',
  paste: 'Or paste the rows',
  check: 'Check the rows',
  another: 'Choose another file',
  empty: 'The file has no rows.',
  tooMany: (n: number) => `The file has ${count(n, 'row', 'rows')}. Import at most 1,000 at once.`,
  summary: (objects: number, good: number, all: number) =>
    `${count(objects, 'object', 'objects')}, ${good} of ${count(all, 'address', 'addresses')} will be linked`,
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
  waits: (seconds: number) => `Too many requests. Continues in ${count(seconds, 'second', 'seconds')}.`,
  open: 'Open',
  toList: 'Show all objects',
  states: { ready: 'Ready', bad: 'Left out', creating: 'Being created', created: 'Created', failed: 'Failed' } as const,
  earlier: 'Created by an earlier import',
} as const;
