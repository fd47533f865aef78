import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** `scripts/advisories.mjs` refuses a lock file with a package that an advisory names. `npm test` runs it on package-lock.json itself. */
const ROOT = path.resolve(__dirname, '../..');
const SCRIPT = path.join(ROOT, 'scripts/advisories.mjs');
let folder = '';

beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'hrev-advisories-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Entry {
  readonly version?: string;
  readonly name?: string;
  readonly link?: boolean;
}
type Packages = Readonly<Record<string, Entry>>;
type Event = Readonly<Record<string, string>>;

const write = (name: string, content: unknown): string => {
  const file = path.join(folder, name);
  writeFileSync(file, JSON.stringify(content));
  return file;
};
const lockOf = (packages: Packages): string =>
  write('package-lock.json', { packages: { '': { version: '1.0.0' }, ...packages } });
const run = (...args: readonly string[]): { status: number | null; lines: readonly string[] } => {
  const { status, stdout } = spawnSync(process.execPath, [SCRIPT, ...args], { encoding: 'utf8' });
  return { status, lines: stdout.trimEnd().split('\n').slice(0, -1) };
};

const record = (events: readonly Event[], more: object = {}, name = 'a', ecosystem = 'npm'): object => ({
  id: 'GHSA-test',
  affected: [{ package: { ecosystem, name }, ranges: [{ type: 'SEMVER', events }] }],
  ...more,
});

function check(packages: Packages, records: readonly object[], accepted: readonly object[] = []) {
  const known = write('known.json', { read_on: '2026-11-28', records });
  return run(lockOf(packages), '--known', known, '--accepted', write('accepted.json', accepted));
}

const TWO_LINES: readonly Event[] = [
  { introduced: '0' },
  { fixed: '1.2.4' },
  { introduced: '2.0.0' },
  { fixed: '2.1.0' },
];

test.each<[version: string, events: readonly Event[], fixed: string]>([
  ['1.2.3', TWO_LINES, 'fixed in 1.2.4'],
  ['0.0.1', TWO_LINES, 'fixed in 1.2.4'],
  ['2.0.9', TWO_LINES, 'fixed in 2.1.0'],
  ['2.1.0-rc.1', TWO_LINES, 'fixed in 2.1.0'],
  ['1.2.3', [{ introduced: '1.0.0' }, { last_affected: '1.2.3' }], 'see the advisory for a fixed version'],
  ['9.0.0', [{ introduced: '1.0.0' }], 'see the advisory for a fixed version'],
])('version %s of a range %j is refused', (version, events, fixed) =>
  expect(check({ 'node_modules/a': { version } }, [record(events)])).toEqual({
    status: 1,
    lines: [`a ${version}: GHSA-test, ${fixed}`],
  }),
);

test.each<[version: string, events: readonly Event[]]>([
  ['1.2.4', TWO_LINES],
  ['1.10.0', TWO_LINES],
  ['2.1.0', TWO_LINES],
  ['1.2.4', [{ introduced: '1.0.0' }, { last_affected: '1.2.3' }]],
])('version %s outside of a range %j passes', (version, events) =>
  expect(check({ 'node_modules/a': { version } }, [record(events)])).toEqual({ status: 0, lines: [] }),
);

test.each<[what: string, vuln: object]>([
  ['that is withdrawn', record([{ introduced: '0' }], { withdrawn: '2026-11-12T08:00:07Z' })],
  ['about another package', record([{ introduced: '0' }], {}, 'ab')],
  ['about a package of that name in another ecosystem', record([{ introduced: '0' }], {}, 'a', 'PyPI')],
])('an advisory %s matches nothing', (_, vuln) =>
  expect(check({ 'node_modules/a': { version: '1.0.0' } }, [vuln])).toEqual({ status: 0, lines: [] }),
);

test('a version in the list of an advisory is refused', () =>
  expect(
    check({ 'node_modules/a': { version: '1.0.0' } }, [
      { id: 'MAL-1', affected: [{ package: { ecosystem: 'npm', name: 'a' }, versions: ['1.0.0'] }] },
    ]),
  ).toEqual({ status: 1, lines: ['a 1.0.0: MAL-1, see the advisory for a fixed version'] }));

test('packages are found at every place of the lock file, aliases by their own name, and each version once', () =>
  expect(
    check(
      {
        'node_modules/@b/c/node_modules/a': { version: '1.0.0' },
        'node_modules/d/node_modules/a': { version: '1.0.0' },
        'node_modules/alias': { name: 'a', version: '1.1.0' },
        'node_modules/a': { link: true },
        'node_modules/a-b': { version: '1.0.0' },
      },
      [record([{ introduced: '0' }, { fixed: '1.2.0' }])],
    ).lines,
  ).toEqual(['a 1.0.0: GHSA-test, fixed in 1.2.0', 'a 1.1.0: GHSA-test, fixed in 1.2.0']));

describe('an accepted match', () => {
  const accepted = [{ id: 'GHSA-test', package: 'a', reason: 'is used in tests only' }];

  test('is printed and passes', () =>
    expect(check({ 'node_modules/a': { version: '1.0.0' } }, [record([{ introduced: '0' }])], accepted)).toEqual({
      status: 0,
      lines: ['accepted: a 1.0.0: GHSA-test, see the advisory for a fixed version'],
    }));

  test('fails once it matches nothing', () =>
    expect(check({ 'node_modules/b': { version: '1.0.0' } }, [record([{ introduced: '0' }])], accepted)).toEqual({
      status: 1,
      lines: ['a: GHSA-test is accepted and matches nothing'],
    }));
});

test('a refresh keeps what is compared of the records about packages of the lock file', () => {
  const records = path.join(folder, 'export');
  mkdirSync(records);
  const events: readonly Event[] = [{ introduced: '0' }, { fixed: '1.2.0' }];
  const export_ = {
    'GHSA-1.json': record(events, { id: 'GHSA-1', summary: 'a fault', details: 'long', aliases: ['CVE-1'] }),
    'GHSA-2.json': record(events, { id: 'GHSA-2' }, 'other'),
    'GHSA-3.json': record(events, { id: 'GHSA-3', withdrawn: '2026-11-12T08:00:07Z' }),
  };
  for (const [name, content] of Object.entries(export_))
    writeFileSync(path.join(records, name), JSON.stringify(content));
  const known = path.join(folder, 'known.json');
  const lock = lockOf({ 'node_modules/a': { version: '1.1.0' } });
  expect(run(lock, '--known', known, '--refresh', records).status).toBe(0);
  expect(JSON.parse(readFileSync(known, 'utf8'))).toEqual({
    read_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
    records: [
      {
        id: 'GHSA-1',
        aliases: ['CVE-1'],
        summary: 'a fault',
        affected: [{ package: { ecosystem: 'npm', name: 'a' }, ranges: [{ type: 'SEMVER', events }] }],
      },
    ],
  });
  expect(run(lock, '--known', known).lines).toEqual(['a 1.1.0: GHSA-1, fixed in 1.2.0']);
});

test('the shipped extract refuses versions of nodemailer with the faults of 2026', () => {
  const lock = (version: string): string => lockOf({ 'node_modules/nodemailer': { version } });
  expect(run(lock('10.0.13')).lines).toEqual(['nodemailer 10.0.13: GHSA-85x2-q946-cp5h, fixed in 10.0.14']);
  expect(run(lock('10.1.3')).lines).toEqual(['nodemailer 10.1.3: GHSA-85x2-q946-cp5h, fixed in 10.1.4']);
  expect(run(lock('10.6.0'))).toEqual({ status: 0, lines: [] });
});
