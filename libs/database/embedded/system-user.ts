import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { EmbeddedPostgresError, USE_OWN_DATABASE } from './embedded-error';

/**
 * PostgreSQL refuses to run as root. A root process therefore runs it as another system user, who needs access to the programs
 * and the data. That user has no access to a checkout under /root.
 */
export interface SystemUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** The first of these users that /etc/passwd has is used. No user is created. */
const CANDIDATES = ['postgres', 'nobody'] as const;

/**
 * The user that the server runs as; null means the user of this process. The owner of an existing data folder is used unless it is
 * root, because PostgreSQL accepts no other. Only users of /etc/passwd are known, not those of a directory service.
 */
export function serverUser(dataFolder: string): SystemUser | null {
  if (process.getuid?.() !== 0) {
    refuseForeignFolder(dataFolder);
    return null;
  }
  const users = readUsers();
  const owner = ownerOf(dataFolder);
  if (owner !== null && owner !== 0) {
    const known = users.find((user) => user.uid === owner);
    if (known) return known;
    throw new EmbeddedPostgresError(
      `The data folder ${dataFolder} belongs to user ${owner}, which is not in /etc/passwd`,
      'Start as that user, give it to a user of /etc/passwd (chown -R), or start with another HREV_HOME.',
    );
  }
  const user = CANDIDATES.map((name) => users.find((candidate) => candidate.name === name)).find(Boolean);
  if (user) return user;
  throw new EmbeddedPostgresError(
    'PostgreSQL does not run as root, and /etc/passwd has no user "postgres" or "nobody" to run it as',
    `Start as an ordinary user. ${USE_OWN_DATABASE}`,
  );
}

/** Whether the user may execute (`x`), read (`r`) or write (`w`) a path. Runs `test` as that user. */
export function hasAccess(user: SystemUser, target: string, mode: 'r' | 'w' | 'x'): boolean {
  const result = spawnSync('/bin/sh', ['-c', `test -${mode} "$1"`, 'sh', target], { ...spawnIdentity(user), cwd: '/' });
  return result.status === 0;
}

/** The options of `spawn` with which a child process runs as the user. */
export function spawnIdentity(user: SystemUser | null): { uid?: number; gid?: number } {
  return user === null ? {} : { uid: user.uid, gid: user.gid };
}

/** Lets other users traverse a folder without listing its content. Secrets in it have stricter modes. */
export function makeTraversable(folder: string): void {
  const mode = statSync(folder).mode & 0o777;
  if ((mode & 0o011) !== 0o011) chmodSync(folder, mode | 0o011);
}

function refuseForeignFolder(dataFolder: string): void {
  const owner = ownerOf(dataFolder);
  const self = process.getuid?.();
  if (owner === null || self === undefined || owner === self) return;
  throw new EmbeddedPostgresError(
    `The data folder ${dataFolder} belongs to user ${owner}, not to you (user ${self})`,
    `It was created by another user, most likely by a start as root: start as before, give it away with ` +
      `"chown -R ${self} ${path.dirname(dataFolder)}", or start with another HREV_HOME.`,
  );
}

function ownerOf(folder: string): number | null {
  return statSync(folder, { throwIfNoEntry: false })?.uid ?? null;
}

function readUsers(): SystemUser[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .flatMap(([name, , uid, gid]) => (name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []));
}
