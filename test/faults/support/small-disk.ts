/** A small file system that a test may fill; needs root and `mount` (`canMount`). */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const FILES = 2_000;

export class SmallDisk {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'hrev-small-'));
  private readonly ballast = path.join(this.folder, 'ballast');

  constructor(megabytes: number) {
    const options = `size=${megabytes}m,nr_inodes=${FILES},mode=1777`;
    spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', this.folder]);
  }

  /** Fills all free bytes. */
  fill(): void {
    mkdirSync(this.ballast, { recursive: true });
    spawnSync('dd', ['if=/dev/zero', `of=${path.join(this.ballast, 'bytes')}`, 'bs=4k']);
  }

  /** Uses all free inodes. */
  useAllInodes(): void {
    mkdirSync(this.ballast, { recursive: true });
    try {
      for (let number = 0; number < FILES; number += 1) writeFileSync(path.join(this.ballast, String(number)), '');
    } catch {
      // No inode is free.
    }
  }

  makeSpace(): void {
    rmSync(this.ballast, { recursive: true, force: true });
  }

  remove(): void {
    spawnSync('umount', ['-l', this.folder]);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
