import { OpenApiCheck } from '@test/support/openapi-check';
import { testApp, type TestApp } from '@test/support/test-app';
import { ContractClient, type Answer, type Json, V3_API } from '../contract-client';
import { describeFolders } from '../folders-contract';

describe('v3: folders', () => describeFolders(V3_API));

describe('v3: objects added to a folder and removed from it (contract §4.9)', () => {
  let app: TestApp;
  let check: OpenApiCheck;
  let me: ContractClient;
  let folder: number;
  let objects: readonly [number, number, number];

  const anObject = async (client = me): Promise<number> =>
    (await client.post('/v3/objects', { name: 'Object' })).body['id'] as number;
  const aFolder = async (object_ids: readonly number[]): Promise<number> =>
    (await me.post('/v3/folders', { name: 'Folder', object_ids })).body['id'] as number;
  const patch = async (body: Json, client = me): Promise<Answer> => {
    const path = `/v3/folders/${folder}`;
    const answer = await client.patch(path, body);
    check.expect({ method: 'PATCH', path, ...answer });
    return answer;
  };
  const idsIn = ({ body }: Answer): unknown => (body['objects'] as Json[]).map(({ id }) => id);
  const inFolder = async (): Promise<unknown> => idsIn(await me.get(`/v3/folders/${folder}`));

  beforeAll(async () => {
    app = await testApp();
    check = new OpenApiCheck(app.app);
    me = new ContractClient(app, 'v3', await app.anAccount());
    objects = [await anObject(), await anObject(), await anObject()];
  });
  beforeEach(async () => {
    folder = await aFolder(objects.slice(0, 2));
  });
  afterAll(() => app.close());

  it('keeps the other objects of the folder', async () => {
    const [first, second, third] = objects;
    expect(idsIn(await patch({ add_object_ids: [third] }))).toEqual(objects);
    expect(idsIn(await patch({ remove_object_ids: [first, first] }))).toEqual([second, third]);
    expect(idsIn(await patch({ add_object_ids: [first], remove_object_ids: [second], name: 'New' }))).toEqual([
      first,
      third,
    ]);
  });

  it('has no effect for an object that is in the folder already, or not in it', async () => {
    const [first, second, third] = objects;
    const answer = await patch({ add_object_ids: [first, second, second], remove_object_ids: [third] });
    expect([answer.status, idsIn(answer)]).toEqual([200, [first, second]]);
  });

  it.each(['add_object_ids', 'remove_object_ids'])(
    '%s: an object of another account, a missing and a deleted one give the same 404, and nothing changes',
    async (field) => {
      const foreign = await anObject(new ContractClient(app, 'v3', await app.anAccount()));
      const deleted = await anObject();
      await me.delete(`/v3/objects/${deleted}`);
      const answers: Answer[] = [];
      for (const id of [foreign, deleted, 900_000_000])
        answers.push(await patch({ name: 'New', [field]: [objects[0], id] }));
      expect(answers[0]).toMatchObject({ status: 404, body: { code: 'not_found' } });
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect((await me.get(`/v3/folders/${folder}`)).body).toMatchObject({ name: 'Folder' });
      expect(await inFolder()).toEqual(objects.slice(0, 2));
    },
  );

  it('gives 422 for lists that contradict each other, and for wrong lists', async () => {
    const [first, second, third] = objects;
    for (const body of [
      { object_ids: [third], add_object_ids: [third] },
      { object_ids: [third], remove_object_ids: [first] },
      { add_object_ids: [third, first], remove_object_ids: [first] },
      { add_object_ids: null },
      { remove_object_ids: ['1'] },
      { add_object_ids: Array.from({ length: 10_001 }, () => third) },
    ])
      expect(await patch(body)).toMatchObject({ status: 422, body: { code: 'validation_error' } });
    expect(await inFolder()).toEqual([first, second]);
  });

  it('gives 403 to a key of scope read_only', async () => {
    expect((await patch({ add_object_ids: [objects[2]] }, me.withReadOnlyKey)).status).toBe(403);
    expect(await inFolder()).toEqual(objects.slice(0, 2));
  });
});
