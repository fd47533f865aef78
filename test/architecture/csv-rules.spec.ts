import path from 'node:path';
import fc from 'fast-check';
import { csvCell } from '@libs/kernel';

/**
 * CSV files are written by the service and by the console, which share no code. Both make the same cell of a text, so that a rule against
 * formulas that one of them learns is not missing in the other (SECURITY.md). A number is a number in files of the console.
 */
const { csvOf } = jest.requireActual<{ csvOf: (rows: readonly (readonly string[])[]) => string }>(
  path.resolve(__dirname, '../../console/src/lib/csv.ts'),
);
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

const pieces = [...'=+-@＝＋－＠;,\t\r\n" a1.|(\u00a0\ufeff', '=1+1', ';=', ';-)', '\r\n@'];

test('a text is the same cell in files of the service and of the console', () => {
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(
      text.filter((value) => !PLAIN_NUMBER.test(value)),
      (value) => expect(csvOf([[value]])).toBe(`${csvCell(value)}\r\n`),
    ),
    { numRuns: 5_000 },
  );
});
