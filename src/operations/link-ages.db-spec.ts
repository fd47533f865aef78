import { ClusterMetrics } from '@libs/metrics';
import { CollectionFigures } from '@src/collection/health/collection-figures.service';
import { CollectionFiguresQuery } from '@src/collection/health/persistence/collection-figures.query';
import { AuditTrail } from '@src/audit';
import { AuditStore } from '@src/audit/persistence/audit.store';
import { SourceControlService, SourceControlStore, SourceHealthStore } from '@src/collection';
import { Unavailable } from '@libs/sources';
import { collectedReviews } from '@test/support/collected-review';
import { valueIn } from '@test/support/metric-values';
import {
  SCRIPTED_SOURCE_ID,
  collectOnce,
  collectionHarness,
  linkTo,
  scriptedPlatform,
  type CollectionHarness,
} from '@test/support/collection-harness';
import { aLink, storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { DriftReader } from './drift-reader.service';
import { presentSource, type AdminSource } from './http/source.shapes';
import { AlarmStore } from './persistence/alarm.store';
import { SourcesReport } from './sources-report.service';

/** How long ago the links of a source were read, by road (contract §4.16). */
describe('the ages of links', () => {
  let fixture: StoreFixture;
  let harness: CollectionHarness;
  let report: SourcesReport;
  let fails: boolean;

  beforeAll(async () => {
    fixture = await storeFixture();
    const { database } = fixture;
    const platform = scriptedPlatform(async function* () {
      if (fails) throw new Unavailable('credentials_insufficient', 'the plan has no reviews');
      yield { reviews: collectedReviews(1) };
      return await Promise.resolve({ coverage: 'all' as const });
    });
    harness = await collectionHarness(database, { platforms: [platform] });
    const [control, health] = [new SourceControlStore(database), new SourceHealthStore(database)];
    const audit = new AuditTrail(new AuditStore(database));
    const actions = new SourceControlService(database, harness.catalogue, control, harness.planner, audit);
    const drift = new DriftReader(health, new AlarmStore(database));
    report = new SourcesReport(harness.catalogue, health, control, actions, drift);
  });
  beforeEach(async () => {
    fails = false;
    await fixture.database.query('truncate account cascade');
  });
  afterAll(async () => {
    await harness?.close();
    await fixture?.close();
  });

  const ages = async (): Promise<AdminSource['ages'] | undefined> => {
    report.forget();
    const found = (await report.read()).find(({ source }) => source.id === SCRIPTED_SOURCE_ID);
    return found && presentSource(found).ages;
  };
  /** Creates links of one account that a road read so many minutes ago; `null`: never. */
  const linksRead = async (road: string | null, minutes: readonly (number | null)[], state = ''): Promise<number> => {
    const { accountId, linkId } = await aLink(fixture.database, { sourceId: SCRIPTED_SOURCE_ID });
    const linkIds = [linkId];
    while (linkIds.length < minutes.length)
      linkIds.push((await aLink(fixture.database, { accountId, sourceId: SCRIPTED_SOURCE_ID })).linkId);
    await fixture.database.query(
      `update link_collection c set road = $1, read_at = statement_timestamp() - x.minutes * interval '1 minute', next_run_at = now() ${state}
       from unnest($2::bigint[], $3::int[]) as x(id, minutes) where c.link_id = x.id`,
      [road, linkIds, minutes],
    );
    return accountId;
  };
  const row = (road: string | null, links: number, never: number, p50: number | null, p95: number | null) => {
    const near = (minutes: number | null): unknown => (minutes === null ? null : expect.closeTo(minutes * 60, -2));
    return { road, links, never_read: never, p50_seconds: near(p50), p95_seconds: near(p95) };
  };

  it('are the median and the 95th percentile of each road; links that were never read are counted apart', async () => {
    await linksRead('public', [...Array.from({ length: 19 }, (_, nth) => 10 * (nth + 1)), 5_000]);
    await linksRead('owner', [3, null, null]);
    await linksRead(null, [null]);
    expect(await ages()).toEqual([
      row('owner', 3, 2, 3, 3),
      row('public', 20, 0, 100, 190),
      row(null, 1, 1, null, null),
    ]);
  });

  it.each([
    ['the link is off', `update link set is_active = false`],
    ['the link is deleted', `update link set deleted_at = now()`],
    ['the object is off', `update tracked_object set is_active = false`],
    ['the link is frozen', `update link_collection set frozen_at = now()`],
    ['the account is suspended', `update account set status = 'suspended'`],
    ['the trial is over', `update account set plan = 'trial', trial_ends_at = now() - interval '1 day'`],
  ])('leave a link out if %s', async (_, change) => {
    await linksRead('public', [10]);
    expect(await ages()).toHaveLength(1);
    await fixture.database.query(change);
    expect(await ages()).toEqual([]);
  });

  it('count from the last collection that succeeded: a failure leaves the age as it is', async () => {
    const link = await linkTo(fixture.database, SCRIPTED_SOURCE_ID);
    fails = true;
    expect(await collectOnce(harness, link)).toMatchObject({ outcome: 'failed' });
    expect(await ages()).toEqual([row('public', 1, 1, null, null)]);
    fails = false;
    expect(await collectOnce(harness, link)).toMatchObject({ outcome: 'success' });
    expect(await ages()).toEqual([row('public', 1, 0, 0, 0)]);
    await fixture.database.query(`update link_collection set read_at = read_at - interval '2 hours'`);
    fails = true;
    expect(await collectOnce(harness, link)).toMatchObject({ outcome: 'failed' });
    expect(await ages()).toEqual([row('public', 1, 0, 120, 120)]);
  });

  it('are metrics', async () => {
    await linksRead('owner', [10, 20, null]);
    await linksRead('public', [30]);
    const { database } = fixture;
    const metrics = new ClusterMetrics();
    const query = new CollectionFiguresQuery(database);
    const periods = { HREV_COLLECT_EVERY: 21_600_000, HREV_COLLECT_OWNER_EVERY: 1_800_000 };
    const health = new SourceHealthStore(database);
    new CollectionFigures(metrics, query, health, harness.catalogue, periods).onModuleInit();
    await metrics.read();
    const text = await metrics.text();
    const ageOf = (percentile: string): string =>
      `hrev_source_link_age_seconds{source="scripted",road="owner",percentile="${percentile}"}`;
    expect(valueIn(text, ageOf('50'))).toBeCloseTo(600, -2);
    expect(valueIn(text, ageOf('95'))).toBeCloseTo(1_200, -2);
    expect(valueIn(text, 'hrev_source_links_never_read{source="scripted"}')).toBe(1);
    // The source has the road `public` only; a period of another one is not known.
    expect(valueIn(text, 'hrev_source_period_seconds{source="scripted",road="public"}')).toBe(21_600);
    expect(text).not.toContain('hrev_source_period_seconds{source="scripted",road="owner"}');
  });
});
