import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { makePrivateFolder, walFolder } from './backup-folder';
import { connectForReplication, firstRow, identify, type ClusterIdentity } from './replication';
import { replaceFile, SegmentWriter } from './segment-writer';
import { RECEIVED_FILE, WalArchive, type Received } from './wal-archive';
import { ancestorsIn, historyName, lsnText, parseLsn } from './wal-names';
import { WalStream } from './wal-stream';

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
  /** Whether the last session of this receiver catches up; no other one follows it. */
  private isCatchingUp = false;

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
    this.isCatchingUp = true;
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
      // A receiver that is stopped during the pause tries once more, to catch up.
      const isLast = this.stopping;
      try {
        await this.receive();
      } catch (error) {
        const { code } = error as { readonly code?: unknown };
        if (code === UNDEFINED_FILE) this.hasGap = true;
        // While another process receives, this one tries again until it has ended.
        if (code !== OBJECT_IN_USE) this.report(explained(error));
      }
      if (isLast || this.isCatchingUp) return;
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

  /** A problem that repeats is reported once. */
  private report(problem: string): void {
    if (problem !== this.lastProblem && !this.stopping) this.options.onProblem(problem);
    this.lastProblem = problem;
  }
}

function explained(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if ((error as { readonly code?: unknown }).code !== UNDEFINED_FILE) return message;
  return `${message}: make a new backup now, because no restore leads across this gap`;
}

/** Removes the slot, so that the server keeps no log for a receiver that no longer runs. Does nothing if there is none. */
export async function dropSlot(url: string): Promise<void> {
  const client = await connectForReplication(url);
  try {
    if ((await readSlot(client)) !== null) await client.query(`DROP_REPLICATION_SLOT ${SLOT}`);
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
    await replaceFile(path.join(this.folder, RECEIVED_FILE), `${JSON.stringify(received)}\n`);
    this.received = received;
    this.caughtUp?.();
  }
}

const isoTime = (at: number): string => new Date(at).toISOString();

/** Creates the slot if it does not exist, and returns the position from which the server keeps the log. */
async function keptSince(client: pg.Client, onGap: (problem: string) => void): Promise<bigint> {
  const slot = await readSlot(client);
  if (slot !== null && slot.keptSince !== null) return slot.keptSince;
  if (slot !== null) {
    onGap('the server has removed log that was not received (max_slot_wal_keep_size): make a new backup now');
    await client.query(`DROP_REPLICATION_SLOT ${SLOT}`);
  }
  await client.query(`CREATE_REPLICATION_SLOT ${SLOT} PHYSICAL RESERVE_WAL`);
  return (await readSlot(client))?.keptSince ?? 0n;
}

interface SlotRow {
  readonly slot_type: string | null;
  readonly restart_lsn: string | null;
}

/**
 * The slot, and the position from which the server keeps the log for it: null if the server has removed that log. Returns null if there
 * is no slot, for which PostgreSQL returns a row of nulls.
 */
async function readSlot(client: pg.Client): Promise<{ readonly keptSince: bigint | null } | null> {
  const row = await firstRow<SlotRow>(client, `READ_REPLICATION_SLOT ${SLOT}`);
  if (!row?.slot_type) return null;
  return { keptSince: row.restart_lsn === null ? null : parseLsn(row.restart_lsn) };
}

async function storeHistory(client: pg.Client, folder: string, timeline: number): Promise<void> {
  const file = path.join(folder, historyName(timeline));
  if (timeline === 1 || existsSync(file)) return;
  const row = await firstRow<{ content: Buffer | string }>(client, `TIMELINE_HISTORY ${timeline}`);
  if (row) await replaceFile(file, row.content);
}

/**
 * The position to receive from: after the last complete segment of the timeline; otherwise the beginning of its first segment that was
 * received in part; on a new timeline, the beginning of the segment in which it left the timeline before; and without any of them, of the
 * segment where the slot begins.
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
