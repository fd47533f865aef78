import type { Database } from '@libs/database';
import {
  Blocked,
  Changed,
  Gone,
  SourceError,
  Temporary,
  Throttled,
  Unavailable,
  type SnapshotPage,
} from '@libs/sources';
import { LinkStore } from '@src/links/persistence/link.store';
import { aCollectedReview, collectedReviews } from '@test/support/collected-review';
import {
  SCRIPTED_SOURCE_ID,
  claimNow,
  collectOnce,
  collectionHarness,
  eventsOf,
  linkState,
  linkTo,
  makeDue,
  scriptedPlatform,
  type CollectionHarness,
} from '@test/support/collection-harness';
import { inEveryOrder } from '@test/support/interleaving';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import type { ClaimedLink } from '../../persistence/run-lease.store';
import type { PassResult } from './run-result.store';

const DAY = 24 * 3_600_000;
const ALL = { coverage: 'all' } as const;
const A_PASS: PassResult = {
  beganAt: new Date('2026-05-01T00:00:00Z'),
  stopReason: 'complete',
  warning: null,
  object: null,
  seenFloor: '2026-04-01T00:00:00',
  newestDate: null,
  list: 'undisputed',
  deleted: 0,
  fields: [],
  unread: {},
  everyMs: 6 * 3_600_000,
  fullEveryMs: 7 * DAY,
};

describe('results of collections on PostgreSQL (contract §3.2, §6.1, §4.6, §10)', () => {
  let fixture: StoreFixture;
  let database: Database;
  let harness: CollectionHarness;
  let pages: () => Promise<readonly SnapshotPage[]>;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    const platform = scriptedPlatform(async function* () {
      for (const page of await pages()) yield page;
      return ALL;
    });
    harness = await collectionHarness(database, {
      platforms: [platform],
      environment: { HREV_DELETION_CONFIRM_AFTER: '1ms' },
    });
  });
  beforeEach(async () => {
    await database.query('truncate account, source_pace, review, review_raw cascade');
    setReviews(collectedReviews(30));
  });
  afterAll(async () => {
    await harness?.close();
    await fixture?.close();
  });

  const setReviews = (reviews: SnapshotPage['reviews'], object?: SnapshotPage['object']): void => {
    pages = () => Promise.resolve([object ? { reviews, object } : { reviews }]);
  };
  const setError = (error: unknown): void => {
    pages = () => Promise.reject(error as Error);
  };
  const aScriptedLink = (of: { accountId?: number; objectId?: number } = {}) =>
    linkTo(database, SCRIPTED_SOURCE_ID, of);
  const collect = (claim: ClaimedLink): Promise<void> => harness.collector.collect(claim, new AbortController().signal);

  it('updates no index of link_collection in a pass without changes', async () => {
    const link = await aScriptedLink();
    await collectOnce(harness, link);
    const claim = await claimNow(harness, link);
    const updates = async (): Promise<{ all: number; heapOnly: number }> => {
      const [row] = await database.query<{ all: number; heapOnly: number }>(
        `select pg_stat_get_xact_tuples_updated(t) as all, pg_stat_get_xact_tuples_hot_updated(t) as "heapOnly"
         from (values ('link_collection'::regclass)) v (t)`,
      );
      return row ?? { all: 0, heapOnly: 0 };
    };
    const [before, after] = await database.transaction(async () => {
      const lockedRows = await database.together(harness.results.lockLinkStatements(claim, null));
      const earlier = await updates();
      await harness.results.saveSuccess(claim, lockedRows, A_PASS);
      return [earlier, await updates()];
    });
    expect([after.all - before.all, after.heapOnly - before.heapOnly]).toEqual([1, 1]);
  });

  it('contract §3.2: sets the status to in_progress and then to success, and clears the earlier error', async () => {
    const link = await aScriptedLink();
    expect((await linkState(database, link.linkId)).scrape_status).toBe('pending');
    let statusDuringVisit: string | undefined;
    setError(new Gone('the page does not exist'));
    await collectOnce(harness, link);
    expect(await linkState(database, link.linkId)).toMatchObject({
      scrape_status: 'failed',
      scrape_error: 'page_not_found: the page does not exist',
      stop_reason: 'page_not_found',
    });
    pages = async () => {
      statusDuringVisit = (await linkState(database, link.linkId)).scrape_status;
      return [{ reviews: collectedReviews(2) }];
    };
    await collectOnce(harness, link);
    expect(statusDuringVisit).toBe('in_progress');
    expect(await linkState(database, link.linkId)).toMatchObject({
      scrape_status: 'success',
      scrape_error: null,
      stop_reason: 'complete',
    });
  });

  it.each<[string, SourceError | Error, string]>([
    ['a missing page', new Gone('answered 404'), 'page_not_found: answered 404'],
    ['a refusal', new Blocked('shows a captcha'), 'blocked: shows a captcha'],
    ['a Retry-After', new Throttled('answered 429', 1), 'rate_limited: answered 429'],
    ['a page in an unknown format', new Changed('is not JSON'), 'parse_error: is not JSON'],
    ['a network error', new Temporary('network', 'answered 503'), 'network: answered 503'],
    ['a timeout', new Temporary('timeout', 'took too long'), 'timeout: took too long'],
    ['a missing browser', new Unavailable('browser_unavailable', 'no browser'), 'browser_unavailable: no browser'],
    ['a text with NUL and line breaks', new Changed('a\u0000b\n  c \ud800'), 'parse_error: ab c \ufffd'],
    ['a long text', new Changed('x'.repeat(5_000)), `parse_error: ${'x'.repeat(300)}`],
    [
      'an internal error',
      new TypeError('Cannot read /srv/secret/key.pem of undefined: postgres://hrev:pa55@db/x'),
      'internal: the collection failed inside the service',
    ],
    ['a thrown string', 'a bare string' as unknown as Error, 'internal: the collection failed inside the service'],
  ])('contract §2.2: writes scrape_error for %s, and deletes no review', async (_, error, text) => {
    const link = await aScriptedLink();
    setError(error);
    const report = await collectOnce(harness, link);
    expect(report).toMatchObject({ outcome: 'failed', scrapeError: text });
    expect((await linkState(database, link.linkId)).scrape_error).toBe(text);
    const [deleted] = await database.query<{ n: number }>(
      'select count(*) as n from review where deleted_at is not null',
    );
    expect(deleted?.n).toBe(0);
  });

  it('makes three attempts in a run after temporary failures, and one after lasting failures', async () => {
    const visitsOf = async (error: Error): Promise<number> => {
      const link = await aScriptedLink();
      let visits = 0;
      pages = () => Promise.reject(((visits += 1), error));
      await collectOnce(harness, link);
      return visits;
    };
    expect(await visitsOf(new Temporary('network', ''))).toBe(3);
    expect(await visitsOf(new Throttled('', 1_000))).toBe(3);
    expect(await visitsOf(new Throttled('', 3_000_000))).toBe(1);
    expect(await visitsOf(new Blocked(''))).toBe(1);
    expect(await visitsOf(new Changed(''))).toBe(1);
  });

  describe('contract §2.2: frozen_at', () => {
    const plan = async (linkId: number): Promise<Date | null> => {
      await database.query(`update run_link set state = 'ended', outcome = 'failed' where state <> 'ended'`);
      await makeDue(database, linkId);
      await harness.planDue();
      return (await linkState(database, linkId)).next_run_at;
    };
    const failScheduled = async (linkId: number): Promise<void> => {
      await plan(linkId);
      const claim = await harness.collector.claim(null);
      if (claim) await collect(claim);
    };

    it('freezes a link for a week after ten lasting failures in a row; a success restores its period', async () => {
      const link = await aScriptedLink();
      setError(new Gone('gone'));
      for (let failure = 1; failure <= 9; failure += 1) await failScheduled(link.linkId);
      expect(await linkState(database, link.linkId)).toMatchObject({ lasting_failures: 9, frozen_at: null });
      await failScheduled(link.linkId);
      const frozen = await linkState(database, link.linkId);
      expect(frozen.frozen_at).toBeInstanceOf(Date);
      expect((frozen.next_run_at?.getTime() ?? 0) - Date.now()).toBeGreaterThan(6.9 * DAY);
      await failScheduled(link.linkId);
      expect((await linkState(database, link.linkId)).frozen_at).toEqual(frozen.frozen_at);
      setReviews(collectedReviews(1));
      await failScheduled(link.linkId);
      const restored = await linkState(database, link.linkId);
      expect(restored).toMatchObject({ frozen_at: null, lasting_failures: 0, scrape_status: 'success' });
      expect((restored.next_run_at?.getTime() ?? 0) - Date.now()).toBeLessThanOrEqual(DAY / 4);
    });

    it('notifies the account once for each freeze', async () => {
      const link = await aScriptedLink();
      const notices = () =>
        database.query('select kind, path from notice where account_id = $1 order by id', [link.accountId]);
      setError(new Gone('gone'));
      for (let failure = 1; failure <= 9; failure += 1) await failScheduled(link.linkId);
      expect(await notices()).toEqual([]);
      await failScheduled(link.linkId);
      const path = `objects/${link.objectId}/links?link=${link.linkId}`;
      expect(await notices()).toEqual([{ kind: 'link_frozen', path }]);
      await failScheduled(link.linkId);
      expect(await notices()).toHaveLength(1);
      setReviews(collectedReviews(1));
      await failScheduled(link.linkId);
      setError(new Gone('gone'));
      for (let failure = 1; failure <= 10; failure += 1) await failScheduled(link.linkId);
      expect(await notices()).toHaveLength(2);
    });

    it('sets no due time for a link without one when it is frozen or the freeze ends', async () => {
      const link = await aScriptedLink();
      await database.query('update link_collection set lasting_failures = 9, next_run_at = null');
      setError(new Gone('gone'));
      await collectOnce(harness, link);
      expect(await linkState(database, link.linkId)).toMatchObject({
        frozen_at: expect.any(Date) as Date,
        next_run_at: null,
      });
      setReviews(collectedReviews(1));
      await collectOnce(harness, link);
      expect(await linkState(database, link.linkId)).toMatchObject({ frozen_at: null, next_run_at: null });
    });

    it('resets the count of lasting failures after a temporary failure', async () => {
      const link = await aScriptedLink();
      setError(new Gone('gone'));
      for (let failure = 1; failure <= 9; failure += 1) await collectOnce(harness, link);
      setError(new Temporary('network', ''));
      await collectOnce(harness, link);
      expect((await linkState(database, link.linkId)).lasting_failures).toBe(0);
    });

    it('contract §2.2: counts all failed collections in a row, from the time of the first, until a success', async () => {
      const link = await aScriptedLink();
      setError(new Gone('gone'));
      await collectOnce(harness, link);
      const first = await linkState(database, link.linkId);
      expect(first).toMatchObject({ failures: 1, failing_since: expect.any(Date) as Date });
      setError(new Temporary('network', ''));
      await collectOnce(harness, link);
      const second = await linkState(database, link.linkId);
      expect(second).toMatchObject({ failures: 2, failing_since: first.failing_since });
      setReviews(collectedReviews(1));
      await collectOnce(harness, link);
      expect(await linkState(database, link.linkId)).toMatchObject({ failures: 0, failing_since: null });
    });

    it('reports `blocked` for a link whose source is closed, without a visit, and does not count it towards freezing', async () => {
      setError(new Blocked('no'));
      for (let page = 1; page <= 4; page += 1) await collectOnce(harness, await aScriptedLink());
      const link = await aScriptedLink();
      for (let failure = 1; failure <= 4; failure += 1) await collectOnce(harness, link);
      expect((await linkState(database, link.linkId)).lasting_failures).toBe(1);
      expect((await linkState(database, link.linkId)).scrape_error).toMatch(
        /^blocked: the platform refused earlier visits/,
      );
      const [pace] = await database.query<{ blocks: number }>('select blocks_in_a_row as blocks from source_pace');
      expect(pace?.blocks).toBe(5);
    });
  });

  describe('a dropped link', () => {
    it.each([
      ['was never collected', null, 'pending'],
      ['was collected', 'success', 'success'],
      ['failed', 'failed', 'failed'],
    ])('has its earlier status again after an interrupted visit if the link %s', async (_, before, after) => {
      const link = await aScriptedLink();
      if (before === 'failed') setError(new Gone('gone'));
      if (before !== null) await collectOnce(harness, link);
      setReviews(collectedReviews(30));
      const claim = await claimNow(harness, link);
      await database.transaction(() => harness.leases.lock(claim));
      await database.prepared(
        harness.starts.inProgressStatement(claim, {
          name: 'public',
          readBy: 'public',
          readsOtherRoad: false,
          everyMs: 21_600_000,
        }),
      );
      await harness.leases.release(claim);
      await database.query('update link set is_active = false');
      const again = await harness.collector.claim(claim.runId);
      await collect(again as ClaimedLink);
      expect((await harness.results.report(claim.runId))?.links).toMatchObject([
        { outcome: 'dropped', scrapeError: null },
      ]);
      expect((await linkState(database, link.linkId)).scrape_status).toBe(after);
      expect((await eventsOf(database, claim.runId)).map((row) => [row.event, row.payload['object_ids']])).toEqual([
        ['CollectionRunFinished', []],
      ]);
    });
  });

  describe('contract §6.1: events of a run', () => {
    it('writes one event per kind of fact, with its objects and counts, then the event of the end of the run', async () => {
      const link = await aScriptedLink();
      const replied = { replyText: 'Thank you', replyDate: '2026-05-02T00:00:00' };
      const list = collectedReviews(30);
      setReviews([...list.slice(0, 29), { ...(list[29] as (typeof list)[0]), ...replied }]);
      const first = await collectOnce(harness, link);
      expect(await eventsOf(database, first.runId)).toEqual([
        {
          event: 'ReviewsAppeared',
          account_id: link.accountId,
          payload: { run_id: first.runId, object_ids: [link.objectId], review_count: 30 },
        },
        {
          event: 'RepliesAppeared',
          account_id: link.accountId,
          payload: { run_id: first.runId, object_ids: [link.objectId], review_count: 1 },
        },
        {
          event: 'CollectionRunFinished',
          account_id: link.accountId,
          payload: {
            run_id: first.runId,
            object_ids: [link.objectId],
            finished_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/) as string,
          },
        },
      ]);

      const edited = [
        { ...aCollectedReview({ externalId: '30' }), text: 'Edited' },
        { ...(list[1] as (typeof list)[0]), ...replied },
      ];
      setReviews([
        ...edited,
        ...list.slice(2, 28),
        { ...(list[29] as (typeof list)[0]), ...replied, replyText: 'Another answer' },
      ]);
      const second = await collectOnce(harness, link, true);
      expect((await eventsOf(database, second.runId)).map((row) => [row.event, row.payload['review_count']])).toEqual([
        ['ReviewsChanged', 3],
        ['RepliesAppeared', 1],
        ['CollectionRunFinished', undefined],
      ]);
      const third = await collectOnce(harness, link, true);
      expect((await eventsOf(database, third.runId)).map((row) => [row.event, row.payload['review_count']])).toEqual([
        ['ReviewsDeleted', 1],
        ['CollectionRunFinished', undefined],
      ]);
      setReviews([...edited, ...list.slice(2)]);
      const fourth = await collectOnce(harness, link, true);
      expect((await eventsOf(database, fourth.runId)).map((row) => row.event)).toContain('ReviewsRestored');
    });

    it('gives all events the time of the end of the run, even if the last transaction takes longer (contract §6.1)', async () => {
      const link = await aScriptedLink();
      // Simulates a slow database: a pause between the end of the run and its events.
      await database.query(
        `create function slowly() returns trigger language plpgsql as
           'begin if new.finished_at is not null then perform pg_sleep(0.3); end if; return null; end';
         create trigger slowly after update on run for each row execute function slowly();`,
      );
      try {
        const { runId } = await collectOnce(harness, link);
        const [row] = await database.query(
          `select count(*) as events, bool_and(o.created_at between r.finished_at - interval '1 ms' and r.finished_at) as "atItsEnd"
           from run r join outbox o on o.payload->>'run_id' = r.id::text where r.id = $1`,
          [runId],
        );
        expect(row).toEqual({ events: 2, atItsEnd: true });
      } finally {
        await database.query('drop function slowly() cascade');
      }
    });

    it('writes only the event of the end for a run without changes and for a failed run', async () => {
      const link = await aScriptedLink();
      await collectOnce(harness, link);
      const unchanged = await collectOnce(harness, link);
      setError(new Blocked('no'));
      const failed = await collectOnce(harness, link);
      for (const { runId } of [unchanged, failed]) {
        expect((await eventsOf(database, runId)).map((row) => row.event)).toEqual(['CollectionRunFinished']);
      }
    });

    it('ends a run once, with its last link, if the other links end concurrently', async () => {
      const first = await aScriptedLink();
      for (let index = 1; index < 8; index += 1) await aScriptedLink({ accountId: first.accountId });
      await harness.planDue();
      const claims: ClaimedLink[] = [];
      for (let claim = await harness.collector.claim(null); claim !== null; claim = await harness.collector.claim(null))
        claims.push(claim);
      expect(new Set(claims.map((claim) => claim.runId)).size).toBe(1);
      const runId = claims[0]?.runId ?? 0;
      const last = claims.pop() as ClaimedLink;
      await Promise.all(claims.map(collect));
      expect(await eventsOf(database, runId)).toEqual([]);
      await collect(last);
      const events = await eventsOf(database, runId);
      expect(events.filter((row) => row.event === 'CollectionRunFinished')).toHaveLength(1);
      expect(events.find((row) => row.event === 'ReviewsAppeared')?.payload['review_count']).toBe(240);
    });

    let names = 0;

    /** Claims these links. On a slow machine links of earlier tests are due again, and are claimed before them. */
    async function claimsOf(linkIds: readonly number[]): Promise<ClaimedLink[]> {
      const claims: ClaimedLink[] = [];
      while (claims.length < linkIds.length) {
        const claim = await harness.collector.claim(null);
        if (claim === null) throw new Error('the links are not due');
        if (linkIds.includes(claim.linkId)) claims.push(claim);
      }
      return claims;
    }

    it('ends a run once, with the later of two links, in any order of their statements', async () => {
      const end: Record<string, (claim: ClaimedLink) => Promise<void>> = {
        success: async (claim) =>
          harness.results.saveSuccess(
            claim,
            await database.together(harness.results.lockLinkStatements(claim, null)),
            A_PASS,
          ),
        failure: async (claim) =>
          void (await harness.results.saveFailure(claim, { scrapeError: 'blocked: x', kind: 'lasting' })),
        dropped: (claim) => harness.results.saveDropped(claim),
      };
      for (const [one, other] of [
        ['success', 'failure'],
        ['dropped', 'dropped'],
      ]) {
        const endLink = (outcome: string | undefined, index: number) => (claims: ClaimedLink[]) =>
          database.transaction(async () => {
            const claim = claims[index] as ClaimedLink;
            await harness.leases.lock(claim);
            await end[outcome ?? '']?.(claim);
          });
        await inEveryOrder({
          on: database,
          given: async () => {
            const first = await aScriptedLink();
            const second = await aScriptedLink({ accountId: first.accountId });
            await harness.planDue();
            return claimsOf([first.linkId, second.linkId]);
          },
          contenders: { A: endLink(one, 0), B: endLink(other, 1) },
          holds: async ([claim]) => {
            const { runId } = claim as ClaimedLink;
            expect((await harness.results.report(runId))?.finishedAt).toBeInstanceOf(Date);
            expect((await eventsOf(database, runId)).map((row) => row.event)).toEqual(['CollectionRunFinished']);
          },
          atMost: 60,
        });
      }
    });

    it.each([
      ['stores a new name', 40, () => `Name ${(names += 1)}`],
      ['finds the same name', 25, () => 'Harbor Cafe'],
    ])('does not deadlock if a link is deleted while a pass deletes a review and %s', async (_, atMost, nextName) => {
      const [visibleReviews, droppedReviews] = [collectedReviews(9), collectedReviews(1, 100)];
      const setList = (reviews: SnapshotPage['reviews']): void =>
        setReviews(reviews, { name: nextName(), reviewCount: null, rating: null, ratingOriginal: null });
      const links = new LinkStore(database);
      const deletesLink = 'set deleted_at = clock_timestamp()';
      await inEveryOrder({
        on: database,
        given: async () => {
          const link = await aScriptedLink();
          setList([...visibleReviews, ...droppedReviews]);
          await collectOnce(harness, link, true);
          setList(visibleReviews);
          await collectOnce(harness, link, true);
          setList(visibleReviews);
          return { link, claim: await claimNow(harness, link, true) };
        },
        contenders: {
          pass: ({ claim }) => collect(claim),
          deletion: ({ link: { accountId, objectId, linkId } }) =>
            database.transaction(() => links.markDeleted(accountId, objectId, linkId)),
        },
        holds: (_, run) => {
          // PostgreSQL would cancel one side of a deadlock, and its statements would be repeated.
          const times = (text: string): number => run.statements.filter((statement) => statement.includes(text)).length;
          expect(times(deletesLink)).toBe(1);
          expect(times('scraped_object_name')).toBeLessThanOrEqual(1);
        },
        atMost,
      });
    });

    it('ends a link while a page of another link of the run is being written', async () => {
      const first = await aScriptedLink();
      await aScriptedLink({ accountId: first.accountId });
      await harness.planDue();
      const [writingClaim, endingClaim] = [
        await harness.collector.claim(null),
        await harness.collector.claim(null),
      ] as ClaimedLink[];
      const [pageWritten, linkEnded] = [gate(), gate()];
      const page = database.transaction(async () => {
        await harness.leases.lock(writingClaim as ClaimedLink);
        await database.query(
          `insert into run_fact (run_id, object_id, fact, review_ids) values ($1, $2, 'appeared', '{1}')`,
          [writingClaim?.runId, writingClaim?.objectId],
        );
        pageWritten.open();
        await linkEnded.opened;
      });
      await pageWritten.opened;
      // If this waited for the page, it would reach the lock timeout.
      await collect(endingClaim as ClaimedLink).finally(linkEnded.open);
      await page;
      const report = await harness.results.report(endingClaim?.runId ?? 0);
      expect(report?.links.find(({ linkId }) => linkId === endingClaim?.linkId)?.outcome).toBe('success');
    });

    it('ends a run once if all its links end concurrently', async () => {
      for (let round = 0; round < 4; round += 1) {
        const first = await aScriptedLink();
        for (let index = 1; index < 6; index += 1) await aScriptedLink({ accountId: first.accountId });
        await harness.planDue();
        const claims: ClaimedLink[] = [];
        for (
          let claim = await harness.collector.claim(null);
          claim !== null;
          claim = await harness.collector.claim(null)
        )
          claims.push(claim);
        await Promise.all(claims.map(collect));
        const events = await eventsOf(database, claims[0]?.runId ?? 0);
        expect(events.map((row) => row.event)).toEqual(['ReviewsAppeared', 'CollectionRunFinished']);
      }
    });

    it('changes no state and writes no event if the result is rolled back', async () => {
      const link = await aScriptedLink();
      const claim = await claimNow(harness, link);
      const rolledBack = database.transaction(async () => {
        await harness.leases.lock(claim);
        await harness.results.saveFailure(claim, { scrapeError: 'blocked: x', kind: 'lasting' });
        throw new Error('the connection broke');
      });
      await expect(rolledBack).rejects.toThrow('the connection broke');
      expect(await eventsOf(database, claim.runId)).toEqual([]);
      expect((await harness.results.report(claim.runId))?.links).toMatchObject([{ state: 'running', outcome: null }]);
      expect((await linkState(database, link.linkId)).scrape_status).toBe('pending');
    });
  });

  it.each([
    ['a counter that is too large', { name: 'X', reviewCount: 99_999_999_999, rating: null, ratingOriginal: null }],
    ['a counter with a fraction', { name: 'X', reviewCount: 4.5, rating: null, ratingOriginal: null }],
    ['a name with NUL', { name: 'X\u0000', reviewCount: null, rating: 4.6, ratingOriginal: '4\u0000.6' }],
  ])('succeeds with %s in the data about the object', async (_, object) => {
    const link = await aScriptedLink();
    setReviews(collectedReviews(3), object);
    expect(await collectOnce(harness, link)).toMatchObject({ outcome: 'success' });
    const [row] = await database.query<{ name: string }>('select scraped_object_name as name from link');
    expect(row?.name).toBe('X');
  });

  it('contract §10: keeps the warning about missing reviews until a later pass can evaluate missing reviews', async () => {
    const link = await aScriptedLink();
    await collectOnce(harness, link);
    setReviews(collectedReviews(10, 21));
    await collectOnce(harness, link, true);
    await collectOnce(harness, link, true);
    const afterWarning = await linkState(database, link.linkId);
    expect(afterWarning.warning).toBe('many_reviews_missing');
    await collectOnce(harness, link);
    expect(await linkState(database, link.linkId)).toMatchObject({
      stop_reason: 'known_reached',
      warning: 'many_reviews_missing',
    });
    setReviews(collectedReviews(30));
    await collectOnce(harness, link, true);
    expect((await linkState(database, link.linkId)).warning).toBeNull();
  });

  it('does not deadlock if links are renamed, disabled and collected concurrently', async () => {
    const links = await Promise.all(Array.from({ length: 6 }, () => aScriptedLink()));
    setReviews(collectedReviews(5), { name: 'Name', reviewCount: 5, rating: 5, ratingOriginal: '5' });
    const claims = [];
    for (const link of links) claims.push(await claimNow(harness, link));
    const before = await deadlocks(database);
    const renameAndDisable = (linkId: number): Promise<void> =>
      database.transaction(async () => {
        await database.query('update link set link_name = $2 where id = $1', [linkId, 'x']);
        await database.query('select pg_sleep(0.02)');
        await database.query('update link_collection set next_run_at = null where link_id = $1', [linkId]);
      });
    const changes = links.map(async ({ linkId }) => {
      for (let round = 0; round < 15; round += 1) await renameAndDisable(linkId);
    });
    await Promise.all([...changes, ...claims.map(collect)]);
    expect(await deadlocks(database)).toBe(before);
    const reports = await Promise.all(claims.map((claim) => harness.results.report(claim.runId)));
    expect(reports.map((report) => report?.links[0]?.outcome)).toEqual(links.map(() => 'success'));
  });
});

async function deadlocks(database: Database): Promise<number> {
  await database.query('select pg_stat_clear_snapshot()');
  const [row] = await database.query<{ n: number }>(
    'select deadlocks as n from pg_stat_database where datname = current_database()',
  );
  return row?.n ?? -1;
}

/** A promise that the test resolves. */
function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}
