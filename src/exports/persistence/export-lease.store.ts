import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { LeasedTable, msFromNow } from '@libs/leases';
import type { ExportError, ExportFormat, ExportRequest } from '../domain/export';

/** An export that a worker writes, under a lease. */
export interface ClaimedExport {
  readonly accountId: number;
  readonly id: number;
  readonly token: string;
  readonly format: ExportFormat;
  readonly request: ExportRequest;
  /** The bounds of the reading; null before the first part. */
  readonly lastId: number | null;
  /** The state of the file: the last review that was read, and the bytes that are stored. */
  readonly afterId: number;
  readonly byteCount: number;
  /** Which attempt at the next part this is, from 1. */
  readonly attempt: number;
}

/** A part to append. */
export interface ExportPart {
  readonly bytes: Buffer;
  readonly rows: number;
  /** The last review that was read for the part. */
  readonly afterId: number;
  readonly isLast: boolean;
}

const EXPORTS = new LeasedTable('review_export', {
  key: { account_id: 'accountId', id: 'id' },
  end: 'due_at',
  state: `state in ('queued', 'running')`,
});
/** A larger part is stored as several chunks, so that a download needs little memory. */
const CHUNK = 1_048_576;
const ENDED = 'ended_at = clock_timestamp(), due_at = null';

/** The writing of exports. Each part is stored together with its position, so the next worker continues after the last stored part. */
@Injectable()
export class ExportLeaseStore {
  constructor(private readonly database: Database) {}

  /** Claims the export that has been due for the longest time; null if none is due. */
  claim(leaseMs: number): Promise<ClaimedExport | null> {
    return EXPORTS.claimNext<ClaimedExport>(this.database, leaseMs, {
      and: 'expires_at > statement_timestamp()',
      changes: `state = 'running', attempts = least(attempts + 1, 1000)`,
      returning: `account_id as "accountId", id, format, request, last_id as "lastId", after_id as "afterId",
        byte_count as "byteCount", attempts as attempt`,
    });
  }

  renew(claim: ClaimedExport, leaseMs: number): Promise<boolean> {
    return EXPORTS.renew(this.database, claim, leaseMs);
  }

  /** Stores the bounds of the reading. Throws `LeaseLost`, as `append`. */
  async begin(
    claim: ClaimedExport,
    { total, lastId }: { readonly total: number; readonly lastId: number },
  ): Promise<void> {
    await EXPORTS.write(this.database, claim, 'total = $4, last_id = $5', [total, lastId]);
  }

  /** Appends a part to a file of `byteCount` bytes; the last one finishes it. Throws `LeaseLost` and stores nothing if the lease is lost. */
  async append(claim: ClaimedExport, byteCount: number, part: ExportPart): Promise<void> {
    const { bytes, rows, afterId, isLast } = part;
    await this.database.transaction(async () => {
      const finished = isLast ? `, state = 'finished', lease_token = null, ${ENDED}` : '';
      const changes = `after_id = $4, row_count = row_count + $5, byte_count = $6, attempts = 0${finished}`;
      await EXPORTS.write(this.database, claim, changes, [afterId, rows, byteCount + bytes.length]);
      for (let start = 0; start < bytes.length; start += CHUNK)
        await this.database.execute(
          'insert into review_export_chunk (account_id, export_id, starts_at, content) values ($1, $2, $3, $4)',
          [claim.accountId, claim.id, byteCount + start, bytes.subarray(start, start + CHUNK)],
        );
    });
  }

  /** Ends the export without a file. Its bytes are removed by the purge. */
  async fail(claim: ClaimedExport, error: ExportError): Promise<void> {
    await EXPORTS.release(this.database, claim, `state = 'failed', error = $4, ${ENDED}`, [error]);
  }

  /** Gives the export back, so that other exports that are due have their turn before it. */
  async yield(claim: ClaimedExport): Promise<void> {
    await EXPORTS.release(this.database, claim, 'due_at = clock_timestamp(), attempts = 0');
  }

  /** Gives the export back after a failed attempt. */
  async retryLater(claim: ClaimedExport, pauseMs: number): Promise<void> {
    await EXPORTS.release(this.database, claim, `due_at = ${msFromNow('$4')}`, [pauseMs]);
  }
}
