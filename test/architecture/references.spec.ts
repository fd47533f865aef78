// cspell:ignore adrs aults
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** References of comments, tests and documents resolve within the repository: sections of the contract, faults, ADRs, files. */
const ROOT = path.resolve(__dirname, '../..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** Citations of documents that are not in the repository. */
const OUTSIDE_CITATIONS = [
  /\b(?:decisions|specification|reliability|performance|architecture|ecosystem|platforms|redesign) (?:§|[A-Z]\d)/i,
  /\bdesign\/[\w-]+\.md/,
  /[([ ]D\d{1,2}(?:-D\d+)?[),:; ]/,
  /★\d/,
];

interface Targets {
  readonly sections: ReadonlySet<string>;
  readonly faults: ReadonlySet<string>;
  readonly adrs: ReadonlySet<number>;
}

/** Returns the references of a text that do not resolve. */
function unresolvedReferences(text: string, targets: Targets): readonly string[] {
  const lines = text.split('\n').filter((line) => !/\bRFC \d/.test(line));
  const found = (pattern: RegExp): readonly RegExpMatchArray[] => lines.flatMap((line) => [...line.matchAll(pattern)]);
  return [
    ...OUTSIDE_CITATIONS.flatMap((citation) => lines.filter((line) => citation.test(line)).map((line) => line.trim())),
    ...found(/§(\d+(?:\.\d+)*)/g).filter(([, section = '']) => !targets.sections.has(section)),
    ...found(/\b[Ff]aults? (F\d+)/g).filter(([, fault = '']) => !targets.faults.has(fault)),
    ...found(/\bADRs? (\d+)/g).filter(([, adr]) => !targets.adrs.has(Number(adr))),
  ].map((reference) => (typeof reference === 'string' ? reference : reference[0]));
}

/** The comments of a TypeScript file, one text per line. Comments after code follow a blank. */
function commentsOf(source: string): readonly string[] {
  return source
    .split('\n')
    .map((line) => (/^\s*(?:\*|\/[*/])/.test(line) ? line : line.slice(line.indexOf(' // ') + 1 || line.length)));
}

/** Returns the names of files in comments that are not in `known`. */
function missingFiles(source: string, known: ReadonlySet<string>): readonly string[] {
  return commentsOf(source)
    .flatMap((comment) => comment.replace(/https?:\S+/g, '').match(/[\w./-]+/g) ?? [])
    .map((word) => word.replace(/[./]+$/, '').replace(/^(?:\.{1,2}\/)+/, ''))
    .filter((word) => /\w\.(?:tsx?|md|sql)$/.test(word) && !known.has(word));
}

/** The names by which comments may refer to files: of `a/b/c.ts` the names `a/b/c.ts`, `b/c.ts` and `c.ts`. */
function namesOf(files: readonly string[]): ReadonlySet<string> {
  const pathEnds = (parts: readonly string[]): string[] => parts.map((_, first) => parts.slice(first).join('/'));
  return new Set(files.flatMap((file) => pathEnds(file.split('/'))));
}

describe('references', () => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.(?:ts|mjs|cjs|md|ya?ml)$/.test(file) && !file.endsWith('references.spec.ts'));
  const targets: Targets = {
    sections: new Set([...read('docs/contract.md').matchAll(/^#+ (\d+(?:\.\d+)*)/gm)].map(([, number = '']) => number)),
    faults: new Set([...read('docs/faults.md').matchAll(/^\| (F\d+) \|/gm)].map(([, fault = '']) => fault)),
    adrs: new Set(files.flatMap((file) => /^docs\/adr\/(\d{4})-/.exec(file)?.slice(1).map(Number) ?? [])),
  };

  it('resolve to a section, a fault or an ADR', () => {
    expect(files.length).toBeGreaterThan(500);
    const unresolved = files.flatMap((file) =>
      unresolvedReferences(read(file), targets).map((reference) => `${file}: ${reference}`),
    );
    expect(unresolved).toEqual([]);
  });

  it('links between documents point to existing files', () => {
    const pages = files.filter((file) => file.endsWith('.md'));
    const broken = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !existsSync(path.join(ROOT, path.dirname(page), target)))
        .map((target) => `${page}: ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it('files that comments of the product name exist', () => {
    const known = namesOf(files);
    const missing = files
      .filter((file) => /^(?:src|libs)\/.*\.ts$/.test(file))
      .flatMap((file) => missingFiles(read(file), known).map((name) => `${file}: ${name}`));
    expect(missing).toEqual([]);
  });

  it.each([
    ['a docstring', '/** As `visit.ts` and `gone.ts` do. */', ['gone.ts']],
    ['a line of a docstring', ' * See domain/gone.ts.', ['domain/gone.ts']],
    ['a comment after code', 'const a = 1; // as in gone.md', ['gone.md']],
    ['the path of another directory', '// `gone/visit.ts`', ['gone/visit.ts']],
    ['a name without its extension', '// `items.sql`', ['items.sql']],
    ['an address', '// https://example.com/gone.md', []],
    ['code', "import { a } from './gone.ts';", []],
    ['the path of a file', '// libs/visit.ts, ./visit.ts', []],
  ])('of comments to files are checked: %s', (_, source, missing) => {
    expect(missingFiles(source, namesOf(['libs/visit.ts', 'libs/items.sql.ts']))).toEqual(missing);
  });

  it.each([
    ['a section that the contract does not have', '(contract §4.99)'],
    ['an outside document', '(decisions §4)'],
    ['a rule of an outside document', 'the next account (D12)'],
    ['a fault that is not listed', 'fault F99'],
    ['an ADR that does not exist', 'see ADR 9999'],
  ])('are reported if they name %s', (_, text) => {
    expect(unresolvedReferences(text, targets)).toHaveLength(1);
  });

  it.each([
    ['sections of the contract', '(contract §4.4, §4.4.1)'],
    ['standards', 'RFC 9110 §12.5.3'],
    ['recorded faults and decisions', 'fault F41; ADR 17'],
  ])('to %s resolve', (_, text) => {
    expect(unresolvedReferences(text, targets)).toEqual([]);
  });
});
