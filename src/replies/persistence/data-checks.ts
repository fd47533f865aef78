import type { DataCheck } from '@libs/database';

export const REPLY_ORPHANS: readonly DataCheck[] = [
  {
    faults: 'unfinished replies to reviews that do not exist',
    sql: `select account_id, review_id from review_reply p where due_at is not null
      and not exists (select from review_view r where r.account_id = p.account_id and r.id = p.review_id)`,
  },
];
