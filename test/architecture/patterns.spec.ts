import { execFileSync, spawnSync } from 'node:child_process';
import path from 'node:path';
import { patternsIn, slowOn, type Pattern } from '../support/patterns';

/**
 * Every regular expression runs in linear time: platforms, clients and receivers control the text, and a search cannot be
 * interrupted. ESLint analyzes patterns, this spec runs them; each finds what the other does not.
 */
const ROOT = path.resolve(__dirname, '../..');
const TEST = /(?:\.(?:db-)?spec\.ts|^libs\/sources\/conformance\/.*)$/;

const files = execFileSync('git', ['ls-files', 'src/**/*.ts', 'libs/**/*.ts'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !TEST.test(file));
const patterns = files.flatMap((file) => patternsIn(path.join(ROOT, file)));

const literal = ({ file, line, source, flags }: Pattern): string =>
  `${path.relative(ROOT, file)}:${line} /${source}/${flags}`;

it('no pattern of the service is slow on repeated prefixes of its matches', () => {
  const slow = patterns.map((pattern) => ({ pattern: literal(pattern), repeated: slowOn(pattern) }));
  expect(slow.filter(({ repeated }) => repeated !== null)).toEqual([]);
  expect(patterns.length).toBeGreaterThan(200);
});

const PLANTS = [
  { what: 'blanks before the end', pattern: '/\\s*(?:…|\\.\\.\\.)$/', by: ['eslint', 'trying'] },
  { what: 'two repetitions that match the same characters', pattern: '/^a\\s*\\s*$/', by: ['eslint', 'trying'] },
  { what: 'a repetition inside a repetition', pattern: '/^(?:[a-z]+)*$/', by: ['eslint', 'trying'] },
  { what: 'a tag that never ends', pattern: '/<title[^>]*>/', by: ['trying'] },
  { what: 'a linear one', pattern: '/<title[^<>]*>/', by: [] },
];

/** The ESLint rules about patterns, applied to standard input as to a file of the service. */
const LINT = `
  import { readFileSync } from 'node:fs';
  import { Linter } from 'eslint';
  import config from './eslint.config.mjs';
  const parts = config.filter(({ plugins }) => plugins?.regexp !== undefined);
  const messages = new Linter().verify(readFileSync(0, 'utf8'), parts, 'libs/sources/challenge-page.ts');
  console.log(JSON.stringify(messages));
`;

describe('planted patterns are found', () => {
  const planted = PLANTS.map(({ pattern }, index) => `export const planted${index} = ${pattern};`).join('\n');

  it('by ESLint', () => {
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', LINT], {
      cwd: ROOT,
      input: planted,
      encoding: 'utf8',
    });
    const messages = JSON.parse(stdout) as { line: number; ruleId: string }[];
    const found = messages.map(({ line }) => PLANTS[line - 1]?.what);
    expect(found).toEqual(PLANTS.filter(({ by }) => by.includes('eslint')).map(({ what }) => what));
  }, 60_000);

  it('by trying', () => {
    const found = patternsIn('planted.ts', planted).filter((pattern) => slowOn(pattern) !== null);
    const expected = PLANTS.flatMap(({ by }, index) => (by.includes('trying') ? [index + 1] : []));
    expect(found.map(({ line }) => line)).toEqual(expected);
  });
});
