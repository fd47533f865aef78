import type { Database } from '@libs/database';
import { collectionHarness, linkTo } from '@test/support/collection-harness';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';

const STEAM = 8;
const TRUSTPILOT = 4;

describe('workers with and without a browser (docs/production.md, "Two kinds of workers")', () => {
  let fixture: StoreFixture;
  let database: Database;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
  });
  beforeEach(() => database.query('truncate account, source_pace cascade'));
  afterAll(() => fixture?.close());

  it.each([
    ['on', [TRUSTPILOT, STEAM]],
    ['off', [STEAM]],
    ['only', [TRUSTPILOT]],
  ] as const)('with HREV_COLLECT_BROWSER=%s, a worker claims links of the sources %j', async (use, expected) => {
    const harness = await collectionHarness(database, { environment: { HREV_COLLECT_BROWSER: use } });
    try {
      const links = [await linkTo(database, STEAM), await linkTo(database, TRUSTPILOT)];
      for (const link of links)
        await harness.planner.collectNow(link.accountId, link.objectId, { full: false, minGapMs: 0 });
      const claims = await harness.collector.claimUpTo(null, 8);
      expect(claims.map(({ sourceId }) => sourceId).sort((a, b) => a - b)).toEqual(expected);
    } finally {
      await harness.close();
    }
  });

  it('a command collects the links of its run from every source', async () => {
    const harness = await collectionHarness(database, { environment: { HREV_COLLECT_BROWSER: 'off' } });
    try {
      const link = await linkTo(database, TRUSTPILOT);
      const runId = await harness.planner.collectNow(link.accountId, link.objectId, { full: false, minGapMs: 0 });
      expect(await harness.collector.claim(runId)).toMatchObject({ sourceId: TRUSTPILOT });
    } finally {
      await harness.close();
    }
  });
});
