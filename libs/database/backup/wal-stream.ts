import type pg from 'pg';
import type { QueryConnection } from './replication';
import { lsnText } from './wal-names';

/** A part of the log that the server has sent. */
export interface WalChunk {
  readonly start: bigint;
  readonly data: Buffer;
}

export interface StreamHandlers {
  /** Called in order with each part; the next one follows when it has resolved. */
  readonly store: (chunk: WalChunk) => Promise<void>;
  /** The server's clock, in milliseconds since 1970, when the log on its disk ended at `end`. */
  readonly onClock: (end: bigint, at: number) => Promise<void>;
}

const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1);
const STATUS_BYTES = 34;
/** Chunks that wait for the disk: above this the socket is paused. */
const MAX_WAITING_BYTES = 8 * 1024 * 1024;

/**
 * Receives the log from `start` on, through a replication slot, until the server or the connection ends. The server keeps the log
 * from the position that `report` states.
 */
export class WalStream {
  readonly ended: Promise<void>;
  private connection: QueryConnection | null = null;
  private waitingBytes = 0;
  private work: Promise<void> = Promise.resolve();
  private finish: (error: Error | null) => void = () => undefined;

  constructor(
    client: pg.Client,
    private readonly from: { readonly slot: string; readonly start: bigint; readonly timeline: number },
    private readonly handlers: StreamHandlers,
  ) {
    this.ended = new Promise((resolve, reject) => {
      this.finish = (error) => void this.work.then(() => (error === null ? resolve() : reject(error)), reject);
    });
    client.once('end', () => this.finish(null));
    client.query(this);
  }

  /** Tells the server that the log up to `flushed` is on disk here, and asks for its clock. */
  report(flushed: bigint): void {
    if (this.connection === null) return;
    const status = Buffer.alloc(STATUS_BYTES);
    status.write('r', 0, 'latin1');
    for (const at of [1, 9, 17]) status.writeBigUInt64BE(flushed, at);
    status.writeBigInt64BE(BigInt(Date.now() - POSTGRES_EPOCH_MS) * 1000n, 25);
    status.writeUInt8(1, 33);
    this.connection.sendCopyFromChunk(status);
  }

  submit(connection: object): void {
    this.connection = connection as QueryConnection;
    const { slot, start, timeline } = this.from;
    this.connection.query(`START_REPLICATION SLOT ${slot} PHYSICAL ${lsnText(start)} TIMELINE ${timeline}`);
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    const kind = String.fromCharCode(chunk[0] ?? 0);
    if (kind === 'w') this.handleLog(chunk);
    else if (kind === 'k') this.handleClock(chunk.readBigUInt64BE(1), chunk.readBigInt64BE(9));
  }

  handleRowDescription(): void {
    // The server describes the next timeline, which a server that is not a standby never has.
  }

  handleDataRow(): void {
    // As above.
  }

  handleCommandComplete(): void {
    this.finish(null);
  }

  handleReadyForQuery(): void {
    this.finish(null);
  }

  handleError(error: Error): void {
    this.finish(error);
  }

  private handleLog(chunk: Buffer): void {
    // The driver uses the memory of the chunk again.
    const data = Buffer.from(chunk.subarray(25));
    const start = chunk.readBigUInt64BE(1);
    this.waitingBytes += data.length;
    if (this.waitingBytes > MAX_WAITING_BYTES) this.connection?.stream.pause();
    this.then(async () => {
      await this.handlers.store({ start, data });
      this.waitingBytes -= data.length;
      if (this.waitingBytes < MAX_WAITING_BYTES / 2) this.connection?.stream.resume();
    });
    this.handleClock(chunk.readBigUInt64BE(9), chunk.readBigInt64BE(17));
  }

  private handleClock(end: bigint, microseconds: bigint): void {
    const at = POSTGRES_EPOCH_MS + Number(microseconds / 1000n);
    this.then(() => this.handlers.onClock(end, at));
  }

  private then(step: () => Promise<void>): void {
    this.work = this.work.then(step);
    this.work.catch((error: Error) => this.finish(error));
  }
}
