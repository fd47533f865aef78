import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { KNOWN_FAULTS, warningOf, type Program } from '@src/operations/domain/known-faults';
import { withFaultTable } from '@test/support/fault-table';

const ROOT = path.resolve(__dirname, '../..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const PAGE = 'docs/operations/known-faults.md';

it(`${PAGE} has the table of the faults (npm run known-faults)`, () => {
  const generated = withFaultTable(read(PAGE), KNOWN_FAULTS);
  if (process.env['HREV_WRITE_FAULTS'] === '1') writeFileSync(path.join(ROOT, PAGE), generated);
  expect(read(PAGE)).toBe(generated);
});

describe('the container files', () => {
  const PROGRAMS: Readonly<Record<string, Program>> = { postgres: 'PostgreSQL', redis: 'Redis', node: 'Node' };
  /** Program and version of every image that a file names, comments included. */
  const imagesOf = (file: string): [Program, string][] =>
    [...read(file).matchAll(/\b(postgres|redis|node):(\d[\d.]*)-/g)].map(([, name = '', version = '']) => [
      PROGRAMS[name] ?? 'Node',
      version,
    ]);
  const images = ['docker/compose.yml', 'docker/Dockerfile', 'docker/README.md'].flatMap((file) =>
    imagesOf(file).map(([program, version]) => [file, program, version] as const),
  );

  it('name a version of each program', () => {
    expect(new Set(images.map(([, program]) => program))).toEqual(new Set(Object.values(PROGRAMS)));
    for (const [, , version] of images) expect(version).toMatch(/^\d+\.\d+/);
  });

  it.each(images)('%s: %s %s has no known fault and gets corrections', (_, program, version) => {
    expect(warningOf(program, version)).toBeNull();
  });
});
