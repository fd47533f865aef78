/** Checks counters, figures of the API and sizes of tables, and measures how long events waited. */
import type { FaultWindows } from '../fault-windows';
import { isSuccess } from '../client';
import type { ReviewRecord } from '../records';
import type { SoakHarness } from '../soak-harness';

/** Links whose counters, which triggers maintain, differ from a recount. */
const RECOUNT = `
  select link_id::int, coalesce(kinds, 0)::int as kinds, coalesce(total, 0)::int as total, coalesce(stored, 0)::int as stored,
    coalesce(live, 0)::int as live from
    (select link_id, count(*) as stored from review group by 1) r
    full join (select link_id, sum(n) as kinds from link_stat group by 1) s using (link_id)
    full join (select link_id, n as total from link_total) t using (link_id)
    full join (select link_id, count(*) as live from review where deleted_at is null group by 1) l using (link_id)
  where coalesce(kinds, 0) <> coalesce(stored, 0) or coalesce(total, 0) <> coalesce(live, 0)`;

export async function checkCounters(harness: SoakHarness): Promise<void> {
  const rows = await harness.postgres.query<{
    link_id: number;
    kinds: number;
    total: number;
    stored: number;
    live: number;
  }>(RECOUNT);
  for (const row of rows)
    harness.journal.violation(
      'counters',
      `link ${row.link_id}`,
      `kinds ${row.kinds} of ${row.stored}, total ${row.total} of ${row.live}`,
    );
}

/** Compares analytics and the feed's total of each object with its rows. */
export async function checkFigures(harness: SoakHarness, reviews: readonly ReviewRecord[]): Promise<void> {
  for (const object of harness.ledger.objects.filter((one) => !one.isDeleted)) {
    const links = new Set(object.links.filter((link) => !link.isDeleted).map((link) => link.id));
    const rows = reviews.filter((review) => links.has(review.link_id) && !review.is_deleted);
    const { client } = harness.account(object.account);
    // Review dates are in the platform's local time, which may be tomorrow in UTC; the default range ends today.
    const everything = `object_id=${object.id}&min_rating=0&published_to=9999-12-31`;
    const figures = await client.requestUntilFinal('GET', `/v3/analytics?${everything}`);
    const summary = figures.answer.body['summary'] as { total_reviews?: number; reply?: { total_with_reply?: number } };
    const feed = await client.requestUntilFinal('GET', `/v3/reviews?object_id=${object.id}&limit=1&show_pinned=true`);
    const reported = [summary?.total_reviews, summary?.reply?.total_with_reply, feed.answer.body['total']];
    const counted = [
      rows.length,
      rows.filter((row) => row.reply_text !== null).length,
      rows.filter((row) => !row.is_hidden).length,
    ];
    if (!isSuccess(feed.answer) || JSON.stringify(reported) !== JSON.stringify(counted))
      harness.journal.violation(
        'figures',
        `object ${object.id}`,
        `total, with reply and feed are ${reported.join()} in the API, counted ${counted.join()}`,
      );
  }
}

/** Compares hidden and pinned reviews with the requested ones, and pinned reviews also in their order. */
export async function checkCuration(harness: SoakHarness): Promise<void> {
  for (const object of harness.ledger.objects.filter((one) => !one.isDeleted)) {
    const { client } = harness.account(object.account);
    const read = async (list: string): Promise<readonly number[]> => {
      const { answer } = await client.requestUntilFinal('GET', `/v3/objects/${object.id}/${list}?limit=1000`);
      return (answer.body['data'] as readonly { id: number }[]).map(({ id }) => id);
    };
    const [hidden, pins] = [await read('hidden-reviews'), await read('pinned-reviews')];
    const sorted = (ids: Iterable<number>): string => [...ids].sort((a, b) => a - b).join();
    if (sorted(hidden) !== sorted(object.hidden))
      harness.journal.violation(
        'hidden',
        `object ${object.id}`,
        `${sorted(hidden)} instead of ${sorted(object.hidden)}`,
      );
    if (pins.join() !== object.pins.join())
      harness.journal.violation('pinned', `object ${object.id}`, `${pins.join()} instead of ${object.pins.join()}`);
  }
}

export interface Lag {
  readonly events: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** How long events waited for their relay, in milliseconds: all events, and those that no fault affected. */
export async function relayLag(harness: SoakHarness): Promise<{ readonly all: Lag; readonly calm: Lag }> {
  const rows = await harness.postgres.query<{ created: number; lag: number }>(
    `select (extract(epoch from created_at) * 1000)::float8 as created,
       (extract(epoch from relayed_at - created_at) * 1000)::float8 as lag
     from outbox where relayed_at is not null`,
  );
  const calm = rows.filter((row) => isCalm(harness.faults, row.created, row.created + row.lag));
  return { all: lagOf(rows.map((row) => row.lag)), calm: lagOf(calm.map((row) => row.lag)) };
}

const isCalm = (faults: FaultWindows, from: number, to: number): boolean => !faults.overlaps(from, to);

function lagOf(lags: number[]): Lag {
  lags.sort((a, b) => a - b);
  const at = (share: number): number =>
    Math.round(lags[Math.min(lags.length - 1, Math.floor(lags.length * share))] ?? 0);
  return { events: lags.length, p50: at(0.5), p99: at(0.99), max: at(1) };
}

/** Tables with one row per account, source, link or webhook, which do not grow with the work. */
const BOUNDED = [
  'account_change',
  'source_pace',
  'account_pace',
  'account_queue',
  'link_collection',
  'link_total',
  'link_stat',
  'link_month',
  'webhook_dispatch',
];
const MAX_BYTES = 32 * 1024 * 1024;

export async function checkSizes(harness: SoakHarness): Promise<readonly { name: string; bytes: number }[]> {
  const rows = await harness.postgres.query<{ name: string; bytes: number }>(
    `select c.relname as name, pg_total_relation_size(c.oid)::float8 as bytes from pg_class c
     join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname = 'public' order by 2 desc`,
  );
  for (const { name, bytes } of rows)
    if (BOUNDED.includes(name) && bytes > MAX_BYTES)
      harness.journal.violation('size', name, `${Math.round(bytes / 1024 / 1024)} MB, although it has few rows`);
  return rows;
}
