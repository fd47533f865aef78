import { resolve } from 'node:path';
import type { Command } from 'commander';
import { EncryptionKey, type Config } from '@libs/config';
import { migrationsOf, serverVersion } from '@libs/database';
import {
  keyName,
  listBackups,
  planRestore,
  pruneBackups,
  takeBackup,
  verifyBackup,
  type StoredBackup,
} from '@libs/database/backup';
import { showStatus } from '@libs/logging';
import { sealingFingerprint } from '@libs/sealing';
import { ErasureRecord } from '@src/accounts';
import packageJson from '../../../package.json';
import { openDatabase } from '../../foundation.module';
import { EXIT } from '../../process/exit-codes';
import { StartProblem } from '../../process/start-problem';
import { readCount } from '../arguments';
import { output } from '../output';
import { addCommand, type CommandResult, type CommandTools } from '../run-command';

interface FolderOption {
  readonly dir?: string;
}
interface BackupCommandOptions extends FolderOption {
  readonly keep?: number;
}
interface VerifyOptions extends FolderOption {
  readonly backup?: string;
}

/** `backup`, `backup verify`. */
export function addBackupCommands(program: Command): void {
  const backup = addCommand(program, 'backup', 'copy the database to a new backup', take)
    .option('--dir <folder>', 'folder of backups (default: HREV_BACKUP_DIR)')
    .option('--keep <n>', 'then remove all but the newest n backups, and the log that only they need', readCount);

  addCommand(backup, 'verify', 'read a backup and its log completely, and compare every checksum', verify)
    .option('--dir <folder>', 'folder of backups (default: HREV_BACKUP_DIR)')
    .option('--backup <name>', 'name of the backup (default: the newest)');
}

/** The folder of backups. Throws `StartProblem` if none is named. */
export function backupsFolder({ dir }: FolderOption, { HREV_BACKUP_DIR }: Config): string {
  const folder = dir ?? HREV_BACKUP_DIR;
  if (folder !== null) return resolve(folder);
  throw new StartProblem(['Name the folder of backups with --dir, or set HREV_BACKUP_DIR.'], EXIT.usage);
}

/** The migrations of the database. Throws `StartProblem`, which ends with `consequence`, if it has none. */
export async function migrationsRunOn(url: string, consequence: string): Promise<readonly string[]> {
  const migrations = await migrationsOf(url);
  if (migrations.length > 0) return migrations;
  throw new StartProblem([`The database has no schema of hrev: ${consequence}.`], EXIT.dependency);
}

async function take(tools: CommandTools, options: BackupCommandOptions): Promise<CommandResult> {
  const backups = backupsFolder(options, tools.config);
  const { url } = await tools.database();
  const migrations = await migrationsRunOn(url, 'there is nothing to back up');
  const database = await openDatabase(tools.config, url);
  const keyFingerprint = await sealingFingerprint(database)
    .then(async (fingerprint) => {
      await new ErasureRecord(database, backups).write();
      return fingerprint;
    })
    .finally(() => database.close());
  const { text } = await serverVersion(url);
  output.notes([
    `hrev ${packageJson.version}, schema ${migrations.at(-1)}, PostgreSQL ${text}, encryption key ${keyName(keyFingerprint)}`,
    ...keyNotes(tools.config, keyFingerprint),
  ]);
  const began = performance.now();
  const onProgress = (bytes: number): void => showStatus(`copying the database: ${megabytes(bytes)}`);
  const hrevVersion = packageJson.version;
  const stored = await takeBackup({ url, backups, hrevVersion, migrations, keyFingerprint, onProgress }).finally(() =>
    showStatus(null),
  );
  const seconds = (performance.now() - began) / 1000;
  const pruned = options.keep === undefined ? null : pruneBackups(backups, listBackups(backups), options.keep);
  return taken(backups, stored, seconds, pruned?.removed ?? []);
}

/** The key is kept apart from the backups: without it the secrets in them are lost. */
function keyNotes(config: Config, fingerprint: string | null): readonly string[] {
  if (fingerprint === null) return [];
  const key = new EncryptionKey(config);
  const isHere = key.origin() !== 'not created yet' && key.fingerprints().includes(fingerprint);
  if (!isHere) return [`The key ${keyName(fingerprint)} is not set here. A restore needs it.`];
  return ['The key is not part of the backup. Keep a copy of it in another place: a restore needs it.'];
}

function taken(
  backups: string,
  { folder, manifest }: StoredBackup,
  seconds: number,
  removed: readonly string[],
): CommandResult {
  const { receivedUntil } = planRestore(backups, listBackups(backups), {
    name: manifest.name,
    to: null,
    timeline: null,
  });
  const isContinued = receivedUntil !== null && receivedUntil.getTime() > Date.parse(manifest.started_at) - LOG_LAG_MS;
  const bytes = manifest.files['base.tar.gz'].bytes;
  return {
    json: { backup: manifest.name, folder, bytes, seconds: rounded(seconds), continued: isContinued, removed },
    lines: [
      `${folder}: ${megabytes(bytes)} in ${rounded(seconds)} s`,
      isContinued
        ? 'The service stores the log that follows: every moment from now on can be restored.'
        : 'No log follows it: only this moment can be restored. HREV_BACKUP_DIR makes a running service store the log.',
      ...removed.map((name) => `removed ${name}`),
    ],
  };
}

const LOG_LAG_MS = 30_000;

async function verify(tools: CommandTools, options: VerifyOptions): Promise<CommandResult> {
  const backups = backupsFolder(options, tools.config);
  const wish = { name: options.backup ?? null, to: null, timeline: null };
  const { backup } = planRestore(backups, listBackups(backups), wish);
  const { manifest } = backup;
  output.notes([
    `${manifest.name}: hrev ${manifest.hrev_version}, schema ${manifest.migrations.at(-1) ?? 'none'}, PostgreSQL ${manifest.postgres.version}, encryption key ${keyName(manifest.encryption_key.fingerprint)}`,
  ]);
  showStatus('reading the backup');
  const found = await verifyBackup(backups, backup).finally(() => showStatus(null));
  const until = found.reachesUntil ?? manifest.ended_at;
  return {
    json: {
      ok: found.gap === null,
      backup: manifest.name,
      files: found.files,
      bytes: found.bytes,
      segments: found.segments,
      restores_from: manifest.ended_at,
      restores_until: found.gap === null ? until : null,
      gap: found.gap,
    },
    lines: [
      `${found.files} files with ${megabytes(found.bytes)} and ${found.segments} segments of the log agree with their checksums`,
      found.gap === null
        ? `restores to any time from ${manifest.ended_at} until ${until}`
        : `the log has a gap: ${found.gap} is missing; make a new backup`,
    ],
    exitCode: found.gap === null ? EXIT.done : EXIT.failed,
  };
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
const rounded = (seconds: number): number => Math.round(seconds * 10) / 10;
