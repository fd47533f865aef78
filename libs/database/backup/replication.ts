import { PassThrough } from 'node:stream';
import pg from 'pg';
import { parseLsn } from './wal-names';

/**
 * The replication protocol of PostgreSQL, by which `pg_basebackup` and `pg_receivewal` copy a running server. The npm package of the
 * embedded PostgreSQL has neither program, and every server speaks the protocol. The role of the connection needs REPLICATION.
 */

/** What identifies a cluster and its state. */
export interface ClusterIdentity {
  /** Unique for each `initdb`; a restored cluster keeps it. */
  readonly systemId: string;
  readonly timeline: number;
  /** The end of the log on disk. */
  readonly flushedLsn: bigint;
  readonly segmentBytes: number;
}

/** What a connection gives to the query that runs on it. */
export interface QueryConnection {
  readonly stream: { pause(): void; resume(): void };
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
}

const CONNECT_TIMEOUT_MS = 10_000;
const UNITS: Readonly<Record<string, number>> = { kB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 };

/** Opens a connection that speaks the replication protocol. The caller ends it. */
export async function connectForReplication(url: string): Promise<pg.Client> {
  const settings = {
    connectionString: url,
    replication: 'true',
    application_name: 'hrev-backup',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  };
  const client = new pg.Client(settings);
  // The query that runs reports a connection that breaks.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Identifies the cluster of a replication connection. */
export async function identify(client: pg.Client): Promise<ClusterIdentity> {
  const system = await firstRow<{ systemid: string; timeline: string; xlogpos: string }>(client, 'IDENTIFY_SYSTEM');
  const size = await firstRow<{ wal_segment_size: string }>(client, 'SHOW wal_segment_size');
  const [, amount = '', unit = ''] = /^(\d+)(kB|MB|GB)$/.exec(size?.wal_segment_size ?? '') ?? [];
  if (!system || UNITS[unit] === undefined) throw new Error('the server did not identify itself');
  return {
    systemId: system.systemid,
    timeline: Number(system.timeline),
    flushedLsn: parseLsn(system.xlogpos),
    segmentBytes: Number(amount) * UNITS[unit],
  };
}

/** The first row of a command; null if it has none. */
export async function firstRow<T extends object>(client: pg.Client, command: string): Promise<T | null> {
  const { rows } = await client.query<T>(command);
  return rows[0] ?? null;
}

/** The result of a base backup: which part of the log it needs to be consistent. */
export interface BackupRange {
  readonly startLsn: bigint;
  readonly endLsn: bigint;
  readonly timeline: number;
}

/**
 * Copies the data folder of the server. `tar` emits the archive of the folder, with the log that the copy needs, and `manifest`
 * PostgreSQL's list of the files with their SHA-256. `range` resolves at the end; it rejects, and both streams fail, if the server
 * refuses or the connection breaks. Refuses a server with tablespaces, which are folders elsewhere.
 */
export function copyDataFolder(client: pg.Client): {
  readonly tar: PassThrough;
  readonly manifest: PassThrough;
  readonly range: Promise<BackupRange>;
} {
  const tar = new PassThrough({ highWaterMark: 1024 * 1024 });
  const manifest = new PassThrough();
  const range = new Promise<BackupRange>((resolve, reject) => {
    client.query(new BaseBackup(tar, manifest, resolve, reject));
  });
  return { tar, manifest, range };
}

const COPY_COMMAND =
  "BASE_BACKUP (LABEL 'hrev', CHECKPOINT 'fast', WAL true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')";

/** The messages of BASE_BACKUP: the start, the tablespaces, the archive and the manifest in one copy, the end. */
class BaseBackup {
  private rows: (readonly (string | null)[])[] = [];
  private current: PassThrough | null = null;
  private failure: Error | null = null;
  private isPaused = false;

  constructor(
    private readonly tar: PassThrough,
    private readonly manifest: PassThrough,
    private readonly resolve: (range: BackupRange) => void,
    private readonly reject: (error: Error) => void,
  ) {}

  submit(connection: object): void {
    (connection as QueryConnection).query(COPY_COMMAND);
  }

  handleRowDescription(): void {
    // The columns are known.
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    this.rows.push(fields);
  }

  handleCommandComplete(): void {
    // Each of the results ends with one.
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }, { stream }: QueryConnection): void {
    const kind = String.fromCharCode(chunk[0] ?? 0);
    if (kind === 'n') this.current = this.beginArchive();
    else if (kind === 'm') this.current = this.manifest;
    else if (kind === 'd' && this.current !== null) {
      // The driver uses the memory of the chunk again.
      if (this.current.write(Buffer.from(chunk.subarray(1))) || this.isPaused) return;
      // Messages that have arrived already still follow.
      this.isPaused = true;
      stream.pause();
      this.current.once('drain', () => {
        this.isPaused = false;
        stream.resume();
      });
    }
  }

  handleError(error: Error): void {
    this.failure ??= error;
    this.tar.destroy(this.failure);
    this.manifest.destroy(this.failure);
    this.reject(this.failure);
  }

  handleReadyForQuery(): void {
    if (this.failure !== null) return;
    const [start] = this.rows;
    const end = this.rows.at(-1);
    if (!start || !end || this.current !== this.manifest) {
      this.handleError(new Error('the server ended the backup early'));
      return;
    }
    this.tar.end();
    this.manifest.end();
    this.resolve({
      startLsn: parseLsn(start[0] ?? ''),
      endLsn: parseLsn(end[0] ?? ''),
      timeline: Number(end[1]),
    });
  }

  private beginArchive(): PassThrough {
    if (this.current !== null)
      this.handleError(new Error('the server has tablespaces, which hrev does not back up: use pgBackRest'));
    return this.tar;
  }
}
