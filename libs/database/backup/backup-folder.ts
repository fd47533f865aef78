import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { open, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/**
 * A folder of backups:
 *
 *   <folder>/20261128T100000Z/manifest.json     what the backup is, and what a restore needs
 *                            /base.tar.gz       the data folder of PostgreSQL
 *                            /backup_manifest   PostgreSQL's list of its files, with their SHA-256
 *           /wal/<system id>/<segment>.gz       the write-ahead log of one cluster, as it is received
 *                           /<segment>.partial  the segment that is being received
 *                           /<timeline>.history where a timeline left the one before
 *                           /received.json      until when the log is complete
 *           /erasures/<system id>.jsonl         what was erased, which a restore repeats (erasure-file.ts)
 *
 * No file contains the encryption key: the manifest has its fingerprint.
 */
const manifestSchema = z.object({
  format: z.literal(1),
  name: z.string(),
  hrev_version: z.string(),
  started_at: z.iso.datetime(),
  ended_at: z.iso.datetime(),
  migrations: z.array(z.string()),
  postgres: z.object({
    version: z.string(),
    major: z.int(),
    system_id: z.string().regex(/^\d+$/),
    timeline: z.int().positive(),
    start_lsn: z.string(),
    end_lsn: z.string(),
    segment_bytes: z.int().positive(),
  }),
  platform: z.object({ os: z.string(), architecture: z.string() }),
  encryption_key: z.object({ fingerprint: z.string().nullable() }),
  files: z.object({
    'base.tar.gz': z.object({ bytes: z.int(), sha256: z.string() }),
    backup_manifest: z.object({ bytes: z.int(), sha256: z.string() }),
  }),
});

/** What a backup says about itself. Times are UTC; positions are those of the write-ahead log. */
export type BackupManifest = z.output<typeof manifestSchema>;

/** A complete backup in a folder of backups. */
export interface StoredBackup {
  readonly folder: string;
  readonly manifest: BackupManifest;
}

/** A backup cannot be made, read or restored. The message says why, and what to do. */
export class BackupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BackupError';
  }
}

export const BASE_FILE = 'base.tar.gz';
export const FILES_FILE = 'backup_manifest';
export const MANIFEST_FILE = 'manifest.json';

const NAME = /^\d{8}T\d{6}Z$/;
const DRAFT = /^\.taking-/;
const DRAFT_MAX_AGE_MS = 24 * 3_600_000;

/** The name of a backup that begins at `at`, to the second: `20261128T100000Z`. */
export const backupName = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** The folder of the write-ahead log of a cluster. */
export const walFolder = (backups: string, systemId: string): string => path.join(backups, 'wal', systemId);

/** All complete backups, oldest first. Empty if the folder does not exist. Throws `BackupError` for one that cannot be read. */
export function listBackups(backups: string): readonly StoredBackup[] {
  if (!existsSync(backups)) return [];
  return readdirSync(backups)
    .filter((name) => NAME.test(name))
    .sort()
    .map((name) => readBackup(path.join(backups, name)));
}

/** The manifest of the newest backup; null if there is none. Throws `BackupError` if it cannot be read. */
export async function newestManifest(backups: string): Promise<BackupManifest | null> {
  const names = await readdir(backups).catch(noneIfMissing);
  const name = names
    .filter((one) => NAME.test(one))
    .sort()
    .at(-1);
  if (name === undefined) return null;
  const file = path.join(backups, name, MANIFEST_FILE);
  return parseManifest(file, await readFile(file, 'utf8'));
}

function noneIfMissing(error: NodeJS.ErrnoException): readonly string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

/** The backup with this name. Throws `BackupError` if there is none. */
export function findBackup(backups: string, name: string): StoredBackup {
  if (NAME.test(name) && existsSync(path.join(backups, name))) return readBackup(path.join(backups, name));
  throw new BackupError(`${backups} has no backup ${name}`);
}

function readBackup(folder: string): StoredBackup {
  const file = path.join(folder, MANIFEST_FILE);
  return { folder, manifest: parseManifest(file, existsSync(file) ? readFileSync(file, 'utf8') : '') };
}

function parseManifest(file: string, text: string): BackupManifest {
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch (cause) {
    const { format } = formatOf(text);
    if (typeof format === 'number' && format > 1)
      throw new BackupError(`${file} has format ${format}: a newer version of hrev made this backup; use that one`);
    throw new BackupError(`${file} cannot be read: it is damaged or not a backup of hrev`, { cause });
  }
}

function formatOf(text: string): { readonly format?: unknown } {
  try {
    return Object(JSON.parse(text)) as { format?: unknown };
  } catch {
    return {};
  }
}

/** Removes what backups that were interrupted a day ago or earlier have left. */
export function removeDrafts(backups: string): void {
  for (const name of readdirSync(backups)) {
    const draft = path.join(backups, name);
    if (DRAFT.test(name) && Date.now() - statSync(draft).mtimeMs > DRAFT_MAX_AGE_MS)
      rmSync(draft, { recursive: true, force: true });
  }
}

/** Creates a folder that only its owner can enter. Throws `BackupError` if that fails. */
export function makePrivateFolder(folder: string): void {
  // One folder at a time: in a file system that refuses new folders with ENOENT, such as /proc, `recursive` never returns.
  const parent = path.dirname(folder);
  if (!existsSync(parent) && parent !== folder) makePrivateFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && statSync(folder).isDirectory()) return;
    throw new BackupError(`the folder ${folder} cannot be used (${code ?? String(error)})`, { cause: error });
  }
}

/** Waits until a file or folder is on disk. Windows cannot sync folders. */
export async function syncToDisk(target: string): Promise<void> {
  const isFolder = statSync(target).isDirectory();
  if (isFolder && process.platform === 'win32') return;
  const handle = await open(target, isFolder ? 'r' : 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
