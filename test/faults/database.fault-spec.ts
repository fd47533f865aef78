import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { eventually } from '@test/support/eventually';
import { type ServiceProcess } from '@test/support/service-process';
import { FaultHarness, type WatchedLink } from './support/fault-harness';
import { checkInvariants } from './support/invariants';
import { Load, type Sample } from './support/load';
import { patient } from './support/patience';

/** Faults F7-F13, F15, F18: failures of PostgreSQL and the network while clients read and write and a worker collects. */
jest.setTimeout(patient(240_000));

const STATEMENT_LIMIT_MS = 6_000;

describe('faults of the database', () => {
  let harness: FaultHarness;
  let api: ServiceProcess;
  let worker: ServiceProcess;
  let link: WatchedLink;
  let load: Load;
  let last = 0;

  beforeAll(async () => {
    harness = await FaultHarness.begin({ environment: { HREV_COLLECT_LEASE: '15s' } });
    [api, worker] = await Promise.all([harness.startApi(), harness.startWorker()]);
    link = await harness.newLink('steam', 400);
    last = (await harness.untilEnded(link)).id;
    load = new Load(harness, { read: `/v3/reviews?object_id=${link.objectId}&limit=50` });
    await load.untilRecovered(performance.now(), 30_000);
  });

  afterEach(async () => {
    harness.proxy.heal();
    harness.sandbox.slowDown(0);
    await harness.makeDue(link);
    const row = await harness.untilEnded(link, 60_000, last);
    last = row.id;
    expect(row).toMatchObject({ outcome: 'success', scrape_error: null });
    expect([api.isUp, worker.isUp]).toEqual([true, true]);
    await checkInvariants(harness);
  }, patient(240_000));
  afterAll(async () => {
    await load?.end();
    await harness?.end();
  }, patient(60_000));

  /**
   * Expects that since `since` only 2xx, 503 and what `isExpected` selects were returned, `/health` was always 200, and no response took
   * longer than `withinMs`.
   */
  function expectOnlyOutageErrors(since: number, withinMs: number, isExpected = (_: Sample): boolean => false): void {
    const samples = load.since(since);
    const wrong = samples.filter((sample) => ![200, 201, 503].includes(sample.status) && !isExpected(sample));
    expect(wrong.map(({ what, status, text }) => [what, status, text.slice(0, 200)])).toEqual([]);
    expect(load.since(since, 'alive').filter((sample) => sample.status !== 200)).toEqual([]);
    const slow = samples.filter((sample) => sample.ms > patient(withinMs));
    expect(slow.map(({ what, status, ms }) => [what, status, Math.round(ms)])).toEqual([]);
    for (const { text } of samples.filter((sample) => sample.status === 503))
      expect(JSON.parse(text)).toEqual({ detail: expect.any(String) as string, code: 'service_unavailable' });
  }

  /** Starts a collection that runs when the fault begins. */
  async function startCollection(): Promise<void> {
    harness.sandbox.slowDown(300);
    harness.sandbox.edit('steam', link.key, harness.sandbox.listing('steam', link.key).reviews[0]?.id ?? '', {
      text: `Edited ${performance.now()}`,
    });
    await harness.postgres.query(`update link_collection set full_pass_at = null where link_id = $1`, [link.linkId]);
    await harness.makeDue(link);
    await eventually('the start of a collection', patient(20_000), async () => {
      const row = await harness.runLinkOf(link);
      return row !== undefined && row.id > last && row.state === 'running' && row.pages >= 1;
    });
  }

  it.each([
    ['F7', 'stopped fast and restarted', () => harness.postgres.stopFast(), 0],
    ['F8', 'crashed and restarted after 5 s', () => harness.postgres.crash(), 5_000],
    ['F9', 'killed with -9 and restarted', () => harness.postgres.kill(), 0],
  ] as const)(
    '%s: when PostgreSQL is %s under load, requests get 503 until at most 10 s after the restart, and then succeed',
    async (_id, _how, stop, downMs) => {
      await startCollection();
      const began = performance.now();
      await stop();
      await pause(downMs);
      await harness.postgres.start();
      const restartedAt = performance.now();
      await load.untilRecovered(restartedAt, 10_000);
      expectOnlyOutageErrors(began, downMs + 15_000);
      const next = await harness.newLink('steam', 10);
      await eventually(
        'the next collection',
        patient(5_000),
        async () => (await harness.runLinkOf(next)) !== undefined,
      );
      await harness.untilEnded(next);
    },
  );

  it('F10: while PostgreSQL is frozen for 20 s, requests end with 503 within 6 s, /health returns 200 and /health/read 503', async () => {
    await startCollection();
    const began = performance.now();
    harness.postgres.freeze();
    try {
      await pause(20_000);
    } finally {
      harness.postgres.thaw();
    }
    const thawed = performance.now();
    const during = load.since(began + 1_500).filter((sample) => sample.at + sample.ms < thawed);
    expect(new Set(during.filter(({ what }) => what === 'ready').map(({ status }) => status))).toEqual(new Set([503]));
    expect(during.filter(({ what }) => what === 'read').length).toBeGreaterThan(3);
    await load.untilRecovered(thawed, 15_000);
    // One second of tolerance for timers on a busy machine.
    expectOnlyOutageErrors(began, STATEMENT_LIMIT_MS + 1_000);
  });

  it('F11: while PostgreSQL has no free connection, requests get 503 within 2 s and workers pause between retries', async () => {
    const began = performance.now();
    const idle = [await harness.postgres.connect()];
    const linesBefore = worker.lines.length;
    // The services compete for the connections that are freed by ending theirs. The test gets them within a few rounds.
    for (let round = 0; round < 5; round += 1) {
      await idle[0]?.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'hrev%'`,
      );
      idle.push(...(await useAllConnections()));
    }
    expect(idle.length).toBeGreaterThan(50);
    await pause(5_000);
    expect(worker.lines.length - linesBefore).toBeLessThan(200);
    const freedAt = performance.now();
    await Promise.all(idle.map((client) => client.end()));
    await load.untilRecovered(freedAt, 10_000);
    const refused = load.since(began).filter((sample) => sample.status === 503);
    expect(refused.length).toBeGreaterThan(0);
    expectOnlyOutageErrors(began, 4_000);
  });

  /** Connects until PostgreSQL has no connection left. */
  async function useAllConnections(): Promise<pg.Client[]> {
    const clients: pg.Client[] = [];
    for (;;) {
      const batch = await Promise.allSettled(Array.from({ length: 10 }, () => harness.postgres.connect()));
      clients.push(...batch.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
      if (batch.some((one) => one.status === 'rejected')) return clients;
    }
  }

  it('F12: with a latency of 200 ms ± 100 to PostgreSQL, no lease is lost and no collection runs twice', async () => {
    harness.proxy.poison({ latencyMs: 200, jitterMs: 100 });
    await startCollection();
    const before = await harness.runLinkOf(link);
    const row = await harness.untilEnded(link, 120_000, last);
    expect([row.id, row.attempts, row.outcome]).toEqual([before?.id, 1, 'success']);
    last = row.id;
    harness.proxy.heal();
    await load.untilRecovered(performance.now(), 20_000);
  });

  it('F13: detects half-open connections within 30 s', async () => {
    // Wake-ups use separate connections: some are sent before the fault, some after requests succeed again.
    await someLinks();
    await startCollection();
    const began = performance.now();
    harness.proxy.freezeExisting();
    const recovered = await someLinks();
    await load.untilRecovered(began + 100, 30_000);
    const withinMs = 30_000 - (performance.now() - began);
    // The platform is slow, so that the collections themselves take several seconds more.
    const begins = (next: WatchedLink): Promise<unknown> =>
      eventually(
        'the start of the next collection',
        withinMs,
        async () => ((await harness.runLinkOf(next))?.attempts ?? 0) > 0,
      );
    await Promise.all(recovered.map(begins));
    await Promise.all(recovered.map((next) => harness.untilEnded(next)));
    // The session of a lost connection holds the key of its request until PostgreSQL ends it, after 10 s.
    const isHeldKey = ({ what, status, text }: Sample): boolean =>
      what === 'write' && status === 409 && text.includes('"idempotency_in_progress"');
    expectOnlyOutageErrors(began, 30_000, isHeldKey);
    const linesBefore = api.lines.length;
    await harness.untilEnded(await harness.newLink('steam', 10));
    expect(api.lines.slice(linesBefore).filter((line) => line.includes('was not sent'))).toEqual([]);
  });

  const someLinks = (): Promise<WatchedLink[]> =>
    Promise.all([1, 2, 3].map(() => eventually('a link', patient(15_000), () => harness.newLink('steam', 10))));

  it('F15: while the database is read-only, reads succeed and writes get 503', async () => {
    const began = performance.now();
    await harness.postgres.query('alter system set default_transaction_read_only = on');
    await harness.postgres.query('select pg_reload_conf()');
    const writes = (): readonly number[] => load.since(began + 1_000, 'write').map((sample) => sample.status);
    await eventually('refused writes', patient(15_000), () => Promise.resolve(writes().length > 4));
    expect(new Set(writes())).toEqual(new Set([503]));
    expect(new Set(load.since(began, 'read', 'ready').map((sample) => sample.status))).toEqual(new Set([200]));
    await harness.postgres.query('begin; set transaction read write; commit');
    const client = await harness.postgres.connect();
    await client.query('set default_transaction_read_only = off');
    await client.query('alter system reset default_transaction_read_only');
    await client.query('select pg_reload_conf()');
    await client.end();
    await load.untilRecovered(performance.now(), 10_000);
    expectOnlyOutageErrors(began, 10_000);
  });

  it('F18: after the listening connections are cut, the next collection starts within 5 s', async () => {
    const cut = await harness.postgres.query<{ name: string }>(
      `select application_name as name, pg_terminate_backend(pid) from pg_stat_activity
       where application_name in ('hrev-queue', 'hrev-access-changes')`,
    );
    expect(new Set(cut.map((row) => row.name))).toEqual(new Set(['hrev-queue', 'hrev-access-changes']));
    const next = await harness.newLink('steam', 10);
    await eventually('the next collection', patient(5_000), async () => (await harness.runLinkOf(next)) !== undefined);
    await harness.untilEnded(next);
  });
});
