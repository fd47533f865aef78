/**
 * Requests to the platform for a page that 100 accounts have linked, compared with a page of one account (R26), in the four periods of
 * a day. In each period, every link is collected once, at the due time that the planner gave it; the time until then is skipped by
 * moving the due times of all waiting links alike. Two workers collect.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { BenchRun } from '../bench-run';
import { LoopbackCollection } from '../loopback/collection';
import { medianInterval } from '../measure/statistics';

const ACCOUNTS = 100;
const PERIODS = 4;
const WORKERS = 2;
const LIMIT_MS = 60_000;
const LOOK_EVERY_MS = 100;
const FORM = { pages: 1, size: 20 };

export async function measureSharedPage(run: BenchRun): Promise<void> {
  const collection = await LoopbackCollection.open(run, {
    database: { name: 'loopback_shared' },
    workers: WORKERS,
    settings: { HREV_COLLECT_EVERY: '6h' },
  });
  try {
    const accounts = await collection.addAccounts(ACCOUNTS);
    const shared = collection.platform.listAddress('shared', FORM);
    const single = collection.platform.listAddress('single', FORM);
    await collection.addLinks(
      accounts,
      Array.from({ length: ACCOUNTS }, () => shared),
    );
    await collection.addLinks(accounts.slice(0, 1), [single]);
    await collection.makeDue([shared, single], 0);
    await collection.untilCollected(ACCOUNTS + 1);
    await collection.platform.counts();
    const periods = { shared: [] as number[], single: [] as number[] };
    for (let period = 0; period < PERIODS; period += 1) {
      await collectOnce(collection, shared);
      await collectOnce(collection, single);
      const { requests } = await collection.platform.counts();
      periods.shared.push(requests['shared'] ?? 0);
      periods.single.push(requests['single'] ?? 0);
    }
    for (const variant of ['shared', 'single'] as const) {
      const rounds = periods[variant];
      const value = rounds.reduce((sum, count) => sum + count, 0);
      const linked = variant === 'shared' ? ACCOUNTS : 1;
      run.cells.push({ id: 'shared-page', variant, value, unit: 'requests/day', rounds, accounts: linked });
      run.log(`${variant}: requests in each period: ${rounds.join(', ')}`);
    }
    run.evaluate('R26', medianInterval(periods.shared.map((count, period) => count / (periods.single[period] ?? 0))));
  } finally {
    await collection.close();
  }
}

/** Collects every link to this address once. Links that are due at different times need several steps. */
async function collectOnce({ client }: LoopbackCollection, address: string): Promise<void> {
  await client.query('truncate run cascade');
  for (;;) {
    const { rowCount: waiting } = await client.query(
      `with waiting as (
         select c.link_id, c.next_run_at - min(c.next_run_at) over () as later
         from link_collection c join link l on l.id = c.link_id
         where l.url = $1 and not exists (select from run_link r where r.link_id = c.link_id)
       )
       update link_collection c set next_run_at = clock_timestamp() + w.later from waiting w where w.link_id = c.link_id`,
      [address],
    );
    if (waiting === 0) return;
    await untilSettled(client);
  }
}

/** Waits until the links that are due now are collected. */
async function untilSettled(client: pg.Client): Promise<void> {
  const deadline = performance.now() + LIMIT_MS;
  while (performance.now() < deadline) {
    const { rows } = await client.query<{ is_settled: boolean }>(
      `select not exists (select from run_link where ended_at is null)
         and not exists (select from link_collection where next_run_at <= clock_timestamp()) as is_settled`,
    );
    if (rows[0]?.is_settled === true) return;
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error('the links of a page were not collected in time');
}
