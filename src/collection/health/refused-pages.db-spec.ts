import type { Database } from '@libs/database';
import { Blocked, RedirectedAway } from '@libs/sources';
import {
  SCRIPTED_SOURCE_ID,
  collectOnce,
  collectionHarness,
  linkTo,
  scriptedPlatform,
  type CollectionHarness,
} from '@test/support/collection-harness';
import { collectedReviews } from '@test/support/collected-review';
import { storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import { SourcePaceStore } from './persistence/source-pace.store';

describe('closing a source after refused visits (contract §10.6)', () => {
  let fixture: StoreFixture;
  let database: Database;
  let harness: CollectionHarness;
  /** The error that a visit throws if the address of its page contains "refused". */
  let refusal: Error;
  let refusedLink: LinkFixture;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    const platform = scriptedPlatform(async function* (url) {
      await Promise.resolve();
      if (url.includes('refused')) throw refusal;
      yield { reviews: collectedReviews(2, 1) };
      return { coverage: 'all' };
    });
    harness = await collectionHarness(database, { platforms: [platform] });
  });
  beforeEach(async () => {
    await database.query('truncate account, source_pace, review, review_raw cascade');
    refusedLink = await linkTo(database, SCRIPTED_SOURCE_ID, { url: 'https://scripted.example/refused/0' });
  });
  afterAll(async () => {
    await harness?.close();
    await fixture?.close();
  });

  const visitRefusedPages = async (count: number): Promise<void> => {
    for (let page = 1; page <= count; page += 1) {
      const url = `https://scripted.example/refused/${page}`;
      await collectOnce(harness, await linkTo(database, SCRIPTED_SOURCE_ID, { accountId: refusedLink.accountId, url }));
    }
  };
  /** A link of another account whose last collection succeeded. */
  const workingLink = async (dueInMinutes: number): Promise<LinkFixture> => {
    const link = await linkTo(database, SCRIPTED_SOURCE_ID);
    await collectOnce(harness, link);
    await database.query(
      `update link_collection set next_run_at = clock_timestamp() + $2 * interval '1 minute' where link_id = $1`,
      [link.linkId, dueInMinutes],
    );
    return link;
  };
  /** The priorities of the link's queued run links. */
  const queuedPriorities = async (link: LinkFixture): Promise<number[]> => {
    const rows = await database.query<{ priority: number }>(
      `select priority from run_link where link_id = $1 and state = 'queued'`,
      [link.linkId],
    );
    return rows.map((row) => row.priority);
  };
  const isClosed = async (): Promise<boolean> => {
    const rows = await database.query('select from source_pace where closed_until > clock_timestamp()');
    return rows.length > 0;
  };
  const runAll = async (): Promise<void> => {
    for (let claim = await harness.collector.claim(null); claim !== null; claim = await harness.collector.claim(null))
      await harness.collector.run(claim);
  };

  it('does not close the source because of links that lead to another host, even if only one account has links at it', async () => {
    refusal = new RedirectedAway('led to elsewhere.example');
    await visitRefusedPages(6);
    expect(await isClosed()).toBe(false);
  });

  it('plans a probe, a working link of another account that is due within the hour, after five refused pages of one account', async () => {
    refusal = new Blocked('no');
    const other = await workingLink(30);
    await visitRefusedPages(4);
    expect(await queuedPriorities(other)).toEqual([]);
    await visitRefusedPages(5);
    expect(await queuedPriorities(other)).toEqual([1]);
    expect(await isClosed()).toBe(false);
  });

  it('resets the refusals if the probe succeeds', async () => {
    refusal = new Blocked('no');
    const other = await workingLink(30);
    await visitRefusedPages(5);
    expect(await queuedPriorities(other)).toEqual([1]);
    await runAll();
    const [pace] = await database.query('select refused_pages, blocks_in_a_row from source_pace');
    expect(pace).toEqual({ refused_pages: [], blocks_in_a_row: 0 });
  });

  it('closes the source if the platform refuses the probe', async () => {
    refusal = new Blocked('no');
    const other = await workingLink(30);
    await visitRefusedPages(5);
    await database.query(`update link set url = 'https://scripted.example/refused/other' where id = $1`, [
      other.linkId,
    ]);
    await runAll();
    expect(await isClosed()).toBe(true);
  });

  it('does not extend a closure by the refusals of visits that began before it', async () => {
    const other = await workingLink(30);
    const pace = new SourcePaceStore(database);
    const recordRefusals = async (pages: number): Promise<void> => {
      for (let page = 1; page <= pages; page += 1)
        for (const { accountId } of [refusedLink, other])
          await pace.recordRefusal({
            sourceId: SCRIPTED_SOURCE_ID,
            accountId,
            url: `https://scripted.example/${page}`,
          });
    };
    const readClosure = () => database.query('select closed_until, closures_in_a_row from source_pace');
    await recordRefusals(5);
    expect(await isClosed()).toBe(true);
    const before = await readClosure();
    await recordRefusals(5);
    expect(await readClosure()).toEqual(before);
  });

  it('keeps the source open if no link of another account is due within the hour', async () => {
    refusal = new Blocked('no');
    const other = await workingLink(90);
    await visitRefusedPages(7);
    expect(await queuedPriorities(other)).toEqual([]);
    expect(await isClosed()).toBe(false);
  });
});
