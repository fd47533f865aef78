import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** `scripts/sizes.mjs` fails if more than 10 % of the files in a folder are longer than 250 lines. */
const SCRIPT = path.resolve(__dirname, '../../scripts/sizes.mjs');
let root = '';

beforeEach(() => (root = mkdtempSync(path.join(tmpdir(), 'hrev-sizes-'))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

test.each([
  {
    what: 'a folder with files of 250 lines',
    files: { 'src/links/one.ts': 250, 'src/links/two.ts': 250 },
    exitCode: 0,
  },
  { what: 'a folder with one file that is too large', files: { 'src/links/one.ts': 251 }, exitCode: 1 },
  {
    what: 'a folder with large tests, fixtures and generated files',
    files: {
      'libs/http/a.ts': 5,
      'libs/http/a.spec.ts': 900,
      'libs/http/fixtures/b.ts': 900,
      'libs/http/c.gen.ts': 900,
    },
    exitCode: 0,
  },
  {
    what: 'a folder with one large file among 19 small ones',
    files: { ...small(19), 'src/links/big.ts': 390 },
    exitCode: 0,
  },
  {
    what: 'a folder with three large files among 17 small ones',
    files: { ...small(17), 'src/links/a.ts': 390, 'src/links/b.ts': 390, 'src/links/c.ts': 390 },
    exitCode: 1,
  },
])('ends with exit code $exitCode for $what', ({ files, exitCode }) => {
  for (const [name, lines] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), 'x\n'.repeat(Number(lines)));
  }
  const { status, stdout } = spawnSync(process.execPath, [SCRIPT, root], { encoding: 'utf8' });
  expect({ status, isReported: stdout.includes('too big: src/links') }).toEqual({
    status: exitCode,
    isReported: exitCode === 1,
  });
});

function small(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`src/links/small-${index}.ts`, 40]));
}
