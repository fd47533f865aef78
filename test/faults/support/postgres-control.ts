/**
 * A PostgreSQL of the suite's own that can be restarted, crashed, killed, frozen and filled, unlike that of the product's tests. It is
 * the embedded one, run by the product's own starter; it loses no commit when its processes are killed.
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

/** A commit is written to the kernel before it is acknowledged, so that `kill -9` loses none; only a power failure could. */
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
    private readonly places: ClusterPaths,
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
    const places = preparePaths(home);
    const runtime = prepareRuntime(places.user, places.folder);
    await makeCluster(runtime, places, false);
    const settings = { ...SETTINGS, ...options.settings };
    const control = new PostgresControl(home, places, runtime, settings, reaper, options.megabytes !== undefined);
    await control.start();
    await control.query(`create database ${DATABASE}`, [], 'postgres');
    return control;
  }

  get port(): number {
    return readServerNote(this.places)?.port ?? 0;
  }

  get dataFolder(): string {
    return this.places.dataFolder;
  }

  /** The address; `port` where a proxy is in between. */
  url(port = this.port, database = DATABASE): string {
    return `postgresql://${SUPERUSER}:${encodeURIComponent(readPassword(this.places))}@127.0.0.1:${port}/${database}`;
  }

  /** Rows of one statement over a connection of its own, without proxies: it works as soon as the server does. */
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

  /** Waits until processes of a killed server have ended, then starts and waits until it answers. */
  async start(): Promise<void> {
    const deadline = performance.now() + START_LIMIT_MS;
    for (;;) {
      const server = await launchServer(this.runtime, this.places, this.settings);
      while (server.failure() === null) {
        if (await this.answers(server.port)) return;
        if (performance.now() > deadline) throw new Error('PostgreSQL did not start in time');
        await pause(POLL_MS);
      }
      if (performance.now() > deadline) throw new Error(`PostgreSQL does not start: ${server.failure()}`);
      await pause(POLL_MS);
    }
  }

  /** Starts it where it ended by itself. */
  async startIfGone(): Promise<void> {
    const note = readServerNote(this.places);
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

  /** Freezes every process of the server; connections stay open and get no answer. */
  freeze(): void {
    const { pid } = this.note();
    this.frozen = [pid, ...childrenOf(pid)];
    for (const one of this.frozen) signal(one, 'SIGSTOP');
  }

  thaw(): void {
    for (const one of this.frozen.splice(0).reverse()) signal(one, 'SIGCONT');
  }

  /** Stops it and removes everything. */
  async remove(): Promise<void> {
    this.thaw();
    if (readServerNote(this.places) !== null) await this.crash();
    if (this.isMounted) spawnSync('umount', ['-l', path.join(this.home, 'pg')]);
    const ended = once(this.reaper, 'exit');
    this.reaper.ref();
    this.reaper.stdin?.end();
    await ended;
  }

  private note(): { readonly pid: number } {
    const note = readServerNote(this.places);
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
      return readServerNote(this.places)?.port === port;
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
    // It ended before.
  }
}
