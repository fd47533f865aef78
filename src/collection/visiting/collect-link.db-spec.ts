import { Logger } from '@nestjs/common';
import pg from 'pg';
import type { Database } from '@libs/database';
import { SandboxServer, sandboxPlatforms, type SandboxBehaviour } from '@libs/sources/sandbox';
import { collectedReviews } from '@test/support/collected-review';
import {
  SCRIPTED_SOURCE_ID,
  claimNow,
  collectOnce,
  collectionHarness,
  linkState,
  linkTo,
  scriptedPlatform,
  type CollectionHarness,
} from '@test/support/collection-harness';
import { inEveryOrder } from '@test/support/interleaving';
import { storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import { MAX_ATTEMPTS, VisitTooLong } from '../domain/failure';

const APP_STORE = { slug: 'app-store', id: 1, pageSize: 200 };
const STEAM = { slug: 'steam', id: 8, pageSize: 100 };
type Platform = typeof STEAM;
const HOUR = 3_600_000;

describe('collecting a link from sandbox platforms (contract §10, fault F34)', () => {
  const sandbox = new SandboxServer(sandboxPlatforms);
  let fixture: StoreFixture;
  let database: Database;
  let harness: CollectionHarness;
  let serial = 900_100;

  beforeAll(async () => {
    await sandbox.start();
    fixture = await storeFixture();
    database = fixture.database;
    harness = await collectionHarness(database, {
      environment: { HREV_SOURCE_ORIGINS: JSON.stringify(sandbox.origins), HREV_DELETION_CONFIRM_AFTER: '1ms' },
    });
  });
  beforeEach(() => database.query('truncate account, source_pace, review, review_raw cascade'));
  afterAll(async () => {
    await harness?.close();
    await sandbox.stop();
    await fixture?.close();
  });

  interface Listing {
    readonly link: LinkFixture;
    readonly key: string;
    readonly slug: string;
    readonly ids: () => string[];
  }

  /** Creates a link to a new listing with `count` reviews: the newest is from yesterday, each next one is six hours older. */
  async function aListing(platform: Platform, count: number): Promise<Listing> {
    serial += 1;
    const { slug } = platform;
    const key = String(serial);
    const newest = Date.now() - 24 * HOUR;
    sandbox.listing(slug, key);
    for (let number = 0; number < count; number += 1) {
      const publishedAt = new Date(newest - number * 6 * HOUR);
      sandbox.add(slug, key, { text: `Visit ${number}`, rating: 1, author: 'Ada Maria Sandbox', publishedAt });
    }
    const url = sandboxPlatforms.find((one) => one.slug === slug)?.pageUrl(key) ?? '';
    const link = await linkTo(database, platform.id, { url });
    return { link, key, slug, ids: () => sandbox.listing(slug, key).reviews.map((review) => review.id) };
  }

  const storedIds = async (link: LinkFixture): Promise<{ live: string[]; deleted: string[] }> => {
    const rows = await database.query<{ id: string; deleted: boolean }>(
      'select external_id as id, deleted_at is not null as deleted from review where link_id = $1 order by 1',
      [link.linkId],
    );
    const ids = (deleted: boolean): string[] => rows.filter((row) => row.deleted === deleted).map((row) => row.id);
    return { live: ids(false), deleted: ids(true) };
  };
  const countPageRequests = async (work: () => Promise<unknown>): Promise<number> => {
    sandbox.requests.length = 0;
    await work();
    return sandbox.requests.filter((entry) => /appreviews|userReviewsRow/.test(entry.url)).length;
  };

  it.each([APP_STORE, STEAM])(
    '$slug: the first pass reads and stores the whole list, and is complete',
    async (platform) => {
      const { link, ids } = await aListing(platform, platform.pageSize * 2 + 30);
      const report = await collectOnce(harness, link);
      expect(report).toMatchObject({ outcome: 'success', collected: platform.pageSize * 2 + 30 });
      expect((await storedIds(link)).live).toEqual(ids().sort());
      const state = await linkState(database, link.linkId);
      expect(state).toMatchObject({ stop_reason: 'complete', full_pass_at: expect.any(Date) as Date });
      expect(state.full_pass_newest).toMatch(/^\d{4}-\d\d-\d\dT/);
    },
  );

  it('a first collection of several pages makes few round trips to the database', async () => {
    const { link } = await aListing(STEAM, 230);
    const claim = await claimNow(harness, link);
    const queries = jest.spyOn(pg.Client.prototype, 'query');
    await harness.collector.run(claim);
    const statements = queries.mock.calls.map(
      ([statement]) => statement as unknown as { text?: string; statement?: string },
    );
    queries.mockRestore();
    expect(await storedIds(link)).toMatchObject({ live: { length: 230 } });
    const texts = statements.map((one) => one.statement ?? one.text ?? '');
    // Excludes the reservations, one for each request to the platform.
    const roundTrips = texts.filter((text) => !text.includes('source_pace as p'));
    // How many pages are written together depends on how fast they arrive (`link-pass.spec`).
    const writes = texts.filter((text) => text.includes('insert into review (')).length;
    expect(writes).toBeGreaterThanOrEqual(1);
    expect(writes).toBeLessThanOrEqual(Math.ceil(230 / STEAM.pageSize));
    // Two begin the visit, two are sent for each write, four end the visit including the COMMIT, and two write the events of the
    // run.
    expect(roundTrips.length).toBeLessThanOrEqual(8 + 2 * writes);
  });

  it('stores no full name of an author in any column', async () => {
    const { link } = await aListing(APP_STORE, 5);
    await collectOnce(harness, link);
    const [row] = await database.query<{ all: string }>(
      `select string_agg(r::text || w.raw::text, '') as all from review r join review_raw w on w.review_id = r.id where r.link_id = $1`,
      [link.linkId],
    );
    expect(row?.all).toContain('Ada M. S.');
    expect(row?.all).not.toMatch(/Maria|Sandbox/);
  });

  it.each([APP_STORE, STEAM])('$slug: an incremental pass stops at known ground', async (platform) => {
    const { link, slug, key, ids } = await aListing(platform, platform.pageSize * 4);
    const requestsOfFullPass = await countPageRequests(() => collectOnce(harness, link));
    expect(requestsOfFullPass).toBeGreaterThanOrEqual(4);
    expect(await countPageRequests(() => collectOnce(harness, link))).toBe(1);
    expect((await linkState(database, link.linkId)).stop_reason).toBe('known_reached');
    sandbox.add(slug, key, { text: 'Brand new', rating: 1 });
    expect(await countPageRequests(() => collectOnce(harness, link))).toBe(2);
    expect((await storedIds(link)).live).toEqual(ids().sort());
  });

  it('reads the whole list again after HREV_COLLECT_FULL_EVERY', async () => {
    const { link } = await aListing(STEAM, 250);
    await collectOnce(harness, link);
    await database.query(`update link_collection set full_pass_at = full_pass_at - interval '7 days'`);
    expect(await countPageRequests(() => collectOnce(harness, link))).toBeGreaterThanOrEqual(3);
    expect((await linkState(database, link.linkId)).stop_reason).toBe('complete');
  });

  it('a pass without changes writes no review', async () => {
    const { link } = await aListing(STEAM, 130);
    await collectOnce(harness, link);
    const rows = (): Promise<object[]> =>
      database.query('select xmin::text, id, updated_at, change_seq from review order by id');
    const before = await rows();
    await collectOnce(harness, link, true);
    expect(await rows()).toEqual(before);
  });

  type Misbehaviour = Exclude<SandboxBehaviour, 'normal' | 'side_throttled'>;
  /** The `scrape_error` that a behavior causes; null: the pass succeeds but does not count as complete. */
  const expectedErrors: Readonly<Record<Misbehaviour, RegExp | null>> = {
    blocked: /^blocked: /,
    captcha: /^blocked: /,
    throttled: /^rate_limited: /,
    gone: /^page_not_found: /,
    error: /^network: /,
    broken: /^(parse_error|network): /,
    changed: /^parse_error: /,
    loop: /^parse_error: /,
    short: null,
    empty: null,
    refused: null,
  };
  const misbehaviours = Object.keys(expectedErrors) as Misbehaviour[];
  const cases = [APP_STORE, STEAM].flatMap((platform) =>
    misbehaviours.flatMap((behaviour) => [1, 2].map((page) => ({ platform, behaviour, page, slug: platform.slug }))),
  );

  it.each(cases)(
    'F34: $slug: reports the behavior "$behaviour" from page $page, and deletes no review',
    async ({ platform, behaviour, page }) => {
      const { link, slug, key, ids } = await aListing(platform, platform.pageSize * 3 - 10);
      await collectOnce(harness, link);
      sandbox.behave(slug, key, behaviour, page);
      for (let pass = 1; pass <= 3; pass += 1) {
        const report = await collectOnce(harness, link, true);
        const expected = expectedErrors[behaviour];
        if (report.outcome === 'failed') {
          expect(report.scrapeError).toMatch(expected ?? /^(parse_error|blocked|page_not_found): /);
          expect(report.scrapeError).not.toMatch(/127\.0\.0\.1|\/work|node_modules|\n/);
        } else {
          expect((await linkState(database, link.linkId)).stop_reason).toMatch(/^(count_mismatch|window_limit)$/);
        }
      }
      expect(await storedIds(link)).toEqual({ live: ids().sort(), deleted: [] });
      await database.query('truncate source_pace, account_pace');
      sandbox.behave(slug, key, 'normal');
      expect(await collectOnce(harness, link, true)).toMatchObject({ outcome: 'success', scrapeError: null });
      expect((await linkState(database, link.linkId)).stop_reason).toBe('complete');
    },
  );

  it('reports page_not_found for a page that does not exist on the platform', async () => {
    const link = await linkTo(database, STEAM.id, { url: 'https://store.steampowered.com/app/1/' });
    expect((await collectOnce(harness, link)).scrapeError).toMatch(/^page_not_found/);
  });

  it('deletes a review that two full passes missed, and restores it when the platform shows it again', async () => {
    const { link, slug, key, ids } = await aListing(STEAM, 120);
    await collectOnce(harness, link);
    const droppedId = ids()[7] as string;
    const review = sandbox.listing(slug, key).reviews.find((one) => one.id === droppedId);
    sandbox.drop(slug, key, droppedId);
    await collectOnce(harness, link, true);
    expect((await storedIds(link)).deleted).toEqual([]);
    await collectOnce(harness, link, true);
    expect((await storedIds(link)).deleted).toEqual([droppedId]);
    sandbox.add(slug, key, { ...review, id: droppedId });
    await collectOnce(harness, link, true);
    expect(await storedIds(link)).toEqual({ live: ids().sort(), deleted: [] });
  });

  /** Longer than every test of this file. */
  const ENDLESS_MS = 600_000;

  describe('interruptions', () => {
    /** A platform with an endless list, one page every `waitMs`. Calls `onPage` when the service has accepted a page. */
    const endlessList = (waitMs: number, onPage: () => void = () => undefined) =>
      scriptedPlatform(async function* (_url, { signal }) {
        for (let page = 0; ; page += 1) {
          yield { reviews: collectedReviews(2, 1 + page * 2) };
          await new Promise((next, stop) => {
            const timer = setTimeout(next, waitMs);
            signal.addEventListener('abort', () => (clearTimeout(timer), stop(signal.reason as Error)), { once: true });
            onPage();
          });
        }
      });
    const withPlatform = async (
      platform: ReturnType<typeof scriptedPlatform>,
      test: (scripted: CollectionHarness, link: LinkFixture) => Promise<void>,
    ): Promise<void> => {
      const scripted = await collectionHarness(database, { platforms: [platform] });
      try {
        await test(scripted, await linkTo(database, SCRIPTED_SOURCE_ID));
      } finally {
        await scripted.close();
      }
    };
    /** Returns a function that executes `change` at its first call. */
    const changeOnce = (change: string): (() => void) => {
      let wasExecuted = false;
      return () => {
        if (!wasExecuted) void database.query(change);
        wasExecuted = true;
      };
    };
    const runLink = async (link: LinkFixture): Promise<Record<string, unknown>> =>
      (await database.query('select * from run_link where link_id = $1 order by id desc limit 1', [link.linkId]))[0] ??
      {};

    it('logs no error if another worker claims the link at any moment of a visit', () =>
      withPlatform(
        scriptedPlatform(async function* () {
          yield { reviews: collectedReviews(2) };
          return { coverage: 'all' };
        }),
        async (scripted) => {
          const errors: unknown[] = [];
          const silent = (): undefined => undefined;
          Logger.overrideLogger({ log: silent, warn: silent, error: (line: unknown) => void errors.push(line) });
          await inEveryOrder({
            on: database,
            atMost: 60,
            given: async () => {
              await database.query('delete from run_link');
              const link = await linkTo(database, SCRIPTED_SOURCE_ID);
              return { link, claim: await claimNow(scripted, link) };
            },
            contenders: {
              visit: ({ claim }) => scripted.collector.run(claim),
              other: async ({ link, claim }) => {
                await database.query('update link set is_active = false where id = $1', [link.linkId]);
                await database.query('update run_link set lease_token = gen_random_uuid() where id = $1', [
                  claim.runLinkId,
                ]);
              },
            },
            holds: () => expect(errors).toEqual([]),
          }).finally(() => Logger.overrideLogger(false));
        },
      ));

    it('releases the link at once when the process stops, and does not count the visit as an attempt', () => {
      const abort = new AbortController();
      const stop = (): void => abort.abort(new Error('the process is stopping'));
      return withPlatform(endlessList(ENDLESS_MS, stop), async (scripted, link) => {
        const claim = await claimNow(scripted, link);
        await scripted.collector.run(claim, abort.signal);
        expect(await runLink(link)).toMatchObject({ state: 'queued', attempts: 0, lease_token: null, outcome: null });
        expect((await storedIds(link)).live).toEqual(['1', '2']);
        expect((await scripted.collector.claim(claim.runId))?.attempts).toBe(1);
      });
    });

    it('retries a visit that reaches its time limit, and then fails with `timeout`', () => {
      let abort = new AbortController();
      const end = (): void => abort.abort(new VisitTooLong('the visit took longer than 30 minutes'));
      return withPlatform(endlessList(ENDLESS_MS, end), async (scripted, link) => {
        let claim = await claimNow(scripted, link);
        for (let attempt = 1; attempt <= 3; attempt += 1) {
          abort = new AbortController();
          await scripted.collector.run(claim, abort.signal);
          if (attempt === 3) break;
          expect(await runLink(link)).toMatchObject({ state: 'queued', attempts: attempt });
          await database.query('update run_link set not_before = clock_timestamp()');
          claim = (await scripted.collector.claim(claim.runId)) ?? claim;
        }
        expect(await runLink(link)).toMatchObject({
          outcome: 'failed',
          scrape_error: 'timeout: the visit took longer than 30 minutes',
        });
      });
    });

    it('frees the slot of an adapter that ignores its abort signal', () => {
      const abort = new AbortController();
      return withPlatform(
        scriptedPlatform(async function* () {
          yield { reviews: collectedReviews(2) };
          abort.abort(new Error('the process is stopping'));
          await new Promise(() => undefined);
          return { coverage: 'all' };
        }),
        async (scripted, link) => {
          await scripted.collector.run(await claimNow(scripted, link), abort.signal);
          expect(await runLink(link)).toMatchObject({ state: 'queued', attempts: 0 });
        },
      );
    });

    it.each([
      ['the link is disabled', 'update link set is_active = false'],
      ['the link is deleted', 'update link set deleted_at = now()'],
      ['the object is deleted', 'update tracked_object set deleted_at = now()'],
    ])('ends the visit at the next page and drops the link, without an error, if %s during the visit', (_, change) =>
      withPlatform(endlessList(100, changeOnce(change)), async (scripted, link) => {
        const claim = await claimNow(scripted, link);
        await scripted.collector.run(claim);
        expect(await runLink(link)).toMatchObject({ state: 'ended', outcome: 'dropped', scrape_error: null });
      }),
    );

    it('waits for a row that is locked for three seconds, and succeeds', () =>
      withPlatform(
        scriptedPlatform(async function* () {
          yield { reviews: collectedReviews(2) };
          return { coverage: 'all' };
        }),
        async (scripted, link) => {
          await database.query('insert into account_change values ($1, 0, now())', [link.accountId]);
          const claim = await claimNow(scripted, link);
          const lockHolder = database.transaction(async () => {
            await database.query('select from account_change where account_id = $1 for update', [link.accountId]);
            await database.query('select pg_sleep(3)');
          });
          await scripted.collector.run(claim);
          await lockHolder;
          expect(await runLink(link)).toMatchObject({ outcome: 'success', attempts: 1, reviews_new: 2 });
        },
      ));

    it('F7: a database connection that breaks while a page is written does not fail the link', () =>
      withPlatform(
        scriptedPlatform(async function* () {
          yield { reviews: collectedReviews(3) };
          yield { reviews: collectedReviews(3, 4) };
          return { coverage: 'all' };
        }),
        async (scripted, link) => {
          await database.query('insert into account_change values ($1, 0, now())', [link.accountId]);
          const disconnection = database.transaction(async () => {
            await database.query('select from account_change where account_id = $1 for update', [link.accountId]);
            for (let endedConnections = 0; endedConnections === 0;) {
              await database.query('select pg_sleep(0.05)');
              endedConnections = await database.execute(
                `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
              );
            }
          });
          const report = await collectOnce(scripted, link);
          await disconnection;
          expect(report).toMatchObject({ outcome: 'success', scrapeError: null });
          expect((await runLink(link))['attempts']).toBe(2);
          expect((await storedIds(link)).live).toEqual(['1', '2', '3', '4', '5', '6']);
        },
      ));
  });

  describe('politeness', () => {
    it('ends a visit, and retries it later, if a `Retry-After` of the source is long', async () => {
      const { link } = await aListing(STEAM, 10);
      const claim = await claimNow(harness, link);
      // If the visit waited instead, it would collect the link.
      await harness.pace.recordRetryAfter(claim, 60_000);
      await harness.collector.run(claim);
      const [row] = await database.query<{ state: string; wait: number }>(
        `select state, extract(epoch from not_before - now())::float8 as wait from run_link where id = $1`,
        [claim.runLinkId],
      );
      expect(row?.state).toBe('queued');
      expect(row?.wait).toBeGreaterThan(20);
    });

    it('reports rate_limited at the daily limit, and does not delay the requests of the next day', async () => {
      const { link } = await aListing(STEAM, 10);
      await database.query(
        'insert into source_pace (source_id, used_on, requests_used) values ($1, current_date, 1000000)',
        [STEAM.id],
      );
      const claim = await claimNow(harness, link);
      // The last attempt: shortly before the next day, an earlier one is repeated.
      await harness.collector.run({ ...claim, attempts: MAX_ATTEMPTS });
      expect((await linkState(database, link.linkId)).scrape_error).toMatch(/^rate_limited: /);
      const rows = await database.query(
        'select from source_pace where source_id = $1 and next_request_at > clock_timestamp()',
        [STEAM.id],
      );
      expect(rows).toEqual([]);
    });
  });
});
