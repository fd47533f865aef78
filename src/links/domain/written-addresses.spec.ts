import { FAR_FROM_QUADRATIC, growth } from '@test/support/growth';
import { addressesOf } from './written-addresses';

const A = 'https://a.example/x';
const B = 'https://b.example';

describe('the addresses of a cell (contract §4.19)', () => {
  test.each<[cell: string, addresses: readonly string[]]>([
    ['', []],
    [' ', []],
    [A, [A]],
    [`${A} ${B}`, [A, B]],
    [`${A},${B}`, [A, B]],
    [`${A};${B}`, [A, B]],
    [`${A}, ${B};`, [A, B]],
    [`${A},,${B}`, [A, B]],
    [`${A} | ${B}`, [A, B]],
    [`${A}\n${B}`, [A, B]],
    ['www.a.example/x', ['https://www.a.example/x']],
    ['a.example:8443/x', ['https://a.example:8443/x']],
    ['https://a.example/@41.1,-8.6,17z', ['https://a.example/@41.1,-8.6,17z']],
    ['no address yet', ['no address yet']],
    [' mailto:a@a.example ', ['mailto:a@a.example']],
    ['a@a.example', ['a@a.example']],
    [`see ${A}`, ['see', A]],
  ])('%j: %j', (cell, addresses) => expect(addressesOf(cell)).toEqual(addresses));
});

test.each<[what: string, input: (size: number) => string]>([
  ['commas', (size) => ','.repeat(size)],
  ['commas before an address', (size) => `${',;'.repeat(size)}https:`],
  ['spaces', (size) => ' '.repeat(size)],
  ['dots', (size) => 'a.'.repeat(size)],
])('the time grows with the length of the cell: %s', (_, input) =>
  expect(growth(5_000, input, addressesOf)).toBeLessThan(FAR_FROM_QUADRATIC),
);
