import { Writable } from 'node:stream';
import { jsonForTerminal, lineForTerminal } from '@libs/kernel';

/**
 * What the commands print. Accounts, clients and platforms write parts of it, so no control character reaches the terminal but the ends of
 * lines.
 */
export const output = {
  /** Prints the lines of a result. */
  lines(lines: readonly string[]): void {
    process.stdout.write(textOf(lines));
  },

  /** Prints a result as one line of JSON; the controls that JSON allows in strings are escaped. */
  json(value: object): void {
    process.stdout.write(`${jsonForTerminal(JSON.stringify(value))}\n`);
  },

  /** Standard output for data, such as a file; on a terminal without control characters. */
  data(): Writable {
    if (!process.stdout.isTTY) return process.stdout;
    return new Writable({
      decodeStrings: false,
      write: (text: string, _, done) => {
        process.stdout.write(text.split('\n').map(lineForTerminal).join('\n'));
        done();
      },
    });
  },

  /** Prints errors and progress, on standard error. */
  notes(lines: readonly string[]): void {
    process.stderr.write(textOf(lines));
  },
};

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${lineForTerminal(line)}\n`).join('');
}
