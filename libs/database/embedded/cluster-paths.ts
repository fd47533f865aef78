import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { hasAccess, makeTraversable, serverUser, type SystemUser } from './system-user';

/**
 * The files of the embedded PostgreSQL:
 *
 *   <HREV_HOME>/pg/password    the superuser's password, mode 600
 *                 /port        the port of the last start
 *                 /unwanted    the process id of a server that the last process to use it must stop
 *                 /server.log  the log of the server
 *                 /data        the cluster
 *                 /location    the folder that contains `data` instead: after a restore, and if the server's user has no access
 *                              to HREV_HOME (a process of root with HREV_HOME under /root)
 */
export interface ClusterPaths {
  readonly folder: string;
  readonly passwordFile: string;
  readonly portFile: string;
  readonly unwantedFile: string;
  readonly logFile: string;
  readonly locationFile: string;
  readonly dataFolder: string;
  /** The user that the server runs as; null: that of this process. */
  readonly user: SystemUser | null;
}

const SHARED_DATA_FOLDER = '/var/lib/hrev';
const BESIDE = 'restored-';

/** Creates the folders (never the cluster) and decides which user the server runs as. */
export function preparePaths(home: string): ClusterPaths {
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  mkdirSync(path.join(home, 'pg'), { recursive: true, mode });
  const folder = path.join(realpathSync(home), 'pg');
  const locationFile = path.join(folder, 'location');
  const dataFolder = path.resolve(folder, readIfPresent(locationFile)?.trim() ?? '', 'data');
  const user = serverUser(dataFolder);
  return {
    folder,
    passwordFile: path.join(folder, 'password'),
    portFile: path.join(folder, 'port'),
    unwantedFile: path.join(folder, 'unwanted'),
    logFile: path.join(folder, 'server.log'),
    locationFile,
    dataFolder: user === null || existsSync(dataFolder) ? dataFolder : accessibleDataFolder(folder, locationFile, user),
    user,
  };
}

/** The superuser's password; created at the first call. Processes that create it concurrently get the same password. */
export function readPassword(paths: ClusterPaths): string {
  return readOrCreate(paths.passwordFile, () => randomBytes(24).toString('base64url'));
}

export function readPort(paths: ClusterPaths): number | null {
  const port = Number(readIfPresent(paths.portFile)?.trim());
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : null;
}

export function storePort(paths: ClusterPaths, port: number): void {
  writeFileSync(paths.portFile, `${port}\n`, { mode: 0o600 });
}

/** The content of a file; null without it. One read, because another process may remove the file at any moment. */
export function readIfPresent(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Creates a folder beside the present cluster, for another one, and returns its files. `useInstead` makes it the present one. */
export function preparePathsBeside(paths: ClusterPaths, name: string): ClusterPaths {
  const holder = path.dirname(paths.dataFolder);
  const folder = path.join(
    path.basename(holder).startsWith(BESIDE) ? path.dirname(holder) : holder,
    `${BESIDE}${name}`,
  );
  mkdirSync(folder, { mode: paths.user === null ? 0o700 : 0o711 });
  return {
    ...paths,
    folder,
    dataFolder: path.join(folder, 'data'),
    portFile: path.join(folder, 'port'),
    logFile: path.join(folder, 'server.log'),
  };
}

/**
 * Makes the cluster beside the present one the present one: one rename of one file, so a crash leaves the one or the other. The
 * former cluster stays where it is.
 */
export function useInstead(paths: ClusterPaths, prepared: ClusterPaths): void {
  const relative = path.relative(paths.folder, prepared.folder);
  const draft = `${paths.locationFile}.${process.pid}`;
  writeFileSync(draft, `${relative.startsWith('..') ? prepared.folder : relative}\n`, { mode: 0o600, flush: true });
  renameSync(draft, paths.locationFile);
}

/** The data folder below HREV_HOME if the server's user has access to it, otherwise one below /var/lib, whose path is stored. */
function accessibleDataFolder(folder: string, locationFile: string, user: SystemUser): string {
  makeTraversable(path.dirname(folder));
  makeTraversable(folder);
  if (hasAccess(user, folder, 'x')) return path.join(folder, 'data');
  const folderOutside = readOrCreate(locationFile, () => path.join(SHARED_DATA_FOLDER, randomBytes(8).toString('hex')));
  mkdirSync(folderOutside, { recursive: true, mode: 0o711 });
  writeFileSync(
    path.join(folderOutside, 'README'),
    `Database of the hrev service whose HREV_HOME is ${path.dirname(folder)}\n`,
  );
  return path.join(folderOutside, 'data');
}

/**
 * Returns the content of the file, which is created with the result of `make` if it does not exist. It is written completely and
 * then linked, so that a reader never sees an empty file.
 */
function readOrCreate(file: string, make: () => string): string {
  if (!existsSync(file)) {
    const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
    writeFileSync(draft, `${make()}\n`, { mode: 0o600 });
    chmodSync(draft, 0o600);
    try {
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft, { force: true });
    }
  }
  return readFileSync(file, 'utf8').trim();
}
