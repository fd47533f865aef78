import { Injectable } from '@nestjs/common';
import { Database, overdueRows, type DataCheck } from '@libs/database';

/** Chunks per statement: at most 100 MiB. */
const BATCH = 100;
const REMOVABLE = `(expires_at <= statement_timestamp() or state = 'failed')`;

/** Removes files that expired, were deleted or failed; no client can read them. */
@Injectable()
export class ExportPurgeStore {
  constructor(private readonly database: Database) {}

  /** Removes a batch of chunks; returns their number. */
  async purgeChunks(): Promise<number> {
    return this.database.execute(
      `delete from review_export_chunk c using (
         select k.account_id, k.export_id, k.starts_at from review_export e
         join review_export_chunk k on k.account_id = e.account_id and k.export_id = e.id
         where ${REMOVABLE} limit ${BATCH} for update of k skip locked) old
       where (c.account_id, c.export_id, c.starts_at) = (old.account_id, old.export_id, old.starts_at)`,
    );
  }

  /** Removes exports without chunks whose time is over; a failed one stays until then. */
  async purgeExports(): Promise<number> {
    return this.database.execute(
      `delete from review_export where (account_id, id) in (
         select e.account_id, e.id from review_export e
         where e.expires_at <= statement_timestamp()
           and not exists (select from review_export_chunk k where k.account_id = e.account_id and k.export_id = e.id)
         limit ${BATCH} for update skip locked)`,
    );
  }
}

export const OVERDUE_EXPORTS: readonly DataCheck[] = [
  overdueRows({ rows: 'exports', table: 'review_export', key: 'account_id, id', since: 'created_at', days: 1 }),
];

/** Removes all bytes and exports that are due. Returns the number of chunks. */
export async function purgeExports(database: Database, signal?: AbortSignal): Promise<number> {
  const store = new ExportPurgeStore(database);
  let removed = 0;
  for (let batch = -1; batch !== 0 && signal?.aborted !== true; removed += batch) batch = await store.purgeChunks();
  while (signal?.aborted !== true && (await store.purgeExports()) > 0);
  return removed;
}
