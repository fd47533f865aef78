import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The build of the service, in a small tree with the project's own scripts and settings. */
const ROOT = path.resolve(__dirname, '../..');
const folder = mkdtempSync(path.join(tmpdir(), 'hrev-build-'));
const SOURCES = ['src', 'libs', 'console', 'docs', 'ormconfig.ts'];
/** What the Dockerfile copies to its build stage besides the sources. */
const SETTINGS = copiedToTheBuildStage().filter((name) => !SOURCES.includes(name));

beforeAll(() => {
  for (const name of SETTINGS) cpSync(path.join(ROOT, name), path.join(folder, name), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): void {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Files below a folder of the small tree, in order. */
const filesOf = (name: string): readonly string[] =>
  readdirSync(path.join(folder, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(path.join(folder, name), path.join(entry.parentPath, entry.name)))
    .sort();

/** Files and folders of the checkout that the Dockerfile copies to its build stage. */
function copiedToTheBuildStage(): readonly string[] {
  const [, stage = ''] =
    /AS build\n([^]*?)\nFROM /.exec(readFileSync(path.join(ROOT, 'docker/Dockerfile'), 'utf8')) ?? [];
  return [...stage.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, names = '']) => names.split(' '));
}

function writeSources(): void {
  for (const name of ['src', 'libs', 'dist']) rmSync(path.join(folder, name), { recursive: true, force: true });
  write('src/names.json', '["a"]');
  write('libs/kernel/index.ts', 'export const one = 1;');
  write('libs/kernel/one.spec.ts', 'throw new Error();');
  write(
    'src/main.ts',
    `import names from './names.json'; import { one } from '@libs/kernel'; console.log(one, names);`,
  );
}

const run = (...args: readonly string[]) =>
  spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } });
const build = () => run('scripts/build-service.mjs');

describe('the build of the service', () => {
  beforeAll(() => {
    writeSources();
    write('libs/kernel/index.ts', 'export const one = 1;\nexport const two = 2;');
    write('src/late.ts', `void import('../libs/kernel/index.js').then(({ one, two }) => console.log(one + two));`);
    write('src/throws.ts', `interface Unused { readonly a: string }\n\nthrow new Error('here');`);
    write('src/client.ts', `import { Client } from 'undici';\nexport const names = () => [Client.name];`);
    expect(build()).toMatchObject({ status: 0, stderr: '' });
  });

  it('has a file and its map for each source, and imported JSON, but no tests', () =>
    expect(filesOf('dist')).toEqual([
      ...['libs/kernel/index', 'src/client', 'src/late', 'src/main'].flatMap((name) => [
        `${name}.js`,
        `${name}.js.map`,
      ]),
      'src/names.json',
      ...['src/throws.js', 'src/throws.js.map'],
    ]));

  it('resolves aliases', () => {
    expect(run('dist/src/main.js').stdout).toBe("1 [ 'a' ]\n");
    expect(readFileSync(path.join(folder, 'dist/src/main.js'), 'utf8')).toContain('"../libs/kernel');
  });

  it('keeps an import(), which finds the names of the file', () => expect(run('dist/src/late.js').stdout).toBe('3\n'));

  it('has the places of the sources in its maps', () => {
    const { stderr } = run('--enable-source-maps', 'dist/src/throws.js');
    expect(stderr).toContain(`${path.join(realpathSync(folder), 'src/throws.ts')}:3:7`);
  });

  it('loads a package that a start does not need at its first use', () => {
    const isLoaded = `Object.keys(require.cache).some((file) => file.includes('undici'))`;
    const program = `const { names } = require('./dist/src/client.js'); console.log(${isLoaded}, names(), ${isLoaded});`;
    expect(run('-e', program).stdout).toBe("false [ 'Client' ] true\n");
  });
});

describe('the build of the service fails', () => {
  let stderr = '';
  beforeAll(() => {
    writeSources();
    write('src/alias.ts', `import '@libs/missing';`);
    write('src/late.ts', `void import('@libs/kernel');`);
    write('src/test.ts', `import '../libs/kernel/one.spec';`);
    write('src/json.ts', `import names from './none.json'; console.log(names);`);
    write('src/text.ts', 'export const = ;');
    const result = build();
    stderr = result.stderr;
    expect(result.status).toBe(1);
  });

  it.each([
    ['an alias without a file', 'src/alias.ts imports ../libs/missing,'],
    ['an alias in an import()', 'src/late.ts imports @libs/kernel,'],
    ['a file that is not built', 'src/test.ts imports ../libs/kernel/one.spec,'],
    ['JSON that does not exist', 'src/json.ts imports ./none.json,'],
    ['text that is not TypeScript', 'src/text.ts cannot be compiled: '],
  ])('on %s, with the name of the file', (_, reason) => expect(stderr).toContain(reason));
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
    write('docs/.vitepress/config.mjs', `export default { outDir: '../dist/docs', cacheDir: '../.cache' };`);
    write('docs/index.md', '# Documentation');
  });
  beforeEach(writeSources);

  it('leave the same stamp: neither repeats the work of the other', () => {
    expect(call('build')).toBe('building,built');
    expect(call('start')).toBe('');
    write('src/more.ts', 'export const two = 2;');
    expect(call('start')).toBe('building,built');
    expect(call('start')).toBe('');
  });

  it('build only the parts whose sources have changed', () => {
    call('build');
    const built = (file: string): number => statSync(path.join(folder, 'dist', file)).mtimeMs;
    const before = [built('src/main.js'), built('console/index.html')];
    write('docs/index.md', '# Other documentation');
    expect(call('start')).toBe('building,built');
    expect([built('src/main.js'), built('console/index.html')]).toEqual(before);
    expect(readFileSync(path.join(folder, 'dist/docs/index.html'), 'utf8')).toContain('Other documentation');
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
