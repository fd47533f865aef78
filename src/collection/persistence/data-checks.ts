import { overdueRows, type DataCheck } from '@libs/database';

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

export const OVERDUE_COLLECTION: readonly DataCheck[] = [
  {
    faults: 'links that were deleted more than 31 days ago',
    sql: `select l.account_id, l.id, least(l.deleted_at, o.deleted_at) as deleted_at
      from link_view l join tracked_object_view o on o.account_id = l.account_id and o.id = l.object_id
      where least(l.deleted_at, o.deleted_at) < now() - interval '31 days'
        and not exists (select from run_link r where r.link_id = l.id and r.outcome is null)`,
  },
  overdueRows({
    ...{ rows: 'ended runs', table: 'run', key: 'account_id, id' },
    ...{ since: 'finished_at', days: 90 },
  }),
  ...['source_hour', 'field_hour', 'unread_hour'].map((table) =>
    overdueRows({ rows: `hours of ${table}`, table, key: 'source_id', since: 'hour', days: 30 }),
  ),
  overdueRows({ rows: 'events of sources', table: 'source_event', key: 'id', since: 'at', days: 90 }),
];
