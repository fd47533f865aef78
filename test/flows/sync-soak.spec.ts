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
import { aLink, storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { SyncFollower, syncService } from '@test/support/sync-harness';
import { createTestDatabase, type TestDatabase } from '@test/support/test-database';

/**
 * 24 writers of one account use the intake while connections are cut and two transactions stay open, one in the same database and one
 * in another database of the cluster. Meanwhile readers follow their cursors.
 */
const WRITERS = 24;
const TRANSACTIONS = 1_500;
/** A limit for slow machines. */
const AT_MOST_MS = 600_000;
const CUT_EVERY_MS = 500;
const READER_PAUSE_MS = 20;

describe('sync soak (fault F17)', () => {
  let fixture: StoreFixture;
  let otherDatabase: TestDatabase;
  let writerDatabase: Database;
  const openTransactions: pg.Client[] = [];
  let cutter: pg.Client;

  beforeAll(async () => {
    fixture = await storeFixture();
    otherDatabase = await createTestDatabase();
    const pool = { poolSize: WRITERS, statementTimeoutMs: 20_000, applicationName: 'soak-writer' };
    const dataSource = createDataSource({ url: fixture.url, ...pool });
    await dataSource.initialize();
    writerDatabase = new Database(dataSource);
    for (const url of [otherDatabase.url, fixture.url]) openTransactions.push(await longTransaction(url));
    cutter = new pg.Client({ connectionString: fixture.url });
    await cutter.connect();
  });

  afterAll(async () => {
    await cutter.end();
    for (const client of openTransactions) await client.end();
    await writerDatabase.close();
    await otherDatabase.drop();
    await fixture.close();
  });

  it('every copy equals the table at the end', async () => {
    const targets = await makeTargets(fixture.database);
    const [first] = targets as [IntakeTarget];
    const sync = syncService(fixture.database);
    const selections = [
      { kind: 'object', objectId: first.objectId },
      { kind: 'folder', folderId: await folderOf(fixture.database, targets) },
    ] as const;
    const reader = { accountId: first.accountId, visiblePerLink: null };
    const followers = selections.flatMap((selection) => [
      new SyncFollower(sync, reader, selection, 7),
      new SyncFollower(sync, reader, selection, 500),
      new SyncFollower(sync, reader, selection, 50, 'changes'),
    ]);
    for (const follower of followers) await follower.page();

    const tally = { committed: 0, broken: 0 };
    let isWriting = true;
    const writers = Array.from({ length: WRITERS }, (_, index) =>
      write(writerDatabase, targets, seededRandom(index), tally),
    );
    const readers = followers.map(async (follower) => {
      while (isWriting) {
        await follower.page().catch(ignoreUnavailable);
        await pause(READER_PAUSE_MS);
      }
    });
    const cutting = cutConnections(cutter, () => isWriting);
    await Promise.all(writers);
    isWriting = false;
    await Promise.all([...readers, cutting]);

    // The two long transactions are still open: no writer waited for them.
    for (const follower of followers) await follower.catchUp();
    expect(tally.committed).toBeGreaterThanOrEqual(TRANSACTIONS);
    expect(tally.broken).toBeGreaterThan(0);
    for (const follower of followers) {
      const table = await tableOf(fixture.database, follower.selection.kind === 'object' ? first.objectId : null);
      expect([follower.name, follower.rows()]).toEqual([follower.name, table]);
      expect(follower.pages).toBeGreaterThan(10);
    }
  }, 900_000);
});

async function longTransaction(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('begin');
  await client.query('select pg_current_xact_id()');
  return client;
}

/** Creates four links of two objects, and a run for the facts of the writes. */
async function makeTargets(database: Database): Promise<readonly IntakeTarget[]> {
  const first = await aLink(database, { sourceId: 1 });
  const { accountId, objectId } = first;
  const second = await aLink(database, { accountId, sourceId: 1 });
  const links = [
    first,
    await aLink(database, { accountId, objectId, sourceId: 2 }),
    second,
    await aLink(database, { accountId, objectId: second.objectId, sourceId: 2 }),
  ];
  const [run] = await database.query<{ id: number }>(
    `insert into run (account_id, cause) values ($1, 'manual') returning id`,
    [accountId],
  );
  return links.map((link) => ({
    ...link,
    runId: (run as { id: number }).id,
    rawPrivacy: { names: [], drop: [] },
    contentDays: null,
  }));
}

async function folderOf(database: Database, targets: readonly IntakeTarget[]): Promise<number> {
  const [folder] = await database.query<{ id: number }>(
    `insert into folder (account_id, name) values ($1, 'All') returning id`,
    [targets[0]?.accountId],
  );
  const { id } = folder as { id: number };
  for (const objectId of new Set(targets.map((target) => target.objectId))) {
    await database.query('insert into folder_object values ($1, $2, $3)', [targets[0]?.accountId, id, objectId]);
  }
  return id;
}

/** Writes small pages and sometimes marks reviews as deleted. Counts the writes that fail because their connection was cut. */
async function write(
  database: Database,
  targets: readonly IntakeTarget[],
  random: () => number,
  tally: { committed: number; broken: number },
): Promise<void> {
  const store = new ReviewIntakeStore(database);
  const counter = new ChangeCounterStore(database);
  const intake = new ReviewIntakeService(store, new ReviewRoadStore(database), counter, database);
  const until = performance.now() + AT_MOST_MS;
  while (tally.committed < TRANSACTIONS && performance.now() < until) {
    const target = targets[Math.floor(random() * targets.length)] as IntakeTarget;
    const page = Array.from({ length: 1 + Math.floor(random() * 4) }, () =>
      aCollectedReview({ externalId: String(Math.floor(random() * 400)), text: `Text ${random()}` }),
    );
    try {
      const { seenIds } = await intake.takePage(target, page);
      if (random() < 0.1) {
        await database.transaction(async () => {
          const change = await counter.next(target.accountId, seenIds.length);
          await new UnseenReviewStore(database).markDeleted(seenIds, change);
        });
      }
      tally.committed += 1;
    } catch (error) {
      if (!isCutConnection(error)) throw error;
      tally.broken += 1;
    }
  }
}

function isCutConnection(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'service_unavailable';
  return error instanceof Error && /not queryable/.test(error.message);
}

/** A reader whose request fails with 503 sends it again with the same cursor, as a client does. */
function ignoreUnavailable(error: unknown): void {
  if (!isCutConnection(error)) throw error;
}

/** Uses a connection of its own, because a new connection may time out under this load. */
async function cutConnections(client: pg.Client, isWriting: () => boolean): Promise<void> {
  while (isWriting()) {
    await pause(CUT_EVERY_MS);
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'soak-writer' order by random() limit 1`,
    );
  }
}

async function tableOf(database: Database, objectId: number | null): Promise<unknown[]> {
  const rows = await database.query<{ id: number; text: string; gone: boolean }>(
    'select id, text, deleted_at is not null as gone from review where $1::bigint is null or object_id = $1 order by id',
    [objectId],
  );
  return rows.map(({ id, text, gone }) => [id, text, gone]);
}
