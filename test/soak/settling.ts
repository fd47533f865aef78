/** Waits after the last fault until every link is collected and no work is pending, each with a limit. */
import { setTimeout as pause } from 'node:timers/promises';
import type { SoakHarness } from './soak-harness';

const POLL_MS = 500;
/** A request during an open run joins that run, so requests are repeated until the links are collected. */
const REQUEST_EVERY_MS = 2_000;

/** How a collection starts: by schedule, or by a client's request ("collect now"). */
export type StartedBy = 'schedule' | 'request';

/**
 * Waits until each link has `passes` successful visits that began after `since` (database's clock). With `onlyFullPasses`, only visits that were planned to read the whole list count. Links without enough visits after the limit are violations.
 */
export async function untilCollected(
  harness: SoakHarness,
  {
    since,
    passes,
    onlyFullPasses,
    startedBy,
    limitMs,
  }: { since: number; passes: number; onlyFullPasses: boolean; startedBy: StartedBy; limitMs: number },
): Promise<void> {
  const notCollected = async (): Promise<readonly { link_id: number; detail: string }[]> => {
    const rows = await harness.postgres.query<{ link_id: number; n: number; detail: string | null }>(
      `select c.link_id::int, count(l.id)::int as n,
         concat_ws(', ', c.scrape_status, c.scrape_error, c.stop_reason, 'frozen ' || c.frozen_at::text) as detail
       from link_collection c
       left join run_link l on l.link_id = c.link_id and l.outcome = 'success' and l.started_at > to_timestamp($1::float8 / 1000)
         and (l.wants_full or not $2::boolean)
       group by c.link_id`,
      [since, onlyFullPasses],
    );
    const counts = new Map(rows.map((row) => [row.link_id, row]));
    return harness.ledger.links
      .filter(({ link }) => (counts.get(link.id)?.n ?? 0) < passes)
      .map(({ link }) => ({ link_id: link.id, detail: counts.get(link.id)?.detail ?? 'no collection' }));
  };
  let requestedAt = -Infinity;
  const left = await untilEmpty(limitMs, async () => {
    const links = await notCollected();
    if (startedBy === 'request' && performance.now() - requestedAt >= REQUEST_EVERY_MS) {
      requestedAt = performance.now();
      await collectNow(harness, new Set(links.map(({ link_id }) => link_id)));
    }
    return links;
  });
  for (const { link_id, detail } of left)
    harness.journal.violation(
      'stuck',
      `link ${link_id}`,
      `not collected ${passes} times in ${limitMs / 1_000} s: ${detail}`,
    );
}

async function collectNow(harness: SoakHarness, linkIds: ReadonlySet<number>): Promise<void> {
  const objects = new Set(harness.ledger.links.filter(({ link }) => linkIds.has(link.id)).map(({ object }) => object));
  for (const { id, account } of objects)
    await harness.account(account).client.request('POST', `/v3/objects/${id}/collect`);
}

/**
 * Pending work: events that are not relayed, pending deliveries, replies that are being published, expired leases, runs without
 * an open link.
 */
const PENDING_WORK = `
  select 'event' as what, id::text as id, event as detail from outbox
    where relayed_at is null
  union all
  select 'delivery', d.id::text, concat_ws(' ', d.event_type, d.state, d.attempts, 'attempts', d.last_error) from webhook_delivery d
    join webhook w on w.id = d.webhook_id where d.state = 'pending'
  union all
  select 'reply', review_id::text, concat_ws(' ', state, action, attempts, 'attempts', reads, 'reads', error_detail) from review_reply
    where state in ('pending', 'publishing') or (in_doubt and due_at is not null)
  union all
  select 'lease', id::text, 'of link ' || link_id from run_link
    where state = 'running' and lease_until < clock_timestamp() - interval '10 seconds'
  union all
  select 'run', r.id::text, 'all of its links have ended' from run r
    where r.finished_at is null and r.created_at < clock_timestamp() - interval '10 seconds'
      and not exists (select from run_link l where l.run_id = r.id and l.state <> 'ended')`;

/**
 * Pending work creates more work: an event creates a delivery. All work that follows from an event is done after this many
 * rounds.
 */
const STEPS = 3;

/**
 * Waits until all work that is pending now, and the work that follows from it, is done. Work that is not done within the limit is
 * a violation. Collections continue and create new events, so a moment without any pending work may never come.
 */
export async function untilWorkDone(harness: SoakHarness, limitMs: number): Promise<void> {
  const pendingWork = (): Promise<{ what: string; id: string; detail: string }[]> =>
    harness.postgres.query(PENDING_WORK);
  for (let step = 0; step < STEPS; step += 1) {
    const initial = new Set((await pendingWork()).map(({ what, id }) => `${what} ${id}`));
    const isInitial = ({ what, id }: { what: string; id: string }): boolean => initial.has(`${what} ${id}`);
    const left = await untilEmpty(limitMs, async () => (await pendingWork()).filter(isInitial));
    for (const { what, id, detail } of left)
      harness.journal.violation('stuck', `${what} ${id}`, `not done in ${limitMs / 1_000} s: ${detail}`);
  }
}

/** Reads the list until it is empty or the limit has passed, and returns the last result. */
async function untilEmpty<T>(limitMs: number, read: () => Promise<readonly T[]>): Promise<readonly T[]> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const left = await read();
    if (left.length === 0 || performance.now() > deadline) return left;
    await pause(POLL_MS);
  }
}
