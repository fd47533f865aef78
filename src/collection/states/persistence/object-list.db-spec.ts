import type { Database } from '@libs/database';
import { OBJECT_PROBLEMS, type ObjectListRequest, type ObjectProblem } from '@src/objects';
import { linkState, objectState, type LinkFacts } from '@src/objects/domain/object-state';
import type { LinkState } from '@src/objects/domain/object-status';
import { rowsRead } from '@test/support/rows-read';
import { aLink, storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { ObjectListQuery } from './object-list.query';

const ALL: ObjectListRequest = {
  limit: 1000,
  offset: 0,
  search: null,
  folderId: null,
  problem: null,
  order: 'created_at',
};

/** What a link is made of: its facts, and the columns that say them. */
interface LinkSeed extends LinkFacts {
  readonly columns: string;
  /** Stored reviews of 100 that the platform counts; null: it counts none. */
  readonly stored: number | null;
}

const seed = (columns: string, facts: Partial<LinkFacts>, stored: number | null = null): LinkSeed => ({
  ...{ isActive: true, scrapeStatus: 'success', scrapeError: null, frozenAt: null, warning: null },
  ...{ completeness: stored === null ? null : stored / 100 },
  ...facts,
  ...{ columns, stored },
});
const NOW = new Date();
const SEEDS: readonly LinkSeed[] = [
  seed(`scrape_status = 'success'`, {}),
  seed(`scrape_status = 'success'`, { isActive: false }),
  seed(`scrape_status = 'success'`, {}, 98),
  seed(`scrape_status = 'success'`, {}, 97),
  seed(`scrape_status = 'success', warning = 'many_reviews_missing'`, { warning: 'many_reviews_missing' }),
  seed(`scrape_status = 'success', count_disputes = 1`, { warning: 'count_mismatch' }),
  seed(`scrape_status = 'success', unread = '{"date": 2}'`, { warning: 'unread: 2 dates' }),
  seed(`scrape_status = 'pending'`, { scrapeStatus: 'pending' }),
  seed(`scrape_status = 'in_progress'`, { scrapeStatus: 'in_progress' }),
  ...['blocked: a captcha', 'page_not_found: gone', 'credentials_insufficient: plan'].map((error) =>
    seed(`scrape_status = 'failed', scrape_error = '${error}'`, { scrapeStatus: 'failed', scrapeError: error }),
  ),
  seed(`scrape_status = 'failed', scrape_error = 'blocked: x', frozen_at = now()`, {
    ...{ scrapeStatus: 'failed', scrapeError: 'blocked: x', frozenAt: NOW },
  }),
];

/** Every set of at most two of these links. */
const linkSets = (): readonly (readonly LinkSeed[])[] => [
  [],
  ...SEEDS.flatMap((one, i) => [[one], ...SEEDS.slice(i).map((two) => [one, two])]),
];

/** What a person sees who reads the states of an object and of its links. */
function isSeenAs(problem: ObjectProblem, isActive: boolean, links: readonly LinkSeed[]): boolean {
  const state = objectState(isActive, links);
  if (problem === 'off' || state === 'off') return problem === 'off' && state === 'off';
  const states = links.map(linkState);
  if (problem === 'partial') return state === 'partial' || states.includes('partial');
  if (problem === 'frozen') return states.includes('paused');
  return states.some((name) => name === 'failed' || name === 'refused' || name === 'paused');
}

describe('the list of objects with filters on PostgreSQL (contract §4.6)', () => {
  let fixture: StoreFixture;
  let database: Database;
  let query: ObjectListQuery;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    query = new ObjectListQuery(database);
    for (const sourceId of [8, 9, 10]) await aLink(database, { sourceId });
  });
  afterAll(() => fixture.close());

  const idOf = async (sql: string, parameters: readonly unknown[] = []): Promise<number> =>
    (await database.query<{ id: number }>(sql, parameters))[0]?.id ?? 0;
  const anAccount = (): Promise<number> => idOf(`insert into account (name, plan) values ('a', 'full') returning id`);
  const anObject = (accountId: number, name = 'o', isActive = true): Promise<number> =>
    idOf('insert into tracked_object (account_id, name, is_active) values ($1, $2, $3) returning id', [
      accountId,
      name,
      isActive,
    ]);
  const makeLink = async (accountId: number, objectId: number, sourceId: number, link: LinkSeed): Promise<void> => {
    const { linkId } = await aLink(database, { accountId, objectId, sourceId });
    await database.query('update link set is_active = $2 where id = $1', [linkId, link.isActive]);
    await database.query(`update link_collection set ${link.columns} where link_id = $1`, [linkId]);
    if (link.stored === null) return;
    await database.query('update link_collection set platform_review_count = 100 where link_id = $1', [linkId]);
    await database.query(
      'insert into link_total (account_id, object_id, link_id, source_id, n, n_shown, n_feed) values ($1, $2, $3, $4, $5, $5, $5)',
      [accountId, objectId, linkId, sourceId, link.stored],
    );
  };
  const setLink = async (linkId: number, state: LinkState, isFrozen = false): Promise<void> => {
    await database.query('update link set is_active = $2 where id = $1', [linkId, state.isActive]);
    await database.query(
      `update link_collection set scrape_status = $2, frozen_at = case when $3 then now() end where link_id = $1`,
      [linkId, state.scrapeStatus, isFrozen],
    );
  };
  const ids = async (accountId: number, filter: Partial<ObjectListRequest>): Promise<number[]> =>
    ((await query.page(accountId, { ...ALL, ...filter }))?.objects ?? [])
      .map((object) => object.id)
      .sort((a, b) => a - b);

  it('finds by a problem exactly the objects on whose links or name it stands, for every set of two links', async () => {
    const accountId = await anAccount();
    const expected: Record<ObjectProblem, number[]> = { failed: [], partial: [], frozen: [], off: [] };
    for (const [position, links] of linkSets().entries()) {
      const isActive = position % 5 > 0;
      const objectId = await anObject(accountId, 'o', isActive);
      for (const [index, link] of links.entries()) await makeLink(accountId, objectId, 8 + index, link);
      for (const problem of OBJECT_PROBLEMS) if (isSeenAs(problem, isActive, links)) expected[problem].push(objectId);
    }
    for (const problem of OBJECT_PROBLEMS) {
      expect(expected[problem].length).toBeGreaterThan(5);
      expect([problem, await ids(accountId, { problem })]).toEqual([problem, expected[problem]]);
    }
  });

  it('ignores deleted links and objects and those of other accounts', async () => {
    const failed: LinkState = { isActive: true, scrapeStatus: 'failed', lastScrapedAt: null };
    const [mine, other, gone] = [await aLink(database), await aLink(database), await aLink(database)];
    for (const link of [mine, other, gone]) await setLink(link.linkId, failed, true);
    await database.query('update tracked_object set deleted_at = now() where id = $1', [gone.objectId]);
    expect(await ids(mine.accountId, { problem: 'failed' })).toEqual([mine.objectId]);
    expect(await ids(gone.accountId, { problem: 'failed' })).toEqual([]);
    await database.query('update link set deleted_at = now() where id = $1', [mine.linkId]);
    expect(await ids(mine.accountId, { problem: 'failed' })).toEqual([]);
    expect(await ids(mine.accountId, { problem: 'frozen' })).toEqual([]);
  });

  it('finds by `frozen` the objects with an enabled frozen link, and by `off` the disabled ones', async () => {
    const accountId = await anAccount();
    const failed = (isActive: boolean): LinkState => ({ isActive, scrapeStatus: 'failed', lastScrapedAt: null });
    const frozen = await aLink(database, { accountId });
    const disabled = await aLink(database, { accountId });
    await setLink(frozen.linkId, failed(true), true);
    await setLink(disabled.linkId, failed(false), true);
    const off = await anObject(accountId, 'off', false);
    expect(await ids(accountId, { problem: 'frozen' })).toEqual([frozen.objectId]);
    expect(await ids(accountId, { problem: 'off' })).toEqual([off]);
  });

  it('finds a part of the name in upper or lower case of every alphabet; no character has a special meaning', async () => {
    const accountId = await anAccount();
    const [porto, moscow, percent] = [
      await anObject(accountId, 'Harbour Hotel PORTO'),
      await anObject(accountId, 'МОСКВА'),
      await anObject(accountId, '100%_\\'),
    ];
    expect(await ids(accountId, { search: 'hotel p' })).toEqual([porto]);
    expect(await ids(accountId, { search: 'москва' })).toEqual([moscow]);
    for (const search of ['%', '_', '\\']) expect(await ids(accountId, { search })).toEqual([percent]);
    expect(await ids(accountId, { search: 'zzz' })).toEqual([]);
  });

  it('finds a name whose letters are composed or not', async () => {
    const accountId = await anAccount();
    const both = [await anObject(accountId, 'Café A'), await anObject(accountId, 'Cafe\u0301 B')];
    for (const search of ['CAFÉ', 'cafe\u0301'])
      expect([...(await ids(accountId, { search }))].sort()).toEqual([...both].sort());
  });

  it('finds the objects of a folder and its subfolders, also disabled ones; null for a folder that does not exist', async () => {
    const accountId = await anAccount();
    const folder = (parent: number | null): Promise<number> =>
      idOf(`insert into folder (account_id, name, parent_folder_id) values ($1, 'f', $2) returning id`, [
        accountId,
        parent,
      ]);
    const put = (folderId: number, objectId: number): Promise<unknown> =>
      database.query('insert into folder_object values ($1, $2, $3)', [accountId, folderId, objectId]);
    const root = await folder(null);
    const sub = await folder(root);
    const [direct, below, outside] = [
      await anObject(accountId, 'direct', false),
      await anObject(accountId, 'below'),
      await anObject(accountId),
    ];
    for (const id of [root, sub]) await put(id, below);
    await put(root, direct);
    expect(await ids(accountId, { folderId: root })).toEqual([direct, below]);
    expect(await ids(accountId, { folderId: sub })).toEqual([below]);
    expect(await ids(accountId, { folderId: root, problem: 'off', search: 'DIR' })).toEqual([direct]);
    expect(await ids(accountId, {})).toContain(outside);
    expect(await query.page(accountId, { ...ALL, folderId: 2 ** 52 })).toBeNull();
    expect(await query.page(await anAccount(), { ...ALL, folderId: root })).toBeNull();
  });

  it('sorts by name with marks next to their letters, then by id; pages neither repeat nor skip', async () => {
    const accountId = await anAccount();
    for (const name of ['b', 'Z', 'ä', 'a', 'B', 'b', 'Ω']) await anObject(accountId, name);
    const names: string[] = [];
    for (let offset = 0; offset < 8; offset += 3) {
      const page = await query.page(accountId, { ...ALL, order: 'name', limit: 3, offset });
      expect(page?.total).toBe(7);
      names.push(...(page?.objects ?? []).map((object) => object.name));
    }
    expect(names).toEqual(['a', 'ä', 'B', 'b', 'b', 'Z', 'Ω']);
    const beyond = await query.page(accountId, { ...ALL, order: 'name', offset: 100 });
    expect(beyond).toEqual({ objects: [], total: 7 });
  });

  describe.each([['never analyzed'], ['freshly analyzed']])('with 10,000 objects, %s', (state) => {
    let accountId: number;

    beforeAll(async () => {
      accountId = await anAccount();
      await database.query(
        `with o as (insert into tracked_object (account_id, name) select $1, 'Object ' || n from generate_series(1, 10000) n returning id),
           l as (insert into link (account_id, object_id, source_id, url) select $1, o.id, s, 'u' || s from o, generate_series(8, 10) s returning id, object_id, source_id)
         insert into link_collection (link_id, account_id, object_id, source_id, scrape_status)
         select id, $1, object_id, source_id, case when object_id % 10 = 0 then 'failed' else 'success' end from l`,
        [accountId],
      );
      if (state === 'freshly analyzed') await database.query('analyze');
    });

    it.each<[ObjectProblem | null]>([['failed'], ['partial'], ['frozen'], ['off'], [null]])(
      'reads each object and link at most once or twice for the problem %s',
      async (problem) => {
        const work = (): Promise<unknown> =>
          query.page(accountId, { ...ALL, problem, search: 'object', order: 'name' });
        expect(await rowsRead(database, 'tracked_object', work)).toBeLessThanOrEqual(25_000);
        expect(await rowsRead(database, 'link', work)).toBeLessThanOrEqual(70_000);
        expect(await rowsRead(database, 'link_collection', work)).toBeLessThanOrEqual(70_000);
      },
    );
  });
});
