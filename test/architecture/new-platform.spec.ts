import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** `npm run new:platform`, in a copy of the project: the created platform is registered, and its tests pass unchanged. */
const ROOT = path.resolve(__dirname, '../..');
const PARTS = [
  'docs',
  'libs',
  'scripts',
  'test',
  'README.md',
  '.env.example',
  'jest.config.cjs',
  'package.json',
  '.prettierrc.json',
  '.prettierignore',
];
let copy = '';

beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), 'hrev-new-platform-'));
  for (const part of PARTS)
    if (existsSync(path.join(ROOT, part))) cpSync(path.join(ROOT, part), path.join(copy, part), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const create = (...words: readonly string[]) =>
  spawnSync(process.execPath, ['scripts/new-platform.mjs', ...words], { cwd: copy, encoding: 'utf8' });

describe('npm run new:platform', () => {
  it.each<[string, readonly string[], RegExp]>([
    ['no name', [], /Name the platform by a slug/],
    ['a name that is not a slug', ['Example Shop'], /Name the platform by a slug/],
    ['a platform that exists', ['steam'], /The platform steam exists already/],
    ['an invalid host name', ['example-shop', '--host', 'nowhere'], /nowhere is not a host name/],
  ])('%s is refused, and nothing is written', (_, words, why) => {
    const readme = readFileSync(path.join(copy, 'README.md'), 'utf8');
    const { status, stderr } = create(...words);
    expect([status, stderr]).toEqual([2, expect.stringMatching(why)]);
    expect(readFileSync(path.join(copy, 'README.md'), 'utf8')).toBe(readme);
    expect(existsSync(path.join(copy, 'libs/sources/platforms/example-shop'))).toBe(false);
  });

  it('creates a platform whose own tests pass, with those of the registry and of the README', () => {
    expect(create('example-shop', '--host', 'shop.example').status).toBe(0);
    expect(readFileSync(path.join(copy, 'README.md'), 'utf8')).toContain('| Example Shop | `example-shop` |');
    const jest = path.join(ROOT, 'node_modules/jest/bin/jest.js');
    const words = [
      '--selectProjects',
      'unit',
      '--testPathPatterns',
      'example-shop|sources/registry|architecture/readme',
    ];
    const { status, stderr } = spawnSync(process.execPath, [jest, ...words], { cwd: copy, encoding: 'utf8' });
    expect({ status, failed: stderr.match(/●.*/g) ?? [] }).toEqual({ status: 0, failed: [] });
    expect(stderr).toMatch(/example-shop\/conformance\.spec\.ts/);
  });
});
