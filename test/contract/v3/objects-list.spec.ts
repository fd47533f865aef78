import { testApp, type TestApp } from '@test/support/test-app';
import { ContractClient, dataOf } from '../contract-client';

const STEAM = 'https://store.steampowered.com/app/620';

describe('v3: filters and order of the list of objects (contract §4.6)', () => {
  let app: TestApp;
  let client: ContractClient;

  beforeAll(async () => {
    app = await testApp();
  });
  beforeEach(async () => {
    client = new ContractClient(app, 'v3', await app.anAccount({ plan: 'full' }));
  });
  afterAll(() => app.close());

  const create = async (name: string): Promise<number> =>
    Number((await client.post('/v3/objects', { name, links: [{ url: STEAM }] })).body['id']);
  const names = async (query: string): Promise<unknown[]> =>
    dataOf(await client.get(`/v3/objects?${query}`)).map((object) => object['name']);

  it('lists the newest first without parameters, and by name with sort_by=name', async () => {
    for (const name of ['b', 'C', 'a']) await create(name);
    expect(await names('')).toEqual(['a', 'C', 'b']);
    expect(await names('sort_by=created_at')).toEqual(['a', 'C', 'b']);
    expect(await names('sort_by=name')).toEqual(['a', 'b', 'C']);
    expect((await client.get('/v3/objects?sort_by=name&limit=2&offset=1')).body).toMatchObject({
      total: 3,
      limit: 2,
      offset: 1,
      has_next: false,
    });
  });

  it('finds a part of the name; blanks at its ends are ignored, and blanks alone find all', async () => {
    for (const name of ['Harbour Hotel', 'Garden']) await create(name);
    expect(await names('search=%20hotel%20')).toEqual(['Harbour Hotel']);
    expect(await names('search=%20')).toHaveLength(2);
    expect((await client.get('/v3/objects?search=none')).body).toMatchObject({ data: [], total: 0, has_next: false });
  });

  it('finds objects by problem, with the status that the list shows', async () => {
    const failed = await create('failed');
    await create('fine');
    const off = await create('off');
    await app.database.query(
      `update link_collection set scrape_status = case when object_id = $1 then 'failed' else 'success' end,
         frozen_at = case when object_id = $1 then now() end`,
      [failed],
    );
    await client.put('/v3/objects', { object_ids: [off], is_active: false });
    expect(dataOf(await client.get('/v3/objects?problem=failed'))).toMatchObject([
      { id: failed, scrape_status: 'failed', links: [{ scrape_status: 'failed' }] },
    ]);
    expect(await names('problem=frozen')).toEqual(['failed']);
    expect(await names('problem=off')).toEqual(['off']);
    expect(await names('problem=partial')).toEqual([]);
    expect(await names('problem=failed&search=fine')).toEqual([]);
  });

  it('finds the objects of a folder; a foreign folder and one that does not exist are the same 404', async () => {
    const inside = await create('inside');
    await create('outside');
    const folder = await client.post('/v3/folders', { name: 'f', object_ids: [inside] });
    expect(await names(`folder_id=${String(folder.body['id'])}`)).toEqual(['inside']);
    const other = new ContractClient(app, 'v3', await app.anAccount({ plan: 'full' }));
    const foreign = await other.get(`/v3/objects?folder_id=${String(folder.body['id'])}`);
    const missing = await other.get('/v3/objects?folder_id=9007199254740000');
    expect([foreign.status, foreign.body['code']]).toEqual([404, 'folder_not_found']);
    expect([missing.status, missing.body['code'], missing.body['detail']]).toEqual([
      404,
      'folder_not_found',
      foreign.body['detail'],
    ]);
  });

  it.each(['problem=ok', 'sort_by=id', 'folder_id=0', `search=${'x'.repeat(101)}`])(
    'refuses %s with 422',
    async (query) => {
      const answer = await client.get(`/v3/objects?${query}`);
      expect([answer.status, answer.body['code']]).toEqual([422, 'validation_error']);
    },
  );

  it('v2 ignores these parameters', async () => {
    const old = new ContractClient(app, 'v2', client.account);
    await create('one');
    expect(dataOf(await old.get('/v2/groups?search=none&problem=ok&folder_id=0&sort_by=x'))).toHaveLength(1);
  });
});
