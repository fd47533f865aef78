import { AppError } from '@libs/kernel';
import { entitlementsOf } from '@src/auth';
import { insertReviews } from '@test/support/review-factory';
import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import { syncService, type SyncHarness } from '@test/support/sync-harness';
import type { SyncMode } from './domain/sync-cursor';

interface Page {
  readonly data: readonly { readonly op: string; readonly review_id: number }[];
  readonly next_cursor: string;
}

describe('sync for readers with a cut (contract §4.4, §4.4.1, §8)', () => {
  let fixture: StoreFixture;
  let sync: SyncHarness;
  let link: LinkFixture;

  beforeAll(async () => {
    fixture = await storeFixture();
    sync = syncService(fixture.database);
  });
  beforeEach(async () => void (link = await aLink(fixture.database, { sourceId: 1 })));
  afterAll(() => fixture?.close());

  async function read(cut: number | null, cursor: string | null, mode: SyncMode | null = null): Promise<Page> {
    const plan = entitlementsOf('full', { HREV_PLANS: {}, HREV_TRIAL_REVIEWS_PER_LINK: 20 });
    const { before, items, after } = await sync.page(
      { accountId: link.accountId, entitlements: { ...plan, visibleReviewsPerLink: cut } },
      {
        selection: { kind: 'object', objectId: link.objectId },
        mode,
        cursor,
        limit: 100,
        format: { version: 'v3', includeRaw: false },
      },
    );
    return JSON.parse(`${before}${items.join(',')}${after}`) as Page;
  }
  const changesOf = ({ data }: Page): unknown[] => data.map(({ op, review_id: id }) => [op, id]);

  /** Updates a review with the account's next change number, as every writer does. */
  const update = (id: number, set: string): Promise<unknown> =>
    fixture.database.query(
      `with c as (
         insert into account_change as c values ($1, 1, clock_timestamp()) on conflict (account_id) do update set
           change_seq = c.change_seq + 1, changed_at = clock_timestamp() returning change_seq as seq, changed_at
       )
       update review set change_seq = c.seq, ${set} from c where account_id = $1 and id = $2`,
      [link.accountId, id],
    );
  const change = (id: number, set: string): Promise<unknown> => update(id, `updated_at = changed_at, ${set}`);
  /** Inserts one review per day, in this order. */
  async function insert(...days: readonly number[]): Promise<number[]> {
    const ids = await insertReviews(
      fixture.database,
      days.map((day) => ({ ...link, reviewDate: `2026-05-0${day}T00:00:00` })),
    );
    for (const id of ids) await update(id, 'first_seen_at = changed_at, updated_at = changed_at');
    return [...ids];
  }

  it('a pass returns only the reviews that changes since the last pass may have moved over the cut', async () => {
    const [, second, third, fourth, fifth] = (await insert(2, 3, 4, 5, 6)) as [number, number, number, number, number];
    let page = await read(2, null);
    const next = async (): Promise<unknown[]> => changesOf((page = await read(2, page.next_cursor)));
    expect(changesOf(page)).toEqual([
      ['upsert', fourth],
      ['upsert', fifth],
    ]);
    expect(await next()).toEqual([]);

    // The newest review becomes the oldest. This one change moves it below all others, and each other review up by one position.
    await change(fifth, `review_date = '2026-05-01'`);
    expect(await next()).toEqual([
      ['remove', second],
      ['upsert', third],
      ['upsert', fourth],
      ['remove', fifth],
    ]);

    await change(fourth, `text = 'Changed'`);
    expect(await next()).toEqual([
      ['remove', second],
      ['upsert', third],
      ['upsert', fourth],
    ]);

    // The new review was always outside the cut, so no client has received it.
    await insert(1);
    expect(await next()).toEqual([
      ['remove', second],
      ['upsert', third],
      ['upsert', fourth],
    ]);
    expect(await next()).toEqual([]);
  });

  it.each<[SyncMode, number | null, number | null, string]>([
    ['snapshot', null, null, 'continues'],
    ['snapshot', 3, 3, 'continues'],
    ['snapshot', null, 3, 'invalid_cursor'],
    ['snapshot', 3, null, 'invalid_cursor'],
    ['snapshot', 3, 4, 'invalid_cursor'],
    ['snapshot', 4, 3, 'invalid_cursor'],
    ['changes', null, null, 'continues'],
    ['changes', 3, 3, 'continues'],
    ['changes', null, 3, 'invalid_cursor'],
    ['changes', 3, null, 'invalid_cursor'],
    ['changes', 3, 4, 'invalid_cursor'],
    ['changes', 4, 3, 'invalid_cursor'],
  ])(
    'a %s cursor that was issued with the cut %p and is used with the cut %p has the outcome: %s (contract §7.2)',
    async (mode, issuedCut, usedCut, outcome) => {
      await insert(1, 2);
      const { next_cursor: cursor } = await read(issuedCut, null, mode);
      const result = await read(usedCut, cursor).then(
        () => 'continues',
        (error: unknown) => (error instanceof AppError ? error.code : error),
      );
      expect(result).toBe(outcome);
    },
  );
});
