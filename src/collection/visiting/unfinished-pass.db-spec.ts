import fc from 'fast-check';
import type { Database } from '@libs/database';
import { Blocked, Temporary, type CollectedReview } from '@libs/sources';
import { collectedReviews } from '@test/support/collected-review';
import {
  SCRIPTED_SOURCE_ID,
  claimNow,
  collectOnce,
  collectionHarness,
  linkState,
  linkTo,
  makeDue,
  scriptedPlatform,
  type CollectionHarness,
} from '@test/support/collection-harness';
import { storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import { CollectionIsOff } from '../domain/failure';

const PAGE = 30;

/** Called when the visit requests a page. */
type OnPage = (page: number, signal: AbortSignal) => void | Promise<void>;

describe('known ground comes only from passes that ended (contract §10.2)', () => {
  let fixture: StoreFixture;
  let database: Database;
  let harness: CollectionHarness;
  let list: CollectedReview[];
  let pagesRead: number;
  let onPage: OnPage;

  const noFailure: OnPage = () => undefined;
  const failFromPage =
    (from: number, error: () => Error): OnPage =>
    (page) => {
      if (page >= from) throw error();
    };
  const networkError = (): Error => new Temporary('network', 'the connection broke');
  const edit = (from: number, to: number, word: string): void => {
    list = list.map((review, index) =>
      index >= from && index < to ? { ...review, text: `${review.externalId} ${word}` } : review,
    );
  };

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    const platform = scriptedPlatform(async function* (_url, { signal }) {
      for (let page = 1; (page - 1) * PAGE < list.length; page += 1) {
        await onPage(page, signal);
        pagesRead += 1;
        yield { reviews: list.slice((page - 1) * PAGE, page * PAGE) };
      }
      return { coverage: 'all' };
    });
    harness = await collectionHarness(database, { platforms: [platform] });
  });
  beforeEach(async () => {
    await database.query('truncate account, source_pace, review, review_raw cascade');
    list = collectedReviews(6 * PAGE);
    pagesRead = 0;
    onPage = noFailure;
  });
  afterAll(async () => {
    await harness?.close();
    await fixture?.close();
  });

  /** Ids of the reviews whose stored text differs from the platform's text. */
  const staleReviewIds = async (link: LinkFixture): Promise<string[]> => {
    const rows = await database.query<{ id: string; text: string }>(
      'select external_id as id, text from review where link_id = $1',
      [link.linkId],
    );
    const stored = new Map(rows.map((row) => [row.id, row.text]));
    return list.flatMap(({ externalId, text }) => (stored.get(externalId ?? '') === text ? [] : [externalId ?? '']));
  };
  const collectedLink = async (): Promise<LinkFixture> => {
    const link = await linkTo(database, SCRIPTED_SOURCE_ID);
    await collectOnce(harness, link);
    expect(await staleReviewIds(link)).toEqual([]);
    return link;
  };
  /** Begins a visit that waits on its second page until `stop` aborts its signal. */
  const hangOnPage2 = async (link: LinkFixture) => {
    let reportPage2 = (): void => undefined;
    const reachedPage2 = new Promise<void>((resolve) => (reportPage2 = resolve));
    onPage = (page, signal) =>
      page < 2
        ? undefined
        : new Promise((_, stop) => {
            signal.addEventListener('abort', () => stop(signal.reason as Error), { once: true });
            reportPage2();
          });
    const abort = new AbortController();
    const claim = await claimNow(harness, link);
    const ended = harness.collector.run(claim, abort.signal);
    await reachedPage2;
    return { runId: claim.runId, stop: () => (abort.abort(new Error('the process is stopping')), ended) };
  };
  const finishRun = async (runId: number): Promise<void> => {
    for (;;) {
      await database.query('update run_link set not_before = clock_timestamp() where run_id = $1', [runId]);
      const claim = await harness.collector.claim(runId);
      if (claim === null) return;
      await harness.collector.run(claim);
    }
  };

  const interruptions: [string, (link: LinkFixture) => Promise<void>][] = [
    [
      'an attempt failed and the next one of the run succeeded',
      async (link) => {
        let isFirst = true;
        onPage = (page) => {
          if (page < 2 || !isFirst) return;
          isFirst = false;
          throw networkError();
        };
        await collectOnce(harness, link);
      },
    ],
    [
      'all attempts of a run failed',
      async (link) => {
        onPage = failFromPage(2, networkError);
        expect((await collectOnce(harness, link)).outcome).toBe('failed');
      },
    ],
    [
      'several runs failed',
      async (link) => {
        onPage = failFromPage(2, networkError);
        for (let run = 1; run <= 3; run += 1) expect((await collectOnce(harness, link)).outcome).toBe('failed');
      },
    ],
    [
      'the platform refused a page',
      async (link) => {
        onPage = failFromPage(2, () => new Blocked('a captcha'));
        expect((await collectOnce(harness, link)).outcome).toBe('failed');
      },
    ],
    [
      'the process was stopped',
      async (link) => {
        const { stop, runId } = await hangOnPage2(link);
        await stop();
        onPage = noFailure;
        await finishRun(runId);
      },
    ],
    [
      'the operator switched off the collection of the source',
      async (link) => {
        onPage = failFromPage(2, () => new CollectionIsOff());
        const claim = await claimNow(harness, link);
        await harness.collector.run(claim);
        onPage = noFailure;
        await finishRun(claim.runId);
      },
    ],
    [
      'the lease expired and another worker claimed the link',
      async (link) => {
        const { stop, runId } = await hangOnPage2(link);
        onPage = noFailure;
        await database.query(`update run_link set lease_until = clock_timestamp() where run_id = $1`, [runId]);
        await finishRun(runId);
        await stop();
      },
    ],
    [
      'the link was disabled while it was read',
      async (link) => {
        onPage = async (page) => {
          if (page === 2) await database.query('update link set is_active = false');
        };
        expect((await collectOnce(harness, link)).outcome).toBe('dropped');
        await database.query('update link set is_active = true');
      },
    ],
  ];

  it.each(interruptions)('stores all 180 edits in the next pass that ends, if %s', async (_, interrupt) => {
    const link = await collectedLink();
    edit(0, 6 * PAGE, 'edited');
    await interrupt(link);
    onPage = noFailure;
    await collectOnce(harness, link);
    expect(await staleReviewIds(link)).toEqual([]);
    pagesRead = 0;
    await collectOnce(harness, link);
    expect([pagesRead, (await linkState(database, link.linkId)).stop_reason]).toEqual([1, 'known_reached']);
  });

  it('does not stop at a page whose edits were stored by a failed full pass', async () => {
    const link = await collectedLink();
    edit(0, 6 * PAGE, 'edited');
    onPage = failFromPage(2, networkError);
    expect((await collectOnce(harness, link, true)).outcome).toBe('failed');
    onPage = noFailure;
    await collectOnce(harness, link);
    expect(await staleReviewIds(link)).toEqual([]);
  });

  it('keeps a full pass due if it failed after quiet pages', async () => {
    const link = await collectedLink();
    edit(2 * PAGE, 5 * PAGE, 'edited');
    onPage = failFromPage(4, networkError);
    expect((await collectOnce(harness, link, true)).outcome).toBe('failed');
    onPage = noFailure;
    await makeDue(database, link.linkId);
    await harness.planDue();
    const claim = await harness.collector.claim(null);
    expect(claim?.wantsFull).toBe(true);
    if (claim) await harness.collector.run(claim);
    expect(await staleReviewIds(link)).toEqual([]);
    pagesRead = 0;
    await collectOnce(harness, link);
    expect(pagesRead).toBe(1);
  });

  it('reads the pages that the failed pass did not read, but not the whole list', async () => {
    const link = await collectedLink();
    edit(0, 2 * PAGE, 'edited');
    onPage = failFromPage(2, networkError);
    await collectOnce(harness, link);
    onPage = noFailure;
    pagesRead = 0;
    await collectOnce(harness, link);
    expect(pagesRead).toBe(3);
    expect(await staleReviewIds(link)).toEqual([]);
  });

  it('has no known ground on a new link until a pass has ended', async () => {
    const link = await linkTo(database, SCRIPTED_SOURCE_ID);
    for (const page of [2, 4]) {
      onPage = failFromPage(page, networkError);
      await collectOnce(harness, link);
    }
    onPage = noFailure;
    await collectOnce(harness, link);
    expect(await staleReviewIds(link)).toEqual([]);
  });

  it('keeps known ground after changes of another link of the account', async () => {
    const link = await collectedLink();
    const neighbor = await linkTo(database, SCRIPTED_SOURCE_ID, { accountId: link.accountId });
    await collectOnce(harness, neighbor);
    pagesRead = 0;
    await collectOnce(harness, link);
    expect(pagesRead).toBe(1);
  });

  it('stores the same reviews after random edits with failed passes as without them', async () => {
    const pages = list.length / PAGE;
    const round = fc.record({
      edits: fc.uniqueArray(fc.integer({ min: 0, max: pages - 1 }), { maxLength: pages }),
      breakAt: fc.integer({ min: 1, max: pages + 1 }),
    });
    let edition = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 4 }), async (rounds) => {
        list = collectedReviews(pages * PAGE);
        const failingLink = await collectedLink();
        const referenceLink = await collectedLink();
        for (const { edits, breakAt } of rounds) {
          edition += 1;
          for (const page of edits) edit(page * PAGE, page * PAGE + 1, `edition ${edition}`);
          onPage = failFromPage(breakAt, networkError);
          const { outcome } = await collectOnce(harness, failingLink);
          onPage = noFailure;
          if (outcome === 'success') await collectOnce(harness, referenceLink);
        }
        await collectOnce(harness, failingLink);
        await collectOnce(harness, referenceLink);
        expect(await staleReviewIds(referenceLink)).toEqual(expect.arrayContaining(await staleReviewIds(failingLink)));
      }),
      { numRuns: 15 },
    );
  });
});
