import { byteRange } from './byte-range';

test.each<[header: string | undefined, size: number, range: ReturnType<typeof byteRange>]>([
  [undefined, 10, 'whole'],
  ['', 10, 'whole'],
  ['bytes=0-', 10, { start: 0, end: 10 }],
  ['bytes=4-', 10, { start: 4, end: 10 }],
  ['Bytes=4-6', 10, { start: 4, end: 7 }],
  ['bytes=4-4', 10, { start: 4, end: 5 }],
  ['bytes=4-99', 10, { start: 4, end: 10 }],
  ['bytes=-3', 10, { start: 7, end: 10 }],
  ['bytes=-99', 10, { start: 0, end: 10 }],
  ['bytes=10-', 10, 'unsatisfiable'],
  ['bytes=0-', 0, 'unsatisfiable'],
  ['bytes=-0', 10, 'unsatisfiable'],
  ['bytes=6-4', 10, 'whole'],
  ['bytes=-', 10, 'whole'],
  ['bytes=0-1,4-5', 10, 'whole'],
  ['items=0-1', 10, 'whole'],
  ['bytes=a-b', 10, 'whole'],
])('the range %j of %d bytes', (header, size, range) => expect(byteRange(header, size)).toEqual(range));
