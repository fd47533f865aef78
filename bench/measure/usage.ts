/** CPU time and memory of processes, from /proc; zero on systems without it. */
import { readdirSync, readFileSync } from 'node:fs';

/** Linux reports hundredths of a second to programs, regardless of the kernel's tick rate. */
const TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4_096;
const FIELDS = { parent: 1, user: 11, system: 12, childrenUser: 13, childrenSystem: 14 };

/** CPU time of the process without its children. */
export function cpuSeconds(pid: number): number {
  const stat = readStat(pid);
  return stat === null ? 0 : (stat(FIELDS.user) + stat(FIELDS.system)) / TICKS_PER_SECOND;
}

/** CPU time of the process with its running children and those that have ended. */
export function familyCpuSeconds(pid: number): number {
  const own = readStat(pid);
  if (own === null) return 0;
  let ticks = own(FIELDS.user) + own(FIELDS.system) + own(FIELDS.childrenUser) + own(FIELDS.childrenSystem);
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readStat(Number(name)) : null;
    if (stat !== null && stat(FIELDS.parent) === pid) ticks += stat(FIELDS.user) + stat(FIELDS.system);
  }
  return ticks / TICKS_PER_SECOND;
}

/** Resident memory in bytes of the browser processes that this process has started, shared pages counted in each of them. */
export function browserMemoryBytes(pid: number): number {
  return descendantsOf(pid).reduce((sum, one) => sum + (isBrowser(one) ? residentBytes(one) : 0), 0);
}

/**
 * Memory in bytes of a process and those that it has started, without PostgreSQL: the proportional set size, in which a page that
 * several processes share counts once. Zero on systems other than Linux.
 */
export function familyMemoryBytes(pid: number): number {
  return [pid, ...descendantsOf(pid)].reduce((sum, one) => sum + (isPostgres(one) ? 0 : proportionalBytes(one)), 0);
}

/** The processes that this process has started, and those that these have started. */
function descendantsOf(pid: number): readonly number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? readStat(Number(name))?.(FIELDS.parent) : undefined;
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const family = (parent: number): number[] => (children.get(parent) ?? []).flatMap((one) => [one, ...family(one)]);
  return family(pid);
}

function isBrowser(pid: number): boolean {
  return /chrome|chromium|headless/i.test(readText(`/proc/${pid}/comm`));
}

function isPostgres(pid: number): boolean {
  return readText(`/proc/${pid}/comm`).startsWith('postgres');
}

function residentBytes(pid: number): number {
  const [, pages = '0'] = readText(`/proc/${pid}/statm`).split(' ');
  return Number(pages) * PAGE_BYTES;
}

function proportionalBytes(pid: number): number {
  const [, kilobytes = '0'] = /^Pss:\s+(\d+)/m.exec(readText(`/proc/${pid}/smaps_rollup`)) ?? [];
  return Number(kilobytes) * 1_024;
}

/** Empty if the process has ended. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function readStat(pid: number): ((field: number) => number) | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain spaces: fields are counted after it.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return (field) => Number(fields[field] ?? 0);
  } catch {
    return null;
  }
}
