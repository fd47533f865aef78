import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@test/support/eventually';
import { FaultHarness, type Slug, type WatchedLink } from './support/fault-harness';
import { checkInvariants } from './support/invariants';
import { patient } from './support/patience';
import { blockable, clockOff } from './support/preload';

/** Faults F3, F21, F31, F34-F36: collections whose workers or platforms fail. */
jest.setTimeout(patient(240_000));

const HOUR_MS = 3_600_000;

describe('faults of a collection', () => {
  let harness: FaultHarness;

  beforeAll(async () => {
    harness = await FaultHarness.begin();
    await harness.startApi();
  });
  afterEach(async () => {
    harness.sandbox.slowDown(0);
    await checkInvariants(harness);
    for (const worker of harness.processes.filter((service) => service.isWorker)) await harness.stop(worker);
  }, patient(120_000));
  afterAll(() => harness?.end(), patient(60_000));

  const expectWhole = async (link: WatchedLink, count: number): Promise<void> =>
    expect(await harness.reviewsOf(link)).toEqual({ all: count, distinct: count, deleted: 0 });

  const editedOf = async (link: WatchedLink): Promise<number> => {
    const [row] = await harness.postgres.query<{ n: number }>(
      `select count(*)::int as n from review where link_id = $1 and text like 'Edited %'`,
      [link.linkId],
    );
    return row?.n ?? 0;
  };

  it('F3: after a worker is killed on page 2 of 5, another worker continues the run within 60 s, and no review is lost or duplicated', async () => {
    const first = await harness.startWorker();
    harness.sandbox.slowDown(400);
    const link = await harness.newLink('steam', 500);
    const before = await harness.untilPagesRead(link);
    await harness.kill(first);
    const killed = performance.now();
    expect((await harness.reviewsOf(link)).all).toBeGreaterThan(0);
    harness.sandbox.slowDown(0);
    await harness.startWorker();
    const row = await harness.untilEnded(link, 60_000);
    expect(performance.now() - killed).toBeLessThan(60_000);
    expect([row.id, row.outcome, row.attempts]).toEqual([before.id, 'success', 2]);
    await expectWhole(link, 500);
  });

  it('F3: after a worker is killed with 100 of 180 edited reviews stored, the next pass reads the other 80', async () => {
    const first = await harness.startWorker();
    const link = await harness.newLink('steam', 500);
    const whole = await harness.untilEnded(link);
    const edited = harness.sandbox.listing('steam', link.key).reviews.slice(0, 180);
    for (const { id } of edited) harness.sandbox.edit('steam', link.key, id, { text: `Edited ${id}` });
    harness.sandbox.slowDown(1_500);
    await harness.makeDue(link);
    await eventually('the first page', patient(30_000), async () => {
      const row = await harness.runLinkOf(link);
      return row !== undefined && row.id > whole.id && row.state === 'running' && row.pages === 1;
    });
    await harness.kill(first);
    expect(await editedOf(link)).toBe(100);
    harness.sandbox.slowDown(0);
    await harness.startWorker();
    expect(await harness.untilEnded(link, 60_000, whole.id)).toMatchObject({
      outcome: 'success',
      attempts: 2,
      pages: 3,
    });
    expect(await editedOf(link)).toBe(180);
    await expectWhole(link, 500);
  });

  it('F31: a worker that is stopped in the middle of a page exits with 0 and uses no attempt', async () => {
    const first = await harness.startWorker();
    harness.sandbox.slowDown(400);
    const link = await harness.newLink('steam', 500);
    const before = await harness.untilPagesRead(link);
    const stoppedAt = performance.now();
    expect(await harness.stop(first)).toBe(0);
    expect(performance.now() - stoppedAt).toBeLessThan(45_000);
    expect(await harness.runLinkOf(link)).toMatchObject({ id: before.id, state: 'queued', attempts: 0 });
    harness.sandbox.slowDown(0);
    await harness.startWorker();
    expect(await harness.untilEnded(link)).toMatchObject({ id: before.id, outcome: 'success', attempts: 1 });
    await expectWhole(link, 500);
  });

  it('F35: while the event loop of a worker is blocked for 20 s, another worker takes over, and late writes of the first are refused', async () => {
    const blocked = await harness.startWorker(blockable(20_000));
    harness.sandbox.slowDown(400);
    const link = await harness.newLink('steam', 900);
    const before = await harness.untilPagesRead(link);
    // The other worker needs time to start; the first one must still collect by then.
    harness.sandbox.slowDown(5_000);
    const other = await harness.startWorker();
    expect(await harness.runLinkOf(link)).toMatchObject({ state: 'running', attempts: 1 });
    blocked.signal('SIGUSR2');
    harness.sandbox.slowDown(400);
    const blockedAt = performance.now();
    const row = await harness.untilEnded(link, 60_000);
    expect([row.id, row.outcome, row.attempts]).toEqual([before.id, 'success', 2]);
    await pause(Math.max(0, 25_000 - (performance.now() - blockedAt)));
    expect(await harness.runLinkOf(link)).toMatchObject({ id: before.id, outcome: 'success', attempts: 2 });
    await expectWhole(link, 900);
    // The blocked worker has recovered and works alone.
    await harness.stop(other);
    harness.sandbox.slowDown(0);
    const next = await harness.newLink('steam', 30);
    expect(await harness.untilEnded(next)).toMatchObject({ outcome: 'success', attempts: 1 });
  });

  it.each([
    ['an hour fast', HOUR_MS],
    ['an hour slow', -HOUR_MS],
  ])(
    'F21: with the clock of one of two workers %s, no run link is taken over and none runs twice',
    async (_how, off) => {
      const pair = await Promise.all([
        harness.startWorker({ HREV_COLLECT_CONCURRENCY: '2' }),
        harness.startWorker({ HREV_COLLECT_CONCURRENCY: '2', ...clockOff(off) }),
      ]);
      harness.sandbox.slowDown(1_000);
      const links = await Promise.all([1, 2, 3, 4].map(() => harness.newLink('steam', 900)));
      const rows = await Promise.all(links.map((link) => harness.untilEnded(link, 120_000)));
      expect(rows.map((row) => [row.outcome, row.attempts])).toEqual(rows.map(() => ['success', 1]));
      for (const link of links) await expectWhole(link, 900);
      expect(pair.every((worker) => worker.isUp)).toBe(true);
    },
  );

  it('F36: two workers that plan the same 20 due links at once create one run per link and slot', async () => {
    const links = await Promise.all(Array.from({ length: 20 }, () => harness.newLink('steam', 3)));
    await Promise.all([harness.startWorker(), harness.startWorker()]);
    for (let round = 1; round <= 3; round += 1) {
      await eventually('the end of all collections', patient(120_000), async () => {
        const [row] = await harness.postgres.query<{ ended: number; open: number }>(
          `select count(*) filter (where state = 'ended')::int as ended, count(*) filter (where state <> 'ended')::int as open
           from run_link where link_id = any($1)`,
          [links.map((link) => link.linkId)],
        );
        return row?.open === 0 && row.ended === links.length * round;
      });
      if (round < 3) await harness.makeDue(...links);
    }
    const outcomes = await harness.postgres.query<{ outcome: string; attempts: number; n: number }>(
      'select outcome, attempts, count(*)::int as n from run_link where link_id = any($1) group by 1, 2',
      [links.map((link) => link.linkId)],
    );
    expect(outcomes).toEqual([{ outcome: 'success', attempts: 1, n: 60 }]);
  });

  describe('F34: a platform that refuses, breaks off or sends wrong data makes the collection fail and deletes no review', () => {
    const BEHAVIOURS = [
      'captcha',
      'blocked',
      'throttled',
      'error',
      'gone',
      'changed',
      'broken',
      'short',
      'empty',
      'loop',
    ] as const;
    /** Behavior that cannot be distinguished from a genuine list; nothing may be deleted because of it. */
    const LIKE_A_LIST: readonly string[] = ['short', 'empty', 'loop'];
    /** Steam and the App Store return an empty page for a missing one, as at the end of a list. */
    const mayPass = (slug: Slug, page: number): readonly string[] =>
      page > 1 && slug !== '2gis' ? [...LIKE_A_LIST, 'gone'] : LIKE_A_LIST;

    it.each([
      ['steam', 1],
      ['steam', 3],
      ['app-store', 1],
      ['app-store', 2],
      ['2gis', 1],
      ['2gis', 2],
    ] as const)('%s misbehaves from page %i', async (slug: Slug, page) => {
      await harness.startWorker({ HREV_COLLECT_CONCURRENCY: '20' });
      const links = await Promise.all(BEHAVIOURS.map(() => harness.newLink(slug, 260)));
      const first = await Promise.all(links.map((link) => harness.untilEnded(link, 120_000)));
      expect(first.map((row) => row.outcome)).toEqual(BEHAVIOURS.map(() => 'success'));
      for (const [index, behaviour] of BEHAVIOURS.entries()) {
        const link = links[index] as WatchedLink;
        harness.sandbox.behave(slug, link.key, behaviour, page);
      }
      // Twice, with more than the confirmation time in between: reviews that two passes miss would be deleted.
      let before = first.map((row) => row.id);
      for (let round = 0; round < 2; round += 1) {
        await pause(1_100);
        const ids = links.map((link) => link.linkId);
        await harness.postgres.query('update link_collection set full_pass_at = null where link_id = any($1)', [ids]);
        await harness.postgres.query(
          `update source_pace set closed_until = '-infinity', blocks_in_a_row = 0, closures_in_a_row = 0, refused_pages = '{}',
             refused_accounts = '{}', next_request_at = '-infinity'`,
        );
        await harness.makeDue(...links);
        const rows = await Promise.all(links.map((link, index) => harness.untilEnded(link, 200_000, before[index])));
        before = rows.map((row) => row.id);
        const wrong = rows.flatMap(({ outcome, scrape_error: error, pages }, index) =>
          outcome === 'failed' || mayPass(slug, page).includes(BEHAVIOURS[index] ?? '')
            ? []
            : [`${BEHAVIOURS[index]}, pass ${round + 1}: ${outcome} after ${pages} pages (${error})`],
        );
        expect(wrong).toEqual([]);
        for (const link of links) expect((await harness.reviewsOf(link)).deleted).toBe(0);
      }
      for (const link of links) harness.sandbox.behave(slug, link.key, 'normal');
    });
  });
});
