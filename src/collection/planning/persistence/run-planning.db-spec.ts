import { aLink, storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { RunPlanningStore } from './run-planning.store';

describe('the query of due links', () => {
  let fixture: StoreFixture;

  beforeAll(async () => {
    fixture = await storeFixture();
  });
  afterAll(() => fixture.close());

  it('finds the run links of a link by index, even with a plan that was cached while there were few runs', async () => {
    const { linkId } = await aLink(fixture.database);
    await fixture.database.query(
      `update link_collection set next_run_at = clock_timestamp() - interval '1 minute' where link_id = $1`,
      [linkId],
    );
    const plan = await fixture.database.transaction(async () => {
      await fixture.database.query('set local plan_cache_mode = force_generic_plan');
      expect(await new RunPlanningStore(fixture.database).lockDue(1)).toMatchObject({
        links: [{ linkId }],
        hasMore: false,
      });
      return fixture.database.query<{ 'QUERY PLAN': string }>(
        `explain (costs off) execute "read-plannable-links"(array[${linkId}], 1000)`,
      );
    });
    const lines = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(lines).toContain('run_link_one_open');
    expect(lines).not.toMatch(/hashed|Seq Scan on run_link/);
  });
});
