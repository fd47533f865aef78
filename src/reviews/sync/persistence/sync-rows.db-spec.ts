import { insertReview } from '@test/support/review-factory';
import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import { SyncRowsQuery, type WalkPosition } from './sync-rows.query';

const SHAPE = { version: 'v3', includeRaw: false, separatePosNeg: false, showsCuration: true } as const;
const LINKS = 20;
const PAGE = 3;

/** Planner settings to turn off, so that the planner joins the links in another way. */
const PLANS: readonly (readonly [string, readonly string[]])[] = [
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
    for (const link of links) for (let made = 0; made < 2; made += 1) ids.push(await insertReview(database, link));
    // Updated rows are stored after the others, so the physical order of the table differs from the order of ids.
    const updated = links.slice(0, LINKS / 2).map((link) => link.linkId);
    await database.query('update link set link_name = $2 where id = any($1)', [updated, 'Renamed']);
    for (const table of ['link', 'tracked_object', 'review']) await database.query(`analyze ${table}`);
  });
  afterAll(() => fixture.close());

  it.each(PLANS)('with %s', async (_, turnedOff) => {
    const { database } = fixture;
    const walked = await database.transaction(async () => {
      for (const setting of turnedOff) await database.query(`set local ${setting} = off`);
      return walkedIds(new SyncRowsQuery(database));
    });
    expect(walked.sort((a, b) => a - b)).toEqual(ids);
  });

  async function linksOfOneAccount(): Promise<readonly LinkFixture[]> {
    const first = await aLink(fixture.database, { sourceId: 1 });
    const made = [first];
    const { accountId } = first;
    while (made.length < LINKS) made.push(await aLink(fixture.database, { accountId, sourceId: 1 }));
    return made;
  }

  /** The ids of the reviews, read page by page; each page begins after the last review of the previous one. */
  async function walkedIds(rows: SyncRowsQuery): Promise<number[]> {
    const accountId = Number(links[0]?.accountId);
    const linkIds = links.map((link) => link.linkId);
    const read: number[] = [];
    let from: WalkPosition | null = null;
    for (let pages = 0; pages <= ids.length; pages += 1) {
      const walk = { linkIds, from, inScope: true, notedAt: null };
      const { items, lastId } = await rows.walk({ accountId, limit: PAGE, shape: SHAPE }, walk);
      read.push(...items.map((item) => (JSON.parse(item) as { review_id: number }).review_id));
      if (items.length < PAGE) break;
      from = await rows.positionOf(accountId, lastId);
    }
    return read;
  }
});
