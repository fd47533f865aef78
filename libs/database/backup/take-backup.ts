import { createHash, type Hash } from 'node:crypto';
import { createWriteStream, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough, Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { serverVersion } from '../server-version';
import {
  BackupError,
  backupName,
  BASE_FILE,
  FILES_FILE,
  makePrivateFolder,
  MANIFEST_FILE,
  removeDrafts,
  syncToDisk,
  type BackupManifest,
  type StoredBackup,
} from './backup-folder';
import { connectForReplication, copyDataFolder, identify, type BackupRange, type ClusterIdentity } from './replication';
import { lsnText } from './wal-names';

export interface BackupOptions {
  readonly url: string;
  /** The folder of backups; created if it does not exist. */
  readonly backups: string;
  readonly hrevVersion: string;
  /** Names of the migrations that have run. */
  readonly migrations: readonly string[];
  /** Fingerprint of the key that seals; null if nothing was sealed yet. */
  readonly keyFingerprint: string | null;
  /** Called several times a second with the bytes of the data folder that were copied. */
  readonly onProgress?: (bytes: number) => void;
}

/** Compression is limited by one core: level 1 compresses pages of PostgreSQL to a third at about 100 MB/s. */
const COMPRESSION = { level: 1, chunkSize: 256 * 1024 };
const PRIVATE = { flags: 'wx', mode: 0o600 } as const;

/**
 * Copies the data folder of a running server to a new backup. The folder appears under its name once all files are on disk. Writers
 * continue meanwhile. Throws `BackupError` if the role may not copy, and removes what it has written if the copy fails.
 */
export async function takeBackup(options: BackupOptions): Promise<StoredBackup> {
  const started = new Date();
  const name = backupName(started);
  makePrivateFolder(options.backups);
  removeDrafts(options.backups);
  const draft = path.join(options.backups, `.taking-${name}-${process.pid}`);
  const { text: version, major } = await serverVersion(options.url);
  const client = await connect(options.url);
  try {
    const cluster = await identify(client);
    makePrivateFolder(draft);
    const { range, files } = await copyTo(draft, client, options.onProgress ?? (() => undefined));
    const manifest: BackupManifest = {
      format: 1,
      name,
      hrev_version: options.hrevVersion,
      started_at: started.toISOString(),
      ended_at: new Date().toISOString(),
      migrations: [...options.migrations],
      postgres: { version, major, ...positions(cluster, range) },
      platform: { os: process.platform, architecture: process.arch },
      encryption_key: { fingerprint: options.keyFingerprint },
      files,
    };
    writeFileSync(path.join(draft, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`, PRIVATE_FILE);
    for (const file of [MANIFEST_FILE, BASE_FILE, FILES_FILE, '.']) await syncToDisk(path.join(draft, file));
    const folder = path.join(options.backups, name);
    renameSync(draft, folder);
    await syncToDisk(options.backups);
    return { folder, manifest };
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw explained(error, options.backups);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const PRIVATE_FILE = { flag: 'wx', mode: 0o600 } as const;

function positions({ systemId, segmentBytes }: ClusterIdentity, range: BackupRange) {
  return {
    system_id: systemId,
    timeline: range.timeline,
    start_lsn: lsnText(range.startLsn),
    end_lsn: lsnText(range.endLsn),
    segment_bytes: segmentBytes,
  };
}

async function connect(url: string): Promise<pg.Client> {
  try {
    return await connectForReplication(url);
  } catch (error) {
    const { code, message } = error as { code?: unknown; message: string };
    // 42501: no privilege; 28000: no line of pg_hba.conf for replication.
    if (code !== '42501' && code !== '28000') throw error;
    throw new BackupError(
      `the server refuses a copy (${message}). Give the role of DATABASE_URL the attribute REPLICATION and a line in pg_hba.conf, or use pgBackRest: docs/operations/backup.md`,
      { cause: error },
    );
  }
}

async function copyTo(
  folder: string,
  client: pg.Client,
  onProgress: (bytes: number) => void,
): Promise<{ range: BackupRange; files: BackupManifest['files'] }> {
  const copy = copyDataFolder(client);
  const progress = new Transform({
    transform(chunk: Buffer, _, done) {
      this.emit('copied', chunk.length);
      done(null, chunk);
    },
  });
  let copied = 0;
  progress.on('copied', (bytes: number) => onProgress((copied += bytes)));
  const [range, base, list] = await Promise.all([
    copy.range,
    written(path.join(folder, BASE_FILE), copy.tar, [progress, createGzip(COMPRESSION)]),
    written(path.join(folder, FILES_FILE), copy.manifest, [new PassThrough()]),
  ]);
  return { range, files: { [BASE_FILE]: base, [FILES_FILE]: list } };
}

/** Writes a stream through `steps` to a new file. Returns the size and the SHA-256 of the file. */
async function written(
  file: string,
  source: Readable,
  steps: readonly Transform[],
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  const counted = { bytes: 0 };
  await pipeline([source, ...steps, hashing(hash, counted), createWriteStream(file, PRIVATE)]);
  return { bytes: counted.bytes, sha256: hash.digest('hex') };
}

function hashing(hash: Hash, counted: { bytes: number }): Transform {
  return new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      counted.bytes += chunk.length;
      done(null, chunk);
    },
  });
}

function explained(error: unknown, backups: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error;
  const { bavail, bsize } = statfsSync(backups);
  return new BackupError(`${backups} is full (${Math.floor((bavail * bsize) / 1e6)} MB free)`, { cause: error });
}
