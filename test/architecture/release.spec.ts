import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';

/** The rules of `npm run release` (docs/releasing.md), in small trees. `test/processes/packages.spec.ts` has the real packages. */
const ROOT = path.resolve(__dirname, '../..');
const FILES = [
  'package.json',
  'package-lock.json',
  'libs/sdk/package.json',
  'docker/compose.yml',
  'docker/chart/Chart.yaml',
];

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'hrev-release-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), text);
}

/** Calls a function of a script in a process of its own, and returns its JSON; `error` instead of a result if it throws. */
function call(script: string, name: string, ...args: readonly unknown[]): unknown {
  const code = `
    const [, file, name, args] = process.argv;
    const scripts = await import(file);
    let result;
    try { result = scripts[name](...JSON.parse(args)) ?? null; } catch (error) { result = { error: error.message }; }
    process.stdout.write(JSON.stringify(result));`;
  const file = path.join(ROOT, 'scripts/release', script);
  const flags = ['--input-type=module', '-e', code, file, name, JSON.stringify(args)];
  return JSON.parse(execFileSync(process.execPath, flags, { encoding: 'utf8' }));
}

describe('the changelog of a release', () => {
  const problems = (text: string) => call('changelog.mjs', 'changelogProblems', text, '1.2.0', '2026-12-01');
  const OLDER = '\n## 1.1.0 (2026-11-01)\n\n- Old.\n';

  it.each<[string, string, readonly string[]]>([
    ['begins with its section', `# C\n\n## 1.2.0 (2026-12-01)\n\n- New.\n${OLDER}`, []],
    ['is the first one', '# C\n\n## 1.2.0 (2026-11-30)\n\n- New.\n', []],
    [
      'is not cut',
      '# C\n\n## Unreleased (1.2.0)\n\n- New.\n',
      ['the first heading of CHANGELOG.md is not "## 1.2.0", with its date'],
    ],
    [
      'has newer work above',
      `# C\n\n## Unreleased\n\n- New.\n\n## 1.2.0 (2026-11-30)\n\n- A.\n`,
      ['the first heading of CHANGELOG.md is not "## 1.2.0", with its date'],
    ],
    [
      'is of tomorrow',
      '# C\n\n## 1.2.0 (2026-12-02)\n\n- New.\n',
      ['the headings of CHANGELOG.md need versions with days, newest first, and none in the future'],
    ],
    [
      'is older than the one below',
      `# C\n\n## 1.2.0 (2026-10-01)\n\n- New.\n${OLDER}`,
      ['the headings of CHANGELOG.md need versions with days, newest first, and none in the future'],
    ],
    [
      'has a day that does not exist',
      '# C\n\n## 1.2.0 (2026-11-31)\n\n- New.\n',
      ['the headings of CHANGELOG.md need versions with days, newest first, and none in the future'],
    ],
    [
      'is there twice',
      `# C\n\n## 1.2.0 (2026-12-01)\n\n- A.\n\n## 1.2.0 (2026-11-30)\n\n- B.\n`,
      ['CHANGELOG.md has a version twice'],
    ],
    ['says nothing', `# C\n\n## 1.2.0 (2026-12-01)\n${OLDER}`, ['CHANGELOG.md lists no change of 1.2.0 (2026-12-01)']],
  ])('%s', (_, text, expected) => {
    expect(problems(text)).toEqual(expected);
  });

  it('is cut by version and day, and its section are the notes', () => {
    const text = call(
      'changelog.mjs',
      'cut',
      `# C\n\n## Unreleased (1.2.0)\n\n- New.\n${OLDER}`,
      '1.2.0',
      '2026-12-01',
    );
    expect(text).toBe(`# C\n\n## 1.2.0 (2026-12-01)\n\n- New.\n${OLDER}`);
    expect(call('changelog.mjs', 'notesOf', text, '1.2.0')).toBe('- New.\n');
    expect(call('changelog.mjs', 'cut', text, '1.3.0', '2026-12-02')).toEqual({
      error: 'CHANGELOG.md has no heading "Unreleased"',
    });
  });

  it('of this project can be cut now', () => {
    const text = readFileSync(path.join(ROOT, 'CHANGELOG.md'), 'utf8');
    const cut = call('changelog.mjs', 'cut', text, '1.2.0', '2026-12-01');
    expect(call('changelog.mjs', 'changelogProblems', cut, '1.2.0', '2026-12-01')).toEqual([]);
  });
});

describe('the version', () => {
  beforeEach(() => {
    for (const file of FILES) cpSync(path.join(ROOT, file), path.join(folder, file));
  });

  it('is the same in all files of the project', () => {
    expect(call('versions.mjs', 'versionProblems', ROOT)).toEqual([]);
  });

  it('is written to all files that have it, and to nothing else', () => {
    const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string };
    expect(call('versions.mjs', 'writeVersion', folder, '98.7.6-rc.1')).toBeNull();
    expect(call('versions.mjs', 'versionProblems', folder)).toEqual([]);
    const counts = FILES.map((file) => {
      const text = readFileSync(path.join(folder, file), 'utf8');
      expect(text.replaceAll('98.7.6-rc.1', version)).toBe(readFileSync(path.join(ROOT, file), 'utf8'));
      return text.split('98.7.6-rc.1').length - 1;
    });
    expect(counts).toEqual([1, 2, 1, 3, 2]);
  });

  it.each(FILES.slice(1))('that differs in %s is a problem', (file) => {
    const text = readFileSync(path.join(folder, file), 'utf8');
    call('versions.mjs', 'writeVersion', folder, '98.7.6');
    write(file, text);
    expect(call('versions.mjs', 'versionProblems', folder)).toContain(`${file} does not have version 98.7.6`);
  });

  it.each(['', '1.2', 'v1.2.3', '1.2.3 4'])('cannot be "%s", and nothing is written', (version) => {
    expect(call('versions.mjs', 'writeVersion', folder, version)).toEqual({ error: expect.any(String) as string });
    expect(call('versions.mjs', 'versionProblems', folder)).toEqual([]);
  });
});

describe('the contents of a package', () => {
  const problems = (name: string) => call('contents.mjs', 'contentProblems', name, folder);

  it('may be what is on the list', () => {
    write('package.json', '{}');
    write('dist/src/main.js', 'run();');
    write('dist/src/main.js.map', '{"version":3,"sources":["../../src/main.ts"]}');
    expect(problems('hrev')).toEqual([]);
  });

  it.each<[string, string, string, string]>([
    ['hrev', '.env', 'A=1', '.env is not on the list'],
    ['hrev', 'dist/.hrev-build', 'abc', 'dist/.hrev-build is not on the list'],
    ['hrev', 'src/main.ts', '', 'src/main.ts is not on the list'],
    ['hrev', 'dist/src/a.spec.js', '', 'dist/src/a.spec.js is of a test'],
    ['hrev', 'dist/test/a.js', '', 'dist/test/a.js is of a test'],
    ['@hrev/sdk', 'dist/index.mjs.map', '{"sources":[]}', 'dist/index.mjs.map is not on the list'],
    ['@hrev/sdk', 'src/index.ts', '', 'src/index.ts is not on the list'],
    ['hrev', 'dist/src/a.js.map', '{"sources":["/home/a/src/a.ts"]}', 'dist/src/a.js.map has an absolute path'],
    ['hrev', 'dist/src/a.js.map', '{"sources":["file:///a.ts"]}', 'dist/src/a.js.map has an absolute path'],
    [
      'hrev',
      'dist/src/a.js.map',
      String.raw`{"sources":["a.ts"],"sourceRoot":"C:\\hrev"}`,
      'dist/src/a.js.map has an absolute path',
    ],
    ['hrev', 'dist/src/a.js', `const token = 'npm_${'a1'.repeat(18)}';`, 'dist/src/a.js has what looks like a secret'],
    [
      'hrev',
      'README.md',
      `-----BEGIN PRIVATE KEY-----\n${'MIIEvQ'.repeat(9)}`,
      'README.md has what looks like a secret',
    ],
  ])('of %s cannot be %s', (name, file, text, problem) => {
    write(file, text);
    expect(problems(name)).toContain(problem);
  });

  it('cannot be empty', () => {
    expect(problems('hrev')).toEqual(['hrev is empty']);
  });
});

describe('the workflow of a release', () => {
  const workflow = parse(readFileSync(path.join(ROOT, '.github/workflows/release.yml'), 'utf8')) as {
    readonly permissions: object;
    readonly jobs: Readonly<Record<string, { readonly steps: readonly { uses?: string; run?: string }[] }>>;
  };
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);

  it('names actions of others by commit, and gives no job more than it needs', () => {
    expect(steps.flatMap(({ uses }) => uses ?? []).filter((uses) => !/@[\da-f]{40}$/.test(uses))).toEqual([]);
    expect(workflow.permissions).toEqual({});
  });

  it('publishes with provenance, and only what `npm run release` has made', () => {
    const commands = steps.map(({ run = '' }) => run).join('\n');
    expect(commands).toContain('npm publish "$file" --provenance --access public');
    expect(commands).toContain('--provenance=mode=max --sbom=true --push');
    expect(commands.indexOf('npm run release')).toBeLessThan(commands.indexOf('npm publish'));
  });
});
