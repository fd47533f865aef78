/** The contract of the sync (contract §4.4, §7.2, §7.3, §4.4.1), tested for each version. */
import { OpenApiCheck } from '@test/support/openapi-check';
import { insertReview, insertReviews, type ReviewSeed } from '@test/support/review-factory';
import { eventually } from '@test/support/eventually';
import { aLink, type LinkFixture } from '@test/support/store-fixture';
import { testApp, type TestApp } from '@test/support/test-app';
import { ContractClient, dataOf, type Answer, type Json, type ApiNames } from './contract-client';
import { SyncCopy } from './sync-copy';

export function describeSync(api: ApiNames): void {
  const REQUIRED = api.version === 'v2' ? 'group_or_folder_required' : 'object_or_folder_required';
  const CONFLICT = api.version === 'v2' ? 'group_and_folder_conflict' : 'object_and_folder_conflict';
  let app: TestApp;
  let document: OpenApiCheck;
  let me: ContractClient;
  let link: LinkFixture;

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_TRIAL_REVIEWS_PER_LINK: '3' } });
    document = new OpenApiCheck(app.app);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    me = new ContractClient(app, api.version, await app.anAccount());
    link = await aLink(app.database, { accountId: me.account.accountId });
  });

  async function read(query: string, client = me): Promise<Answer> {
    const path = `/${api.version}/reviews/sync?${query}`;
    const answer = await client.get(path);
    document.expect({ method: 'GET', path, ...answer });
    return answer;
  }
  const objectQuery = (objectId = link.objectId): string => `${api.objectId}=${objectId}`;
  const codeOf = async (query: string, client = me): Promise<unknown> => {
    const answer = await read(query, client);
    return [answer.status, answer.body['code']];
  };
  const cursorOf = (answer: Answer): string => answer.body['next_cursor'] as string;
  const copyOf = (query: string, client = me): SyncCopy =>
    new SyncCopy((parameters) => read(parameters, client), query);

  /** Inserts reviews with the next change numbers of the account, like a collection. */
  async function write(...seeds: readonly Partial<ReviewSeed>[]): Promise<readonly number[]> {
    const ids = await insertReviews(
      app.database,
      seeds.map((seed) => ({ ...link, ...seed })),
    );
    await renumber(ids);
    return ids;
  }
  async function renumber(ids: readonly number[], change = ''): Promise<void> {
    await app.database.query(
      `with counter as (
         insert into account_change as c values ($1, $3, clock_timestamp()) on conflict (account_id) do update set
           change_seq = c.change_seq + $3, changed_at = clock_timestamp() returning change_seq, changed_at
       )
       update review r set change_seq = counter.change_seq - $3 + x.n ${change}
       from counter, unnest($2::bigint[]) with ordinality x (id, n) where r.account_id = $1 and r.id = x.id`,
      [me.account.accountId, ids, ids.length],
    );
  }
  const changeReview = (id: number, set: string): Promise<void> => renumber([id], `, updated_at = changed_at, ${set}`);
  const objectPath = (): string => `${api.objects}/${link.objectId}`;

  describe('the response', () => {
    it('is {data, next_cursor, has_next}; a change is {op, review_id, changed_at, reason, review}', async () => {
      const [id] = await write({ text: 'One', updatedAt: '2026-10-01T01:02:03.900Z' });
      const answer = await read(objectQuery());
      expect(Object.keys(answer.body)).toEqual(['data', 'next_cursor', 'has_next']);
      const [change] = dataOf(answer) as [Json];
      const feed = await me.get(`/${api.version}/reviews?${objectQuery()}`);
      expect(change).toEqual({
        op: 'upsert',
        review_id: id,
        changed_at: '2026-10-01T01:02:03',
        reason: null,
        review: dataOf(feed)[0],
      });
      expect(answer.body['has_next']).toBe(false);
      expect(cursorOf(answer)).toMatch(/^[\w-]{1,512}$/);
    });

    it('always has next_cursor, even if data is empty', async () => {
      const first = await read(objectQuery());
      expect([dataOf(first), first.body['has_next']]).toEqual([[], false]);
      const second = await read(`${objectQuery()}&cursor=${cursorOf(first)}`);
      expect([dataOf(second), second.body['has_next']]).toEqual([[], false]);
      expect(cursorOf(second)).not.toBe('');
    });

    it('limit is 1-1000 and defaults to 500; pages neither repeat nor skip changes', async () => {
      await write(...Array.from({ length: 501 }, () => ({})));
      expect(dataOf(await read(objectQuery()))).toHaveLength(500);
      const copy = copyOf(`${objectQuery()}&limit=7`);
      await copy.catchUp();
      expect([copy.applied, copy.size]).toEqual([501, 501]);
      for (const limit of ['0', '1001', 'x']) {
        expect(await codeOf(`${objectQuery()}&limit=${limit}`)).toEqual([422, 'validation_error']);
      }
    });

    it('include_raw adds raw_review', async () => {
      const [id] = await write({});
      await app.database.query('insert into review_raw values ($1, $2, $3)', [link.accountId, id, '{"a":1}']);
      const [withRaw] = dataOf(await read(`${objectQuery()}&include_raw=true`)) as [{ review: Json }];
      const [without] = dataOf(await read(objectQuery())) as [{ review: Json }];
      expect(withRaw.review['raw_review']).toEqual({ a: 1 });
      expect(without.review).not.toHaveProperty('raw_review');
    });

    it('deleted, hidden and pinned reviews are upserts with their flags', async () => {
      const stamp = '2026-11-01T00:00:00Z';
      const ids = await write({ deletedAt: stamp }, { hiddenAt: stamp }, { pinPosition: 0 });
      const reviewOf = new Map(
        dataOf(await read(objectQuery())).map((change) => [change['review_id'], change['review'] as Json]),
      );
      expect(
        ids.map((id) => [
          reviewOf.get(id)?.['is_deleted'],
          reviewOf.get(id)?.['is_hidden'],
          reviewOf.get(id)?.['is_pinned'],
        ]),
      ).toEqual([
        [true, false, false],
        [false, true, false],
        [false, false, true],
      ]);
    });
  });

  describe('modes', () => {
    it('snapshot returns all reviews, then changes', async () => {
      const [first] = await write({ text: 'before' }, {});
      const copy = copyOf(objectQuery());
      await copy.catchUp();
      expect(copy.size).toBe(2);
      await changeReview(first as number, `text = 'after'`);
      await write({});
      expect(await copy.catchUp()).toBe(2);
      expect([copy.size, copy.get(first as number)?.['text']]).toEqual([3, 'after']);
    });

    it('changes returns only changes after the first call', async () => {
      const [old] = await write({});
      const copy = copyOf(`${objectQuery()}&mode=changes`);
      expect(await copy.catchUp()).toBe(0);
      const [fresh] = await write({});
      await changeReview(old as number, `deleted_at = '2026-11-01'`);
      await copy.catchUp();
      expect([...copy.ids].sort()).toEqual([old, fresh].sort());
      expect(copy.get(old as number)?.['is_deleted']).toBe(true);
    });

    it('an unknown mode gives 422', async () =>
      expect(await codeOf(`${objectQuery()}&mode=all`)).toEqual([422, 'validation_error']));
  });

  describe('object or folder (contract §7.2)', () => {
    it('neither object nor folder, or both, give 400', async () => {
      expect(await codeOf('')).toEqual([400, REQUIRED]);
      expect(await codeOf(`${objectQuery()}&folder_id=1`)).toEqual([400, CONFLICT]);
    });

    it('an object of another account and a missing one give the same 404, byte for byte', async () => {
      const foreign = await aLink(app.database);
      const answers = [await read(objectQuery(foreign.objectId)), await read(objectQuery(987_654_321))];
      expect(answers.map((answer) => answer.status)).toEqual([404, 404]);
      expect(answers[0]?.text).toBe(answers[1]?.text);
      expect(await codeOf('folder_id=987654321')).toEqual([404, 'folder_not_found']);
    });

    it('a switched-off object has no reviews', async () => {
      await write({});
      await me.put(api.objects, { [api.objectIds]: [link.objectId], is_active: false });
      expect(dataOf(await read(objectQuery()))).toEqual([]);
    });
  });

  describe('cursor (contract §7.3)', () => {
    it('an unreadable or altered cursor, or one of another account, gives invalid_cursor', async () => {
      const cursor = cursorOf(await read(objectQuery()));
      for (const text of ['x', 'null', cursor.slice(1), `${cursor}A`, `A${cursor.slice(1)}`, 'A'.repeat(600)]) {
        if (text !== cursor)
          expect([text, await codeOf(`${objectQuery()}&cursor=${text}`)]).toEqual([text, [400, 'invalid_cursor']]);
      }
      const other = new ContractClient(app, api.version, await app.anAccount());
      expect(await codeOf(`${objectQuery()}&cursor=${cursor}`, other)).toEqual([400, 'invalid_cursor']);
      const own = await aLink(app.database, { accountId: other.account.accountId });
      expect(await codeOf(`${objectQuery(own.objectId)}&cursor=${cursor}`, other)).toEqual([400, 'invalid_cursor']);
    });

    it('a cursor of another object, folder or mode gives cursor_mismatch', async () => {
      const cursor = cursorOf(await read(objectQuery()));
      const second = await aLink(app.database, { accountId: link.accountId });
      for (const query of [
        objectQuery(second.objectId),
        `folder_id=${link.objectId}`,
        `${objectQuery()}&mode=changes`,
      ]) {
        expect([query, await codeOf(`${query}&cursor=${cursor}`)]).toEqual([query, [400, 'cursor_mismatch']]);
      }
      expect((await read(`${objectQuery()}&mode=snapshot&cursor=${cursor}`)).status).toBe(200);
    });

    it('a read_only key may continue with a cursor of the full key', async () => {
      const cursor = cursorOf(await read(objectQuery()));
      expect((await read(`${objectQuery()}&cursor=${cursor}`, me.withReadOnlyKey)).status).toBe(200);
    });

    it('a cursor beyond the last change number (after a backup was restored) gives invalid_cursor', async () => {
      await write({});
      const cursor = cursorOf(await read(`${objectQuery()}&mode=changes`));
      await app.database.query('update account_change set change_seq = 0 where account_id = $1', [link.accountId]);
      expect(await codeOf(`${objectQuery()}&cursor=${cursor}`)).toEqual([400, 'invalid_cursor']);
    });
  });

  describe('composition', () => {
    const reasons = (answer: Answer): unknown =>
      dataOf(answer).map(({ op, review_id: id, reason, review }) => [op, id, reason, review]);

    it.each([
      ['link_removed', () => me.delete(`${objectPath()}/links/${link.linkId}`)],
      ['object_disabled', () => me.put(api.objects, { [api.objectIds]: [link.objectId], is_active: false })],
      ['object_deleted', () => me.delete(objectPath())],
    ] as const)('%s: the reviews are reported as removed, with review null', async (reason, act) => {
      const [id] = await write({});
      const cursor = cursorOf(await read(objectQuery()));
      expect((await act()).status).toBeLessThan(300);
      const answer = await read(`${objectQuery()}&cursor=${cursor}`);
      expect(reasons(answer)).toEqual([['remove', id, reason, null]]);
    });

    it('the reviews of an object that is switched on again are upserts', async () => {
      const [id] = await write({});
      const copy = copyOf(objectQuery());
      await copy.catchUp();
      for (const isActive of [false, true]) {
        await me.put(api.objects, { [api.objectIds]: [link.objectId], is_active: isActive });
        await copy.catchUp();
        expect([...copy.ids]).toEqual(isActive ? [id] : []);
      }
    });

    it('reviews of objects that are added to the folder are upserts; removing the objects gives out_of_scope', async () => {
      const [id] = await write({}, {}, {});
      const created = await me.post(`/${api.version}/folders`, { name: 'Folder' });
      const folderId = created.body['id'] as number;
      const child = await me.post(`/${api.version}/folders`, { name: 'Sub', parent_folder_id: folderId });
      const copy = copyOf(`folder_id=${folderId}&limit=2`);
      await copy.catchUp();
      expect(copy.size).toBe(0);
      await patch(child.body['id'] as number, { [api.objectIds]: [link.objectId] });
      await copy.catchUp();
      expect([copy.size, copy.get(id as number)?.['is_hidden']]).toEqual([3, false]);
      await patch(child.body['id'] as number, { parent_folder_id: null });
      await copy.catchUp();
      expect([copy.size, copy.lastReason]).toEqual([0, 'out_of_scope']);
      await patch(child.body['id'] as number, { parent_folder_id: folderId });
      await copy.catchUp();
      expect(copy.size).toBe(3);
      expect((await me.delete(`/${api.version}/folders/${String(child.body['id'])}`)).status).toBe(204);
      await copy.catchUp();
      expect([copy.size, copy.lastReason]).toEqual([0, 'out_of_scope']);
      expect((await me.delete(`/${api.version}/folders/${folderId}`)).status).toBe(204);
      expect(await codeOf(`folder_id=${folderId}&cursor=${copy.cursor}`)).toEqual([404, 'folder_not_found']);
    });

    it('a cursor gives invalid_cursor if reviews after its position were purged', async () => {
      await write({});
      const cursor = cursorOf(await read(objectQuery()));
      await me.delete(`${objectPath()}/links/${link.linkId}`);
      const nextCursor = cursorOf(await read(`${objectQuery()}&cursor=${cursor}`));
      await app.database.query('delete from review where account_id = $1', [link.accountId]);
      expect(await codeOf(`${objectQuery()}&cursor=${cursor}`)).toEqual([400, 'invalid_cursor']);
      expect(dataOf(await read(`${objectQuery()}&cursor=${nextCursor}`))).toEqual([]);
    });

    async function patch(folderId: number, body: Json): Promise<void> {
      const response = await app.agent
        .patch(`/${api.version}/folders/${folderId}`)
        .set('X-API-Key', me.account.full)
        .send(body);
      expect([response.status, response.text.slice(0, 100)]).toEqual([200, expect.any(String)]);
    }
  });

  describe('a trial (contract §5.3)', () => {
    const reviewOfDay = (day: number): Partial<ReviewSeed> => ({
      reviewDate: `2026-05-${String(day).padStart(2, '0')}T00:00:00`,
    });
    beforeEach(async () => {
      me = new ContractClient(app, api.version, await app.anAccount({ plan: 'trial' }));
      link = await aLink(app.database, { accountId: me.account.accountId });
    });

    it('has reviews up to its limit: a new review moves another one out_of_scope, and a deletion returns it', async () => {
      const ids = await write(reviewOfDay(1), reviewOfDay(2), reviewOfDay(3), reviewOfDay(4));
      const copy = copyOf(`${objectQuery()}&limit=2`);
      await copy.catchUp();
      expect([...copy.ids].sort()).toEqual(ids.slice(1));
      const [fresh] = await write(reviewOfDay(5));
      await copy.catchUp();
      expect([[...copy.ids].sort(), copy.lastReason]).toEqual([[ids[2], ids[3], fresh], 'out_of_scope']);
      await changeReview(fresh as number, `deleted_at = '2026-11-01'`);
      await copy.catchUp();
      expect([...copy.ids].sort()).toEqual([...ids.slice(1), fresh]);
      expect(copy.get(fresh as number)?.['is_deleted']).toBe(true);
      await me.delete(`${objectPath()}/links/${link.linkId}`);
      await copy.catchUp();
      expect([copy.size, copy.lastReason]).toEqual([0, 'link_removed']);
    });

    it('a change of the plan changes the limit and gives invalid_cursor', async () => {
      await insertReview(app.database, { ...link, ...reviewOfDay(1) });
      const cursor = cursorOf(await read(objectQuery()));
      await app.database.query(`update account set plan = 'full' where id = $1`, [link.accountId]);
      await app.database.query(`select pg_notify('hrev_access', $1)`, [String(link.accountId)]);
      await eventually('the new plan', 60_000, async () => {
        const answer = await read(`${objectQuery()}&cursor=${cursor}`);
        return answer.status === 400 && answer.body['code'] === 'invalid_cursor';
      });
    });
  });
}
