import { readFileSync } from 'node:fs';
import { BackupError, walFolder, type StoredBackup } from './backup-folder';
import { WalArchive, type Received } from './wal-archive';
import { ancestorsIn, parseLsn } from './wal-names';

export interface RestoreWish {
  /** Name of a backup; null: the newest one that leads to `to`. */
  readonly name: string | null;
  /** The time to restore to, inclusive; null: everything that was received. */
  readonly to: Date | null;
  /** The timeline to follow; null: the newest one. */
  readonly timeline: number | null;
}

/** Which backup a restore begins with, and where it leads. */
export interface RestorePlan {
  readonly backup: StoredBackup;
  readonly archive: WalArchive;
  readonly timeline: number;
  readonly to: Date | null;
  /** Until when everything can be restored; null if no log follows the backup, and it alone is restored. */
  readonly reachesUntil: Date | null;
  /** Until when the log of the cluster was received; null if it never was. */
  readonly receivedUntil: Date | null;
}

/** The archive of the log that continues a backup. */
export const archiveOf = (backups: string, { manifest: { postgres } }: StoredBackup): WalArchive =>
  new WalArchive(walFolder(backups, postgres.system_id), postgres.segment_bytes);

/** Chooses the backup. Throws `BackupError` if none leads to the time. `all` are the backups of the folder, oldest first. */
export function planRestore(backups: string, all: readonly StoredBackup[], wish: RestoreWish): RestorePlan {
  const newest = wish.name === null ? all.at(-1) : all.find(({ manifest }) => manifest.name === wish.name);
  if (newest === undefined)
    throw new BackupError(wish.name === null ? `${backups} has no backup` : `${backups} has no backup ${wish.name}`);
  const archive = archiveOf(backups, newest);
  const timeline = wish.timeline ?? archive.newestTimeline(newest.manifest.postgres.timeline);
  const receivedUntil = timeOf(archive.received());
  refuseUnreachable(wish.to, receivedUntil);
  const candidates = wish.name === null ? all.filter((one) => isOfCluster(one, newest)) : [newest];
  const backup = candidates.findLast(
    (one) => isOnPath(one, archive, timeline) && (wish.to === null || new Date(one.manifest.ended_at) <= wish.to),
  );
  if (backup === undefined) throw new BackupError(noBackup(candidates, wish, timeline));
  return { backup, archive, timeline, to: wish.to, reachesUntil: reachOf(backup, archive), receivedUntil };
}

/** Until when the log that follows the backup is complete; null if the end of the backup itself was not received. */
export function reachOf({ manifest: { postgres } }: StoredBackup, archive: WalArchive): Date | null {
  const received = archive.received();
  return received !== null && parseLsn(received.lsn) >= parseLsn(postgres.end_lsn) ? timeOf(received) : null;
}

const timeOf = (received: Received | null): Date | null => (received === null ? null : new Date(received.at));

function refuseUnreachable(to: Date | null, reachesUntil: Date | null): void {
  if (to === null) return;
  if (reachesUntil === null)
    throw new BackupError(
      'the folder has no write-ahead log, so only the time of a backup can be restored: leave out --to, and choose one with --backup. HREV_BACKUP_DIR makes the service store the log',
    );
  if (to > reachesUntil)
    throw new BackupError(
      `the log was received until ${reachesUntil.toISOString()}: choose a time up to then, or leave out --to to restore everything`,
    );
}

const isOfCluster = (one: StoredBackup, other: StoredBackup): boolean =>
  one.manifest.postgres.system_id === other.manifest.postgres.system_id;

/** Whether the timeline passes the end of the backup: a backup that was made after the timeline had branched off lies beside it. */
function isOnPath({ manifest: { postgres } }: StoredBackup, archive: WalArchive, timeline: number): boolean {
  if (postgres.timeline === timeline) return true;
  const history = archive.histories().find((one) => one.timeline === timeline);
  const ancestors = history ? ancestorsIn(readFileSync(history.file, 'utf8')) : [];
  return ancestors.some((one) => one.timeline === postgres.timeline && parseLsn(postgres.end_lsn) <= one.leftAt);
}

function noBackup(candidates: readonly StoredBackup[], { to }: RestoreWish, timeline: number): string {
  const first = candidates[0]?.manifest.ended_at;
  return `no backup leads to ${to?.toISOString() ?? 'the end'} on timeline ${timeline}; the first one ended at ${first ?? '?'}`;
}
