import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** `npm run mutants -- --list` prints the expected mutants of each source. */
const SCRIPT = path.resolve(__dirname, '../../scripts/mutants.mjs');

interface Mutant {
  readonly kind: string;
  readonly file: string;
  readonly line: number;
  readonly diff: { readonly before: readonly string[]; readonly after: readonly string[] };
}

type Case = readonly [what: string, source: string, expected: readonly (readonly [string, string])[]];

const CASES: readonly Case[] = [
  [
    'conditions, and returns that depend on them',
    'if (a) return b;',
    [
      ['condition', 'if (!(a)) return b;'],
      ['return', ';'],
    ],
  ],
  ['a negation once', 'const x = !a;', [['condition', 'const x = a;']]],
  [
    'bounds and the numbers in them',
    'const x = a < 5;',
    [
      ['comparison', 'const x = a <= 5;'],
      ['constant', 'const x = a < 6;'],
    ],
  ],
  [
    'a bound that is a named number',
    'const M = 5;\nconst x = a > M;',
    [
      ['comparison', 'const x = a >= M;'],
      ['constant', 'const M = 6;'],
    ],
  ],
  [
    'no equal case of a comparison of durations or instants',
    'const x = a < waitedMs || performance.now() >= b;',
    [
      ['operand', 'const x = a < waitedMs;'],
      ['operand', 'const x = performance.now() >= b;'],
    ],
  ],
  ['no limit whose value the contract does not state', 'const MOST_MS = 5;\nconst x = a > MOST_MS;', []],
  [
    'no return that saves work on an empty list',
    'if (list.length === 0) return;',
    [['condition', 'if (!(list.length === 0)) return;']],
  ],
  ['equalities', 'const x = a === b;', [['comparison', 'const x = a !== b;']]],
  [
    'either side of a conjunction',
    'const x = a || b;',
    [
      ['operand', 'const x = a;'],
      ['operand', 'const x = b;'],
    ],
  ],
  [
    'calls with an unused result, except logging',
    'async () => {\n  await this.guard(a);\n  this.logger.warn(b);\n  this.logFault(c);\n}',
    [
      ['await', 'void this.guard(a);'],
      ['call', ';'],
    ],
  ],
  [
    'row locks',
    'const x = `select a from b where c for no key update of b skip locked`;',
    [
      ['sql-lock', 'const x = `select a from b where c for no key update of b`;'],
      ['sql-lock', 'const x = `select a from b where c`;'],
    ],
  ],
  [
    'advisory locks',
    "const x = 'select pg_advisory_xact_lock($1)';",
    [['sql-lock', "const x = 'select coalesce($1)';"]],
  ],
  [
    'advisory locks that do not wait',
    "const x = 'select pg_try_advisory_xact_lock($1) as mine';",
    [['sql-lock', "const x = 'select true or pg_try_advisory_xact_lock($1) as mine';"]],
  ],
  [
    'a condition on the account by parameter',
    "const x = 'select from a where account_id = $1';",
    [['sql-account', "const x = 'select from a where account_id <> -$1::bigint';"]],
  ],
  [
    'a condition on the account by an interpolated parameter',
    'const x = `select from a where r.account_id = ${y}`;',
    [['sql-account', 'const x = `select from a where r.account_id <> -${y}`;']],
  ],
  ['no join by the account', "const x = 'select from a join b on b.account_id = a.account_id';", []],
  [
    'conditions of SQL statements',
    "const x = 'select from a where b is null and c < $1 order by d desc';",
    [
      ['sql-condition', "const x = 'select from a where b is not null and c < $1 order by d desc';"],
      ['sql-condition', "const x = 'select from a where b is null and c < $1 order by d';"],
      ['sql-condition', "const x = 'select from a where b is null and c <= $1 order by d desc';"],
    ],
  ],
  [
    'no bound that is the current instant',
    "const x = 'select from a where b < clock_timestamp() and statement_timestamp() >= c and d > statement_timestamp() - $1';",
    [],
  ],
  ['nothing in an SQL comment', 'const x = `select a -- where b is null\n from c`;', []],
  ['no prose', "const x = 'The link is null and was not found';", []],
];
const MANY = Array.from({ length: 40 }, (_, n) => `export const f${n} = (a: number) => a < ${n};`).join('\n');

let root = '';
let all: readonly Mutant[];

beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'hrev-mutants-spec-'));
  mkdirSync(path.join(root, 'src/many'), { recursive: true });
  mkdirSync(path.join(root, 'src/cases'));
  CASES.forEach(([, source], at) => writeFileSync(path.join(root, `src/cases/case-${at}.ts`), source));
  writeFileSync(path.join(root, 'src/many/many.ts'), MANY);
  all = listMutants('--count', '0');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function listMutants(...options: string[]): Mutant[] {
  const args = [SCRIPT, '--root', root, '--list', '--json', ...options];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Mutant[];
}

test.each(CASES.map(([what, , expected], index) => ({ what, expected, file: `src/cases/case-${index}.ts` })))(
  'changes $what',
  ({ file, expected }) => {
    const planted = all.filter((mutant) => mutant.file === file);
    expect(planted.map(({ kind, diff }) => [kind, diff.after.join(' ')]).sort()).toEqual(expected);
  },
);

test('the same seed selects the same mutants, another seed selects others, and no mutant is selected twice', () => {
  const choose = (seed: string): string[] =>
    listMutants('--area', 'src/many', '--count', '20', '--seed', seed).map(({ kind, line }) => `${kind} ${line}`);
  const chosen = choose('1');
  expect(choose('1')).toEqual(chosen);
  expect(choose('2')).not.toEqual(chosen);
  expect(new Set(chosen).size).toBe(20);
});

test('does not list mutants that docs/mutants.md excludes', () => {
  const [file, kind] = ['src/many/many.ts', 'comparison'];
  const excluded = all.find((mutant) => mutant.file === file && mutant.kind === kind && mutant.line === 7);
  mkdirSync(path.join(root, 'docs'));
  const diff = `- ${excluded?.diff.before.join('')}\n+ ${excluded?.diff.after.join('')}\n`;
  writeFileSync(path.join(root, 'docs/mutants.md'), `### \`${file}\`\n\nA reason.\n\n\`\`\`diff\n${diff}\`\`\`\n`);
  const remaining = listMutants('--area', file, '--kind', kind, '--count', '0');
  expect(remaining).toHaveLength(39);
  expect(remaining.map(({ line }) => line)).not.toContain(7);
});
