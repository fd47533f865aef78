import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@test/support/eventually';
import { type ServiceProcess } from '@test/support/service-process';
import { FaultHarness } from './support/fault-harness';
import { patient } from './support/patience';
import { Receiver } from './support/receivers';
import { TcpProxy } from './support/tcp-proxy';

/** Workers relay events by account: a frozen worker delays only the accounts whose leases it has. */
jest.setTimeout(patient(180_000));

const ACCOUNTS = 8;
const WORKERS = 3;
const EVENT_EVERY_MS = 500;
const LEASE_MS = 5_000;
const LAG_MS = patient(2_000);
const CALM_MS = 10_000;
const FROZEN_MS = 15_000;
/** With this latency a batch takes a tenth of a second, so that one is often running. */
const LATENCY_MS = 3;

interface Tenant {
  readonly accountId: number;
  readonly objectId: number;
}

interface Lag {
  readonly account: number;
  readonly events: number;
  readonly p99: number;
  readonly most: number;
}

describe('a worker that relays events is frozen', () => {
  let harness: FaultHarness;
  let receiver: Receiver;
  let tenants: readonly Tenant[];
  const workers: { readonly service: ServiceProcess; readonly proxy: TcpProxy }[] = [];

  beforeAll(async () => {
    harness = await FaultHarness.begin();
    receiver = await Receiver.begin();
    tenants = await Promise.all(Array.from({ length: ACCOUNTS }, (_, number) => aTenant(number)));
    for (let number = 0; number < WORKERS; number += 1) {
      const proxy = await TcpProxy.begin(() => harness.postgres.port);
      const service = await harness.startWorker({ DATABASE_URL: harness.postgres.url(proxy.port) });
      workers.push({ service, proxy });
    }
  }, patient(120_000));
  afterAll(async () => {
    await harness?.end();
    await receiver?.end();
    for (const { proxy } of workers) await proxy.end();
  }, patient(60_000));

  /** An account with an object and a webhook that receives every end of a run. */
  async function aTenant(number: number): Promise<Tenant> {
    const [tenant] = await harness.postgres.query<Tenant>(
      `with a as (insert into account (name, plan) values ($1, 'full') returning id),
         o as (insert into tracked_object (account_id, name) select id, 'Object' from a returning id, account_id),
         w as (insert into webhook (account_id, schema_version, target, event_types, bucket_window, filters)
           select account_id, 3, $2, '{scrape.run.finished}', 'immediate', '{}' from o)
       select account_id::int as "accountId", id::int as "objectId" from o`,
      [`Relay ${number}`, receiver.target],
    );
    if (!tenant) throw new Error('no account was made');
    return tenant;
  }

  /** Every account writes events until `isOver`; returns how many each has written. */
  async function writeEvents(isOver: () => boolean): Promise<number> {
    let written = 0;
    while (!isOver()) {
      await harness.postgres.query(
        `insert into outbox (account_id, event, payload, created_at)
         select a, 'CollectionRunFinished', jsonb_build_object('run_id', $3::int, 'object_ids', array[o], 'finished_at',
           to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS')), clock_timestamp()
         from unnest($1::bigint[], $2::bigint[]) t (a, o)`,
        [tenants.map(({ accountId }) => accountId), tenants.map(({ objectId }) => objectId), (serial += 1)],
      );
      written += 1;
      await pause(EVENT_EVERY_MS);
    }
    return written;
  }
  let serial = 1_000_000;

  const allRelayed = (): Promise<unknown> =>
    eventually('every event relayed', patient(60_000), async () => {
      const [row] = await harness.postgres.query<{ n: number }>(
        'select count(*)::int as n from outbox where relayed_at is null',
      );
      return row?.n === 0;
    });

  const lags = (since: Date): Promise<readonly Lag[]> =>
    harness.postgres.query<Lag>(
      `select account_id::int as account, count(*)::int as events, max(ms)::float8 as most,
         percentile_disc(0.99) within group (order by ms)::float8 as p99
       from (select account_id, extract(epoch from relayed_at - created_at) * 1000 as ms from outbox where created_at > $1) l
       group by account_id order by account_id`,
      [since],
    );

  const now = async (): Promise<Date> =>
    (await harness.postgres.query<{ at: Date }>('select clock_timestamp() as at'))[0]?.at ?? new Date();

  /** Accounts with a running batch in this worker. */
  async function leasedBy({ proxy }: (typeof workers)[0]): Promise<readonly number[]> {
    const rows = await harness.postgres.query<{ account: number }>(
      `select l.account_id::int as account from pg_stat_activity s
       join outbox_lease l on s.application_name = 'hrev relay ' || l.token
       where s.client_port = any($1::int[]) and s.xact_start is not null and l.lease_until > clock_timestamp()`,
      [proxy.portsAtServer],
    );
    return rows.map(({ account }) => account);
  }

  /** Freezes a worker in the middle of a batch. */
  async function freezeRelayingWorker(): Promise<{
    readonly holder: (typeof workers)[0];
    readonly accounts: readonly number[];
  }> {
    return eventually('a worker in the middle of a batch', patient(60_000), async () => {
      for (const holder of workers) {
        if ((await leasedBy(holder)).length === 0) continue;
        holder.service.signal('SIGSTOP');
        // A statement in flight may have ended the batch.
        await pause(200);
        const accounts = await leasedBy(holder);
        if (accounts.length > 0) return { holder, accounts };
        holder.service.signal('SIGCONT');
      }
      return false;
    });
  }

  it('F46: delays events of its accounts by at most a lease plus 2 s, others by less than 2 s, and relays no event twice', async () => {
    for (const { proxy } of workers) proxy.poison({ latencyMs: LATENCY_MS });
    let isOver = false;
    const writing = writeEvents(() => isOver);
    const calmSince = await now();
    await pause(CALM_MS);
    const calm = await lags(calmSince);
    const frozenSince = await now();
    const { holder, accounts } = await freezeRelayingWorker();
    await pause(FROZEN_MS);
    isOver = true;
    const written = await writing;
    await allRelayed();
    const frozen = await lags(frozenSince);
    holder.service.signal('SIGCONT');

    process.stderr.write(
      `relay: calm p99 ${worst(calm, 'p99')} ms; frozen: ${accounts.length} accounts leased, at most ${worst(lagsOf(frozen, accounts), 'most')} ms, others ${worst(othersOf(frozen, accounts), 'most')} ms\n`,
    );
    expect(worst(calm, 'p99')).toBeLessThan(LAG_MS);
    expect(accounts.length).toBeGreaterThan(0);
    expect(worst(lagsOf(frozen, accounts), 'most')).toBeLessThan(LEASE_MS + LAG_MS);
    expect(worst(othersOf(frozen, accounts), 'p99')).toBeLessThan(LAG_MS);
    expect(frozen.map(({ account }) => account)).toHaveLength(ACCOUNTS);

    // The frozen worker resumes after other workers have relayed all events.
    await eventually('the end of all deliveries', patient(60_000), async () => {
      const [row] = await harness.postgres.query<{ n: number }>(
        `select count(*)::int as n from webhook_delivery where state = 'pending'`,
      );
      return row?.n === 0;
    });
    await pause(2_000);
    const counts = await harness.postgres.query<{ n: number; runs: number }>(
      'select count(*)::int as n, count(distinct run_id)::int as runs from webhook_delivery group by account_id',
    );
    expect(counts).toEqual(tenants.map(() => ({ n: written, runs: written })));
    expect(holder.service.isUp).toBe(true);
    // It may log that its sessions were ended.
    const errors = holder.service.lines.filter((line) => /"level":"(error|fatal)"/.test(line));
    expect(errors.filter((line) => !line.includes('The service is not available at the moment'))).toEqual([]);
  });
});

const lagsOf = (lags: readonly Lag[], accounts: readonly number[]): readonly Lag[] =>
  lags.filter(({ account }) => accounts.includes(account));
const othersOf = (lags: readonly Lag[], accounts: readonly number[]): readonly Lag[] =>
  lags.filter(({ account }) => !accounts.includes(account));
const worst = (lags: readonly Lag[], figure: 'p99' | 'most'): number =>
  Math.round(Math.max(...lags.map((lag) => lag[figure])));
