import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** `npm run new:platform`, run in a copy of the project, registers a platform whose generated tests pass unchanged. */
const ROOT = path.resolve(__dirname, '../..');
const PARTS = ['docs', 'libs', 'scripts', 'test', '.env.example', 'jest.config.cjs', 'package.json', '.oxfmtrc.json'];
const PAGE = 'docs/platforms/README.md';
let copy = '';

beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), 'hrev-new-platform-'));
  for (const part of PARTS)
    if (existsSync(path.join(ROOT, part))) cpSync(path.join(ROOT, part), path.join(copy, part), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const create = (...options: readonly string[]) =>
  spawnSync(process.execPath, ['scripts/new-platform.mjs', ...options], { cwd: copy, encoding: 'utf8' });

describe('npm run new:platform', () => {
  it.each<[string, readonly string[], RegExp]>([
    ['no name', [], /Name the platform by a slug/],
    ['a name that is not a slug', ['Example Shop'], /Name the platform by a slug/],
    ['a platform that exists', ['steam'], /The platform steam exists already/],
    ['an invalid host name', ['example-shop', '--host', 'nowhere'], /nowhere is not a host name/],
  ])('%s is refused, and nothing is written', (_, options, message) => {
    const page = readFileSync(path.join(copy, PAGE), 'utf8');
    const { status, stderr } = create(...options);
    expect([status, stderr]).toEqual([2, expect.stringMatching(message)]);
    expect(readFileSync(path.join(copy, PAGE), 'utf8')).toBe(page);
    expect(existsSync(path.join(copy, 'libs/sources/platforms/example-shop'))).toBe(false);
  });

  it('creates a platform that passes its own tests and those of the registry and the list of platforms', () => {
    expect(create('example-shop', '--host', 'shop.example').status).toBe(0);
    expect(readFileSync(path.join(copy, PAGE), 'utf8')).toContain('| Example Shop | `example-shop` |');
    const jest = path.join(ROOT, 'node_modules/jest/bin/jest.js');
    const options = [
      '--selectProjects',
      'unit',
      '--testPathPatterns',
      'example-shop|sources/registry|architecture/(readme|platforms)',
    ];
    const { status, stderr } = spawnSync(process.execPath, [jest, ...options], { cwd: copy, encoding: 'utf8' });
    expect({ status, failed: stderr.match(/●.*/g) ?? [] }).toEqual({ status: 0, failed: [] });
    expect(stderr).toMatch(/example-shop\/conformance\.spec\.ts/);
  });
});
