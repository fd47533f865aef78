import { PARTIAL_BELOW, REFUSALS } from '@src/objects';

const texts = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ');

/**
 * The rule of `linkState` for a link `l`, its collection `c` and its total `t` of stored reviews (`link_total`, outer join). What could
 * not be read is a warning, so that the share of the reviews needs no part of it.
 */
export const LINK_STATE = `case
  when not l.is_active then 'off'
  when c.scrape_status = 'in_progress' then 'collecting'
  when c.frozen_at is not null then 'paused'
  when c.scrape_status = 'pending' then 'waiting'
  when c.scrape_status = 'failed' then
    case when split_part(c.scrape_error, ':', 1) in (${texts(REFUSALS)}) then 'refused' else 'failed' end
  when c.warning = 'many_reviews_missing' or c.count_disputes > 0 or c.unread is not null
    or coalesce(t.n, 0) < c.platform_review_count * ${PARTIAL_BELOW} then 'partial'
  else 'up_to_date' end`;
