import { statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { readBackupState } from '@libs/database/backup';
import { clusterGauge, ClusterMetrics, type Reading, type Sample } from '@libs/metrics';

const DISK_BYTES = clusterGauge({
  name: 'hrev_disk_size_bytes',
  help: 'Size of the disk with the embedded database, or with the backups.',
  labels: ['volume'],
});
const DISK_FREE_BYTES = clusterGauge({
  name: 'hrev_disk_free_bytes',
  help: 'Free space that the service may use on the disk with the embedded database, or with the backups.',
  labels: ['volume'],
});
const BACKUP_AT = clusterGauge({
  name: 'hrev_backup_newest_timestamp_seconds',
  help: 'When the newest backup in HREV_BACKUP_DIR ended, in seconds since 1970; 0 if there is none.',
});
const LOG_AT = clusterGauge({
  name: 'hrev_backup_log_timestamp_seconds',
  help: 'Until when the log of the embedded database is stored beside its newest backup, in seconds since 1970; 0 if it is not stored.',
});

const EVERY_MS = 60_000;

/**
 * The disks and the backups of the process that reports, as metrics of the installation: none for a database that the service does not
 * manage, and no backups without `HREV_BACKUP_DIR`.
 */
@Injectable()
export class StorageFigures implements OnModuleInit {
  constructor(
    private readonly metrics: ClusterMetrics,
    @Inject(CONFIG) private readonly config: Pick<Config, 'DATABASE_URL' | 'HREV_HOME' | 'HREV_BACKUP_DIR'>,
  ) {}

  onModuleInit(): void {
    this.metrics.add({ name: 'disks', everyMs: EVERY_MS, read: () => this.disks() });
    this.metrics.add({ name: 'backups', everyMs: EVERY_MS, read: () => this.backups() });
  }

  private async disks(): Promise<readonly Reading[]> {
    const { DATABASE_URL: external, HREV_HOME: home, HREV_BACKUP_DIR: backups } = this.config;
    const disks = [
      ...(external === null ? await diskOf('database', resolve(home)) : []),
      ...(backups === null ? [] : await diskOf('backups', backups)),
    ];
    const samples = (value: (disk: Disk) => number): Sample[] =>
      disks.map((disk) => ({ labels: { volume: disk.volume }, value: value(disk) }));
    return [
      { family: DISK_BYTES, samples: samples(({ bytes }) => bytes) },
      { family: DISK_FREE_BYTES, samples: samples(({ free }) => free) },
    ];
  }

  private async backups(): Promise<readonly Reading[]> {
    const { DATABASE_URL: external, HREV_BACKUP_DIR: backups } = this.config;
    if (backups === null) return [];
    const state = await readBackupState(backups);
    const at = (date: Date | null | undefined) => [{ labels: {}, value: (date?.getTime() ?? 0) / 1_000 }];
    return [
      { family: BACKUP_AT, samples: at(state?.endedAt) },
      ...(external === null ? [{ family: LOG_AT, samples: at(state?.receivedUntil) }] : []),
    ];
  }
}

interface Disk {
  readonly volume: string;
  readonly bytes: number;
  readonly free: number;
}

/** The disk of a folder; none while the folder does not exist. */
async function diskOf(volume: string, folder: string): Promise<readonly Disk[]> {
  try {
    const { bsize, blocks, bavail } = await statfs(folder);
    return [{ volume, bytes: blocks * bsize, free: bavail * bsize }];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
