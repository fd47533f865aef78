/** After the last fault: waits until every link was read and no work is pending, each with a limit. */
import { setTimeout as pause } from 'node:timers/promises';
import type { SoakWorld } from './soak-world';

const LOOK_MS = 500;
/** A run that is open takes up what is asked of it; one that has ended needs a new request. */
const ASK_EVERY_MS = 2_000;

/** How a link comes to be read: when its time has come, or because its client asks for it ("collect now"). */
export type ReadBy = 'schedule' | 'request';

/**
 * Waits until each link was read to the end of `passes` visits that began after `since` (database's clock) without a fault;
 * with `whole`, of visits that were to read the whole list: what was planned before the processes were restarted is not.
 * Links that do not get there are violations.
 */
export async function untilRead(
  world: SoakWorld,
  { since, passes, whole, by, limitMs }: { since: number; passes: number; whole: boolean; by: ReadBy; limitMs: number },
): Promise<void> {
  const unread = async (): Promise<readonly { link_id: number; said: string }[]> => {
    const rows = await world.postgres.query<{ link_id: number; n: number; said: string | null }>(
      `select c.link_id::int, count(l.id)::int as n,
         concat_ws(', ', c.scrape_status, c.scrape_error, c.stop_reason, 'frozen ' || c.frozen_at::text) as said
       from link_collection c
       left join run_link l on l.link_id = c.link_id and l.outcome = 'success' and l.started_at > to_timestamp($1::float8 / 1000)
         and (l.wants_full or not $2::boolean)
       group by c.link_id`,
      [since, whole],
    );
    const counts = new Map(rows.map((row) => [row.link_id, row]));
    return world.ledger.links
      .filter(({ link }) => (counts.get(link.id)?.n ?? 0) < passes)
      .map(({ link }) => ({ link_id: link.id, said: counts.get(link.id)?.said ?? 'it has no collection' }));
  };
  let askedAt = -Infinity;
  const left = await emptied(limitMs, async () => {
    const links = await unread();
    if (by === 'request' && performance.now() - askedAt >= ASK_EVERY_MS) {
      askedAt = performance.now();
      await collectNow(world, new Set(links.map(({ link_id }) => link_id)));
    }
    return links;
  });
  for (const { link_id, said } of left)
    world.journal.violation('stuck', `link ${link_id}`, `not read ${passes} times in ${limitMs / 1_000} s: ${said}`);
}

async function collectNow(world: SoakWorld, linkIds: ReadonlySet<number>): Promise<void> {
  const objects = new Set(world.ledger.links.filter(({ link }) => linkIds.has(link.id)).map(({ object }) => object));
  for (const { id, account } of objects) await world.account(account).client.ask('POST', `/v3/objects/${id}/collect`);
}

/** Pending work: waiting events, pending deliveries, replies that are being published, expired leases. */
const UNDER_WAY = `
  select 'event' as what, id::text as id, event as said from outbox
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
  select 'run', r.id::text, 'no link of it is open' from run r
    where r.finished_at is null and r.created_at < clock_timestamp() - interval '10 seconds'
      and not exists (select from run_link l where l.run_id = r.id and l.state <> 'ended')`;

/** An event becomes a delivery, a delivery is made: what is owed at one look is done after so many. */
const STEPS = 3;

/**
 * Waits until everything that is owed now, and what comes of it, is done; what is left is a violation. Collections continue for
 * ever, and with them the news of their ends, so it is never asked for a moment at which no work is pending.
 */
export async function untilQuiet(world: SoakWorld, limitMs: number): Promise<void> {
  const underWay = (): Promise<{ what: string; id: string; said: string }[]> => world.postgres.query(UNDER_WAY);
  for (let step = 0; step < STEPS; step += 1) {
    const owed = new Set((await underWay()).map(({ what, id }) => `${what} ${id}`));
    const isOwed = ({ what, id }: { what: string; id: string }): boolean => owed.has(`${what} ${id}`);
    const left = await emptied(limitMs, async () => (await underWay()).filter(isOwed));
    for (const { what, id, said } of left)
      world.journal.violation('stuck', `${what} ${id}`, `not done in ${limitMs / 1_000} s: ${said}`);
  }
}

/** The list once it is empty, or as it is at the end of the time. */
async function emptied<T>(limitMs: number, look: () => Promise<readonly T[]>): Promise<readonly T[]> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const left = await look();
    if (left.length === 0 || performance.now() > deadline) return left;
    await pause(LOOK_MS);
  }
}
