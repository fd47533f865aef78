import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { totalmem } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readPort, rememberPort, type ClusterPaths } from './cluster-paths';
import type { Runtime } from './runtime';
import { identity } from './system-user';

/** What `postmaster.pid` says; PostgreSQL writes it, and only PostgreSQL removes it. */
export interface ServerNote {
  readonly pid: number;
  readonly port: number;
  /** Whether it had finished starting and had not begun to stop. */
  readonly isReady: boolean;
}

/** A server process that was just started by this one. */
export interface LaunchedServer {
  readonly port: number;
  /** Null while it runs, otherwise what it said at its end. */
  failure(): string | null;
}

const LOG_MAX_BYTES = 10 * 1024 * 1024;
const MEGABYTE = 1024 * 1024;
const STOP_TIMEOUT_MS = 60_000;
const POLL_MS = 20;

export function readServerNote(places: ClusterPaths): ServerNote | null {
  const file = path.join(places.dataFolder, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, 'utf8').split('\n');
  const pid = Math.abs(Number(lines[0]));
  const port = Number(lines[3]);
  return Number.isInteger(pid) && pid > 0 && Number.isInteger(port) && port > 0
    ? { pid, port, isReady: lines[7]?.trim() === 'ready' }
    : null;
}

/** Whether a process of that number runs (also one that is not ours to signal). A dead one that nobody buried does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'EPERM' || code === 'EACCES';
  }
}

/**
 * Starts the server in a session of its own: Ctrl-C in the terminal must reach the service, which ends its work on a
 * living database, and not the database at the same moment. It speaks into a file, because a pipe would break with us.
 */
export async function launchServer(
  runtime: Runtime,
  places: ClusterPaths,
  settings: Readonly<Record<string, string>>,
): Promise<LaunchedServer> {
  const port = await choosePort(places);
  turnLog(places.logFile);
  const log = openSync(places.logFile, 'a', 0o600);
  const logStart = statSync(places.logFile).size;
  const options = Object.entries({ ...serverSettings(port), ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const child = spawn(runtime.postgres, ['-D', places.dataFolder, ...options], {
    ...identity(places.user),
    cwd: places.dataFolder,
    detached: true,
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.unref();
  return { port, failure: watchEnd(child, places.logFile, logStart) };
}

/**
 * Ends the server: open transactions are rolled back, everything committed is on disk. Resolves when it is gone. Looks at
 * its process number throughout, because another starter may have the next server running before we look again.
 */
export async function shutDownServer(runtime: Runtime, places: ClusterPaths): Promise<void> {
  const pid = readServerNote(places)?.pid;
  if (pid === undefined) return;
  const isGone = (): boolean => readServerNote(places)?.pid !== pid || !isAlive(pid);
  for (const mode of ['fast', 'immediate'] as const) {
    if (isGone()) return;
    signalShutdown(runtime, places, pid, mode);
    const deadline = Date.now() + STOP_TIMEOUT_MS;
    while (!isGone() && Date.now() < deadline) await sleep(POLL_MS);
  }
}

/**
 * Notes that the server of this moment is to be stopped by whoever leaves it last. A file and no message between those who
 * are there: it also reaches one that comes at this moment, and one that comes after the last was killed. On a disk without
 * space the server stays, for the next one who starts it to stop.
 */
export function noteUnwanted(places: ClusterPaths): void {
  try {
    writeFileSync(places.unwantedFile, `${readServerNote(places)?.pid ?? 0}\n`, { mode: 0o600 });
  } catch {
    // Nothing that was stored depends on it.
  }
}

/** Whether somebody who left this very server noted that. */
export function isUnwanted(places: ClusterPaths): boolean {
  const pid = readServerNote(places)?.pid;
  if (pid === undefined || !existsSync(places.unwantedFile)) return false;
  return Number(readFileSync(places.unwantedFile, 'utf8')) === pid;
}

/** PostgreSQL's signals; Windows has none, there its own program passes the word. */
function signalShutdown(runtime: Runtime, places: ClusterPaths, pid: number, mode: 'fast' | 'immediate'): void {
  if (process.platform === 'win32') {
    spawn(runtime.pgCtl, ['stop', '-D', places.dataFolder, '-m', mode, '-W'], { stdio: 'ignore' });
    return;
  }
  try {
    process.kill(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
  } catch {
    // It was faster.
  }
}

function watchEnd(child: ChildProcess, logFile: string, logStart: number): () => string | null {
  let ended: string | null = null;
  child.once('error', (error) => (ended = error.message));
  child.once('exit', (code, signal) => (ended ??= `ended with ${signal ?? String(code)}`));
  return () => {
    if (ended === null) return null;
    const words = readFileSync(logFile).subarray(logStart).toString('utf8').trim().split('\n').slice(-6).join(' ');
    return words === '' ? ended : words;
  };
}

/** On the command line and not in a file, so that the settings are always those of the running version of hrev. */
function serverSettings(port: number): Record<string, string> {
  const sharedBuffers = Math.min(512, Math.max(64, Math.floor(totalmem() / MEGABYTE / 8)));
  return {
    port: String(port),
    listen_addresses: '127.0.0.1',
    // A path below HREV_HOME may be longer than a socket's name can be; TCP on the loopback serves everyone.
    unix_socket_directories: '',
    max_connections: '150',
    shared_buffers: `${sharedBuffers}MB`,
    random_page_cost: '1.1',
    wal_compression: 'on',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    // Errors of statements are the service's to log: PostgreSQL would write the statement's values with them.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
  };
}

/** The port of last time if nobody else has taken it, otherwise a free one, which is remembered. */
async function choosePort(places: ClusterPaths): Promise<number> {
  const last = readPort(places);
  if (last !== null && (await freePort(last)) !== null) return last;
  const port = (await freePort(0)) ?? 0;
  rememberPort(places, port);
  return port;
}

function freePort(wanted: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(wanted, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : null));
    });
  });
}

function turnLog(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LOG_MAX_BYTES) renameSync(file, `${file}.1`);
}
