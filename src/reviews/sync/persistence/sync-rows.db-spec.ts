import { insertReview } from '@test/support/review-factory';
import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import { SyncRowsQuery, type WalkPosition } from './sync-rows.query';

const SHAPE = { version: 'v3', includeRaw: false, separatePosNeg: false, showsCuration: true } as const;
const LINKS = 20;
const PAGE = 3;

/** What the planner must do without, so that it takes the links in another way. */
const PLANS: readonly (readonly [string, readonly string[]])[] = [
  ['as it is planned', []],
  ['links hashed', ['enable_indexscan', 'enable_indexonlyscan', 'enable_bitmapscan', 'enable_mergejoin']],
  ['links looked up', ['enable_hashjoin', 'enable_mergejoin']],
];

describe('contract §4.4.1: a walk names every review of its links once, with every plan', () => {
  let fixture: StoreFixture;
  let links: readonly LinkFixture[];
  const ids: number[] = [];
  beforeAll(async () => {
    fixture = await storeFixture();
    const { database } = fixture;
    links = await linksOfOneAccount();
    for (const link of links) for (let made = 0; made < 2; made += 1) ids.push(await insertReview(database, link));
    // Rows that were written again lie behind the others: the table's order is not that of its ids any more.
    const again = links.slice(0, LINKS / 2).map((link) => link.linkId);
    await database.query('update link set link_name = $2 where id = any($1)', [again, 'Renamed']);
    for (const table of ['link', 'tracked_object', 'review']) await database.query(`analyze ${table}`);
  });
  afterAll(() => fixture.close());

  it.each(PLANS)('%s', async (_, without) => {
    const { database } = fixture;
    const met = await database.transaction(async () => {
      for (const setting of without) await database.query(`set local ${setting} = off`);
      return walked(new SyncRowsQuery(database));
    });
    expect(met.sort((a, b) => a - b)).toEqual(ids);
  });

  async function linksOfOneAccount(): Promise<readonly LinkFixture[]> {
    const first = await aLink(fixture.database, { sourceId: 1 });
    const made = [first];
    const { accountId } = first;
    while (made.length < LINKS) made.push(await aLink(fixture.database, { accountId, sourceId: 1 }));
    return made;
  }

  /** The ids of the reviews, page by page, each page behind the last review of the one before. */
  async function walked(rows: SyncRowsQuery): Promise<number[]> {
    const accountId = Number(links[0]?.accountId);
    const linkIds = links.map((link) => link.linkId);
    const met: number[] = [];
    let from: WalkPosition | null = null;
    for (let pages = 0; pages <= ids.length; pages += 1) {
      const walk = { linkIds, from, inScope: true, notedAt: null };
      const { items, lastId } = await rows.walk({ accountId, limit: PAGE, shape: SHAPE }, walk);
      met.push(...items.map((item) => (JSON.parse(item) as { review_id: number }).review_id));
      if (items.length < PAGE) break;
      from = await rows.positionOf(accountId, lastId);
    }
    return met;
  }
});
