import type { Database } from '@libs/database';
import {
  SCRIPTED_SOURCE_ID,
  claimNow,
  collectionHarness,
  eventsOf,
  linkTo,
  scriptedPlatform,
  type CollectionHarness,
} from '@test/support/collection-harness';
import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';

const notVisited = (): never => {
  throw new Error('this platform is not visited');
};

describe('the events at the end of a run (contract §6.1)', () => {
  let fixture: StoreFixture;
  let database: Database;
  let harness: CollectionHarness;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    harness = await collectionHarness(database, { platforms: [scriptedPlatform(notVisited)] });
  });
  afterAll(async () => {
    await harness?.close();
    await fixture?.close();
  });

  /** Stores facts of a run about each object, executes `change` and ends the run. Returns the events of the run. */
  async function endRunWithFacts(link: LinkFixture, objectIds: readonly number[], change: string) {
    const claim = await claimNow(harness, link);
    await database.query(
      `insert into run_fact (run_id, object_id, fact, review_ids)
       select $1, o.id, f.fact, array[o.id] from unnest($2::bigint[]) o (id), (values ('appeared'), ('replied')) f (fact)`,
      [claim.runId, objectIds],
    );
    await database.query(change);
    await database.transaction(() => harness.results.saveFailure(claim, { scrapeError: 'blocked', kind: 'passing' }));
    return eventsOf(database, claim.runId);
  }

  it.each([
    ['contain', 'the object does not change', 'select'],
    ['omit', 'the object is disabled', 'update tracked_object set is_active = false where id = $1'],
    ['omit', 'the object is deleted', 'update tracked_object set deleted_at = now() where id = $1'],
    ['contain', 'its link is disabled', 'update link set is_active = false where object_id = $1'],
  ])('%s the facts about an object if %s before the end of the run', async (verb, _, change) => {
    const isIncluded = verb === 'contain';
    const link = await linkTo(database, SCRIPTED_SOURCE_ID);
    const other = await aLink(database, { accountId: link.accountId, sourceId: SCRIPTED_SOURCE_ID });
    const both = [link.objectId, other.objectId];
    const events = await endRunWithFacts(link, both, change.replace('$1', String(other.objectId)));
    expect(events).toMatchObject([
      {
        event: 'ReviewsAppeared',
        payload: { object_ids: isIncluded ? both : [link.objectId], review_count: isIncluded ? 2 : 1 },
      },
      { event: 'RepliesAppeared', payload: { object_ids: isIncluded ? both : [link.objectId] } },
      { event: 'CollectionRunFinished', payload: { object_ids: [link.objectId] } },
    ]);
  });

  it('consist only of `CollectionRunFinished` if the run has no facts about enabled objects', async () => {
    const link = await linkTo(database, SCRIPTED_SOURCE_ID);
    const off = `update tracked_object set is_active = false where id = ${link.objectId}`;
    const events = await endRunWithFacts(link, [link.objectId], off);
    expect(events.map(({ event }) => event)).toEqual(['CollectionRunFinished']);
  });

  it('have the same time, so that no webhook can change between them', async () => {
    const link = await linkTo(database, SCRIPTED_SOURCE_ID);
    await database.query('truncate outbox');
    await endRunWithFacts(link, [link.objectId], 'select');
    const [times] = await database.query('select count(*) as n, count(distinct created_at) as times from outbox');
    expect(times).toEqual({ n: 3, times: 1 });
  });
});
