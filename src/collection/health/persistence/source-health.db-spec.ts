import { SCRIPTED_SOURCE_ID, claimNow, collectionHarness, scriptedPlatform } from '@test/support/collection-harness';
import type { CollectionHarness } from '@test/support/collection-harness';
import { aLink, storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { SourceHealthStore } from './source-health.store';

describe('the outcomes of visits', () => {
  let fixture: StoreFixture;
  let harness: CollectionHarness;

  beforeAll(async () => {
    fixture = await storeFixture();
    const platform = scriptedPlatform(async function* () {
      yield { reviews: [] };
      return await Promise.resolve({ coverage: 'all' as const });
    });
    harness = await collectionHarness(fixture.database, { platforms: [platform] });
  });
  beforeEach(() => fixture.database.query('truncate account, source_hour cascade'));
  afterAll(async () => {
    await harness?.close();
    await fixture?.close();
  });

  it.each([
    [1, 'its owner reads it, 2 minutes after its due time', 'owner', 2],
    [0, 'its owner reads it, 4 minutes after its due time', 'owner', 4],
    [1, 'its public page is read, 35 minutes after its due time', 'public', 35],
    [0, 'its public page is read, 37 minutes after its due time', 'public', 37],
  ] as const)('contract §4.16: %i visits of a link were on time if %s', async (onTime, _, readBy, minutes) => {
    const { database } = fixture;
    const link = await aLink(database, { sourceId: SCRIPTED_SOURCE_ID });
    await database.query(`update link_collection set road = 'public', read_by = $1, last_scraped_at = now()`, [readBy]);
    const claim = await claimNow(harness, link);
    await database.query(`update run_link set ended_at = scheduled_at + $2 * interval '1 minute' where id = $1`, [
      claim.runLinkId,
      minutes,
    ]);
    await database.prepared(new SourceHealthStore(database).visitStatement(claim, 'success'));
    expect(await database.query('select visits, on_time as "onTime" from source_hour')).toEqual([
      { visits: 1, onTime },
    ]);
  });

  it('a visit within a minute of its due time is on time, however short the period is', async () => {
    const { database } = fixture;
    const claim = await claimNow(harness, await aLink(database, { sourceId: SCRIPTED_SOURCE_ID }));
    await database.query(
      `update run_link set moves_up_at = scheduled_at + interval '2 seconds', ended_at = scheduled_at + interval '59 seconds' where id = $1`,
      [claim.runLinkId],
    );
    await database.prepared(new SourceHealthStore(database).visitStatement(claim, 'success'));
    expect(await database.query('select on_time as "onTime" from source_hour')).toEqual([{ onTime: 1 }]);
  });
});
