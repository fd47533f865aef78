/** Folders that a killed process left behind. Ending the service ends its browser too, but nobody removes the profile. */
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Playwright's name for the profile of a browser it started. */
const PROFILE = /^playwright_chromiumdev_profile-/;
/** Ours, with the process that made it. */
const OWN = /^hrev-browser-(\d+)-/;
export const OWN_PREFIX = `hrev-browser-${process.pid}-`;

/** A profile this young may belong to a browser that is just being started. */
const YOUNG_MS = 60_000;
/** Where the system does not tell which profiles are in use, only old ones are taken. */
const OLD_MS = 24 * 3_600_000;

/** Removes what no living process uses, from the temporary folder. Never throws; gives the number of folders removed. */
export function sweepLeftovers(folder = tmpdir(), now = Date.now()): number {
  const inUse = commandLines();
  const isLeft = (name: string) => {
    const owner = OWN.exec(name)?.[1];
    if (owner !== undefined) return !isAlive(Number(owner));
    if (!PROFILE.test(name)) return false;
    const age = now - modifiedAt(join(folder, name));
    return inUse === null ? age > OLD_MS : age > YOUNG_MS && !inUse.includes(name);
  };
  const left = safely(() => readdirSync(folder).filter(isLeft), []);
  for (const name of left) safely(() => rmSync(join(folder, name), { recursive: true, force: true }), undefined);
  return left.length;
}

/** Command lines of all processes of this machine, or null where the system does not show them. */
function commandLines(): string | null {
  return safely(
    () =>
      readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map((pid) => safely(() => readFileSync(`/proc/${pid}/cmdline`, 'latin1'), ''))
        .join('\n'),
    null,
  );
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process: alive, and its folder is none of our business.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function modifiedAt(path: string): number {
  return safely(() => statSync(path).mtimeMs, Date.now());
}

function safely<T>(act: () => T, otherwise: T): T {
  try {
    return act();
  } catch {
    return otherwise;
  }
}
