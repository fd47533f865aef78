/** Names that docs/contract.md states, for tests that compare them with the service. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const CONTRACT = readFileSync(join(__dirname, '../../docs/contract.md'), 'utf8');

/** The names in the first column of the tables of a section, by the text of their row: `rowsIn('6.1')`. */
export function rowsIn(section: string): ReadonlyMap<string, string> {
  const rows = [...textOf(section).matchAll(/^\| *([a-z_][a-z_., ]*[a-z_]) *\|(.*)$/gm)];
  return new Map(rows.flatMap(([, names = '', row = '']) => names.split(', ').map((name) => [name, row] as const)));
}

/**
 * The names in code of the sentence of a section that begins with these words, in their order: `namesIn('2.3', 'v3 adds')`. Throws if the
 * section has no such sentence.
 */
export function namesIn(section: string, beginning: string): readonly string[] {
  const text = textOf(section);
  const start = text.indexOf(`\n${beginning} `);
  if (start < 0) throw new Error(`§${section} of the contract has no sentence "${beginning} …"`);
  const [sentence = ''] = text.slice(start).split(/\.(?:\s|$)/, 1);
  return [...sentence.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
}

function textOf(section: string): string {
  return CONTRACT.split(/^#{2,} /m).find((one) => one.startsWith(`${section} `)) ?? '';
}
