import { AuditTrail } from '@src/audit';
import { AuditStore } from '@src/audit/persistence/audit.store';
import { SourceControlService, SourceControlStore, SourceHealthStore } from '@src/collection';
import { Changed, Gone } from '@libs/sources';
import { collectedReviews } from '@test/support/collected-review';
import {
  SCRIPTED_SOURCE_ID,
  collectOnce,
  collectionHarness,
  linkTo,
  scriptedPlatform,
  type CollectionHarness,
} from '@test/support/collection-harness';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { DriftReader } from './drift-reader.service';
import { presentSource, type AdminSource } from './http/source.shapes';
import { AlarmStore } from './persistence/alarm.store';
import { SourcesReport } from './sources-report.service';

/** What a source is judged by (contract §4.16): never by the links of one account alone, where others have some. */
describe('the state of a source', () => {
  let fixture: StoreFixture;
  let harness: CollectionHarness;
  let report: SourcesReport;
  let error: Error | null;

  beforeAll(async () => {
    fixture = await storeFixture();
    const { database } = fixture;
    const platform = scriptedPlatform(async function* () {
      if (error !== null) throw error;
      yield { reviews: collectedReviews(1) };
      return await Promise.resolve({ coverage: 'all' as const });
    });
    harness = await collectionHarness(database, { platforms: [platform] });
    const [control, health] = [new SourceControlStore(database), new SourceHealthStore(database)];
    const audit = new AuditTrail(new AuditStore(database));
    const actions = new SourceControlService(database, harness.catalogue, control, harness.planner, audit);
    report = new SourcesReport(
      harness.catalogue,
      health,
      control,
      actions,
      new DriftReader(health, new AlarmStore(database)),
    );
  });
  beforeEach(async () => {
    error = null;
    await fixture.database.query('truncate account, source_hour cascade');
  });
  afterAll(async () => {
    await harness?.close();
    await fixture?.close();
  });

  const source = async (): Promise<AdminSource> => {
    report.forget();
    const found = (await report.read()).find(({ source: { id } }) => id === SCRIPTED_SOURCE_ID);
    if (found === undefined) throw new Error('the source has no report');
    return presentSource(found);
  };
  /** Collects so many links of one new account, which all end with `failure`. */
  const collect = async (links: number, failure: Error | null): Promise<void> => {
    error = failure;
    let accountId: number | undefined;
    for (let n = 0; n < links; n += 1) {
      const link = await linkTo(fixture.database, SCRIPTED_SOURCE_ID, accountId === undefined ? {} : { accountId });
      accountId = link.accountId;
      await collectOnce(harness, link);
    }
  };

  it('pages that do not exist are the mistake of who typed them: the source is read', async () => {
    await collect(1, null);
    await collect(7, new Gone('the page does not exist'));
    expect(await source()).toMatchObject({
      ...{ state: 'reading', success_24h: 1, visits_24h: 8 },
      troubles: [{ code: 'page_not_found', visits: 7, of_links: true }],
    });
  });

  it('the failures of one account do not decide, those of two do', async () => {
    const broken = new Changed('the page has another form');
    await collect(2, null);
    await collect(7, broken);
    expect((await source()).state).toBe('reading');
    await collect(5, broken);
    expect((await source()).state).toBe('failing');
  });

  it('the only account decides', async () => {
    await collect(6, new Changed('the page has another form'));
    expect(await source()).toMatchObject({ state: 'failing', troubles: [{ code: 'parse_error', of_links: false }] });
  });
});
