import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The build of the service, in a small tree with the project's own scripts and settings. */
const ROOT = path.resolve(__dirname, '../..');
const folder = mkdtempSync(path.join(tmpdir(), 'hrev-build-'));
const SETTINGS = ['scripts', 'package.json', 'tsconfig.json', 'tsconfig.build.json'];

beforeAll(() => {
  for (const name of SETTINGS) cpSync(path.join(ROOT, name), path.join(folder, name), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
});
beforeEach(() => {
  for (const name of ['src', 'libs', 'dist']) rmSync(path.join(folder, name), { recursive: true, force: true });
  write('src/names.json', '["a"]');
  write('libs/kernel/index.ts', 'export const one = 1;');
  write('libs/kernel/one.spec.ts', 'throw new Error();');
  write(
    'src/main.ts',
    `import names from './names.json'; import { one } from '@libs/kernel'; console.log(one, names);`,
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): void {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const run = (...args: readonly string[]) =>
  spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } });
const build = () => run('scripts/build-service.mjs');

describe('the build of the service', () => {
  it('resolves the aliases, copies imported JSON, and leaves out the tests', () => {
    expect(build()).toMatchObject({ status: 0, stderr: '' });
    expect(run('dist/src/main.js').stdout).toBe("1 [ 'a' ]\n");
    expect(readFileSync(path.join(folder, 'dist/src/main.js'), 'utf8')).toContain('"../libs/kernel');
    expect(existsSync(path.join(folder, 'dist/libs/kernel/one.spec.js'))).toBe(false);
  });

  it.each([
    ['an alias without a file', `import '@libs/missing';`, 'src/main.ts imports'],
    ['a file that is not built', `import '../libs/kernel/one.spec';`, 'which is not part of the build'],
    ['no TypeScript', 'export const = ;', 'Syntax Error'],
  ])('fails on %s', (_, source, reason) => {
    write('src/main.ts', source);
    const { status, stderr } = build();
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(reason) as string });
  });
});

describe('npm run build and npm start', () => {
  const prepare = `
    import { prepare, buildOrExit } from './scripts/prepare.mjs';
    const lines = [];
    const say = (line) => lines.push(line.replace(/ .*/, ''));
    if (process.argv[2] === 'build') await buildOrExit(say);
    else await prepare({ say });
    console.log(lines.join());`;
  const call = (name: string): string => {
    writeFileSync(path.join(folder, 'call.mjs'), prepare);
    const { stdout, stderr, status } = run('call.mjs', name);
    if (status !== 0) throw new Error(stderr);
    return stdout.trim();
  };

  beforeAll(() => {
    // A page instead of the console, whose own build is tested in the browser.
    write(
      'console/vite.config.mjs',
      'export default { root: import.meta.dirname, build: { outDir: "../dist/console" } };',
    );
    write('console/index.html', '<p>console</p>');
    cpSync(path.join(ROOT, 'package-lock.json'), path.join(folder, 'package-lock.json'));
  });

  it('leave the same stamp: neither repeats the work of the other', () => {
    expect(call('build')).toBe('building,built');
    expect(call('start')).toBe('');
    write('src/more.ts', 'export const two = 2;');
    expect(call('start')).toBe('building,built');
    expect(call('start')).toBe('');
  });

  it('remove the output of a source that was removed', () => {
    write('src/more.ts', 'export const two = 2;');
    call('build');
    expect(existsSync(path.join(folder, 'dist/src/more.js'))).toBe(true);
    rmSync(path.join(folder, 'src/more.ts'));
    call('start');
    expect(existsSync(path.join(folder, 'dist/src/more.js'))).toBe(false);
  });
});
