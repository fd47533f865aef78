import type { Database, DataCheck } from '@libs/database';
import { LAST_SEEN } from './review-columns';

/**
 * The age in seconds of the oldest stored record of each of these sources, whose terms limit how long records may be kept. Sources
 * without a record are left out. Reads one entry of an index per source.
 */
export async function oldestRecords(
  database: Database,
  sourceIds: readonly number[],
): Promise<readonly { readonly sourceId: number; readonly seconds: number }[]> {
  return database.query(
    `select s.id as "sourceId", extract(epoch from statement_timestamp() - o.read_at)::float8 as seconds
     from unnest($1::int[]) s (id) cross join lateral (
       select read_at from review_raw where source_id = s.id order by read_at limit 1) o`,
    [sourceIds],
  );
}

/** Checks of `hrev doctor --deep`: records that are stored for longer than the terms of their source allow. */
export function recordLimitChecks(
  limits: readonly { readonly id: number; readonly days: number }[],
): readonly DataCheck[] {
  const values = valuesOf(limits);
  return [
    {
      faults: 'stored records that are older than the terms of their source allow',
      // Records of a source that allows none are removed by the next round.
      sql: `select w.account_id, w.review_id, w.source_id, w.read_at from (values ${values}) l (id, days)
        join review_raw w on w.source_id = l.id
        where w.read_at < now() - greatest(make_interval(days => l.days), interval '1 hour')`,
    },
    {
      faults: 'stored records of a source with a limit that do not state when they were read',
      sql: `select r.account_id, r.id as review_id, r.source_id from (values ${values}) l (id, days)
        join link_view k on k.source_id = l.id
        join review r on r.account_id = k.account_id and r.link_id = k.id
        join review_raw w on w.account_id = r.account_id and w.review_id = r.id
        where w.source_id is null`,
    },
  ];
}

/**
 * Reviews that no pass has seen for as long as the terms of their source allow to keep content. They are kept (contract §4.4, §10); the
 * operator decides about them.
 */
export function unconfirmedReviews(limits: readonly { readonly id: number; readonly days: number }[]): DataCheck {
  return {
    faults: 'reviews that no pass has confirmed within the limit of their source',
    sql: `select r.account_id, r.id, r.source_id from (values ${valuesOf(limits)}) l (id, days)
      join link_view k on k.source_id = l.id
      join review r on r.account_id = k.account_id and r.link_id = k.id
      where ${LAST_SEEN} < now() - make_interval(days => greatest(l.days, 1))`,
  };
}

const valuesOf = (limits: readonly { readonly id: number; readonly days: number }[]): string =>
  limits.map(({ id, days }) => `(${id}, ${days})`).join(', ');
