/** The packages of a release (docs/releasing.md): packed, published without effect, and installed in an empty folder. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import ts from 'typescript';

const ROOT = path.resolve(__dirname, '../..');
const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string };
/** A registry that does not answer: no test asks a real one. */
const NO_REGISTRY = ['--registry', 'http://127.0.0.1:9/', '--fetch-retries', '0'];

interface Packed {
  readonly name: string;
  readonly from: string;
  readonly flags: readonly string[];
  readonly file: string;
}

let folder: string;
let packages: readonly Packed[];

const npm = (args: readonly string[], cwd = ROOT) => spawnSync('npm', args, { cwd, encoding: 'utf8' });

function pack(from: string, flags: readonly string[], place: string): string {
  mkdirSync(place, { recursive: true });
  const { status, stdout, stderr } = npm(['pack', from, ...flags, '--json', '--pack-destination', place]);
  if (status !== 0) throw new Error(stderr);
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ filename: string }];
  return path.join(place, packed.filename);
}

/** Installs the files of a tarball below `node_modules` of an empty folder, as npm does without its dependencies. */
function install({ name, file }: Packed): string {
  const empty = mkdtempSync(path.join(folder, 'empty-'));
  const target = path.join(empty, 'node_modules', name);
  mkdirSync(target, { recursive: true });
  execFileSync('tar', ['-xzf', file, '-C', target, '--strip-components', '1']);
  return empty;
}

/** Links the packages that npm would install with the service: those of the lock file that are not of the development. */
function linkDependencies(empty: string): void {
  const { packages: locked } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, { dev?: boolean; optional?: boolean }>>;
  };
  const names = Object.entries(locked)
    .filter(
      ([place, { dev, optional }]) => place.lastIndexOf('node_modules/') === 0 && dev !== true && optional !== true,
    )
    .map(([place]) => place.slice('node_modules/'.length));
  expect(names.length).toBeGreaterThan(100);
  for (const name of names) {
    const target = path.join(empty, 'node_modules', name);
    mkdirSync(path.dirname(target), { recursive: true });
    symlinkSync(path.join(ROOT, 'node_modules', name), target);
  }
}

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hrev-packages-'));
  packages = [
    // It is built before the tests.
    { name: 'hrev', from: '.', flags: ['--ignore-scripts'] },
    { name: '@hrev/sdk', from: './libs/sdk', flags: [] },
  ].map((each) => ({ ...each, file: pack(each.from, each.flags, folder) }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const names = ['hrev', '@hrev/sdk'];
const packed = (name: string): Packed => packages.find((each) => each.name === name) as Packed;

describe.each(names)('%s', (name) => {
  it('has the same bytes when it is packed again', () => {
    const { from, flags, file } = packed(name);
    const again = pack(from, flags, path.join(folder, 'again'));
    const [first, second] = [file, again].map((each) => createHash('sha256').update(readFileSync(each)).digest('hex'));
    expect(second).toBe(first);
  });

  it('has nothing that is not on the list', () => {
    const code = `
      const { contentProblems } = await import(process.argv[1]);
      process.stdout.write(JSON.stringify(contentProblems(...process.argv.slice(2))));`;
    const contents = path.join(install(packed(name)), 'node_modules', name);
    const script = path.join(ROOT, 'scripts/release/contents.mjs');
    const flags = ['--input-type=module', '-e', code, script, name, contents];
    expect(JSON.parse(execFileSync(process.execPath, flags, { encoding: 'utf8' }))).toEqual([]);
  });

  it('can be published: npm accepts its manifest', () => {
    const { status, stdout, stderr } = npm(['publish', packed(name).file, '--dry-run', ...NO_REGISTRY], folder);
    expect([status, stdout.trim()]).toEqual([0, `+ ${name}@${version}`]);
    expect(stderr).not.toContain('auto-corrected');
  });
});

describe('the bill of materials', () => {
  it.each(['cyclonedx', 'spdx'])('is made of the lock file, without a registry: %s', (format) => {
    const script = `import { billOfMaterials } from './scripts/release/bill.mjs';
      process.stdout.write(billOfMaterials('.', '${format}'));`;
    const stdout = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    const { components = [], packages: listed = [] } = JSON.parse(stdout) as Record<
      'components' | 'packages',
      readonly { name: string; version?: string; versionInfo?: string }[] | undefined
    >;
    const { dependencies } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
      dependencies: Readonly<Record<string, string>>;
    };
    const found = new Set([...components, ...listed].map((each) => `${each.name}@${each.version ?? each.versionInfo}`));
    const wanted = Object.entries(dependencies).map(([name, exact]) => `${name}@${exact}`);
    expect(wanted.filter((each) => !found.has(each))).toEqual([]);
    expect([...found].filter((each) => each.startsWith('jest@'))).toEqual([]);
  });
});

describe('hrev in an empty folder', () => {
  it('runs with the packages that npm installs beside it', () => {
    const empty = install(packed('hrev'));
    linkDependencies(empty);
    const { bin } = JSON.parse(readFileSync(path.join(empty, 'node_modules/hrev/package.json'), 'utf8')) as {
      bin: { hrev: string };
    };
    const run = (...args: readonly string[]) => {
      const environment = { PATH: process.env['PATH'], HREV_HOME: path.join(empty, 'home') };
      return spawnSync(process.execPath, [path.join(empty, 'node_modules/hrev', bin.hrev), ...args], {
        cwd: empty,
        env: environment,
        encoding: 'utf8',
      });
    };
    expect(run('--version')).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: '' });
    // The help of a command loads all commands, and with them most of the service.
    expect(run('account', 'create', '--help')).toMatchObject({ status: 0, stderr: '' });
  });
});

describe('@hrev/sdk in an empty folder', () => {
  it('is imported by an ES module, and has its types', () => {
    const empty = install(packed('@hrev/sdk'));
    writeFileSync(
      path.join(empty, 'use.mjs'),
      `import { Hrev, rateLimitOf } from '@hrev/sdk';
       import { FileStore } from '@hrev/sdk/node';
       console.log(typeof new Hrev({ baseUrl: 'http://localhost', apiKey: 'k' }).reviews.sync, typeof rateLimitOf, typeof FileStore);`,
    );
    const { status, stdout, stderr } = spawnSync(process.execPath, ['use.mjs'], { cwd: empty, encoding: 'utf8' });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: 'function function function\n', stderr: '' });

    const file = path.join(empty, 'use.mts');
    writeFileSync(
      file,
      `import { Hrev, rateLimitOf, type DeprecationNotice, type RateLimit } from '@hrev/sdk';
       const notices: DeprecationNotice[] = [];
       const hrev = new Hrev({ baseUrl: 'http://localhost', apiKey: 'k', onDeprecation: (notice) => notices.push(notice) });
       export const limits: (RateLimit | null)[] = [];
       await hrev.objects.list({}, { onResponse: (response) => limits.push(rateLimitOf(response)) });
       // @ts-expect-error The types are not any.
       hrev.objects.list({ limit: 'many' });`,
    );
    const program = ts.createProgram([file], {
      strict: true,
      noEmit: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      types: [],
    });
    expect(
      ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ')),
    ).toEqual([]);
  });
});
