import type { DataCheck } from '@libs/database';

/** A link is collected by its row in `link_collection`, which is created with it. */
export const LINK_ORPHANS: readonly DataCheck[] = [
  {
    faults: 'links that are never collected, because their schedule is missing',
    sql: `select account_id, id from link l where deleted_at is null
      and not exists (select from link_collection c where c.link_id = l.id)`,
  },
];
