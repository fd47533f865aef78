import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { totalmem } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readIfPresent, readPort, storePort, type ClusterPaths } from './cluster-paths';
import type { Runtime } from './runtime';
import { spawnIdentity } from './system-user';

/** The content of `postmaster.pid`, which PostgreSQL writes and removes. */
export interface ServerNote {
  readonly pid: number;
  readonly port: number;
  /** Whether the server had finished starting and had not begun to stop. */
  readonly isReady: boolean;
}

/** A server process that this process just started. */
export interface LaunchedServer {
  readonly port: number;
  /** Returns null while it runs, otherwise its last output. */
  failure(): string | null;
}

const LOG_MAX_BYTES = 10 * 1024 * 1024;
const MEGABYTE = 1024 * 1024;
const STOP_TIMEOUT_MS = 60_000;
const POLL_MS = 20;

/** Null if there is no complete note. Its lines are at fixed places; the id of a server in single-user mode is negative. */
export function readServerNote(paths: ClusterPaths): ServerNote | null {
  const lines = (readIfPresent(path.join(paths.dataFolder, 'postmaster.pid')) ?? '').split('\n');
  const pid = Math.abs(Number(lines[0]));
  const port = Number(lines[3]);
  return Number.isInteger(pid) && pid > 0 && Number.isInteger(port) && port > 0
    ? { pid, port, isReady: lines[7]?.trim() === 'ready' }
    : null;
}

/** Whether a process with that id runs, whichever user owns it. A zombie does not count. */
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
 * Starts the server in a separate session, so that Ctrl-C in the terminal reaches only the service, which needs the database to
 * finish its work. The server logs to a file, because a pipe would break when this process ends.
 */
export async function launchServer(
  runtime: Runtime,
  paths: ClusterPaths,
  settings: Readonly<Record<string, string>>,
): Promise<LaunchedServer> {
  const port = await choosePort(paths);
  rotateLog(paths.logFile);
  const log = openSync(paths.logFile, 'a', 0o600);
  const logStart = statSync(paths.logFile).size;
  const options = Object.entries({ ...serverSettings(port), ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const child = spawn(runtime.postgres, ['-D', paths.dataFolder, ...options], {
    ...spawnIdentity(paths.user),
    cwd: paths.dataFolder,
    detached: true,
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.unref();
  return { port, failure: watchEnd(child, paths.logFile, logStart) };
}

/**
 * Stops the server: open transactions are rolled back, and committed data is on disk. Resolves when the server has ended. Checks
 * the process id, because another process may already have started the next server.
 */
export async function shutDownServer(runtime: Runtime, paths: ClusterPaths): Promise<void> {
  const pid = readServerNote(paths)?.pid;
  if (pid === undefined) return;
  const hasEnded = (): boolean => readServerNote(paths)?.pid !== pid || !isAlive(pid);
  for (const mode of ['fast', 'immediate'] as const) {
    if (hasEnded()) return;
    signalShutdown(runtime, paths, pid, mode);
    const deadline = Date.now() + STOP_TIMEOUT_MS;
    while (!hasEnded() && Date.now() < deadline) await sleep(POLL_MS);
  }
}

/**
 * Notes in a file that the last process to use this server must stop it. A file also reaches a process that starts at this moment,
 * or after the last one was killed. If the disk is full, the server keeps running until a later process stops it.
 */
export function noteUnwanted(paths: ClusterPaths): void {
  try {
    writeFileSync(paths.unwantedFile, `${readServerNote(paths)?.pid ?? 0}\n`, { mode: 0o600 });
  } catch {
    // The note is optional.
  }
}

/** Whether `noteUnwanted` was called for the running server. */
export function isUnwanted(paths: ClusterPaths): boolean {
  const pid = readServerNote(paths)?.pid;
  return pid !== undefined && Number(readIfPresent(paths.unwantedFile)) === pid;
}

/** Stops the server by a signal. Windows has no signals, so `pg_ctl` is used there. */
function signalShutdown(runtime: Runtime, paths: ClusterPaths, pid: number, mode: 'fast' | 'immediate'): void {
  if (process.platform === 'win32') {
    spawn(runtime.pgCtl, ['stop', '-D', paths.dataFolder, '-m', mode, '-W'], { stdio: 'ignore' });
    return;
  }
  try {
    process.kill(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
  } catch {
    // The server has ended already.
  }
}

function watchEnd(child: ChildProcess, logFile: string, logStart: number): () => string | null {
  let ended: string | null = null;
  child.once('error', (error) => (ended = error.message));
  child.once('exit', (code, signal) => (ended ??= `ended with ${signal ?? String(code)}`));
  return () => {
    if (ended === null) return null;
    const lines = readFileSync(logFile).subarray(logStart).toString('utf8').trim().split('\n');
    // Concurrent starts write to one log: the last lines may belong to another server, and this server's error may be above them.
    const reasons = lines.filter((line) => line.includes(`[${child.pid}] FATAL`));
    const message = [...new Set([...reasons, ...lines.slice(-6)])].join(' ');
    return message === '' ? ended : message;
  };
}

/** Settings that are passed on the command line, so that they always belong to the running version of hrev. */
function serverSettings(port: number): Record<string, string> {
  const sharedBuffers = Math.min(512, Math.max(64, Math.floor(totalmem() / MEGABYTE / 8)));
  return {
    port: String(port),
    listen_addresses: '127.0.0.1',
    // A path below HREV_HOME may exceed the length limit of a socket; TCP on loopback always works.
    unix_socket_directories: '',
    max_connections: '150',
    shared_buffers: `${sharedBuffers}MB`,
    random_page_cost: '1.1',
    wal_compression: 'on',
    // The log is kept for a receiver that is down; beyond this, the database continues and the receiver has a gap.
    max_slot_wal_keep_size: '4GB',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    // The service logs errors of statements: PostgreSQL would log them with the statement's values.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
  };
}

/** Returns the port of the last start if it is free, otherwise another free port, which is stored. */
async function choosePort(paths: ClusterPaths): Promise<number> {
  const last = readPort(paths);
  if (last !== null && (await freePort(last)) !== null) return last;
  const port = (await freePort(0)) ?? 0;
  storePort(paths, port);
  return port;
}

function freePort(requested: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(requested, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : null));
    });
  });
}

function rotateLog(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LOG_MAX_BYTES) renameSync(file, `${file}.1`);
}
