/**
 * Removes the folders of killed processes. If the service is killed, its browser ends, but the browser's profile folder remains.
 */
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Playwright's name for the profile folder of a browser. */
const PROFILE = /^playwright_chromiumdev_profile-/;
/** Folders of this service, with the id of their process. */
const OWN = /^hrev-browser-(\d+)-/;
export const OWN_PREFIX = `hrev-browser-${process.pid}-`;

/** A newer profile may belong to a browser that is starting, so it is kept. */
const MIN_AGE_MS = 60_000;
/** If the command lines of processes are not readable, only older profiles are removed. */
const MIN_AGE_UNKNOWN_USE_MS = 24 * 3_600_000;

/** Removes the folders that no running process uses. Never throws; returns the number of removed folders. */
export function sweepLeftovers(folder = tmpdir(), now = Date.now()): number {
  const inUse = commandLines();
  const isLeftover = (name: string) => {
    const owner = OWN.exec(name)?.[1];
    if (owner !== undefined) return !isAlive(Number(owner));
    if (!PROFILE.test(name)) return false;
    const age = now - modifiedAt(join(folder, name));
    return inUse === null ? age > MIN_AGE_UNKNOWN_USE_MS : age > MIN_AGE_MS && !inUse.includes(name);
  };
  const leftovers = orElse(() => readdirSync(folder).filter(isLeftover), []);
  for (const name of leftovers) orElse(() => rmSync(join(folder, name), { recursive: true, force: true }), undefined);
  return leftovers.length;
}

/** Command lines of all processes of this machine; null if they are not readable. */
function commandLines(): string | null {
  return orElse(
    () =>
      readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map((pid) => orElse(() => readFileSync(`/proc/${pid}/cmdline`, 'latin1'), ''))
        .join('\n'),
    null,
  );
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process: it is running, and its folder is kept.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function modifiedAt(path: string): number {
  return orElse(() => statSync(path).mtimeMs, Date.now());
}

function orElse<T>(action: () => T, fallback: T): T {
  try {
    return action();
  } catch {
    return fallback;
  }
}
