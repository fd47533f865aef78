/** The contract of folders (contract §2.5, §4.9, §7.2), tested for each version. */
import { OpenApiCheck } from '@test/support/openapi-check';
import { insertReviews } from '@test/support/review-factory';
import { aLink } from '@test/support/store-fixture';
import { testApp, type TestApp } from '@test/support/test-app';
import { ContractClient, dataOf, WRONG_IDS, type Answer, type Json, type ApiNames } from './contract-client';

const keysOf = (value: unknown): string[] => Object.keys(value as Json).sort();

export function describeFolders(api: ApiNames): void {
  const { version, objects, objectId, objectIds } = api;
  const path = `/${version}/folders`;
  const composition = version === 'v2' ? 'groups' : 'objects';
  const fields = ['created_at', 'id', 'name', 'parent_folder_id', 'subfolders', 'user_id', composition].sort();
  let app: TestApp;
  let check: OpenApiCheck;
  let me: ContractClient;

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
    check = new OpenApiCheck(app.app);
  });
  beforeEach(async () => {
    me = await aClient();
  });
  afterAll(() => app.close());

  const aClient = async (): Promise<ContractClient> => new ContractClient(app, version, await app.anAccount());
  const anObject = async (name = 'Object', client = me): Promise<number> =>
    (await client.post(objects, { name })).body['id'] as number;
  /** Inserts as many objects as a composition may have, and returns their ids. */
  const manyObjects = async (): Promise<readonly number[]> => {
    const rows = await app.database.query<{ id: number }>(
      `insert into tracked_object (account_id, name) select $1, 'o' from generate_series(1, 10000) returning id`,
      [me.account.accountId],
    );
    return rows.map((row) => row.id);
  };
  const checkDocumented = (method: string, requested: string, answer: Answer): Answer => {
    check.expect({ method, path: requested, ...answer });
    return answer;
  };
  const create = async (body: Json, client = me): Promise<Answer> =>
    checkDocumented('POST', path, await client.post(path, body));
  const aFolder = async (body: Json = {}, client = me): Promise<number> => {
    const answer = await create({ name: 'Folder', ...body }, client);
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return answer.body['id'] as number;
  };
  const patch = async (id: number, body: Json, client = me): Promise<Answer> =>
    checkDocumented('PATCH', `${path}/${id}`, await client.patch(`${path}/${id}`, body));
  const read = async (id: number, client = me): Promise<Answer> =>
    checkDocumented('GET', `${path}/${id}`, await client.get(`${path}/${id}`));
  const listFolders = async (client = me): Promise<readonly Json[]> =>
    dataOf(checkDocumented('GET', path, await client.get(path)));
  const remove = async (id: number, client = me): Promise<Answer> =>
    checkDocumented('DELETE', `${path}/${id}`, await client.delete(`${path}/${id}`));
  const expectError = (answer: Answer, status: number, code: string): void =>
    expect([answer.status, answer.body['code']]).toEqual([status, code]);
  const membersOf = (folder: Json): unknown => (folder[composition] as Json[]).map((object) => object['id']);
  const namesOf = (folders: unknown): unknown => (folders as Json[]).map((folder) => folder['name']);

  describe(`POST ${path}`, () => {
    it('contract §2.5: gives 201 with the folder: its owner, name, parent, objects as {id, name}, and subfolders', async () => {
      const [b, a] = [await anObject('B'), await anObject('A')];
      const { status, body } = await create({ name: ' North ', [objectIds]: [a, b] });
      expect([status, keysOf(body)]).toEqual([201, fields]);
      expect(body).toMatchObject({
        user_id: me.account.accountId,
        name: 'North',
        parent_folder_id: null,
        [composition]: [
          { id: b, name: 'B' },
          { id: a, name: 'A' },
        ],
        subfolders: [],
      });
    });
    it('contract §4.9: composition and parent are optional; a null parent creates a root folder', async () => {
      expect((await create({ name: 'x' })).body).toMatchObject({ parent_folder_id: null, [composition]: [] });
      expect((await create({ name: 'x', parent_folder_id: null })).status).toBe(201);
    });
    it('contract §2.5 rule 1: a folder may contain subfolders, and a subfolder objects', async () => {
      const [root, object] = [await aFolder(), await anObject()];
      const sub = await create({ name: 'Sub', parent_folder_id: root, [objectIds]: [object] });
      expect([sub.status, sub.body['parent_folder_id'], membersOf(sub.body)]).toEqual([201, root, [object]]);
    });
    it('contract §7.2: a parent that is itself nested gives 400 folder_depth_exceeded, and nothing is created', async () => {
      const root = await aFolder();
      const sub = await aFolder({ parent_folder_id: root });
      expectError(await create({ name: 'x', parent_folder_id: sub }), 400, 'folder_depth_exceeded');
      expect((await read(root)).body['subfolders']).toHaveLength(1);
    });
    it('contract §2.5 rule 2: an object may be in several folders', async () => {
      const object = await anObject();
      const [one, two] = [await aFolder({ [objectIds]: [object] }), await aFolder({ [objectIds]: [object] })];
      expect(membersOf((await read(one)).body)).toEqual([object]);
      expect(membersOf((await read(two)).body)).toEqual([object]);
    });
    it('contract §4.9: a composition may repeat an id', async () => {
      const object = await anObject();
      expect(membersOf((await create({ name: 'x', [objectIds]: [object, object] })).body)).toEqual([object]);
    });
    it('contract §4.9: an object of another account, a missing or a deleted one gives 404 not_found; no folder is created', async () => {
      const [own, deleted] = [await anObject(), await anObject()];
      await me.delete(`${objects}/${deleted}`);
      const foreign = await anObject('Foreign', await aClient());
      for (const id of [foreign, deleted, 900_000_000, Number.MAX_SAFE_INTEGER]) {
        expectError(await create({ name: 'x', [objectIds]: [own, id] }), 404, 'not_found');
      }
      expect(await listFolders()).toEqual([]);
    });
    it('contract §7.2: a parent of another account, a missing or a deleted one gives 404 folder_not_found', async () => {
      const deleted = await aFolder();
      await remove(deleted);
      const foreign = await aFolder({}, await aClient());
      for (const id of [foreign, deleted, 900_000_000])
        expectError(await create({ name: 'x', parent_folder_id: id }), 404, 'folder_not_found');
    });
    it('contract §8: an account may have 1000 folders; the next gives 403 folder_limit_reached until one is deleted', async () => {
      const root = await aFolder();
      await app.database.query(
        `insert into folder (account_id, name, parent_folder_id) select $1, 'f' || n, $2 from generate_series(1, 998) n`,
        [me.account.accountId, root],
      );
      const last = await aFolder();
      expectError(await create({ name: 'x' }), 403, 'folder_limit_reached');
      expectError(await create({ name: 'x', parent_folder_id: root }), 403, 'folder_limit_reached');
      expect((await remove(last)).status).toBe(204);
      expect((await create({ name: 'x' })).status).toBe(201);
      expect((await read(root)).body['subfolders']).toHaveLength(998);
    });
    it('all folders together have at most 100000 memberships; those of deleted objects do not count', async () => {
      const object = await anObject();
      const many = await manyObjects();
      await app.database.transaction(async () => {
        // Without triggers: the test needs only the rows, not their hundred thousand events.
        await app.database.query(`set local session_replication_role = 'replica'`);
        await app.database.query(
          `with made as (insert into folder (account_id, name) select $1, 'f' from generate_series(1, 10) returning id)
           insert into folder_object (account_id, folder_id, object_id) select $1, f.id, o.id from made f, unnest($2::bigint[]) o (id)`,
          [me.account.accountId, many],
        );
      });
      expectError(await create({ name: 'x', [objectIds]: [object] }), 403, 'folder_limit_reached');
      await app.database.query('update tracked_object set deleted_at = now() where id = $1', [many[0]]);
      expect((await create({ name: 'x', [objectIds]: [object] })).status).toBe(201);
    });
    it('contract §4.9: a composition of 10000 objects is accepted and can be replaced', async () => {
      const many = await manyObjects();
      const folder = await aFolder({ [objectIds]: many });
      expect((await patch(folder, { [objectIds]: many.slice(5_000) })).body[composition]).toHaveLength(5_000);
    });
    it.each<[string, Json]>([
      ['no name', {}],
      ['a name of whitespace', { name: '  ' }],
      ['a name of 201 characters', { name: 'n'.repeat(201) }],
      ['a name that is a number', { name: 1 }],
      ['a parent that is a string', { name: 'x', parent_folder_id: '1' }],
      ['parent 0', { name: 'x', parent_folder_id: 0 }],
      ['a null composition', { name: 'x', [objectIds]: null }],
      ['a composition of strings', { name: 'x', [objectIds]: ['1'] }],
      ['10001 objects', { name: 'x', [objectIds]: Array.from({ length: 10_001 }, () => 1) }],
      ['an unknown field', { name: 'x', is_root: true }],
      ['the composition under its name in responses', { name: 'x', [composition]: [] }],
    ])('%s gives 422 validation_error', async (_what, body) => {
      expectError(await create(body), 422, 'validation_error');
    });
    it('a name of 200 characters outside the basic plane is accepted', async () => {
      expect((await create({ name: '😀'.repeat(200) })).body['name']).toBe('😀'.repeat(200));
    });
  });

  describe(`GET ${path}`, () => {
    it('contract §4.9: returns only {data}: all root folders with their subfolders and compositions', async () => {
      const [inRoot, inSub] = [await anObject('R'), await anObject('S')];
      const root = await aFolder({ name: 'Root', [objectIds]: [inRoot] });
      const sub = await aFolder({ name: 'Sub', parent_folder_id: root, [objectIds]: [inSub] });
      const answer = await me.get(path);
      expect(keysOf(answer.body)).toEqual(['data']);
      const [folder] = await listFolders();
      expect([folder?.['id'], membersOf(folder as Json), keysOf(folder)]).toEqual([root, [inRoot], fields]);
      const [subfolder] = folder?.['subfolders'] as Json[];
      expect(keysOf(subfolder)).toEqual(fields);
      expect(subfolder).toMatchObject({ id: sub, parent_folder_id: root, subfolders: [] });
      expect(membersOf(subfolder as Json)).toEqual([inSub]);
      expect(await listFolders()).toHaveLength(1);
    });
    it('contract §2.5: sorts folders and subfolders by name in language order, then by id', async () => {
      const names = ['b', 'Zoo', 'ä', 'a', 'Б', 'A', 'а', 'B', 'b'];
      const root = await aFolder({ name: '0' });
      for (const name of names) await aFolder({ name, parent_folder_id: root });
      for (const name of names) await aFolder({ name });
      const sorted = ['a', 'A', 'ä', 'b', 'b', 'B', 'Zoo', 'а', 'Б'];
      const subfolders = (await read(root)).body['subfolders'] as Json[];
      expect(namesOf(subfolders)).toEqual(sorted);
      expect(namesOf(await listFolders())).toEqual(['0', ...sorted]);
      const ids = subfolders.filter((folder) => folder['name'] === 'b').map((folder) => folder['id'] as number);
      expect(ids).toEqual([...ids].sort((a, b) => a - b));
    });
    it('contract §2.5 rule 3: a disabled object stays in the composition, a deleted one is removed', async () => {
      const [off, deleted] = [await anObject('Off'), await anObject('Gone')];
      const folder = await aFolder({ [objectIds]: [off, deleted] });
      await me.put(objects, { [objectIds]: [off], is_active: false });
      await me.delete(`${objects}/${deleted}`);
      expect((await read(folder)).body[composition]).toEqual([{ id: off, name: 'Off' }]);
      expect(membersOf((await listFolders())[0] as Json)).toEqual([off]);
    });
    it('does not return the folders of other accounts', async () => {
      await aFolder();
      expect(await listFolders(await aClient())).toEqual([]);
    });
  });

  describe(`GET ${path}/{folder_id}`, () => {
    it('contract §2.5 rule 6: a subfolder has an empty list of subfolders', async () => {
      const root = await aFolder();
      const sub = await aFolder({ parent_folder_id: root });
      expect((await read(sub)).body).toMatchObject({ id: sub, parent_folder_id: root, subfolders: [] });
      expect(((await read(root)).body['subfolders'] as Json[]).map((folder) => folder['id'])).toEqual([sub]);
    });
    it('contract §7.2: folders of other accounts, missing and deleted ones give the same 404 folder_not_found, byte for byte', async () => {
      const deleted = await aFolder();
      await remove(deleted);
      const foreign = await aFolder({}, await aClient());
      const answers = [await read(foreign), await read(deleted), await read(900_000_000)];
      expectError(answers[0] as Answer, 404, 'folder_not_found');
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    });
    it.each(WRONG_IDS)('contract §1.3: the id %s gives 422', async (id) => {
      expectError(await me.get(`${path}/${id}`), 422, 'validation_error');
    });
  });

  describe(`PATCH ${path}/{folder_id}`, () => {
    it('renames a folder and keeps fields that are not given', async () => {
      const [root, object] = [await aFolder({ name: 'Root' }), await anObject()];
      const sub = await aFolder({ parent_folder_id: root, [objectIds]: [object] });
      const answer = await patch(sub, { name: 'New' });
      expect([answer.status, answer.body['name'], answer.body['parent_folder_id'], membersOf(answer.body)]).toEqual([
        200,
        'New',
        root,
        [object],
      ]);
      expect((await read(sub)).body).toEqual(answer.body);
    });
    it('contract §4.9: replaces the whole composition; an empty list removes all objects', async () => {
      const [a, b, c] = [await anObject(), await anObject(), await anObject()];
      const folder = await aFolder({ [objectIds]: [a, b] });
      expect(membersOf((await patch(folder, { [objectIds]: [c, b] })).body)).toEqual([b, c]);
      expect(membersOf((await patch(folder, { [objectIds]: [] })).body)).toEqual([]);
    });
    it('moves a folder into a root folder, and back with null; the same parent again changes nothing', async () => {
      const [root, other] = [await aFolder({ name: 'a' }), await aFolder({ name: 'b' })];
      for (const parent of [root, root, null, null]) {
        expect((await patch(other, { parent_folder_id: parent })).body['parent_folder_id']).toBe(parent);
      }
      expect(await listFolders()).toHaveLength(2);
    });
    it('contract §7.2: folder_depth_exceeded if the parent is nested or the folder itself, or the folder has subfolders; nothing changes', async () => {
      const [root, single] = [await aFolder(), await aFolder({ name: 'Single' })];
      const sub = await aFolder({ parent_folder_id: root });
      expectError(await patch(single, { parent_folder_id: sub, name: 'x' }), 400, 'folder_depth_exceeded');
      expectError(await patch(root, { parent_folder_id: single, name: 'x' }), 400, 'folder_depth_exceeded');
      expectError(await patch(single, { parent_folder_id: single, name: 'x' }), 400, 'folder_depth_exceeded');
      expectError(await patch(root, { parent_folder_id: sub, name: 'x' }), 400, 'folder_depth_exceeded');
      expect((await read(single)).body).toMatchObject({ name: 'Single', parent_folder_id: null });
    });
    it('an unknown folder or parent gives folder_not_found, an unknown object not_found; nothing changes', async () => {
      const [otherAccount, own] = [await aClient(), await aFolder({ name: 'Own' })];
      const foreign = await aFolder({}, otherAccount);
      expectError(await patch(foreign, { name: 'x' }), 404, 'folder_not_found');
      expectError(await patch(900_000_000, { name: 'x' }), 404, 'folder_not_found');
      expectError(await patch(own, { name: 'x', parent_folder_id: foreign }), 404, 'folder_not_found');
      const object = await anObject('Foreign', otherAccount);
      expectError(await patch(own, { name: 'x', [objectIds]: [object] }), 404, 'not_found');
      expect((await read(own)).body).toMatchObject({ name: 'Own', [composition]: [] });
    });
    it('contract §4.9: a body without a field gives 422 and names the fields; nothing is recorded', async () => {
      const folder = await aFolder();
      const answer = await patch(folder, {});
      expectError(answer, 422, 'validation_error');
      const named = version === 'v2' ? objectIds : `${objectIds}, add_object_ids, remove_object_ids`;
      expect(answer.body['detail']).toBe(`body: at least one of name, parent_folder_id, ${named} is required`);
    });
    it.each<[string, Json]>([
      ['a null name', { name: null }],
      ['a null composition', { [objectIds]: null }],
      ['an unknown field', { id: 5 }],
      ['a parent that is a string', { parent_folder_id: 'root' }],
    ])('%s gives 422 validation_error', async (_what, body) => {
      expectError(await patch(await aFolder(), body), 422, 'validation_error');
    });
  });

  describe(`DELETE ${path}/{folder_id}`, () => {
    it('contract §4.9: gives 204 without a body; the objects stay, also in other folders', async () => {
      const object = await anObject();
      const [folder, other] = [await aFolder({ [objectIds]: [object] }), await aFolder({ [objectIds]: [object] })];
      const answer = await remove(folder);
      expect([answer.status, answer.text]).toEqual([204, '']);
      expectError(await remove(folder), 404, 'folder_not_found');
      expect((await me.get(`${objects}/${object}`)).status).toBe(200);
      expect(membersOf((await read(other)).body)).toEqual([object]);
    });
    it('contract §4.9: a folder with subfolders gives 409 folder_not_empty; after they are deleted, it is deleted', async () => {
      const root = await aFolder();
      const sub = await aFolder({ parent_folder_id: root });
      expectError(await remove(root), 409, 'folder_not_empty');
      await remove(sub);
      expect((await remove(root)).status).toBe(204);
      expect(await listFolders()).toEqual([]);
    });
    it('a folder of another account gives 404 and stays', async () => {
      const otherAccount = await aClient();
      const foreign = await aFolder({}, otherAccount);
      expectError(await remove(foreign), 404, 'folder_not_found');
      expect((await read(foreign, otherAccount)).status).toBe(200);
    });
  });

  describe('contract §5: keys', () => {
    it('a read_only key may read and gets 403 for changes; no key gives 401', async () => {
      const folder = await aFolder();
      expect((await read(folder, me.withReadOnlyKey)).status).toBe(200);
      expectError(await create({ name: 'x' }, me.withReadOnlyKey), 403, 'forbidden');
      expectError(await patch(folder, { name: 'x' }, me.withReadOnlyKey), 403, 'forbidden');
      expectError(await remove(folder, me.withReadOnlyKey), 403, 'forbidden');
      expect((await app.agent.get(path)).status).toBe(401);
    });
  });

  describe('folder_id of the review feed', () => {
    const feed = async (folder: number, query = '', client = me): Promise<Answer> => {
      const fullPath = `/${version}/reviews?folder_id=${folder}&${query}`;
      return checkDocumented('GET', fullPath, await client.get(fullPath));
    };
    const idsIn = (answer: Answer): unknown => dataOf(answer).map((review) => review['id']);
    const anObjectWith = async (...seeds: readonly Json[]): Promise<{ id: number; reviews: readonly number[] }> => {
      const link = await aLink(app.database, { accountId: me.account.accountId, sourceId: 1 });
      return {
        id: link.objectId,
        reviews: await insertReviews(
          app.database,
          seeds.map((seed) => ({ ...link, ...seed })),
        ),
      };
    };
    const reviewOfDay = (day: number, more: Json = {}): Json => ({
      reviewDate: `2026-05-${10 + day}T00:00:00`,
      ...more,
    });

    it('contract §2.5 rule 5: returns the reviews of the objects of the folder and its subfolders, each once', async () => {
      const a = await anObjectWith(reviewOfDay(1), reviewOfDay(4));
      const b = await anObjectWith(reviewOfDay(2));
      const c = await anObjectWith(reviewOfDay(3));
      await anObjectWith(reviewOfDay(9));
      const root = await aFolder({ [objectIds]: [a.id, b.id] });
      const sub = await aFolder({ parent_folder_id: root, [objectIds]: [b.id, c.id] });
      const answer = await feed(root);
      expect(idsIn(answer)).toEqual([a.reviews[1], c.reviews[0], b.reviews[0], a.reviews[0]]);
      expect([answer.body['total'], answer.body['has_next']]).toEqual([4, false]);
      expect(idsIn(await feed(sub))).toEqual([c.reviews[0], b.reviews[0]]);
      expect(idsIn(await feed(root, 'limit=2&offset=1'))).toEqual([c.reviews[0], b.reviews[0]]);
    });
    it('contract §2.5 rules 3, 5: excludes disabled and deleted objects', async () => {
      const [a, off, deleted] = [
        await anObjectWith(reviewOfDay(1)),
        await anObjectWith(reviewOfDay(2)),
        await anObjectWith(reviewOfDay(3)),
      ];
      const folder = await aFolder({ [objectIds]: [a.id, off.id, deleted.id] });
      await me.put(objects, { [objectIds]: [off.id], is_active: false });
      await me.delete(`${objects}/${deleted.id}`);
      expect([idsIn(await feed(folder)), (await feed(folder)).body['total']]).toEqual([[a.reviews[0]], 1]);
    });
    it('contract §4.4 rule 3, §2.3: treats pinned reviews like others, excludes hidden ones, and omits the curation fields', async () => {
      const one = await anObjectWith(
        reviewOfDay(1),
        reviewOfDay(3, { pinPosition: 0 }),
        reviewOfDay(2, { hiddenAt: '2026-11-16T00:00:00Z' }),
      );
      const folder = await aFolder({ [objectIds]: [one.id] });
      const [plain, pin, hidden] = one.reviews;
      for (const query of ['', 'show_pinned=true', 'show_pinned=false']) {
        const answer = await feed(folder, query);
        expect([idsIn(answer), answer.body['total']]).toEqual([[pin, plain], 2]);
      }
      const withHidden = await feed(folder, 'show_hidden=true');
      expect(idsIn(withHidden)).toEqual([pin, hidden, plain]);
      for (const name of ['is_hidden', 'is_pinned', 'pin_position'])
        expect(dataOf(withHidden)[0]).not.toHaveProperty(name);
      const ofObject = await me.get(`/${version}/reviews?${objectId}=${one.id}`);
      expect(ofObject.body['total']).toBe(1);
    });
    it('filters and sorts within the composition', async () => {
      const [a, b] = [
        await anObjectWith(reviewOfDay(1, { rating: 2 })),
        await anObjectWith(reviewOfDay(2, { rating: 5 })),
      ];
      const folder = await aFolder({ [objectIds]: [a.id, b.id] });
      expect(idsIn(await feed(folder, 'max_rating=3'))).toEqual(a.reviews);
      expect(idsIn(await feed(folder, 'sort_by=rating&sort_order=asc'))).toEqual([a.reviews[0], b.reviews[0]]);
      expect(idsIn(await feed(folder, 'source_ids=77'))).toEqual([]);
    });
    it('an empty folder, and a folder of objects without links, give an empty page', async () => {
      const empty = { data: [], total: 0, limit: 100, offset: 0, has_next: false };
      expect((await feed(await aFolder())).body).toEqual(empty);
      expect((await feed(await aFolder({ [objectIds]: [await anObject()] }))).body).toEqual(empty);
    });
    it('contract §7.2: a folder of another account and a missing one give the same 404 folder_not_found, byte for byte', async () => {
      const foreign = await feed(await aFolder({}, await aClient()));
      expectError(foreign, 404, 'folder_not_found');
      expect((await feed(900_000_000)).text).toBe(foreign.text);
    });
  });
}
