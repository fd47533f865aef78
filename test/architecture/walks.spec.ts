import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The files that ARCHITECTURE.md names exist. Its lists of files are walks: a reader opens the files in this order. A walk has at most as
 * many files as it is meant to have, and each file is imported by an earlier one, directly or through index files, unless its line says
 * what else leads to it.
 */
const ROOT = path.resolve(__dirname, '../..');
const FILE = /`((?:src|libs|test|scripts)\/[\w./-]+\.(?:ts|mjs))`/g;
const STEP = /^\d+\. `([\w./-]+\.ts)`(.*)$/gm;
const LED_BY = /\(by (?:event|injection|registry|request|wake-up)\b/;

/** The most files of each walk. */
const WALKS: readonly (readonly [title: string, mostFiles: number])[] = [
  ['The life of a review', 38],
  ['The end of a pass', 8],
  ['The creation of an object', 20],
  ['The life of a delivery', 26],
  ['The publication of a reply', 28],
];

interface Step {
  readonly file: string;
  readonly text: string;
}

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const filesIn = (text: string): readonly string[] => [...text.matchAll(FILE)].map(([, file = '']) => file);
const stepsIn = (text: string): readonly Step[] =>
  [...text.matchAll(STEP)].map(([, file = '', rest = '']) => ({ file, text: rest }));

/** The file of a specifier; null for a package. */
function fileOf(specifier: string, importer: string): string | null {
  const isLocal = specifier.startsWith('.');
  if (!isLocal && !/^@(?:src|libs)\//.test(specifier)) return null;
  const base = isLocal ? path.join(path.dirname(importer), specifier) : specifier.slice(1);
  return [`${base}.ts`, `${base}/index.ts`].find((file) => existsSync(path.join(ROOT, file))) ?? null;
}

/** The files that a file imports; those that an index file exports count as imported, too. */
function importsOf(file: string, found = new Set<string>()): ReadonlySet<string> {
  for (const [, specifier = ''] of read(file).matchAll(/\bfrom '([^']+)'/g)) {
    const imported = fileOf(specifier, file);
    if (imported === null || found.has(imported)) continue;
    found.add(imported);
    if (imported.endsWith('/index.ts')) importsOf(imported, found);
  }
  return found;
}

/** The steps to which nothing leads. */
function unreachable(steps: readonly Step[]): readonly string[] {
  const reached = new Set<string>(steps.slice(0, 1).map(({ file }) => file));
  return steps.flatMap(({ file, text }) => {
    const isReached = reached.has(file) || LED_BY.test(text);
    for (const imported of importsOf(file)) reached.add(imported);
    return isReached ? [] : [file];
  });
}

describe('ARCHITECTURE.md', () => {
  const text = read('ARCHITECTURE.md');
  const walk = (title: string): readonly Step[] => stepsIn(text.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? '');

  it('names only files that exist', () => {
    expect(filesIn(text).filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  });

  it.each(WALKS)('"%s" has at most %i files, each of them once', (title, mostFiles) => {
    const files = walk(title).map(({ file }) => file);
    expect(files.length).toBeGreaterThan(mostFiles / 2);
    expect(new Set(files).size).toBe(files.length);
    expect(files.length).toBeLessThanOrEqual(mostFiles);
  });

  it.each(WALKS)('an earlier file of "%s" leads to each file', (title) => {
    expect(unreachable(walk(title))).toEqual([]);
  });

  it('the check extracts names of files', () => {
    expect(filesIn('see `src/gone/gone.service.ts`')).toEqual(['src/gone/gone.service.ts']);
  });

  it('the check reports a file that no earlier one imports', () => {
    const links = '1. `src/links/links.module.ts` x\n2. `src/links/links.service.ts` y\n';
    expect(unreachable(stepsIn(links))).toEqual([]);
    expect(unreachable(stepsIn(`${links}3. \`src/main.ts\` z`))).toEqual(['src/main.ts']);
    expect(unreachable(stepsIn(`${links}3. \`src/main.ts\` z (by request).`))).toEqual([]);
  });
});
