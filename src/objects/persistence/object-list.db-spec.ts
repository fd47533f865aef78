import type { Database } from '@libs/database';
import { rowsRead } from '@test/support/rows-read';
import { aLink, storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { objectStatus, type LinkState, type LinkStatus } from '../domain/object-status';
import { ObjectListQuery, type ObjectListRequest, type ObjectProblem } from './object-list.query';

const STATUSES: readonly LinkStatus[] = ['pending', 'in_progress', 'success', 'failed'];
const ALL: ObjectListRequest = {
  limit: 1000,
  offset: 0,
  search: null,
  folderId: null,
  problem: null,
  order: 'created_at',
};

/** Every set of at most three of: a link with each status, enabled or disabled. */
function linkSets(): readonly (readonly LinkState[])[] {
  const links = [true, false].flatMap((isActive) =>
    STATUSES.map((scrapeStatus): LinkState => ({ isActive, scrapeStatus, lastScrapedAt: null })),
  );
  const sets: (readonly LinkState[])[] = [[]];
  for (const [i, a] of links.entries()) {
    sets.push([a]);
    for (const [j, b] of links.slice(i).entries()) {
      sets.push([a, b]);
      for (const c of links.slice(i + j)) sets.push([a, b, c]);
    }
  }
  return sets;
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

  it('finds by `failed` and `partial` exactly the objects with that objectStatus, for every set of three links', async () => {
    const accountId = await anAccount();
    const expected: Record<'failed' | 'partial', number[]> = { failed: [], partial: [] };
    for (const [position, links] of linkSets().entries()) {
      const objectId = await anObject(accountId, 'o', position % 2 === 0);
      for (const [index, state] of links.entries()) {
        await setLink((await aLink(database, { accountId, objectId, sourceId: 8 + index })).linkId, state);
      }
      const status = objectStatus(links);
      if (status === 'failed' || status === 'partial') expected[status].push(objectId);
    }
    expect(expected.failed.length).toBeGreaterThan(5);
    expect(expected.partial.length).toBeGreaterThan(5);
    expect(await ids(accountId, { problem: 'failed' })).toEqual(expected.failed);
    expect(await ids(accountId, { problem: 'partial' })).toEqual(expected.partial);
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
