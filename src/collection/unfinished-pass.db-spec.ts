import fc from 'fast-check';
import type { Database } from '@libs/database';
import { Blocked, Temporary, type CollectedReview } from '@libs/sources';
import { collectedReviews } from '@test/support/collected-review';
import {
  SCRIPTED_SOURCE_ID,
  claimNow,
  collectOnce,
  collectionWorld,
  linkState,
  linkTo,
  makeDue,
  scriptedPlatform,
  type CollectionWorld,
} from '@test/support/collection-world';
import { storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';

const PAGE = 30;

/** Called when a page is requested. */
type OnPage = (page: number, signal: AbortSignal) => void | Promise<void>;

describe('known ground comes only from passes that ended (contract §10.2)', () => {
  let fixture: StoreFixture;
  let database: Database;
  let world: CollectionWorld;
  let list: CollectedReview[];
  let pagesRead: number;
  let onPage: OnPage;

  const healthy: OnPage = () => undefined;
  const breaks =
    (from: number, error: () => Error): OnPage =>
    (page) => {
      if (page >= from) throw error();
    };
  const network = (): Error => new Temporary('network', 'the connection broke');
  const edit = (from: number, to: number, word: string): void => {
    list = list.map((review, place) =>
      place >= from && place < to ? { ...review, text: `${review.externalId} ${word}` } : review,
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
    world = await collectionWorld(database, { platforms: [platform] });
  });
  beforeEach(async () => {
    await database.query('truncate account, source_pace, review, review_raw cascade');
    list = collectedReviews(6 * PAGE);
    pagesRead = 0;
    onPage = healthy;
  });
  afterAll(async () => {
    await world?.close();
    await fixture?.close();
  });

  /** Ids of the reviews whose stored text is not what the platform shows. */
  const stale = async (link: LinkFixture): Promise<string[]> => {
    const rows = await database.query<{ id: string; text: string }>(
      'select external_id as id, text from review where link_id = $1',
      [link.linkId],
    );
    const stored = new Map(rows.map((row) => [row.id, row.text]));
    return list.flatMap(({ externalId, text }) => (stored.get(externalId ?? '') === text ? [] : [externalId ?? '']));
  };
  const collectedLink = async (): Promise<LinkFixture> => {
    const link = await linkTo(database, SCRIPTED_SOURCE_ID);
    await collectOnce(world, link);
    expect(await stale(link)).toEqual([]);
    return link;
  };
  /** Begins a visit that waits on its second page until its signal is aborted. */
  const hangOnPage2 = async (link: LinkFixture) => {
    let reached = (): void => undefined;
    const isThere = new Promise<void>((resolve) => (reached = resolve));
    onPage = (page, signal) =>
      page < 2
        ? undefined
        : new Promise((_, stop) => {
            signal.addEventListener('abort', () => stop(signal.reason as Error), { once: true });
            reached();
          });
    const abort = new AbortController();
    const claim = await claimNow(world, link);
    const ended = world.runner.run(claim, abort.signal);
    await isThere;
    return { runId: claim.runId, stop: () => (abort.abort(new Error('the process is stopping')), ended) };
  };
  const finishRun = async (runId: number): Promise<void> => {
    for (;;) {
      await database.query('update run_link set not_before = clock_timestamp() where run_id = $1', [runId]);
      const claim = await world.runner.claim(runId);
      if (claim === null) return;
      await world.runner.run(claim);
    }
  };

  const interruptions: [string, (link: LinkFixture) => Promise<void>][] = [
    [
      'an attempt broke, the next one of its run ends',
      async (link) => {
        let isFirst = true;
        onPage = (page) => {
          if (page < 2 || !isFirst) return;
          isFirst = false;
          throw network();
        };
        await collectOnce(world, link);
      },
    ],
    [
      'all attempts of a run broke',
      async (link) => {
        onPage = breaks(2, network);
        expect((await collectOnce(world, link)).outcome).toBe('failed');
      },
    ],
    [
      'runs broke again and again',
      async (link) => {
        onPage = breaks(2, network);
        for (let run = 1; run <= 3; run += 1) expect((await collectOnce(world, link)).outcome).toBe('failed');
      },
    ],
    [
      'the platform refused',
      async (link) => {
        onPage = breaks(2, () => new Blocked('a captcha'));
        expect((await collectOnce(world, link)).outcome).toBe('failed');
      },
    ],
    [
      'the process was stopped',
      async (link) => {
        const { stop, runId } = await hangOnPage2(link);
        await stop();
        onPage = healthy;
        await finishRun(runId);
      },
    ],
    [
      'the lease expired and another worker claimed the link',
      async (link) => {
        const { stop, runId } = await hangOnPage2(link);
        onPage = healthy;
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
        expect((await collectOnce(world, link)).outcome).toBe('dropped');
        await database.query('update link set is_active = true');
      },
    ],
  ];

  it.each(interruptions)('%s: all 180 edits are seen by the next pass that ends', async (_, interrupt) => {
    const link = await collectedLink();
    edit(0, 6 * PAGE, 'edited');
    await interrupt(link);
    onPage = healthy;
    await collectOnce(world, link);
    expect(await stale(link)).toEqual([]);
    pagesRead = 0;
    await collectOnce(world, link);
    expect([pagesRead, (await linkState(database, link.linkId)).stop_reason]).toEqual([1, 'known_reached']);
  });

  it('a full pass that broke made the first page quiet: the next pass does not stop there', async () => {
    const link = await collectedLink();
    edit(0, 6 * PAGE, 'edited');
    onPage = breaks(2, network);
    expect((await collectOnce(world, link, true)).outcome).toBe('failed');
    onPage = healthy;
    await collectOnce(world, link);
    expect(await stale(link)).toEqual([]);
  });

  it('a full pass that broke after quiet pages stays due', async () => {
    const link = await collectedLink();
    edit(2 * PAGE, 5 * PAGE, 'edited');
    onPage = breaks(4, network);
    expect((await collectOnce(world, link, true)).outcome).toBe('failed');
    onPage = healthy;
    await makeDue(database, link.linkId);
    await world.planner.planDue();
    const claim = await world.runner.claim(null);
    expect(claim?.wantsFull).toBe(true);
    if (claim) await world.runner.run(claim);
    expect(await stale(link)).toEqual([]);
    pagesRead = 0;
    await collectOnce(world, link);
    expect(pagesRead).toBe(1);
  });

  it('reads as far as the broken pass would have, and not the whole list again', async () => {
    const link = await collectedLink();
    edit(0, 2 * PAGE, 'edited');
    onPage = breaks(2, network);
    await collectOnce(world, link);
    onPage = healthy;
    pagesRead = 0;
    await collectOnce(world, link);
    expect(pagesRead).toBe(3);
    expect(await stale(link)).toEqual([]);
  });

  it('a link that is collected for the first time has no known ground until a pass ended', async () => {
    const link = await linkTo(database, SCRIPTED_SOURCE_ID);
    for (const page of [2, 4]) {
      onPage = breaks(page, network);
      await collectOnce(world, link);
    }
    onPage = healthy;
    await collectOnce(world, link);
    expect(await stale(link)).toEqual([]);
  });

  it('changes of another link of the account do not affect known ground', async () => {
    const link = await collectedLink();
    const neighbor = await linkTo(database, SCRIPTED_SOURCE_ID, { accountId: link.accountId });
    await collectOnce(world, neighbor);
    pagesRead = 0;
    await collectOnce(world, link);
    expect(pagesRead).toBe(1);
  });

  it('with random edits and breaks, a pass that ends finds the same as without breaks', async () => {
    const pages = list.length / PAGE;
    const round = fc.record({
      edits: fc.uniqueArray(fc.integer({ min: 0, max: pages - 1 }), { maxLength: pages }),
      breakAt: fc.integer({ min: 1, max: pages + 1 }),
    });
    let edition = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 4 }), async (rounds) => {
        list = collectedReviews(pages * PAGE);
        const broken = await collectedLink();
        const twin = await collectedLink();
        for (const { edits, breakAt } of rounds) {
          edition += 1;
          for (const page of edits) edit(page * PAGE, page * PAGE + 1, `edition ${edition}`);
          onPage = breaks(breakAt, network);
          const { outcome } = await collectOnce(world, broken);
          onPage = healthy;
          if (outcome === 'success') await collectOnce(world, twin);
        }
        await collectOnce(world, broken);
        await collectOnce(world, twin);
        expect(await stale(twin)).toEqual(expect.arrayContaining(await stale(broken)));
      }),
      { numRuns: 15 },
    );
  });
});
