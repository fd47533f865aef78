import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { locatePackage, prepareRuntime, type InstalledPackage } from './runtime';
import { serverUser } from './system-user';

/**
 * Contract §12.1: "needs Node and npm only". That includes an npm that ran no install scripts and a checkout that only root can
 * read.
 */
const isRoot = process.getuid?.() === 0;
const user = serverUser('/nowhere');
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hrev-runtime-'));
  chmodSync(folder, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('creates the links of libraries that the install script would create', () => {
  const installed = copyPackageBelow(path.join(folder, 'open'));
  for (const link of linksOf(installed)) rmSync(link);
  const runtime = prepareRuntime(user, path.join(folder, 'cache'), installed);
  expect(runtime.postgres.startsWith(installed.folder)).toBe(true);
  expect(linksOf(installed).every((link) => lstatSync(link).isSymbolicLink())).toBe(true);
  expect(spawnSync(runtime.postgres, ['--version'], { encoding: 'utf8' }).stdout).toContain(
    `PostgreSQL) ${runtime.major}`,
  );
});

test('sets the executable bits of the programs', () => {
  const installed = copyPackageBelow(path.join(folder, 'open'));
  const bin = path.join(installed.folder, 'native/bin');
  for (const name of readdirSync(bin)) chmodSync(path.join(bin, name), 0o644);
  expect(prepareRuntime(user, path.join(folder, 'cache'), installed).initdb.startsWith(installed.folder)).toBe(true);
});

(isRoot ? test : test.skip)(
  'copies the runtime if the checkout is below a folder to which only root has access',
  () => {
    const privateFolder = path.join(folder, 'closed');
    const installed = {
      ...copyPackageBelow(path.join(privateFolder, 'project')),
      version: `0.0.0-spec.${process.pid}`,
    };
    chmodSync(privateFolder, 0o700);
    const copy = `/var/cache/hrev/postgres-${installed.version}-${installed.platform}`;
    try {
      expect(prepareRuntime(user, path.join(folder, 'cache'), installed).postgres).toBe(
        path.join(copy, 'native/bin/postgres'),
      );
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  },
);

function copyPackageBelow(parent: string): InstalledPackage {
  const installed = locatePackage();
  const copy = path.join(parent, installed.platform);
  mkdirSync(parent, { recursive: true });
  cpSync(installed.folder, copy, { recursive: true, verbatimSymlinks: true });
  return { ...installed, folder: copy };
}

function linksOf(installed: InstalledPackage): string[] {
  const list = path.join(installed.folder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return [];
  const links = JSON.parse(readFileSync(list, 'utf8')) as readonly { target: string }[];
  return links.map(({ target }) => path.join(installed.folder, target));
}
