import type { PreparedStatement } from '@libs/database';
import { isOnFor } from '@src/switches';

/** SQL: the operator has not switched off the collection of the source of a row of `link_collection`, alias `row`. The row keeps its due time. */
export const isOpen = (row: string): string => isOnFor('collection', `${row}.source_id`);

/**
 * Up to `limit` due links, longest overdue first. Compares with `statement_timestamp()`: `clock_timestamp()` is volatile and cannot
 * be used in an index condition.
 */
export function dueLinks(limit: number): PreparedStatement {
  return {
    name: 'find-due-links',
    inIndexOrder: true,
    text: `select link_id as "linkId" from link_collection c where next_run_at <= statement_timestamp() and ${isOpen('c')}
           order by next_run_at, link_id limit $1`,
    values: [limit],
  };
}

/**
 * Up to `limit` due links, round-robin by account: the first of each account, then the second, and so on. Within an account, links
 * that were never collected come first. If more than `limit` accounts have due links, those with a first collection come first, in
 * random order, so that no account is always last. Looks each account up separately and reads no more of its links than can be
 * returned.
 */
export function dueLinksByAccount(limit: number): PreparedStatement {
  return {
    name: 'find-due-links-round-robin',
    inIndexOrder: true,
    text: DUE_LINKS_ROUND_ROBIN,
    values: [limit],
  };
}

/** Locks those of the links that are still due and that no other planner has locked. */
export function lockDueLinks(linkIds: readonly number[]): PreparedStatement {
  return {
    name: 'lock-due-links',
    inIndexOrder: true,
    text: `select link_id as "linkId" from link_collection c where link_id = any($1::bigint[]) and next_run_at <= statement_timestamp()
             and ${isOpen('c')}
           order by link_id for update skip locked`,
    values: [linkIds],
  };
}

const DUE = `c.next_run_at <= statement_timestamp() and ${isOpen('c')}`;

const DUE_LINKS_ROUND_ROBIN = `
  with recursive known as (
    (select account_id from link_collection where next_run_at is not null order by account_id limit 1)
    union all
    select (select c.account_id from link_collection c where c.next_run_at is not null and c.account_id > known.account_id
            order by c.account_id limit 1)
    from known where known.account_id is not null
  ), waiting as materialized (
    select account_id from (
      select known.account_id,
        (select true from link_collection c where c.account_id = known.account_id and ${DUE} limit 1) as has_due,
        (select true from link_collection c where c.account_id = known.account_id and c.never_scraped and ${DUE} limit 1) as has_first
      from known where known.account_id is not null
    ) k where has_due order by has_first nulls last, random() limit $1
  ), share as materialized (
    -- The limit minus one link for each of the other accounts.
    select greatest(1, $1::int - count(*)::int + 1) as per_account from waiting
  )
  select link_id as "linkId" from (
    select l.link_id, l.next_run_at, row_number() over (partition by w.account_id order by l.was_collected, l.next_run_at, l.link_id) as nth
    from waiting w cross join share cross join lateral (
      (select c.link_id, c.next_run_at, false as was_collected from link_collection c
       where c.account_id = w.account_id and c.never_scraped and ${DUE} order by c.next_run_at, c.link_id limit share.per_account)
      union all
      (select c.link_id, c.next_run_at, true from link_collection c
       where c.account_id = w.account_id and not c.never_scraped and ${DUE} order by c.next_run_at, c.link_id limit share.per_account)
    ) l
  ) due order by nth, next_run_at, link_id limit $1`;
