import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { forTerminal, jsonForTerminal, lineForTerminal } from '@libs/kernel';
import { output } from './output';
import { table } from './table';

/** No byte of a client, an account or a platform controls the terminal of the operator (contract §12.3). */
const HOSTILE = [
  ['an escape sequence', 'Harbor\u001b]0;owned\u0007\u001b[2J'],
  ['a C1 control', 'Harbor\u009b31m'],
  ['line ends', 'Harbor\r\nid  forged'],
  ['bidirectional controls', 'Harbor\u202ereversed\u2066'],
  ['a backspace and DEL', 'Harbor\b\b\u007f'],
] as const;
const CONTROLS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

const printed = (print: () => void): string => {
  const written: string[] = [];
  const spies = [process.stdout, process.stderr].map((stream) =>
    jest.spyOn(stream, 'write').mockImplementation((text) => written.push(String(text)) > 0),
  );
  print();
  spies.forEach((spy) => spy.mockRestore());
  return written.join('');
};
const linesOf = (text: string): string[] => text.replace(/\n$/, '').split('\n');

describe.each(HOSTILE)('%s', (_, text) => {
  it('is replaced in the cells of tables, which stay aligned', () => {
    const lines = table(
      ['name', 'id'],
      [
        [text, 1],
        ['Nearby', 22],
      ],
    );
    expect(lines.join('')).not.toMatch(CONTROLS);
    expect(lines).toHaveLength(3);
    expect(lines[1]?.indexOf(' 1')).toBe(lines[2]?.indexOf(' 22'));
  });

  it('is replaced in results, errors and progress', () => {
    for (const print of [output.lines, output.notes]) {
      const lines = linesOf(printed(() => print([`  ${text}`, 'next'])));
      expect([lines.length, lines.join('')]).toEqual([2, expect.not.stringMatching(CONTROLS)]);
      expect(lines[0]).toMatch(/^ {2}Harbor/);
    }
  });

  it('is escaped in JSON, which keeps its value', () => {
    const lines = linesOf(printed(() => output.json({ name: text })));
    expect(lines.join('')).not.toMatch(CONTROLS);
    expect(JSON.parse(lines.join(''))).toEqual({ name: text });
  });
});

test('no text keeps a control, and JSON keeps every value', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(forTerminal(text) + lineForTerminal(text)).not.toMatch(CONTROLS);
      const json = jsonForTerminal(JSON.stringify([text]));
      expect(json).not.toMatch(CONTROLS);
      expect(JSON.parse(json)).toEqual([text]);
    }),
  );
});

test('commands print by `output` only', () => {
  const files = readdirSync(__dirname, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!spec)\.ts$/.test(name),
  );
  expect(files.length).toBeGreaterThan(20);
  const writers = files.filter((name) =>
    /std(out|err)\.write|console\.\w+\(/.test(readFileSync(join(__dirname, name), 'utf8')),
  );
  // The program prints what is wrong with the arguments.
  expect(writers.toSorted()).toEqual(['output.ts', 'program.ts']);
});
