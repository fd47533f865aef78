import type { StoredBackup } from './backup-folder';
import { readBaseFiles } from './base-files';
import { archiveOf, reachOf } from './choose-backup';
import { parseLsn } from './wal-names';

export interface VerifiedBackup {
  readonly files: number;
  readonly bytes: number;
  /** Segments of the log that follow the backup without a gap, and were read. */
  readonly segments: number;
  /** Until when everything can be restored (UTC); null: the backup alone can be. */
  readonly reachesUntil: string | null;
  /** The first segment that is missing; restores lead only to a time before it. */
  readonly gap: string | null;
}

/**
 * Reads a backup completely: every file is compared with PostgreSQL's list, and every segment of the log that follows is unpacked and
 * compared with its position. Throws `BackupError` for what is damaged.
 */
export async function verifyBackup(backups: string, backup: StoredBackup): Promise<VerifiedBackup> {
  const drop = async (_: unknown, content: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of content) void chunk;
  };
  const { files, bytes } = await readBaseFiles(backup, drop);
  const { postgres } = backup.manifest;
  const archive = archiveOf(backups, backup);
  const number = parseLsn(postgres.end_lsn) / BigInt(postgres.segment_bytes);
  const chain = archive.chain({ timeline: postgres.timeline, number }, archive.newestTimeline(postgres.timeline));
  for (const segment of chain.segments) await archive.read(segment);
  return {
    files,
    bytes,
    segments: chain.segments.length,
    reachesUntil: chain.gap === null ? (reachOf(backup, archive)?.toISOString() ?? null) : null,
    gap: chain.gap,
  };
}
