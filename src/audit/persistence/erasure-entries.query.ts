import type { Database } from '@libs/database';
import type { ErasureEntry } from '@libs/database/backup';

interface Row extends Omit<ErasureEntry, 'at'> {
  readonly at: Date;
}

/**
 * The closures, reopenings and erasures that the trail records from `since` on (null: all), in the order of their ids. A closure is a
 * request to erase; a reopening withdraws it.
 */
export async function erasureEntries(database: Database, since: Date | null): Promise<readonly ErasureEntry[]> {
  const rows = await database.query<Row>(
    `select id, at, replace(action, '.', '_') as event, target_id as target from audit_entry
     where action = any('{account.closed,account.erased,object.erased,link.erased}') and at >= coalesce($1::timestamptz, '-infinity')
     union all
     select id, at, 'account_reopened', target_id from audit_entry
     where action = 'account.changed' and at >= coalesce($1::timestamptz, '-infinity')
       and after::jsonb -> 'closed_at' = 'null' and before::jsonb -> 'closed_at' <> 'null'
     order by 1`,
    [since],
  );
  return rows.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() }));
}
