import type { Database } from '@libs/database';
import { trailOn } from '@src/audit';
import { SwitchStore } from '@src/switches';
import {
  SCRIPTED_SOURCE_ID,
  claimNow,
  collectionHarness,
  collectOnce,
  linkState,
  linkTo,
  scriptedPlatform,
  type CollectionHarness,
} from '@test/support/collection-harness';
import { collectedReviews } from '@test/support/collected-review';
import { startHttp, type LocalServer } from '@test/support/egress/local-servers';
import { storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import { SourceControlStore } from '../health';
import { PausedSourcesSchedule } from '../jobs/paused-sources.schedule';
import { SourceControlService } from '../planning';

const OTHER_SOURCE_ID = SCRIPTED_SOURCE_ID + 1;
const PAGE = 10;
const PAGES = 3;

describe('collection that the operator has switched off (contract §4.17)', () => {
  let fixture: StoreFixture;
  let database: Database;
  let server: LocalServer;
  let harness: CollectionHarness;
  let switches: SwitchStore;
  let control: SourceControlService;
  let dropping: PausedSourcesSchedule;
  /** The paths that the platform was asked for. */
  let requested: string[];
  /** Called before the platform answers. */
  let onRequest: (number: number) => Promise<unknown>;
  let minDelayMs: number;

  const platformOf = (id: number, slug: string) => {
    const platform = scriptedPlatform(async function* (url, { http }) {
      const reviews = collectedReviews(PAGES * PAGE);
      for (let page = 0; page < PAGES; page += 1) {
        await http.request(`${url}?page=${page + 1}`);
        yield { reviews: reviews.slice(page * PAGE, (page + 1) * PAGE) };
      }
      return { coverage: 'all' };
    });
    const politeness = {
      concurrency: 100,
      dailyRequests: 1_000_000,
      get minDelayMs() {
        return minDelayMs;
      },
    };
    const host = `${slug}.example`;
    return {
      ...platform,
      facts: { ...platform.facts, id, slug, politeness, hosts: [host] },
      match: (url: URL) => (url.hostname === host ? ({ kind: 'page', canonicalUrl: url.href } as const) : null),
    };
  };

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    server = await startHttp(({ url = '' }, response) => {
      requested.push(url);
      void onRequest(requested.length).then(() => response.end('a page'));
    });
    const origins = JSON.stringify({ scripted: server.origin, other: server.origin });
    harness = await collectionHarness(database, {
      platforms: [platformOf(SCRIPTED_SOURCE_ID, 'scripted'), platformOf(OTHER_SOURCE_ID, 'other')],
      environment: { HREV_SOURCE_ORIGINS: origins },
    });
    switches = new SwitchStore(database);
    const store = new SourceControlStore(database);
    control = new SourceControlService(database, harness.catalogue, store, harness.planner, trailOn(database));
    dropping = new PausedSourcesSchedule(database, store, harness.results);
  });
  beforeEach(async () => {
    await database.query('truncate switch_off, account, source_pace, source_event, review, review_raw, outbox cascade');
    [requested, onRequest, minDelayMs] = [[], () => Promise.resolve(), 0];
  });
  afterAll(async () => {
    await harness?.close();
    await server?.stop();
    await fixture?.close();
  });

  const turnOff = (source: number | null = null): Promise<unknown> => switches.turnOff('collection', source, null);
  const turnOn = (source: number | null = null): Promise<unknown> => switches.turnOn('collection', source);
  const drop = (): Promise<number> => dropping.dropWaiting(new AbortController().signal);
  const runLinkOf = async ({ linkId }: LinkFixture): Promise<Record<string, unknown> | undefined> =>
    (await database.query('select * from run_link where link_id = $1 order by id desc limit 1', [linkId]))[0];
  const reviewsOf = async ({ linkId }: LinkFixture): Promise<number> =>
    (await database.query('select from review where link_id = $1', [linkId])).length;
  /** Collects what is due or waits, until nothing can be claimed. */
  const work = async (): Promise<void> => {
    await harness.planDue();
    for (let claim = await harness.collector.claim(null); claim !== null; claim = await harness.collector.claim(null))
      await harness.collector.run(claim);
  };
  let links = 0;
  const dueLink = (source = SCRIPTED_SOURCE_ID): Promise<LinkFixture> => {
    const host = source === SCRIPTED_SOURCE_ID ? 'scripted.example' : 'other.example';
    return linkTo(database, source, { url: `https://${host}/${(links += 1)}` });
  };

  it.each<[string, number | null]>([
    ['everything', null],
    ['the source', SCRIPTED_SOURCE_ID],
  ])('keeps the due times of links, and collects them after it is switched on: %s', async (_, source) => {
    const link = await dueLink();
    const { next_run_at: dueAt } = await linkState(database, link.linkId);
    await turnOff(source);
    await work();
    expect(await runLinkOf(link)).toBeUndefined();
    expect((await linkState(database, link.linkId)).next_run_at).toEqual(dueAt);
    expect(requested).toEqual([]);
    await turnOn(source);
    await work();
    expect(await linkState(database, link.linkId)).toMatchObject({ scrape_status: 'success', stop_reason: 'complete' });
    expect(await reviewsOf(link)).toBe(PAGES * PAGE);
  });

  it('of one source leaves the others as they are', async () => {
    const [off, on] = [await dueLink(), await dueLink(OTHER_SOURCE_ID)];
    await turnOff(SCRIPTED_SOURCE_ID);
    await work();
    expect([await reviewsOf(off), await reviewsOf(on)]).toEqual([0, PAGES * PAGE]);
  });

  it.each<[string, number | null]>([
    ['everything', null],
    ['the source', SCRIPTED_SOURCE_ID],
  ])('takes links that wait out of their runs, and the runs end: %s', async (_, source) => {
    const [waiting, ended] = [await dueLink(), await dueLink(OTHER_SOURCE_ID)];
    await harness.planDue();
    await turnOff(source);
    if (source !== null) await work();
    expect(await harness.collector.claim(null)).toBeNull();
    expect(await drop()).toBe(source === null ? 2 : 1);
    for (const link of [waiting, ended]) expect(await runLinkOf(link)).toMatchObject({ state: 'ended' });
    expect(await database.query('select from run where finished_at is null')).toEqual([]);
    const { next_run_at: dueAt } = await linkState(database, waiting.linkId);
    expect(dueAt?.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it('stops a running visit at its next page: what was read is stored, and no attempt is counted', async () => {
    const link = await dueLink();
    const claim = await claimNow(harness, link);
    onRequest = (number) => (number === 2 ? turnOff() : Promise.resolve());
    await harness.collector.run(claim);
    expect(requested).toHaveLength(2);
    expect(await reviewsOf(link)).toBe(2 * PAGE);
    expect(await runLinkOf(link)).toMatchObject({ state: 'queued', attempts: 0, lease_token: null });
    expect(await linkState(database, link.linkId)).toMatchObject({
      failures: 0,
      scrape_error: null,
      full_pass_at: null,
    });
    expect(await harness.collector.claim(null)).toBeNull();
  });

  it('does not take the interrupted pass for knowledge: the next one reads the whole list (§10.2)', async () => {
    const link = await dueLink();
    const claim = await claimNow(harness, link);
    onRequest = (number) => (number === 2 ? turnOff() : Promise.resolve());
    await harness.collector.run(claim);
    expect(await drop()).toBe(1);
    expect(await linkState(database, link.linkId)).toMatchObject({ scrape_status: 'pending', full_pass_at: null });
    await turnOn();
    [requested, onRequest] = [[], () => Promise.resolve()];
    await work();
    expect(requested).toHaveLength(PAGES);
    expect(await reviewsOf(link)).toBe(PAGES * PAGE);
    expect(await linkState(database, link.linkId)).toMatchObject({ stop_reason: 'complete' });
  });

  it('sends the events of what the interrupted visit found once its run ends, and each review once', async () => {
    const link = await dueLink();
    await harness.planDue();
    const claim = await harness.collector.claim(null);
    onRequest = (number) => (number === 2 ? turnOff() : Promise.resolve());
    await harness.collector.run(claim as NonNullable<typeof claim>);
    await drop();
    await turnOn();
    onRequest = () => Promise.resolve();
    await work();
    const events = await database.query<{ event: string; count: string | null }>(
      `select event, payload->>'review_count' as count from outbox where account_id = $1 order by id`,
      [link.accountId],
    );
    const found = events.filter(({ count }) => count !== null).map(({ event, count }) => [event, Number(count)]);
    expect(found).toEqual([
      [found[0]?.[0], 2 * PAGE],
      [found[0]?.[0], PAGE],
    ]);
  });

  it('releases all links that share the visit', async () => {
    const url = 'https://scripted.example/shared';
    const links = [
      await linkTo(database, SCRIPTED_SOURCE_ID, { url }),
      await linkTo(database, SCRIPTED_SOURCE_ID, { url }),
    ];
    await harness.planDue();
    const claim = await harness.collector.claim(null);
    onRequest = (number) => (number === 2 ? turnOff() : Promise.resolve());
    await harness.collector.run(claim as NonNullable<typeof claim>);
    expect(requested).toHaveLength(2);
    for (const link of links) {
      expect(await runLinkOf(link)).toMatchObject({ state: 'queued', attempts: 0, lease_token: null });
      expect(await reviewsOf(link)).toBe(2 * PAGE);
    }
    expect(await drop()).toBe(2);
  });

  it('sends no request that a visit has reserved for later', async () => {
    minDelayMs = 1_500;
    const claim = await claimNow(harness, await dueLink());
    onRequest = (number) => {
      // The visit waits for its second request when it is switched off.
      if (number === 1) setTimeout(() => void turnOff(), 300);
      return Promise.resolve();
    };
    await harness.collector.run(claim);
    expect(requested).toHaveLength(1);
  });

  it.each<[string, number | null]>([
    ['everything', null],
    ['the source', SCRIPTED_SOURCE_ID],
  ])('lets the operator try one link meanwhile, and only that one: %s', async (_, source) => {
    const [tried, other] = [await dueLink(), await dueLink()];
    await turnOff(source);
    await control.tryLink('scripted', tried.linkId);
    await work();
    expect([await reviewsOf(tried), await reviewsOf(other)]).toEqual([PAGES * PAGE, 0]);
  });

  it('collects nothing on request: a run without links ends at once', async () => {
    const link = await dueLink();
    await turnOff();
    const runId = await harness.planner.collectNow(link.accountId, link.objectId, { full: false, minGapMs: 0 });
    expect(await harness.results.report(runId)).toMatchObject({ finishedAt: expect.any(Date) as Date, links: [] });
    await expect(
      harness.planner.collectNow(link.accountId, link.objectId, { full: false, minGapMs: 0, refusesEmpty: true }),
    ).rejects.toMatchObject({ code: 'conflict', detail: expect.stringContaining('switched off') as string });
    await turnOn();
    expect(await collectOnce(harness, link)).toMatchObject({ outcome: 'success' });
  });

  it('is resumed in turns by account (ADR 23): an account with many links does not come first with all of them', async () => {
    const many: LinkFixture[] = [];
    while (many.length < 5)
      many.push(await linkTo(database, SCRIPTED_SOURCE_ID, { accountId: many[0]?.accountId as number }));
    const one = await dueLink();
    await turnOff();
    await harness.planDue();
    await turnOn();
    await harness.planDue();
    const claims = await harness.collector.claimUpTo(null, 2);
    expect(claims.map(({ accountId }) => accountId).sort((a, b) => a - b)).toEqual([many[0]?.accountId, one.accountId]);
  });
});
