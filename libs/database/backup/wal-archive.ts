import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { z } from 'zod';
import { BackupError, newestManifest, walFolder } from './backup-folder';
import { ancestorsIn, historyName, historyOf, segmentName, segmentOf, type Segment } from './wal-names';

export const COMPLETE = '.gz';
export const PARTIAL = '.partial';
export const RECEIVED_FILE = 'received.json';

const receivedSchema = z.object({ timeline: z.int(), lsn: z.string(), at: z.iso.datetime() });

/** Everything that the server had committed at the time `at` (by its clock, UTC) is in the log. */
export type Received = z.output<typeof receivedSchema>;

/** What a folder of backups could restore now. */
export interface BackupState {
  /** When the newest backup ended. */
  readonly endedAt: Date;
  /** Until when the log of its server was received; null if it never was. */
  readonly receivedUntil: Date | null;
}

/**
 * The state of a folder of backups; null if it has no backup. Waits for the folder without blocking the process, because it may be on a
 * share. Throws `BackupError` if the newest backup cannot be read.
 */
export async function readBackupState(backups: string): Promise<BackupState | null> {
  const newest = await newestManifest(backups);
  if (newest === null) return null;
  const log = path.join(walFolder(backups, newest.postgres.system_id), RECEIVED_FILE);
  const received = parseReceived(await readFile(log, 'utf8').catch(() => 'null'));
  return { endedAt: new Date(newest.ended_at), receivedUntil: received === null ? null : new Date(received.at) };
}

function parseReceived(text: string): Received | null {
  const parsed = receivedSchema.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : null;
}

/** A segment in the folder. */
export interface ArchivedSegment extends Segment {
  readonly file: string;
  readonly isComplete: boolean;
}

const unzip = promisify(gunzip);

/** The write-ahead log of one cluster, as `WalReceiver` stores it. */
export class WalArchive {
  constructor(
    readonly folder: string,
    private readonly segmentBytes: number,
  ) {}

  /** Until when the log is complete; null if nothing was received. */
  received(): Received | null {
    const file = path.join(this.folder, RECEIVED_FILE);
    return existsSync(file) ? parseReceived(readFileSync(file, 'utf8')) : null;
  }

  /** All segments, in the order of their names. A segment that is stored completely is not listed as partial too. */
  segments(): readonly ArchivedSegment[] {
    const found = new Map<string, ArchivedSegment>();
    for (const name of this.names()) {
      const suffix = [PARTIAL, COMPLETE].find((one) => name.endsWith(one)) ?? '';
      const bare = name.slice(0, name.length - suffix.length);
      const segment = suffix === '' ? null : segmentOf(bare, this.segmentBytes);
      if (segment === null || (suffix === PARTIAL && found.get(bare)?.isComplete === true)) continue;
      found.set(bare, { ...segment, file: path.join(this.folder, name), isComplete: suffix === COMPLETE });
    }
    return [...found.values()];
  }

  /** Files of the histories of timelines. */
  histories(): readonly { readonly timeline: number; readonly file: string }[] {
    return this.names().flatMap((name) => {
      const timeline = historyOf(name);
      return timeline === null ? [] : [{ timeline, file: path.join(this.folder, name) }];
    });
  }

  /** The newest timeline that descends from `timeline`. Without histories, this is the timeline itself. */
  newestTimeline(timeline: number): number {
    const descendants = this.histories().filter(({ file }) =>
      ancestorsIn(readFileSync(file, 'utf8')).some((ancestor) => ancestor.timeline === timeline),
    );
    return Math.max(timeline, ...descendants.map((one) => one.timeline));
  }

  /**
   * The segments that lead from a position of the timeline `from` to the end of the timeline `to`, in order. It ends before the first
   * one that is missing; `gap` is its name if later ones exist.
   */
  chain(from: Segment, to: number): { readonly segments: readonly ArchivedSegment[]; readonly gap: string | null } {
    const stored = new Map(this.segments().map((one) => [segmentName(one, this.segmentBytes), one]));
    const last = Math.max(
      -1,
      ...[...stored.values()].filter((one) => one.timeline === to).map((one) => Number(one.number)),
    );
    const turns = this.turnsOf(to).filter((turn) => turn.timeline >= from.timeline);
    const segments: ArchivedSegment[] = [];
    for (let number = from.number; number <= BigInt(last); number += 1n) {
      const timeline = turns.find((turn) => number < turn.until)?.timeline ?? to;
      const name = segmentName({ timeline, number }, this.segmentBytes);
      const segment = stored.get(name);
      if (segment === undefined) return { segments, gap: name };
      segments.push(segment);
    }
    return { segments, gap: null };
  }

  /** The bytes of a segment. A partial one is filled with zeros. Throws `BackupError` if it is damaged. */
  async read(segment: ArchivedSegment): Promise<Buffer> {
    const stored = await readFile(segment.file);
    const bytes = segment.isComplete ? await this.unzipped(segment.file, stored) : stored;
    const isRightSize = segment.isComplete ? bytes.length === this.segmentBytes : bytes.length <= this.segmentBytes;
    if (!isRightSize || !this.beginsWith(bytes, segment)) throw new BackupError(`${segment.file} is damaged`);
    return bytes;
  }

  /** Writes the segment to a folder under its own name, as a server reads it. Returns the file. */
  async unpack(segment: ArchivedSegment, folder: string): Promise<string> {
    const file = path.join(folder, segmentName(segment, this.segmentBytes));
    await writeFile(file, await this.read(segment), { mode: 0o600 });
    if (!segment.isComplete) await truncate(file, this.segmentBytes);
    return file;
  }

  private async unzipped(file: string, stored: Buffer): Promise<Buffer> {
    return unzip(stored).catch((cause: unknown) => {
      throw new BackupError(`${file} is damaged`, { cause });
    });
  }

  /** The first page states its own position. An empty partial segment has none yet. */
  private beginsWith(bytes: Buffer, { number }: Segment): boolean {
    return bytes.length < 16 || bytes.readBigUInt64LE(8) === number * BigInt(this.segmentBytes);
  }

  /** The ancestors of a timeline, each with the number of the first segment that is read of the next one. */
  private turnsOf(timeline: number): readonly { readonly timeline: number; readonly until: bigint }[] {
    const file = path.join(this.folder, historyName(timeline));
    if (!existsSync(file)) return [];
    return ancestorsIn(readFileSync(file, 'utf8')).map((ancestor) => ({
      timeline: ancestor.timeline,
      until: ancestor.leftAt / BigInt(this.segmentBytes),
    }));
  }

  private names(): readonly string[] {
    return existsSync(this.folder) ? readdirSync(this.folder).sort() : [];
  }
}
