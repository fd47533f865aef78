/**
 * A PostgreSQL server for one test file that can be restarted, crashed, killed, frozen and filled. It is the embedded server of
 * the product. It loses no commit when its processes are killed.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { makeCluster, SUPERUSER } from '@libs/database/embedded/cluster';
import { preparePaths, readPassword, type ClusterPaths } from '@libs/database/embedded/cluster-paths';
import { prepareRuntime, type Runtime } from '@libs/database/embedded/runtime';
import { isAlive, launchServer, readServerNote } from '@libs/database/embedded/server';

const REAPER = path.join(__dirname, '../../support/reaper.cjs');
const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 60_000;
const POLL_MS = 50;
const DATABASE = 'hrev';

/**
 * A commit is written to the kernel before it is acknowledged, so that `kill -9` loses none; only a power failure can lose one.
 */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'on',
  full_page_writes: 'off',
  shared_buffers: '64MB',
  max_connections: '120',
};

export interface PostgresOptions {
  readonly settings?: Readonly<Record<string, string>>;
  /** Puts the cluster on a file system of this size; needs root and `mount`. */
  readonly megabytes?: number;
}

/** Whether this machine permits mounting a small file system. */
export function canMount(): boolean {
  const folder = mkdtempSync(path.join(tmpdir(), 'hrev-mount-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status === 0;
  if (mounted) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true, force: true });
  return mounted;
}

export class PostgresControl {
  private frozen: number[] = [];

  private constructor(
    private readonly home: string,
    private readonly paths: ClusterPaths,
    private readonly runtime: Runtime,
    private readonly settings: Readonly<Record<string, string>>,
    private readonly reaper: ChildProcess,
    private readonly isMounted: boolean,
  ) {}

  /** Creates and starts a cluster, with an empty database. */
  static async begin(options: PostgresOptions = {}): Promise<PostgresControl> {
    const home = mkdtempSync(path.join(tmpdir(), 'hrev-fault-'));
    chmodSync(home, 0o711);
    mkdirSync(path.join(home, 'pg'), { mode: 0o711 });
    const size = `size=${options.megabytes}m,mode=0711`;
    if (options.megabytes !== undefined)
      spawnSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', path.join(home, 'pg')]);
    const reaper = spawn(process.execPath, [REAPER, home], { detached: true, stdio: ['pipe', 'ignore', 'inherit'] });
    reaper.unref();
    const paths = preparePaths(home);
    const runtime = prepareRuntime(paths.user, paths.folder);
    await makeCluster(runtime, paths, false);
    const settings = { ...SETTINGS, ...options.settings };
    const control = new PostgresControl(home, paths, runtime, settings, reaper, options.megabytes !== undefined);
    await control.start();
    await control.query(`create database ${DATABASE}`, [], 'postgres');
    return control;
  }

  get port(): number {
    return readServerNote(this.paths)?.port ?? 0;
  }

  get dataFolder(): string {
    return this.paths.dataFolder;
  }

  /** The address of the database; `port` is that of a proxy in front of it, if any. */
  url(port = this.port, database = DATABASE): string {
    return `postgresql://${SUPERUSER}:${encodeURIComponent(readPassword(this.paths))}@127.0.0.1:${port}/${database}`;
  }

  /** Returns the rows of one statement on a new connection, without proxies. */
  async query<T extends object>(sql: string, values: readonly unknown[] = [], database = DATABASE): Promise<T[]> {
    const client = await this.connect(database);
    try {
      return (await client.query<T>(sql, [...values])).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** A connection for the test, which must close it. */
  async connect(database = DATABASE): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.url(this.port, database), application_name: 'fault-test' });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  /** Waits until processes of a killed server have ended, starts the server and waits until it responds. */
  async start(): Promise<void> {
    const deadline = performance.now() + START_LIMIT_MS;
    for (;;) {
      const server = await launchServer(this.runtime, this.paths, this.settings);
      while (server.failure() === null) {
        if (await this.answers(server.port)) return;
        if (performance.now() > deadline) throw new Error('PostgreSQL did not start in time');
        await pause(POLL_MS);
      }
      if (performance.now() > deadline) throw new Error(`PostgreSQL does not start: ${server.failure()}`);
      await pause(POLL_MS);
    }
  }

  /** Starts the server if it has ended by itself. */
  async startIfEnded(): Promise<void> {
    const note = readServerNote(this.paths);
    if (note === null || !isAlive(note.pid)) await this.start();
  }

  /** `pg_ctl stop -m fast`: open transactions are rolled back and every connection is closed with a message. */
  stopFast(): Promise<void> {
    return this.signalAndWait('SIGINT');
  }

  /** A crash: the processes end at once and the next start replays the log. */
  crash(): Promise<void> {
    return this.signalAndWait('SIGQUIT');
  }

  /** `kill -9` of the postmaster only; its children detect it later. */
  kill(): Promise<void> {
    return this.signalAndWait('SIGKILL');
  }

  /** Freezes every process of the server; connections stay open and get no response. */
  freeze(): void {
    const { pid } = this.note();
    this.frozen = [pid, ...childrenOf(pid)];
    for (const one of this.frozen) signal(one, 'SIGSTOP');
  }

  thaw(): void {
    for (const one of this.frozen.splice(0).reverse()) signal(one, 'SIGCONT');
  }

  /** Stops the server and removes its files. */
  async remove(): Promise<void> {
    this.thaw();
    if (readServerNote(this.paths) !== null) await this.crash();
    if (this.isMounted) spawnSync('umount', ['-l', path.join(this.home, 'pg')]);
    const ended = once(this.reaper, 'exit');
    this.reaper.ref();
    this.reaper.stdin?.end();
    await ended;
  }

  private note(): { readonly pid: number } {
    const note = readServerNote(this.paths);
    if (note === null) throw new Error('PostgreSQL does not run');
    return note;
  }

  private async signalAndWait(name: NodeJS.Signals): Promise<void> {
    const { pid } = this.note();
    const deadline = performance.now() + STOP_LIMIT_MS;
    signal(pid, name);
    while (isAlive(pid)) {
      if (performance.now() > deadline) throw new Error(`PostgreSQL did not end by ${name}`);
      await pause(POLL_MS);
    }
  }

  private async answers(port: number): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.url(port, 'postgres'), connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('select 1');
      return readServerNote(this.paths)?.port === port;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => parentOf(pid) === parent);
}

function parentOf(pid: number): number | null {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]);
  } catch {
    return null;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has already ended.
  }
}
