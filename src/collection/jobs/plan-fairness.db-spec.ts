import { randomInt } from 'node:crypto';
import type { Database } from '@libs/database';
import {
  SCRIPTED_SOURCE_ID,
  collectionHarness,
  scriptedPlatform,
  type CollectionHarness,
} from '@test/support/collection-harness';
import { eventually } from '@test/support/eventually';
import { aLink, storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { WakeupHandlers } from '@libs/queue';
import { CollectionWorker } from './collection.worker';

const BATCH = 100;

describe('planning is round-robin by account if more links are due than fit a batch (contract §10.7)', () => {
  let fixture: StoreFixture;
  let database: Database;
  let harness: CollectionHarness;
  /** Called when a visit begins. */
  let onVisit: () => Promise<void>;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    const platform = scriptedPlatform(async function* () {
      await onVisit();
      yield { reviews: [] };
      return { coverage: 'all' };
    });
    harness = await collectionHarness(database, { platforms: [platform] });
  });
  beforeEach(async () => {
    onVisit = () => Promise.resolve();
    await database.query('truncate account, source_pace, review, review_raw cascade');
  });
  afterAll(async () => {
    await harness?.close();
    await fixture?.close();
  });

  /** Creates an account with this many links that have been due for this many minutes. */
  const createAccount = async (links: number, minutes: number, wasCollected = true): Promise<number> => {
    const { accountId } = await aLink(database, { sourceId: SCRIPTED_SOURCE_ID });
    await database.query(
      `with o as (insert into tracked_object (account_id, name) select $1, 'o' from generate_series(2, $2::int) returning id),
         l as (insert into link (account_id, object_id, source_id, url)
           select $1, o.id, $3, 'https://scripted.example/' || o.id from o returning id, object_id)
       insert into link_collection (link_id, account_id, object_id, source_id, next_run_at)
       select l.id, $1, l.object_id, $3, clock_timestamp() from l`,
      [accountId, links, SCRIPTED_SOURCE_ID],
    );
    await makeAllDue(accountId, minutes, wasCollected);
    return accountId;
  };
  const makeAllDue = (accountId: number, minutes: number, wasCollected: boolean): Promise<number> =>
    database.execute(
      `update link_collection set next_run_at = clock_timestamp() - $2 * interval '1 minute',
         last_scraped_at = case when $3 then clock_timestamp() end where account_id = $1`,
      [accountId, minutes, wasCollected],
    );
  const countPlanned = async (accountId: number, cause = '%'): Promise<number> => {
    const [row] = await database.query<{ n: number }>(
      'select count(*)::int as n from run_link l join run r on r.id = l.run_id where l.account_id = $1 and r.cause like $2',
      [accountId, cause],
    );
    return row?.n ?? 0;
  };

  it('plans links of all accounts in a batch, even if one account has hundreds of due links', async () => {
    const many = await createAccount(3 * BATCH, 600);
    const few = await createAccount(3, 10);
    const one = await createAccount(1, 1);
    expect(await harness.planner.planSome()).toEqual({ planned: BATCH, hasMore: true });
    expect([await countPlanned(many), await countPlanned(few), await countPlanned(one)]).toEqual([BATCH - 4, 3, 1]);
  });

  it('shares a batch between two accounts with hundreds of due links', async () => {
    const [one, other] = [await createAccount(2 * BATCH, 600), await createAccount(2 * BATCH, 1)];
    await harness.planner.planSome();
    expect([await countPlanned(one), await countPlanned(other)]).toEqual([BATCH / 2, BATCH / 2]);
  });

  it('plans first collections before overdue links of the same account', async () => {
    const accountId = await createAccount(2 * BATCH, 600);
    await database.query(
      `update link_collection set last_scraped_at = null, next_run_at = clock_timestamp()
       where link_id in (select link_id from link_collection order by link_id desc limit 3)`,
    );
    await harness.planner.planSome();
    expect([await countPlanned(accountId, 'first'), await countPlanned(accountId)]).toEqual([3, BATCH]);
  });

  it('plans accounts with first collections first if a batch is too small for all accounts, and other accounts in later batches', async () => {
    const overdueAccounts = [];
    for (let index = 0; index < BATCH + 20; index += 1)
      overdueAccounts.push(await createAccount(2, 60 + randomInt(600)));
    const newAccounts = [await createAccount(1, 0, false), await createAccount(1, 0, false)];
    expect(await harness.planner.planSome()).toEqual({ planned: BATCH, hasMore: true });
    for (const accountId of newAccounts) expect(await countPlanned(accountId, 'first')).toBe(1);
    for (const accountId of overdueAccounts) expect(await countPlanned(accountId)).toBeLessThanOrEqual(1);
    expect(await harness.planDue()).toBe(2 * (BATCH + 20) + 2 - BATCH);
  });

  it('plans each link once with concurrent planners', async () => {
    for (let index = 0; index < 4; index += 1) await createAccount(BATCH, 60);
    const counts = await Promise.all(Array.from({ length: 4 }, () => harness.planDue()));
    const rest = await harness.planDue();
    expect(counts.reduce((sum, count) => sum + count, rest)).toBe(4 * BATCH);
    expect(await harness.planDue()).toBe(0);
  });

  it('claims between two batches, so that the first visit begins before the last link is planned', async () => {
    const accountId = await createAccount(4 * BATCH, 60);
    const plannedAtVisits: number[] = [];
    onVisit = async () => void plannedAtVisits.push(await countPlanned(accountId));
    const worker = new CollectionWorker(harness.config, new WakeupHandlers(), harness.planner, harness.collector);
    const poll = worker.poll();
    await eventually('the first visit', 30_000, () => Promise.resolve(plannedAtVisits.length > 0));
    await worker.beforeApplicationShutdown();
    await poll;
    expect(plannedAtVisits[0]).toBeLessThan(4 * BATCH);
  });
});
