/** Faults of disks and backups, on an installation of one process with the embedded PostgreSQL. */
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { DrilledFault } from '../drilled-fault';
import type { EmbeddedInstallation } from '../embedded-installation';

export const STORAGE_FAULTS: readonly DrilledFault<EmbeddedInstallation>[] = [
  {
    alerts: ['HrevBackupTooOld'],
    fault: 'The backups are deleted.',
    healing: '`hrev backup` makes one.',
    async begin(site) {
      for (const name of readdirSync(site.backups)) rmSync(path.join(site.backups, name), { recursive: true });
      return () => site.backUp();
    },
  },
  {
    alerts: ['HrevDiskSpaceLow', 'HrevBackupLogStopped'],
    fault: 'The disk with the backups is full for eleven minutes.',
    healing: 'Files that filled it are removed, and `hrev backup` runs.',
    firesWithinS: 840,
    async begin(site) {
      site.disk.fill();
      const stop = site.keepWriting();
      return async () => {
        site.disk.makeSpace();
        await site.backUp();
        await stop();
      };
    },
  },
];
