import type { DataCheck } from '@libs/database';

/** Tables of this context without foreign keys, because their rows are written in large numbers. */
export const REVIEW_ORPHANS: readonly DataCheck[] = [
  {
    faults: 'links of reviews that do not exist',
    sql: `select r.account_id, r.link_id from (select distinct account_id, link_id from review) r
      where not exists (select from link_view l where l.account_id = r.account_id and l.id = r.link_id)`,
  },
  {
    faults: 'stored records without a review',
    sql: `select account_id, review_id from review_raw w
      where not exists (select from review r where r.account_id = w.account_id and r.id = w.review_id)`,
  },
  {
    faults: 'counters of links that do not exist',
    sql: `select distinct account_id, link_id from link_total t where n <> 0
      and not exists (select from link_view l where l.account_id = t.account_id and l.id = t.link_id)`,
  },
];

/** The change stream reads every number once, in order, up to the account's newest (contract §4.4.1). */
export const SYNC_GAPS: readonly DataCheck[] = [
  {
    faults: 'accounts with reviews beyond their change number, which no sync reads',
    sql: `select r.account_id, max(r.change_seq) as review, coalesce(max(c.change_seq), 0) as newest
      from review r left join account_change c on c.account_id = r.account_id
      group by r.account_id having max(r.change_seq) > coalesce(max(c.change_seq), 0)`,
  },
  {
    faults: 'accounts with events beyond their change number, which no sync reads',
    sql: `select e.account_id, max(e.change_seq) as event, coalesce(max(c.change_seq), 0) as newest
      from sync_scope_change e left join account_change c on c.account_id = e.account_id
      group by e.account_id having max(e.change_seq) > coalesce(max(c.change_seq), 0)`,
  },
  {
    faults: 'change numbers that several reviews have',
    sql: `select account_id, change_seq, count(*) as reviews from review group by 1, 2 having count(*) > 1`,
  },
];
