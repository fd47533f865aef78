import { execFileSync, spawnSync } from 'node:child_process';
import path from 'node:path';
import { patternsIn, slowOn, type Pattern } from '../support/patterns';

/**
 * Every regular expression runs in linear time: platforms, clients and receivers control the text, and a search cannot be
 * interrupted. ESLint analyzes the patterns, and this spec runs them; each finds faults that the other misses.
 */
const ROOT = path.resolve(__dirname, '../..');
const TEST = /(?:\.(?:db-)?spec\.ts|^libs\/sources\/conformance\/.*)$/;

const files = execFileSync('git', ['ls-files', 'src/**/*.ts', 'libs/**/*.ts'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !TEST.test(file));
const patterns = files.flatMap((file) => patternsIn(path.join(ROOT, file)));

const literal = ({ file, line, source, flags }: Pattern): string =>
  `${path.relative(ROOT, file)}:${line} /${source}/${flags}`;

it('every pattern of the service is fast on repeated prefixes of its matches', () => {
  const slow = patterns.map((pattern) => ({ pattern: literal(pattern), repeated: slowOn(pattern) }));
  expect(slow.filter(({ repeated }) => repeated !== null)).toEqual([]);
  expect(patterns.length).toBeGreaterThan(200);
});

const PLANTS = [
  { what: 'whitespace before the end', pattern: '/\\s*(?:…|\\.\\.\\.)$/', by: ['eslint', 'running'] },
  { what: 'two repetitions that match the same characters', pattern: '/^a\\s*\\s*$/', by: ['eslint', 'running'] },
  { what: 'a repetition inside a repetition', pattern: '/^(?:[a-z]+)*$/', by: ['eslint', 'running'] },
  { what: 'an unclosed tag', pattern: '/<title[^>]*>/', by: ['running'] },
  { what: 'a linear pattern', pattern: '/<title[^<>]*>/', by: [] },
];

/** Applies the ESLint rules about patterns to standard input, as if it were a file of the service. */
const LINT = `
  import { readFileSync } from 'node:fs';
  import { Linter } from 'eslint';
  import config from './eslint.config.mjs';
  const parts = config.filter(({ plugins }) => plugins?.regexp !== undefined);
  const messages = new Linter().verify(readFileSync(0, 'utf8'), parts, 'libs/sources/challenge-page.ts');
  console.log(JSON.stringify(messages));
`;

describe('slow patterns are found', () => {
  const planted = PLANTS.map(({ pattern }, index) => `export const planted${index} = ${pattern};`).join('\n');

  it('by the ESLint rules', () => {
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', LINT], {
      cwd: ROOT,
      input: planted,
      encoding: 'utf8',
    });
    const messages = JSON.parse(stdout) as { line: number; ruleId: string }[];
    const found = messages.map(({ line }) => PLANTS[line - 1]?.what);
    expect(found).toEqual(PLANTS.filter(({ by }) => by.includes('eslint')).map(({ what }) => what));
  });

  it('by running them', () => {
    const found = patternsIn('planted.ts', planted).filter((pattern) => slowOn(pattern) !== null);
    const expected = PLANTS.flatMap(({ by }, index) => (by.includes('running') ? [index + 1] : []));
    expect(found.map(({ line }) => line)).toEqual(expected);
  });
});
