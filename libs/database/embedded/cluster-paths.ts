import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hasAccess, makeTraversable, serverUser, type SystemUser } from './system-user';

/**
 * The files of the embedded PostgreSQL:
 *
 *   <HREV_HOME>/pg/password    the superuser's password, mode 600
 *                 /port        the port of the last start
 *                 /unwanted    the process id of a server that its last user must stop
 *                 /server.log  the log of the server
 *                 /data        the cluster
 *                 /location    only where the server's user cannot reach HREV_HOME (root, under /root): the folder that
 *                              holds `data` instead
 */
export interface ClusterPaths {
  readonly folder: string;
  readonly passwordFile: string;
  readonly portFile: string;
  readonly unwantedFile: string;
  readonly logFile: string;
  readonly locationFile: string;
  readonly dataFolder: string;
  readonly user: SystemUser | null;
}

const ELSEWHERE = '/var/lib/hrev';

/** Creates the folders (never the cluster) and decides which user the server runs as. */
export function preparePaths(home: string): ClusterPaths {
  const privately = process.getuid?.() === 0 ? 0o711 : 0o700;
  mkdirSync(path.join(home, 'pg'), { recursive: true, mode: privately });
  const folder = path.join(realpathSync(home), 'pg');
  const locationFile = path.join(folder, 'location');
  const dataFolder = path.join(readLocation(locationFile) ?? folder, 'data');
  const user = serverUser(dataFolder);
  return {
    folder,
    passwordFile: path.join(folder, 'password'),
    portFile: path.join(folder, 'port'),
    unwantedFile: path.join(folder, 'unwanted'),
    logFile: path.join(folder, 'server.log'),
    locationFile,
    dataFolder: user === null || existsSync(dataFolder) ? dataFolder : reachable(folder, locationFile, user),
    user,
  };
}

/** The superuser's password; created at the first call. Of several processes that create it concurrently, one wins. */
export function readPassword(places: ClusterPaths): string {
  return keptOnce(places.passwordFile, () => randomBytes(24).toString('base64url'));
}

export function readPort(places: ClusterPaths): number | null {
  if (!existsSync(places.portFile)) return null;
  const port = Number(readFileSync(places.portFile, 'utf8').trim());
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : null;
}

export function rememberPort(places: ClusterPaths, port: number): void {
  writeFileSync(places.portFile, `${port}\n`, { mode: 0o600 });
}

/** The data folder below HREV_HOME where the server's user can reach it, otherwise one below /var/lib, whose path is stored. */
function reachable(folder: string, locationFile: string, user: SystemUser): string {
  makeTraversable(path.dirname(folder));
  makeTraversable(folder);
  if (hasAccess(user, folder, 'x')) return path.join(folder, 'data');
  const elsewhere = keptOnce(locationFile, () => path.join(ELSEWHERE, randomBytes(8).toString('hex')));
  mkdirSync(elsewhere, { recursive: true, mode: 0o711 });
  writeFileSync(
    path.join(elsewhere, 'README'),
    `Database of the hrev service whose HREV_HOME is ${path.dirname(folder)}\n`,
  );
  return path.join(elsewhere, 'data');
}

function readLocation(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

/** The file's content; written completely and then linked, so that a reader never sees an empty file. */
function keptOnce(file: string, make: () => string): string {
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
