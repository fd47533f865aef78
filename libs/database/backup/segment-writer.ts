import { existsSync, renameSync, rmSync } from 'node:fs';
import { open, readFile, writeFile, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { syncToDisk } from './backup-folder';
import type { ClusterIdentity } from './replication';
import { COMPLETE, PARTIAL } from './wal-archive';
import { lsnText, segmentName } from './wal-names';
import type { WalChunk } from './wal-stream';

const zip = promisify(gzip);

/** Writes received log to the file of its segment, and compresses the file when the segment is complete. */
export class SegmentWriter {
  /** The position after the last byte that was written. */
  position: bigint;
  /** The position up to which the log is on disk. */
  flushed: bigint;
  private file: { readonly path: string; readonly handle: FileHandle } | null = null;

  constructor(
    private readonly folder: string,
    private readonly cluster: ClusterIdentity,
    start: bigint,
  ) {
    this.position = start;
    this.flushed = start;
  }

  async store({ start, data }: WalChunk): Promise<void> {
    if (start !== this.position)
      throw new Error(`the log continues at ${lsnText(start)}, not at ${lsnText(this.position)}`);
    let rest = data;
    while (rest.length > 0) {
      const offset = Number(this.position % BigInt(this.cluster.segmentBytes));
      const part = rest.subarray(0, this.cluster.segmentBytes - offset);
      const { handle } = (this.file ??= await this.openSegment());
      await writeFully(handle, part, offset);
      this.position += BigInt(part.length);
      rest = rest.subarray(part.length);
      if (this.position % BigInt(this.cluster.segmentBytes) === 0n) await this.complete();
    }
  }

  async flush(): Promise<void> {
    const { position } = this;
    await this.file?.handle.datasync();
    this.flushed = position;
  }

  async close(): Promise<void> {
    await this.file?.handle.close();
    this.file = null;
  }

  /** A partial file of an earlier connection is written again from its beginning, with the same bytes, and is never shortened. */
  private async openSegment(): Promise<{ path: string; handle: FileHandle }> {
    const number = this.position / BigInt(this.cluster.segmentBytes);
    const name = segmentName({ timeline: this.cluster.timeline, number }, this.cluster.segmentBytes);
    const file = path.join(this.folder, `${name}${PARTIAL}`);
    const handle = await open(file, existsSync(file) ? 'r+' : 'wx+', 0o600);
    await syncToDisk(this.folder);
    return { path: file, handle };
  }

  private async complete(): Promise<void> {
    if (this.file === null) return;
    const partial = this.file.path;
    await this.close();
    const bytes = await readFile(partial);
    await replaceFile(`${partial.slice(0, -PARTIAL.length)}${COMPLETE}`, await zip(bytes, { level: 1 }));
    rmSync(partial);
    this.flushed = this.position;
  }
}

/** Writes all bytes at the position: one `write` may store only some of them, for example on a disk that is almost full. */
export async function writeFully(handle: Pick<FileHandle, 'write'>, bytes: Buffer, position: number): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done);
    if (bytesWritten === 0) throw new Error('the disk takes no more bytes');
    done += bytesWritten;
  }
}

/** Writes a file under another name, syncs it, and renames it: a reader finds the old content or the new one, and never a part. */
export async function replaceFile(file: string, content: Buffer | string): Promise<void> {
  const draft = `${file}.draft`;
  await writeFile(draft, content, { mode: 0o600, flush: true });
  renameSync(draft, file);
  await syncToDisk(path.dirname(file));
}
