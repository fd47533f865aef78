import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** All processes of browsers that this process started, as Linux lists them. */
export function browserProcesses(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return (
          isBrowserOf(pid, process.pid) ||
          readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`hrev-browser-${process.pid}-`)
        );
      } catch {
        return false;
      }
    });
}

function isBrowserOf(pid: number, parent: number): boolean {
  return parentOf(pid) === parent && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('--remote-debugging-pipe');
}

function parentOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
    .replace(/^.*\) /s, '')
    .split(' ');
  return Number(fields[1]);
}

/** The first process of each browser. */
export function mainBrowsers(): number[] {
  return browserProcesses().filter((pid) => {
    try {
      return isBrowserOf(pid, process.pid) && readlinkSync(`/proc/${pid}/exe`) !== '';
    } catch {
      return false;
    }
  });
}

/** Resident bytes of the largest browser process. */
export function largestBrowserProcess(): number {
  const resident = (pid: number) => {
    try {
      return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * 4096;
    } catch {
      return 0;
    }
  };
  return Math.max(0, ...browserProcesses().map(resident));
}

/** The renderers of all browsers that this process started. Their environment is not readable, so they are found by their parents. */
export function renderers(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('--type=renderer') && isDescendant(pid);
      } catch {
        return false;
      }
    });
}

function isDescendant(pid: number): boolean {
  const parent = parentOf(pid);
  return parent === process.pid || (parent > 1 && isDescendant(parent));
}
