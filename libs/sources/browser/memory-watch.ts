/**
 * Ends renderers that take too much memory. V8's own limit covers its heap only; a page that fills typed arrays or its
 * document grows past it until the machine is out. Linux only: elsewhere the container's limit has to do.
 */
import { readFileSync } from 'node:fs';
import type { CDPSession } from 'playwright';

const TICK_MS = 200;
const PAGE_BYTES = 4096;

export class MemoryWatch {
  private timer: NodeJS.Timeout | undefined;
  private renderers: readonly number[] = [];

  constructor(
    private readonly session: CDPSession,
    private readonly limitBytes: number,
  ) {}

  /** Looks from now on; does not keep the process alive. */
  start(): void {
    this.timer = setInterval(() => this.look(), TICK_MS);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    for (const pid of this.renderers) if (residentBytes(pid) > this.limitBytes) end(pid);
    // For the next look; the browser may be too busy to answer this one in time.
    this.session.send('SystemInfo.getProcessInfo').then(
      ({ processInfo }) => {
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

/** Only what still is a renderer: numbers of ended processes are given to others. */
function end(pid: number): void {
  try {
    if (readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('--type=renderer')) process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}
