import { insertReview } from '@test/support/review-factory';
import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import { SyncRowsQuery, type WalkPosition } from './sync-rows.query';

const SHAPE = { version: 'v3', includeRaw: false, separatePosNeg: false, showsCuration: true } as const;
const LINKS = 20;
const PAGE = 3;

/** Planner settings to turn off. With each list, the planner joins the links in another way. */
const DISABLED_SETTINGS: readonly (readonly [string, readonly string[]])[] = [
  ['the default plan', []],
  ['a hash join of the links', ['enable_indexscan', 'enable_indexonlyscan', 'enable_bitmapscan', 'enable_mergejoin']],
  ['look-ups of the links', ['enable_hashjoin', 'enable_mergejoin']],
];

describe('contract §4.4.1: a walk returns every review of its links once', () => {
  let fixture: StoreFixture;
  let links: readonly LinkFixture[];
  const ids: number[] = [];
  beforeAll(async () => {
    fixture = await storeFixture();
    const { database } = fixture;
    links = await linksOfOneAccount();
    for (const link of links) for (let count = 0; count < 2; count += 1) ids.push(await insertReview(database, link));
    // Updated rows are stored after the others, so the physical order of the table differs from the order of ids.
    const updatedLinkIds = links.slice(0, LINKS / 2).map((link) => link.linkId);
    await database.query('update link set link_name = $2 where id = any($1)', [updatedLinkIds, 'Renamed']);
    for (const table of ['link', 'tracked_object', 'review']) await database.query(`analyze ${table}`);
  });
  afterAll(() => fixture.close());

  it.each(DISABLED_SETTINGS)('with %s', async (_, settings) => {
    const { database } = fixture;
    const returnedIds = await database.transaction(async () => {
      for (const setting of settings) await database.query(`set local ${setting} = off`);
      return idsOfWalk(new SyncRowsQuery(database));
    });
    expect(returnedIds.sort((a, b) => a - b)).toEqual(ids);
  });

  async function linksOfOneAccount(): Promise<readonly LinkFixture[]> {
    const first = await aLink(fixture.database, { sourceId: 1 });
    const accountLinks = [first];
    const { accountId } = first;
    while (accountLinks.length < LINKS) accountLinks.push(await aLink(fixture.database, { accountId, sourceId: 1 }));
    return accountLinks;
  }

  /** Reads the ids of the reviews page by page. Each page begins after the last review of the previous page. */
  async function idsOfWalk(rows: SyncRowsQuery): Promise<number[]> {
    const accountId = Number(links[0]?.accountId);
    const linkIds = links.map((link) => link.linkId);
    const reviewIds: number[] = [];
    let from: WalkPosition | null = null;
    for (let pages = 0; pages <= ids.length; pages += 1) {
      const walk = { linkIds, from, inScope: true, movedAt: null };
      const { items, lastId } = await rows.walk({ accountId, limit: PAGE, shape: SHAPE }, walk);
      reviewIds.push(...items.map((item) => (JSON.parse(item) as { review_id: number }).review_id));
      if (items.length < PAGE) break;
      from = await rows.positionOf(accountId, lastId);
    }
    return reviewIds;
  }
});
