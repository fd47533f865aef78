import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** `scripts/complete-lock.mjs --check` refuses incomplete lock files. `npm test` runs it on package-lock.json itself. */
const SCRIPT = path.resolve(__dirname, '../../scripts/complete-lock.mjs');
let folder = '';

beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'hrev-lock-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Entry {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly link?: boolean;
  readonly inBundle?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const withIntegrity: Entry = { version: '1.0.0', integrity: 'sha512-abc' };
const withoutIntegrity: Entry = { version: '1.0.0' };

function check(packages: Readonly<Record<string, Entry>>): { status: number | null; problems: readonly string[] } {
  const file = path.join(folder, 'package-lock.json');
  writeFileSync(file, JSON.stringify({ packages: { '': { optionalDependencies: {} }, ...packages } }));
  const { status, stdout } = spawnSync(process.execPath, [SCRIPT, '--check', file], { encoding: 'utf8' });
  return { status, problems: stdout.trimEnd().split('\n').slice(0, -1) };
}

test.each<[what: string, entry: Entry]>([
  ['with integrity', withIntegrity],
  ['with the address of the registry', { ...withIntegrity, resolved: 'https://registry.npmjs.org/a/-/a-1.0.0.tgz' }],
  ['for macOS without integrity', { ...withoutIntegrity, os: ['darwin'], cpu: ['arm64'] }],
  ['for another processor without integrity', { ...withoutIntegrity, os: ['linux'], cpu: ['s390x'] }],
  ['for all systems but Linux, without integrity', { ...withoutIntegrity, os: ['!linux'] }],
  ['bundled in another package, without integrity', { ...withoutIntegrity, inBundle: true }],
  ['that is a link', { link: true, resolved: 'packages/a' }],
])('a package %s passes', (_, entry) =>
  expect(check({ 'node_modules/a': entry })).toEqual({ status: 0, problems: [] }),
);

test.each<[what: string, entry: Entry]>([
  ['without integrity', withoutIntegrity],
  ['for Linux on x64 without integrity', { ...withoutIntegrity, os: ['linux'], cpu: ['x64'] }],
  ['for Linux on arm64 without integrity', { ...withoutIntegrity, os: ['linux'], cpu: ['arm64'] }],
  ['for all systems but one, without integrity', { ...withoutIntegrity, os: ['!win32'] }],
  ['with an empty integrity', { ...withIntegrity, integrity: '' }],
])('a package %s is refused', (_, entry) =>
  expect(check({ 'node_modules/a': entry })).toEqual({ status: 1, problems: ['node_modules/a: has no integrity'] }),
);

test.each([
  'https://mirror.example/a-1.0.0.tgz',
  'git+ssh://git@example.com/a.git#abc',
  'http://registry.npmjs.org/a.tgz',
])('a package from %s is refused', (resolved) =>
  expect(check({ 'node_modules/a': { ...withIntegrity, resolved } })).toEqual({
    status: 1,
    problems: [`node_modules/a: comes from ${resolved}`],
  }),
);

test('an optional package for another system that has no entry is refused', () =>
  expect(check({ 'node_modules/a': { ...withIntegrity, optionalDependencies: { '@a/darwin-x64': '1.0.0' } } })).toEqual(
    {
      status: 1,
      problems: ['node_modules/@a/darwin-x64: is missing'],
    },
  ));
