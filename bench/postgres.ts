/**
 * The PostgreSQL of the bench: the embedded one of the product, in a throw-away folder, with a fixed configuration. The product's
 * migrations create the schema.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '@libs/database';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@libs/database/embedded';
import { prepareQueue } from '@libs/queue';
import type { CleanUp } from './clean-up';

const MEGABYTE = 1024 * 1024;
const MOST_SHARED_MB = 4_096;

/** The settings that are fixed for every run; a sixth of the memory is the shared cache. */
export function benchSettings(memoryBytes = totalmem()): Readonly<Record<string, string>> {
  return {
    shared_buffers: `${Math.min(MOST_SHARED_MB, Math.max(64, Math.floor(memoryBytes / MEGABYTE / 6)))}MB`,
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    fsync: 'on',
  };
}

export class BenchPostgres {
  private constructor(
    private readonly server: EmbeddedPostgres,
    private readonly admin: pg.Client,
  ) {}

  static async start(cleanUp: CleanUp): Promise<BenchPostgres> {
    const home = mkdtempSync(path.join(tmpdir(), 'hrev-bench-'));
    // PostgreSQL refuses to run as root, and its own user needs access to its folder.
    chmodSync(home, 0o711);
    cleanUp.add(() => rmSync(home, { recursive: true, force: true }));
    const server = await startEmbeddedPostgres({ home, role: 'service', durable: false, settings: benchSettings() });
    cleanUp.add(() => server.stop());
    const admin = new pg.Client({ connectionString: server.url });
    admin.on('error', () => undefined);
    await admin.connect();
    cleanUp.add(() => admin.end());
    return new BenchPostgres(server, admin);
  }

  /** Creates a database with the product's schema and queue; returns its address. */
  async createDatabase(name: string): Promise<string> {
    const url = await this.createEmptyDatabase(name);
    await migrate(url);
    await prepareQueue({ databaseUrl: url, redisUrl: null });
    return url;
  }

  async createEmptyDatabase(name: string): Promise<string> {
    await this.admin.query(`create database ${name}`);
    const url = new URL(this.server.url);
    url.pathname = `/${name}`;
    return url.href;
  }

  async version(): Promise<string> {
    const { rows } = await this.admin.query<{ server_version: string }>('show server_version');
    return rows[0]?.server_version ?? 'unknown';
  }

  /**
   * Runs `work` with commits that do not wait for the disk, for loading only: measured commits always wait. The setting is not on
   * the server's command line, so it can be changed here.
   */
  async withAsynchronousCommits<T>(work: () => Promise<T>): Promise<T> {
    await this.reload('alter system set synchronous_commit = off');
    try {
      return await work();
    } finally {
      await this.reload('alter system reset synchronous_commit');
    }
  }

  /** Runs `work` without concurrent vacuums: none starts, and running ones are awaited. */
  async withoutVacuum<T>(work: () => Promise<T>): Promise<T> {
    await this.reload('alter system set autovacuum = off');
    try {
      while (await this.isVacuuming()) await sleep(100);
      return await work();
    } finally {
      await this.reload('alter system reset autovacuum');
    }
  }

  async dropDatabase(name: string): Promise<void> {
    await this.admin.query(`drop database ${name} with (force)`);
  }

  private async isVacuuming(): Promise<boolean> {
    const { rowCount } = await this.admin.query(
      `select from pg_stat_activity where backend_type in ('autovacuum worker', 'autovacuum launcher')`,
    );
    return rowCount !== 0;
  }

  private async reload(statement: string): Promise<void> {
    await this.admin.query(statement);
    await this.admin.query('select pg_reload_conf()');
  }

  /** The end of the write-ahead log, in bytes since the beginning of the cluster. */
  async walPosition(): Promise<number> {
    const { rows } = await this.admin.query<{ at: string }>(
      `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text as at`,
    );
    return Number(rows[0]?.at ?? Number.NaN);
  }

  /** Blocks that all databases found in the cache, and blocks that they had to read. */
  async blocks(): Promise<{ readonly hit: number; readonly read: number }> {
    const { rows } = await this.admin.query<{ hit: string; read: string }>(
      'select sum(blks_hit)::text as hit, sum(blks_read)::text as read from pg_stat_database',
    );
    return { hit: Number(rows[0]?.hit ?? 0), read: Number(rows[0]?.read ?? 0) };
  }

  /** Flushes all written pages to disk, so that a measurement does not include the writes of the previous one. */
  async checkpoint(): Promise<void> {
    await this.admin.query('checkpoint');
  }

  /** The postmaster, the parent of all server processes. */
  get processId(): number {
    const [pid] = readFileSync(path.join(this.server.dataFolder, 'postmaster.pid'), 'utf8').split('\n');
    return Number(pid);
  }
}
