import type { Database } from '@libs/database';
import { collectedReviews } from '@test/support/collected-review';
import {
  SCRIPTED_SOURCE_ID,
  collectionHarness,
  linkTo,
  scriptedPlatform,
  type CollectionHarness,
} from '@test/support/collection-harness';
import { whileRowsAreLocked } from '@test/support/held-rows';
import { inEveryOrder, type Outcome } from '@test/support/interleaving';
import { storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import type { ClaimedLink } from './run-lease.store';

const noSetUp = (): Promise<void> => Promise.resolve();
const linkIdsOf = (rows: readonly { readonly linkId: number }[]): number[] => rows.map(({ linkId }) => linkId);

/** Planning and claiming do not wait for locks of another planner, or of a worker that writes a page of the link. */
describe('skips rows that another transaction has locked', () => {
  let fixture: StoreFixture;
  let database: Database;
  let harness: CollectionHarness;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    const platform = scriptedPlatform(async function* () {
      yield { reviews: collectedReviews(1) };
      return { coverage: 'all' };
    });
    harness = await collectionHarness(database, { platforms: [platform] });
  });
  afterAll(async () => {
    await harness?.close();
    await fixture?.close();
  });

  /** Two links of one account that are due and were collected before. */
  const twoLinks = async (): Promise<number[]> => {
    const first = await linkTo(database, SCRIPTED_SOURCE_ID);
    const second = await linkTo(database, SCRIPTED_SOURCE_ID, { accountId: first.accountId });
    await database.query(`update link_collection set last_scraped_at = now(), scrape_status = 'success'`);
    return [first.linkId, second.linkId];
  };
  const claims = (leaseMs = 15_000, runId: number | null = null): Promise<readonly ClaimedLink[]> =>
    harness.leases.claim([{ sourceId: SCRIPTED_SOURCE_ID, concurrency: 9, accountLimit: 1_000 }], leaseMs, runId, 8);
  const claim = async (leaseMs?: number): Promise<number[]> => linkIdsOf(await claims(leaseMs));
  const claimedBy = (outcome: Outcome | undefined) =>
    (outcome as { readonly value: readonly ClaimedLink[] } | undefined)?.value ?? [];
  const collectNow = ({ accountId, objectId }: LinkFixture): Promise<number> =>
    harness.planner.collectNow(accountId, objectId, { full: false, minGapMs: 0 });
  const linksInRuns = async (): Promise<number[]> =>
    linkIdsOf(await database.query<{ linkId: number }>('select link_id as "linkId" from run_link'));
  const plan = (): Promise<unknown> => harness.planDue();
  const LINK = 'select from link_collection where link_id = $1 for update';
  const RUN_LINK = 'select from run_link where link_id = $1 for update';

  it.each<{
    readonly action: string;
    readonly setUp: () => Promise<unknown>;
    readonly lock: string;
    readonly work: () => Promise<readonly number[]>;
  }>([
    { action: 'planning due links', setUp: noSetUp, lock: LINK, work: () => plan().then(linksInRuns) },
    {
      action: 'choosing a link that probes its source',
      setUp: noSetUp,
      lock: LINK,
      work: async () => linkIdsOf(await harness.planning.lockProbe(SCRIPTED_SOURCE_ID)),
    },
    { action: 'claiming queued links', setUp: plan, lock: RUN_LINK, work: claim },
    {
      action: 'claiming links whose lease has expired',
      setUp: () => plan().then(() => claim(0)),
      lock: RUN_LINK,
      work: claim,
    },
    {
      action: 'raising the priority of queued links',
      setUp: plan,
      lock: RUN_LINK,
      work: async () => {
        await harness.planning.raisePriority(await linksInRuns());
        return linkIdsOf(await database.query('select link_id as "linkId" from run_link where priority < 2'));
      },
    },
  ])('when $action', async ({ setUp, lock, work }) => {
    for (const lockedIndex of [0, 1]) {
      await database.query('truncate account, source_pace cascade');
      const linkIds = await twoLinks();
      await setUp();
      expect(await whileRowsAreLocked(database, lock, [linkIds[lockedIndex]], () => work())).toEqual([
        linkIds[1 - lockedIndex],
      ]);
    }
  });

  it.each<[string, { readonly isVisited?: boolean; readonly ofRun?: boolean }]>([
    ['an account without visits', {}],
    ['an account with a visit', { isVisited: true }],
    ['the run that a command waits for', { ofRun: true }],
  ])('when claiming links of %s, to which a planner adds one; each link is claimed once', async (_, of) => {
    await inEveryOrder({
      on: database,
      atMost: 20,
      given: async () => {
        await database.query('truncate account, source_pace cascade');
        const first = await linkTo(database, SCRIPTED_SOURCE_ID);
        const { accountId } = first;
        if (of.isVisited) {
          await collectNow(await linkTo(database, SCRIPTED_SOURCE_ID, { accountId }));
          expect(await claims()).toHaveLength(1);
        }
        const runId = await collectNow(first);
        return { first, runId, added: await linkTo(database, SCRIPTED_SOURCE_ID, { accountId }) };
      },
      contenders: {
        plan: ({ added }) => collectNow(added),
        claim: ({ runId }) => claims(15_000, of.ofRun ? runId : null),
      },
      holds: async ({ first, added }, { order, outcomes }) => {
        expect(order).not.toMatch(/claim\d+…/);
        const linkIds = linkIdsOf([...claimedBy(outcomes['claim']), ...(await claims())]);
        expect(linkIds.sort((a, b) => a - b)).toEqual([first.linkId, added.linkId]);
      },
    });
  });

  it('when a link is claimed while the visit of its page looks for links that take part; it has one lease', async () => {
    const url = 'https://scripted.example/page';
    await inEveryOrder({
      on: database,
      given: async () => {
        await database.query('truncate account, source_pace cascade');
        await collectNow(await linkTo(database, SCRIPTED_SOURCE_ID, { url }));
        const [visit] = await claims();
        const other = await linkTo(database, SCRIPTED_SOURCE_ID, { url });
        await collectNow(other);
        return { visit: visit as ClaimedLink, other };
      },
      // Each sends its COMMIT in the same round trip, outside a transaction. Here the COMMIT is a step of its own.
      contenders: {
        join: ({ visit }) => database.transaction(() => harness.leases.claimCompanions(visit)),
        claim: () => database.transaction(() => claims()),
      },
      holds: async ({ other }, { order, outcomes }) => {
        const holders = [...claimedBy(outcomes['join']), ...claimedBy(outcomes['claim'])];
        const [row] = await database.query('select lease_token as token from run_link where link_id = $1', [
          other.linkId,
        ]);
        expect(holders.map(({ token }) => ({ token }))).toEqual([row]);
        expect(order).not.toContain('…');
      },
    });
  });
});
