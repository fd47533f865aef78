import { rmSync } from 'node:fs';
import type { StoredBackup } from './backup-folder';
import { archiveOf } from './choose-backup';
import { parseLsn } from './wal-names';

/**
 * Removes all backups of the cluster of the newest one but the newest `keep`, and the log that no remaining backup needs. Histories of
 * timelines stay. Returns the names of the removed backups and the number of removed segments. `all` are the backups of the folder,
 * oldest first.
 */
export function pruneBackups(
  backups: string,
  all: readonly StoredBackup[],
  keep: number,
): { readonly removed: readonly string[]; readonly segments: number } {
  const newest = all.at(-1);
  if (newest === undefined) return { removed: [], segments: 0 };
  const ofCluster = all.filter((one) => one.manifest.postgres.system_id === newest.manifest.postgres.system_id);
  const old = ofCluster.slice(0, Math.max(0, ofCluster.length - keep));
  const oldest = ofCluster[old.length];
  if (old.length === 0 || oldest === undefined) return { removed: [], segments: 0 };
  for (const { folder } of old) rmSync(folder, { recursive: true, force: true });
  const { start_lsn, segment_bytes } = oldest.manifest.postgres;
  const first = parseLsn(start_lsn) / BigInt(segment_bytes);
  const unneeded = archiveOf(backups, newest)
    .segments()
    .filter((one) => one.number < first);
  for (const { file } of unneeded) rmSync(file);
  return { removed: old.map(({ manifest }) => manifest.name), segments: unneeded.length };
}
