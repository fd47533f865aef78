/**
 * Starts the processes of a run, pinned to cores if the system supports it: a server to the first, the load to the last.
 * PostgreSQL is not pinned. Every server gets the same core, because only one is busy at a time.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const TASKSET = '/usr/bin/taskset';

export interface SpawnOptions {
  /** `any`: not pinned. */
  readonly core: 'server' | 'load' | 'any';
  readonly channel: boolean;
  readonly args?: readonly string[];
  /** A module that is loaded before the program. */
  readonly preload?: string;
  /** The whole environment of the process; the bench's own environment is not inherited. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** The placement of processes, for the result. */
export function pinning(): string {
  return canPin() ? `server: core 0; load: core ${availableParallelism() - 1}; PostgreSQL: any` : 'none';
}

export function spawnNode(file: string, options: SpawnOptions): ChildProcess {
  const core = options.core === 'server' ? 0 : availableParallelism() - 1;
  const preload = options.preload === undefined ? [] : ['--require', options.preload];
  const node = [process.execPath, ...preload, file, ...(options.args ?? [])];
  const isPinned = canPin() && options.core !== 'any';
  const [program = '', ...args] = isPinned ? [TASKSET, '-c', String(core), ...node] : node;
  return spawn(program, args, {
    env: { ...(options.channel ? {} : { NODE_ENV: 'production' }), ...options.environment },
    stdio: options.channel ? ['ignore', 'ignore', 'inherit', 'ipc'] : ['ignore', 'ignore', 'inherit'],
  });
}

function canPin(): boolean {
  return process.platform === 'linux' && existsSync(TASKSET) && availableParallelism() > 1;
}
