/** Names that docs/contract.md states, for tests that compare them with the service. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const CONTRACT = readFileSync(join(__dirname, '../../docs/contract.md'), 'utf8');

/**
 * The names in code of the sentence of a section that begins with these words, in their order: `namesIn('2.3', 'v3 adds')`. Throws if the
 * section has no such sentence.
 */
export function namesIn(section: string, beginning: string): readonly string[] {
  const [, ...sections] = CONTRACT.split(/^#{2,} /m);
  const text = sections.find((one) => one.startsWith(`${section} `)) ?? '';
  const start = text.indexOf(`\n${beginning} `);
  if (start < 0) throw new Error(`§${section} of the contract has no sentence "${beginning} …"`);
  const [sentence = ''] = text.slice(start).split(/\.(?:\s|$)/, 1);
  return [...sentence.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
}
