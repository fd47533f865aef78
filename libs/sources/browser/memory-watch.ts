/**
 * Kills renderers that use too much memory. V8's limit covers only the heap, not typed arrays and the document. Linux only; on
 * other systems the container's limit applies.
 */
import { readFileSync } from 'node:fs';
import type { CDPSession } from 'playwright';
import { KILLED_PAGES } from './browser-metrics';

const CHECK_INTERVAL_MS = 200;
const PAGE_BYTES = 4096;

export class MemoryWatch {
  private timer: NodeJS.Timeout | undefined;
  private renderers: readonly number[] = [];
  private processes: readonly number[] = [];

  constructor(
    private readonly session: CDPSession,
    private readonly limitBytes: number,
  ) {}

  /** Starts checking; the timer does not keep the process alive. */
  start(): void {
    this.timer = setInterval(() => this.check(), CHECK_INTERVAL_MS);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Resident memory of all processes of the browser, as far as the last check knows them. */
  get residentBytes(): number {
    return this.processes.reduce((sum, pid) => sum + residentBytes(pid), 0);
  }

  private check(): void {
    for (const pid of this.renderers) if (residentBytes(pid) > this.limitBytes) killRenderer(pid);
    // The response is used by the next check, because a busy browser responds late.
    this.session.send('SystemInfo.getProcessInfo').then(
      ({ processInfo }) => {
        this.processes = processInfo.map(({ id }) => id);
        this.renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
      },
      () => undefined,
    );
  }
}

function residentBytes(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
}

/** Kills the process if it is still a renderer: process ids are reused. */
function killRenderer(pid: number): void {
  try {
    if (readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('--type=renderer')) {
      process.kill(pid, 'SIGKILL');
      KILLED_PAGES.inc({});
    }
  } catch {
    // The process has ended.
  }
}
