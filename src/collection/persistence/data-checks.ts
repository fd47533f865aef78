import type { DataCheck } from '@libs/database';

export const COLLECTION_ORPHANS: readonly DataCheck[] = [
  {
    faults: 'unfinished collections of links that do not exist',
    sql: `select account_id, id from run_link r where ended_at is null
      and not exists (select from link_view l where l.account_id = r.account_id and l.id = r.link_id)`,
  },
  {
    faults: 'unfinished runs without an unfinished link',
    sql: `select account_id, id from run where finished_at is null and created_at < now() - interval '1 hour'
      and not exists (select from run_link l where l.run_id = run.id and l.ended_at is null)`,
  },
];
