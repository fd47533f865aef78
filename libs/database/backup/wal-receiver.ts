import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { open, readFile, writeFile, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type pg from 'pg';
import { makePrivateFolder, syncToDisk, walFolder } from './backup-folder';
import { connectForReplication, firstRow, identify, type ClusterIdentity } from './replication';
import { COMPLETE, PARTIAL, RECEIVED_FILE, WalArchive, type Received } from './wal-archive';
import { ancestorsIn, historyName, lsnText, parseLsn, segmentName } from './wal-names';
import { WalStream, type WalChunk } from './wal-stream';

export interface WalReceiverOptions {
  readonly url: string;
  /** The folder of backups. */
  readonly backups: string;
  readonly onProblem: (message: string) => void;
  /** Called when the log is received, at first and after a problem. */
  readonly onReceiving?: () => void;
}

/** The replication slot by which the server keeps the log that was not received yet. */
const SLOT = 'hrev_backup';

const STATUS_INTERVAL_MS = 1_000;
const RETRY_MS = 5_000;
const STOP_LIMIT_MS = 10_000;
const UNDEFINED_FILE = '58P01';
const OBJECT_IN_USE = '55006';
const zip = promisify(gzip);

/**
 * Receives the write-ahead log of a server continuously, as `pg_receivewal` does, and stores it beside the backups. Every second the
 * log is flushed to disk and the time is recorded until which it is complete. While this process is down, the server keeps the log
 * (`max_slot_wal_keep_size`); one process receives at a time.
 */
export class WalReceiver {
  private stopping = false;
  private lastProblem = '';
  private running: Promise<void> | null = null;
  private readonly wake = new AbortController();
  private session: ReceivingSession | null = null;
  /** Whether the server has no longer the log that follows the stored one. */
  private hasGap = false;
  /** Whether the last session of this receiver has begun to catch up. */
  private hasCaughtUp = false;

  constructor(private readonly options: WalReceiverOptions) {}

  start(): void {
    this.running ??= this.run();
  }

  /** Receives what the server has written until now, for ten seconds at most, and ends. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.wake.abort();
    if (this.session !== null) await this.catchUp(this.session);
    await this.running;
  }

  private async catchUp(session: ReceivingSession): Promise<void> {
    this.hasCaughtUp = true;
    await session.catchUp(await this.endOfLog(), STOP_LIMIT_MS);
  }

  /** The end of the server's log now; 0 if the server does not respond. A message that is on its way here may name an earlier one. */
  private async endOfLog(): Promise<bigint> {
    try {
      const client = await connectForReplication(this.options.url);
      return await identify(client)
        .then(({ flushedLsn }) => flushedLsn)
        .finally(() => client.end());
    } catch {
      return 0n;
    }
  }

  private async run(): Promise<void> {
    for (;;) {
      // Stopped while it waits to try again, it tries once more.
      const isLast = this.stopping;
      try {
        await this.receive();
      } catch (error) {
        // Another process receives, and this one waits for its end.
        if ((error as { code?: unknown }).code !== OBJECT_IN_USE) this.report(this.explained(error));
      }
      if (isLast || this.hasCaughtUp) return;
      if (!this.stopping) await pause(RETRY_MS, undefined, { signal: this.wake.signal }).catch(() => undefined);
    }
  }

  private async receive(): Promise<void> {
    const client = await connectForReplication(this.options.url);
    try {
      const session = await ReceivingSession.begin(client, this.options.backups, {
        fromSlot: this.hasGap,
        onGap: (problem) => this.report(problem),
      });
      this.session = session;
      this.hasGap = false;
      if (this.stopping) await this.catchUp(session);
      const working = setTimeout(() => {
        this.lastProblem = '';
        this.options.onReceiving?.();
      }, STATUS_INTERVAL_MS).unref();
      await session.ended().finally(() => clearTimeout(working));
    } finally {
      this.session = null;
      await client.end().catch(() => undefined);
    }
  }

  private explained(error: unknown): string {
    const message = error instanceof Error ? error.message : String(error);
    if ((error as { code?: unknown }).code !== UNDEFINED_FILE) return message;
    this.hasGap = true;
    return `${message}: make a new backup now, because no restore leads across this gap`;
  }

  /** A problem that repeats is reported once. */
  private report(problem: string): void {
    if (problem !== this.lastProblem && !this.stopping) this.options.onProblem(problem);
    this.lastProblem = problem;
  }
}

/** Removes the slot, so that the server keeps no log for a receiver that no longer runs. Does nothing if there is none. */
export async function dropSlot(url: string): Promise<void> {
  const client = await connectForReplication(url);
  try {
    if (await hasSlot(client)) await client.query(`DROP_REPLICATION_SLOT ${SLOT}`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** One connection that receives. */
class ReceivingSession {
  private readonly writer: SegmentWriter;
  private readonly stream: WalStream;
  private serverEnd = 0n;
  private timer: NodeJS.Timeout;
  private caughtUp: (() => void) | null = null;
  private received: Received | null = null;

  private constructor(
    private readonly client: pg.Client,
    private readonly folder: string,
    private readonly cluster: ClusterIdentity,
    start: bigint,
  ) {
    this.writer = new SegmentWriter(folder, cluster, start);
    this.stream = new WalStream(
      client,
      { slot: SLOT, start, timeline: cluster.timeline },
      { store: (chunk) => this.writer.store(chunk), onClock: (end, at) => this.onClock(end, at) },
    );
    this.timer = setInterval(() => this.stream.report(this.writer.flushed), STATUS_INTERVAL_MS);
  }

  /** `fromSlot`: begins with the log that the slot keeps, because the server has removed earlier one. */
  static async begin(
    client: pg.Client,
    backups: string,
    { fromSlot, onGap }: { readonly fromSlot: boolean; readonly onGap: (problem: string) => void },
  ): Promise<ReceivingSession> {
    const cluster = await identify(client);
    const folder = walFolder(backups, cluster.systemId);
    makePrivateFolder(folder);
    await storeHistory(client, folder, cluster.timeline);
    const kept = await keptSince(client, onGap);
    const start = fromSlot
      ? segmentStart(kept, cluster)
      : startOf(new WalArchive(folder, cluster.segmentBytes), cluster, kept);
    return new ReceivingSession(client, folder, cluster, start);
  }

  /** Resolves when the server or the connection ends; rejects for an error. */
  async ended(): Promise<void> {
    try {
      await this.stream.ended;
    } finally {
      clearInterval(this.timer);
      await this.writer.close();
    }
  }

  /** Resolves when the log up to `end` is on disk here, or after `limitMs`. Then ends the connection. */
  async catchUp(end: bigint, limitMs: number): Promise<void> {
    this.serverEnd = end > this.serverEnd ? end : this.serverEnd;
    const done = new Promise<void>((resolve) => (this.caughtUp = resolve));
    this.stream.report(this.writer.flushed);
    const limit = new AbortController();
    await Promise.race([done, this.stream.ended, pause(limitMs, undefined, { signal: limit.signal })]).catch(
      () => undefined,
    );
    limit.abort();
    await this.client.end().catch(() => undefined);
  }

  private async onClock(end: bigint, at: number): Promise<void> {
    this.serverEnd = end > this.serverEnd ? end : this.serverEnd;
    if (this.writer.position < this.serverEnd) return;
    const received = { timeline: this.cluster.timeline, lsn: lsnText(this.writer.position), at: isoTime(at) };
    // Messages with parts of the log come faster than the disk flushes them.
    const isRecent = this.received !== null && at - Date.parse(this.received.at) < STATUS_INTERVAL_MS / 2;
    if (isRecent && this.caughtUp === null) return;
    await this.writer.flush();
    await writeInPlace(path.join(this.folder, RECEIVED_FILE), `${JSON.stringify(received)}\n`);
    this.received = received;
    this.caughtUp?.();
  }
}

const isoTime = (at: number): string => new Date(at).toISOString();

/** Creates the slot if it does not exist, and returns the position from which the server keeps the log. */
async function keptSince(client: pg.Client, onGap: (problem: string) => void): Promise<bigint> {
  const slot = await readSlot(client);
  if (slot !== null) return slot;
  if (await hasSlot(client)) {
    onGap('the server has removed log that was not received (max_slot_wal_keep_size): make a new backup now');
    await client.query(`DROP_REPLICATION_SLOT ${SLOT}`);
  }
  await client.query(`CREATE_REPLICATION_SLOT ${SLOT} PHYSICAL RESERVE_WAL`);
  return (await readSlot(client)) ?? 0n;
}

interface SlotRow {
  readonly slot_type: string | null;
  readonly restart_lsn: string | null;
}

async function readSlot(client: pg.Client): Promise<bigint | null> {
  const row = await firstRow<SlotRow>(client, `READ_REPLICATION_SLOT ${SLOT}`);
  return row?.restart_lsn ? parseLsn(row.restart_lsn) : null;
}

async function hasSlot(client: pg.Client): Promise<boolean> {
  const row = await firstRow<SlotRow>(client, `READ_REPLICATION_SLOT ${SLOT}`);
  return row !== null && row.slot_type !== null;
}

async function storeHistory(client: pg.Client, folder: string, timeline: number): Promise<void> {
  const file = path.join(folder, historyName(timeline));
  if (timeline === 1 || existsSync(file)) return;
  const row = await firstRow<{ content: Buffer | string }>(client, `TIMELINE_HISTORY ${timeline}`);
  if (row) await writeInPlace(file, row.content);
}

/**
 * Where to begin: after the last complete segment of the timeline; on a new timeline in the segment in which it left the one before;
 * at first where the slot begins.
 */
function startOf(archive: WalArchive, cluster: ClusterIdentity, kept: bigint): bigint {
  const own = archive.segments().filter((one) => one.timeline === cluster.timeline);
  const last = own.filter((one) => one.isComplete).at(-1) ?? null;
  if (last !== null) return (last.number + 1n) * BigInt(cluster.segmentBytes);
  const [partial] = own;
  if (partial) return partial.number * BigInt(cluster.segmentBytes);
  const history = archive.histories().find((one) => one.timeline === cluster.timeline);
  return segmentStart(history ? (forkOf(history.file) ?? kept) : kept, cluster);
}

function forkOf(file: string): bigint | null {
  return ancestorsIn(readFileSync(file, 'utf8')).at(-1)?.leftAt ?? null;
}

const segmentStart = (lsn: bigint, { segmentBytes }: ClusterIdentity): bigint => lsn - (lsn % BigInt(segmentBytes));

/** Writes received log to the file of its segment, and compresses the file when the segment is complete. */
class SegmentWriter {
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
      await handle.write(part, 0, part.length, offset);
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
    await writeInPlace(`${partial.slice(0, -PARTIAL.length)}${COMPLETE}`, await zip(bytes, { level: 1 }));
    rmSync(partial);
    this.flushed = this.position;
  }
}

/** Writes a file completely, syncs it, and renames it to its name. */
async function writeInPlace(file: string, content: Buffer | string): Promise<void> {
  const draft = `${file}.draft`;
  await writeFile(draft, content, { mode: 0o600, flush: true });
  renameSync(draft, file);
  await syncToDisk(path.dirname(file));
}
