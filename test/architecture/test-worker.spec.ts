import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRequire } from 'node:module';

/**
 * All test files of a worker share its globals (`test/support/single-context.cjs`). What a file leaves there, in Jest or in the
 * product, makes every later file slower. These tests run five files in one worker and compare what each of them finds.
 */

const ROOT = path.resolve(__dirname, '../..');
const FILES = 5;

/** What one file of the worker finds when its test runs. */
interface Found {
  /** Functions that receive each event of jest-circus. */
  readonly handlers: number;
  /** Instances of `AsyncLocalStorage` in which tests have run since the first file. */
  readonly storages: number;
  /** How often the product's modules were evaluated since the first file. */
  readonly evaluations: Readonly<Record<string, number>>;
  readonly tests: readonly string[];
}

/** A module of each kind that a worker loads once. */
const LOADED_ONCE = {
  'a library': createRequire(__filename).resolve('rxjs'),
  'a module of libs': '@libs/kernel',
  'a module of src': '@src/reviews/intake/domain/mask-author',
  'a tool of the tests': '@test/support/eventually',
};

const SPEC = `
const { AsyncLocalStorage } = require('node:async_hooks');
const fs = require('node:fs');

const found = (globalThis.foundByFiles ??= { storages: new Set(), modules: new Map(), run: AsyncLocalStorage.prototype.run });
AsyncLocalStorage.prototype.run = function (...args) {
  found.storages.add(this);
  return found.run.apply(this, args);
};
for (const [kind, name] of Object.entries(${JSON.stringify(LOADED_ONCE)})) {
  found.modules.set(kind, (found.modules.get(kind) ?? new Set()).add(require(name)));
}

describe('a group', () => {
  test('a test of ' + __filename.at(-9), () => {
    const state = Object.getOwnPropertySymbols(globalThis)
      .filter(({ description }) => description === 'JEST_STATE_SYMBOL')
      .map((symbol) => globalThis[symbol])
      .find(({ currentlyRunningTest }) => currentlyRunningTest?.name.endsWith(__filename.at(-9)));
    const tests = state.rootDescribeBlock.children.flatMap(({ children }) => children.map(({ name }) => name));
    const handlers = globalThis[Symbol.for('EVENT_HANDLERS')].length;
    const evaluations = Object.fromEntries([...found.modules].map(([kind, modules]) => [kind, modules.size]));
    fs.appendFileSync(process.env.FOUND, JSON.stringify({ handlers, storages: found.storages.size, evaluations, tests }) + '\\n');
  });
});
`;

describe('a worker that runs several test files', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'hrev-test-worker-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let found: readonly Found[];

  beforeAll(() => {
    const specs = path.join(folder, 'specs');
    mkdirSync(specs);
    for (let n = 1; n <= FILES; n += 1) writeFileSync(path.join(specs, `${n}.spec.js`), SPEC);
    const { projects } = createRequire(__filename)(path.join(ROOT, 'jest.config.cjs')) as {
      readonly projects: readonly [object];
    };
    const config = {
      ...projects[0],
      rootDir: ROOT,
      roots: [specs],
      testMatch: [`${specs}/*.spec.js`],
      haste: { enableSymlinks: false },
    };
    const place = path.join(folder, 'found.jsonl');
    const { status, stderr } = spawnSync(
      process.execPath,
      [path.join(ROOT, 'node_modules/jest/bin/jest.js'), '--runInBand', '--config', JSON.stringify(config)],
      { cwd: ROOT, encoding: 'utf8', env: { ...process.env, FOUND: place } },
    );
    if (status !== 0) throw new Error(stderr);
    found = readFileSync(place, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Found);
  });

  it('runs each of them', () => expect(found).toHaveLength(FILES));

  it('shows each file its own tests only', () => {
    const names = found.map(({ tests }) => tests.join());
    expect(new Set(names).size).toBe(FILES);
    for (const { tests } of found) expect(tests).toHaveLength(1);
  });

  it('has as many event handlers in the last file as in the first', () => {
    expect(found.map(({ handlers }) => handlers)).toEqual(found.map(() => found[0]!.handlers));
  });

  it('runs all tests in one AsyncLocalStorage', () => {
    expect(found.map(({ storages }) => storages)).toEqual(found.map(() => found[0]!.storages));
  });

  it.each(Object.keys(LOADED_ONCE))('evaluates %s once', (kind) => {
    expect(found.map(({ evaluations }) => evaluations[kind])).toEqual(found.map(() => 1));
  });
});
