import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { createDataSource, Database } from '@libs/database';
import { AppError } from '@libs/kernel';
import { ChangeCounterStore } from '@src/reviews/persistence/change-counter.store';
import { ReviewIntakeStore } from '@src/reviews/intake/persistence/review-intake.store';
import { ReviewRoadStore } from '@src/reviews/intake/persistence/review-road.store';
import { UnseenReviewStore } from '@src/reviews/intake/persistence/unseen-review.store';
import type { IntakeTarget } from '@src/reviews/intake/page-intake';
import { ReviewIntakeService } from '@src/reviews/intake/review-intake.service';
import { aCollectedReview } from '@test/support/collected-review';
import { seededRandom } from '@test/support/feed-harness';
import { FaultHarness } from './support/fault-harness';
import { checkInvariants } from './support/invariants';
import { patient } from './support/patience';

/**
 * Fault F17: writers in one account and readers of the change stream, during three restarts of PostgreSQL and a transaction that
 * stays open in another database of the cluster. `FAULT_SEED` repeats a run, `FAULT_SECONDS` makes it longer.
 */
jest.setTimeout(patient(600_000));

const SEED = Number(process.env['FAULT_SEED'] ?? randomInt(1_000_000));
const SECONDS = Number(process.env['FAULT_SECONDS'] ?? 60);
const WRITERS = 24;

describe(`run 1, F17: sync under restarts, seed ${SEED}`, () => {
  let harness: FaultHarness;
  let writerDatabase: Database;
  let otherSession: pg.Client;

  beforeAll(async () => {
    process.stderr.write(`sync under restarts: FAULT_SEED=${SEED}\n`);
    harness = await FaultHarness.begin();
    await harness.startApi();
    const pool = { poolSize: WRITERS, statementTimeoutMs: 20_000, applicationName: 'writer' };
    // Through the proxy, because a restart may change the port of the server.
    const dataSource = createDataSource({ url: harness.postgres.url(harness.proxy.port), ...pool });
    await dataSource.initialize();
    writerDatabase = new Database(dataSource);
  });
  afterAll(async () => {
    await otherSession?.end().catch(() => undefined);
    await writerDatabase?.close().catch(() => undefined);
    await harness?.end();
  }, patient(60_000));

  it('every acknowledged change is in every copy, and every copy equals the table', async () => {
    const targets = await makeTargets();
    await holdTransaction();
    const random = seededRandom(SEED);
    const until = performance.now() + SECONDS * 1_000;
    const acknowledged = new Map<string, string>();
    const tally = { committed: 0, broken: 0, pages: 0, refused: 0 };
    const writers = Array.from({ length: WRITERS }, (_, number) =>
      write({ targets, number, random: seededRandom(SEED + number), until, acknowledged, tally }),
    );
    const readers = [...harness.copies.values()].map((copy) => read(copy, until, tally));
    for (const how of ['stopFast', 'crash', 'kill'] as const) {
      await pause((SECONDS * 1_000) / 5 + random() * 2_000);
      await harness.postgres[how]();
      await harness.postgres.start();
      await holdTransaction();
    }
    await Promise.all([...writers, ...readers]);
    process.stderr.write(`sync under restarts: ${JSON.stringify(tally)}\n`);
    expect(tally.committed).toBeGreaterThan(100);
    expect(tally.broken).toBeGreaterThan(0);
    const deleted = await harness.postgres.query<{ n: number }>(
      'select count(*)::int as n from review where deleted_at is not null',
    );
    await checkInvariants(harness, { deletions: deleted[0]?.n ?? 0 });
    const rows = await harness.postgres.query<{ name: string; text: string }>(
      `select link_id || ' ' || external_id as name, text from review`,
    );
    const stored = new Map(rows.map((row) => [row.name, row.text]));
    const lost = [...acknowledged].filter(([name, text]) => stored.get(name) !== text);
    expect(lost).toEqual([]);
  });

  async function holdTransaction(): Promise<void> {
    await otherSession?.end().catch(() => undefined);
    otherSession = await harness.postgres.connect('postgres');
    await otherSession.query('begin');
    await otherSession.query('select pg_current_xact_id()');
  }

  async function makeTargets(): Promise<readonly IntakeTarget[]> {
    const links = [await harness.newLink('steam', 0), await harness.newLink('steam', 0)];
    // No worker collects them: only this test writes their reviews.
    await harness.postgres.query('update link_collection set next_run_at = null');
    const [run] = await harness.postgres.query<{ id: number }>(
      `insert into run (account_id, cause) values ($1, 'manual') returning id::int`,
      [harness.account.id],
    );
    const [source] = await harness.postgres.query<{ id: number }>(`select id from source where slug = 'steam'`);
    return links.map(({ objectId, linkId }) => ({
      accountId: harness.account.id,
      objectId,
      linkId,
      sourceId: source?.id ?? 0,
      runId: run?.id ?? 0,
      rawPrivacy: { names: [], drop: [] },
      contentDays: null,
    }));
  }

  interface WriterOptions {
    readonly targets: readonly IntakeTarget[];
    readonly number: number;
    readonly random: () => number;
    readonly until: number;
    readonly acknowledged: Map<string, string>;
    readonly tally: { committed: number; broken: number };
  }

  /** Each writer has separate reviews, so that the last acknowledged text must be stored. */
  async function write({ targets, number, random, until, acknowledged, tally }: WriterOptions): Promise<void> {
    const store = new ReviewIntakeStore(writerDatabase);
    const counter = new ChangeCounterStore(writerDatabase);
    const intake = new ReviewIntakeService(store, new ReviewRoadStore(writerDatabase), counter, writerDatabase);
    while (performance.now() < until) {
      const target = targets[Math.floor(random() * targets.length)] as IntakeTarget;
      const page = Array.from({ length: 1 + Math.floor(random() * 4) }, () =>
        aCollectedReview({ externalId: `${number}-${Math.floor(random() * 30)}`, text: `Text ${random()}` }),
      );
      const once = [...new Map(page.map((review) => [review.externalId, review])).values()];
      try {
        const { seenIds } = await intake.takePage(target, once);
        for (const review of once) acknowledged.set(`${target.linkId} ${review.externalId}`, review.text ?? '');
        if (random() < 0.1) {
          await writerDatabase.transaction(async () => {
            const change = await counter.next(target.accountId, seenIds.length);
            await new UnseenReviewStore(writerDatabase).markDeleted(seenIds, change);
          });
        }
        tally.committed += 1;
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'service_unavailable') throw error;
        // The write was not acknowledged, so it may or may not be stored.
        for (const review of once) acknowledged.delete(`${target.linkId} ${review.externalId}`);
        tally.broken += 1;
        await pause(50);
      }
    }
  }

  async function read(
    copy: { step(): Promise<boolean> },
    until: number,
    tally: { pages: number; refused: number },
  ): Promise<void> {
    while (performance.now() < until) {
      try {
        await copy.step();
        tally.pages += 1;
      } catch (error) {
        if (!/response of the sync is (503|0)/.test(String(error))) throw error;
        tally.refused += 1;
      }
      await pause(50);
    }
  }
});
