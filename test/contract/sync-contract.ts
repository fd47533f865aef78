/** The contract of the sync (contract §4.4, §7.2, §7.3, §4.4.1), tested for each version. */
import { OpenApiCheck } from '@test/support/openapi-check';
import { insertReview, insertReviews, type ReviewSeed } from '@test/support/review-factory';
import { eventually } from '@test/support/eventually';
import { aLink, type LinkFixture } from '@test/support/store-fixture';
import { testApp, type TestApp } from '@test/support/test-app';
import { ContractClient, dataOf, type Answer, type Json, type Words } from './contract-client';
import { SyncCopy } from './sync-copy';

export function describeSync(words: Words): void {
  const REQUIRED = words.version === 'v2' ? 'group_or_folder_required' : 'object_or_folder_required';
  const CONFLICT = words.version === 'v2' ? 'group_and_folder_conflict' : 'object_and_folder_conflict';
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
    me = new ContractClient(app, words.version, await app.anAccount());
    link = await aLink(app.database, { accountId: me.account.accountId });
  });

  async function read(query: string, client = me): Promise<Answer> {
    const path = `/${words.version}/reviews/sync?${query}`;
    const answer = await client.get(path);
    document.expect({ method: 'GET', path, ...answer });
    return answer;
  }
  const ofObject = (objectId = link.objectId): string => `${words.objectId}=${objectId}`;
  const codeOf = async (query: string, client = me): Promise<unknown> => {
    const answer = await read(query, client);
    return [answer.status, answer.body['code']];
  };
  const cursorOf = (answer: Answer): string => answer.body['next_cursor'] as string;
  const copyOf = (addressee: string, client = me): SyncCopy => new SyncCopy((query) => read(query, client), addressee);

  /** Writes reviews like a collection: with the account's next numbers. */
  async function write(...seeds: readonly Partial<ReviewSeed>[]): Promise<readonly number[]> {
    const ids = await insertReviews(
      app.database,
      seeds.map((seed) => ({ ...link, ...seed })),
    );
    await number(ids);
    return ids;
  }
  async function number(ids: readonly number[], change = ''): Promise<void> {
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
  const changed = (id: number, set: string): Promise<void> => number([id], `, updated_at = changed_at, ${set}`);
  const objectPath = (): string => `${words.objects}/${link.objectId}`;

  describe('the answer', () => {
    it('{data: [Change], next_cursor, has_next}; Change = {op, review_id, changed_at, reason, review}', async () => {
      const [id] = await write({ text: 'One', updatedAt: '2026-10-01T01:02:03.900Z' });
      const answer = await read(ofObject());
      expect(Object.keys(answer.body)).toEqual(['data', 'next_cursor', 'has_next']);
      const [change] = dataOf(answer) as [Json];
      const feed = await me.get(`/${words.version}/reviews?${ofObject()}`);
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

    it('next_cursor is always present, also when data is empty', async () => {
      const first = await read(ofObject());
      expect([dataOf(first), first.body['has_next']]).toEqual([[], false]);
      const second = await read(`${ofObject()}&cursor=${cursorOf(first)}`);
      expect([dataOf(second), second.body['has_next']]).toEqual([[], false]);
      expect(cursorOf(second)).not.toBe('');
    });

    it('limit is 1-1000, by default 500; pages neither repeat nor skip', async () => {
      await write(...Array.from({ length: 501 }, () => ({})));
      expect(dataOf(await read(ofObject()))).toHaveLength(500);
      const copy = copyOf(`${ofObject()}&limit=7`);
      await copy.catchUp();
      expect([copy.applied, copy.size]).toEqual([501, 501]);
      for (const limit of ['0', '1001', 'x']) {
        expect(await codeOf(`${ofObject()}&limit=${limit}`)).toEqual([422, 'validation_error']);
      }
    });

    it('include_raw adds raw_review', async () => {
      const [id] = await write({});
      await app.database.query('insert into review_raw values ($1, $2, $3)', [link.accountId, id, '{"a":1}']);
      const [withRaw] = dataOf(await read(`${ofObject()}&include_raw=true`)) as [{ review: Json }];
      const [without] = dataOf(await read(ofObject())) as [{ review: Json }];
      expect(withRaw.review['raw_review']).toEqual({ a: 1 });
      expect(without.review).not.toHaveProperty('raw_review');
    });

    it('deleted and hidden reviews are upserts with their flags', async () => {
      const stamp = '2026-11-01T00:00:00Z';
      const ids = await write({ deletedAt: stamp }, { hiddenAt: stamp }, { pinPosition: 0 });
      const shown = new Map(
        dataOf(await read(ofObject())).map((change) => [change['review_id'], change['review'] as Json]),
      );
      expect(
        ids.map((id) => [shown.get(id)?.['is_deleted'], shown.get(id)?.['is_hidden'], shown.get(id)?.['is_pinned']]),
      ).toEqual([
        [true, false, false],
        [false, true, false],
        [false, false, true],
      ]);
    });
  });

  describe('modes', () => {
    it('snapshot: first all reviews, then changes', async () => {
      const [first] = await write({ text: 'before' }, {});
      const copy = copyOf(ofObject());
      await copy.catchUp();
      expect(copy.size).toBe(2);
      await changed(first as number, `text = 'after'`);
      await write({});
      expect(await copy.catchUp()).toBe(2);
      expect([copy.size, copy.get(first as number)?.['text']]).toEqual([3, 'after']);
    });

    it('changes: only changes from the first call on', async () => {
      const [old] = await write({});
      const copy = copyOf(`${ofObject()}&mode=changes`);
      expect(await copy.catchUp()).toBe(0);
      const [fresh] = await write({});
      await changed(old as number, `deleted_at = '2026-11-01'`);
      await copy.catchUp();
      expect([...copy.ids].sort()).toEqual([old, fresh].sort());
      expect(copy.get(old as number)?.['is_deleted']).toBe(true);
    });

    it('an unknown mode is 422', async () =>
      expect(await codeOf(`${ofObject()}&mode=all`)).toEqual([422, 'validation_error']));
  });

  describe('addressee (§7.2)', () => {
    it('neither object nor folder, or both', async () => {
      expect(await codeOf('')).toEqual([400, REQUIRED]);
      expect(await codeOf(`${ofObject()}&folder_id=1`)).toEqual([400, CONFLICT]);
    });

    it('foreign and missing ones give the same bytes, 404', async () => {
      const foreign = await aLink(app.database);
      const answers = [await read(ofObject(foreign.objectId)), await read(ofObject(987_654_321))];
      expect(answers.map((answer) => answer.status)).toEqual([404, 404]);
      expect(answers[0]?.text).toBe(answers[1]?.text);
      expect(await codeOf('folder_id=987654321')).toEqual([404, 'folder_not_found']);
    });

    it('a switched-off object answers like an empty one', async () => {
      await write({});
      await me.put(words.objects, { [words.objectIds]: [link.objectId], is_active: false });
      expect(dataOf(await read(ofObject()))).toEqual([]);
    });
  });

  describe('cursor (§7.3)', () => {
    it('unreadable, altered or issued to another account: invalid_cursor', async () => {
      const cursor = cursorOf(await read(ofObject()));
      for (const text of ['x', 'null', cursor.slice(1), `${cursor}A`, `A${cursor.slice(1)}`, 'A'.repeat(600)]) {
        if (text !== cursor)
          expect([text, await codeOf(`${ofObject()}&cursor=${text}`)]).toEqual([text, [400, 'invalid_cursor']]);
      }
      const other = new ContractClient(app, words.version, await app.anAccount());
      expect(await codeOf(`${ofObject()}&cursor=${cursor}`, other)).toEqual([400, 'invalid_cursor']);
      const own = await aLink(app.database, { accountId: other.account.accountId });
      expect(await codeOf(`${ofObject(own.objectId)}&cursor=${cursor}`, other)).toEqual([400, 'invalid_cursor']);
    });

    it("object, folder or mode differs from the cursor's: cursor_mismatch", async () => {
      const cursor = cursorOf(await read(ofObject()));
      const second = await aLink(app.database, { accountId: link.accountId });
      for (const query of [ofObject(second.objectId), `folder_id=${link.objectId}`, `${ofObject()}&mode=changes`]) {
        expect([query, await codeOf(`${query}&cursor=${cursor}`)]).toEqual([query, [400, 'cursor_mismatch']]);
      }
      expect((await read(`${ofObject()}&mode=snapshot&cursor=${cursor}`)).status).toBe(200);
    });

    it('the read-only key of the account may continue with it', async () => {
      const cursor = cursorOf(await read(ofObject()));
      expect((await read(`${ofObject()}&cursor=${cursor}`, me.reading)).status).toBe(200);
    });

    it("a number beyond the account's newest one (a restored backup): invalid_cursor", async () => {
      await write({});
      const cursor = cursorOf(await read(`${ofObject()}&mode=changes`));
      await app.database.query('update account_change set change_seq = 0 where account_id = $1', [link.accountId]);
      expect(await codeOf(`${ofObject()}&cursor=${cursor}`)).toEqual([400, 'invalid_cursor']);
    });
  });

  describe('composition', () => {
    const reasons = (answer: Answer): unknown =>
      dataOf(answer).map(({ op, review_id: id, reason, review }) => [op, id, reason, review]);

    it.each([
      ['link_removed', () => me.delete(`${objectPath()}/links/${link.linkId}`)],
      ['object_disabled', () => me.put(words.objects, { [words.objectIds]: [link.objectId], is_active: false })],
      ['object_deleted', () => me.delete(objectPath())],
    ] as const)('%s: its reviews are removed, with review null', async (reason, act) => {
      const [id] = await write({});
      const cursor = cursorOf(await read(ofObject()));
      expect((await act()).status).toBeLessThan(300);
      const answer = await read(`${ofObject()}&cursor=${cursor}`);
      expect(reasons(answer)).toEqual([['remove', id, reason, null]]);
    });

    it('an object switched on again: its reviews are upserts', async () => {
      const [id] = await write({});
      const copy = copyOf(ofObject());
      await copy.catchUp();
      for (const isActive of [false, true]) {
        await me.put(words.objects, { [words.objectIds]: [link.objectId], is_active: isActive });
        await copy.catchUp();
        expect([...copy.ids]).toEqual(isActive ? [id] : []);
      }
    });

    it('a folder: objects that are added are upserts, objects that are removed are remove out_of_scope', async () => {
      const [id] = await write({}, {}, {});
      const made = await me.post(`/${words.version}/folders`, { name: 'Folder' });
      const folderId = made.body['id'] as number;
      const child = await me.post(`/${words.version}/folders`, { name: 'Sub', parent_folder_id: folderId });
      const copy = copyOf(`folder_id=${folderId}&limit=2`);
      await copy.catchUp();
      expect(copy.size).toBe(0);
      await patch(child.body['id'] as number, { [words.objectIds]: [link.objectId] });
      await copy.catchUp();
      expect([copy.size, copy.get(id as number)?.['is_hidden']]).toEqual([3, false]);
      await patch(child.body['id'] as number, { parent_folder_id: null });
      await copy.catchUp();
      expect([copy.size, copy.lastReason]).toEqual([0, 'out_of_scope']);
      await patch(child.body['id'] as number, { parent_folder_id: folderId });
      await copy.catchUp();
      expect(copy.size).toBe(3);
      expect((await me.delete(`/${words.version}/folders/${String(child.body['id'])}`)).status).toBe(204);
      await copy.catchUp();
      expect([copy.size, copy.lastReason]).toEqual([0, 'out_of_scope']);
      expect((await me.delete(`/${words.version}/folders/${folderId}`)).status).toBe(204);
      expect(await codeOf(`folder_id=${folderId}&cursor=${copy.cursor}`)).toEqual([404, 'folder_not_found']);
    });

    it('purged reviews after the position of a cursor: invalid_cursor', async () => {
      await write({});
      const cursor = cursorOf(await read(ofObject()));
      await me.delete(`${objectPath()}/links/${link.linkId}`);
      const nextCursor = cursorOf(await read(`${ofObject()}&cursor=${cursor}`));
      await app.database.query('delete from review where account_id = $1', [link.accountId]);
      expect(await codeOf(`${ofObject()}&cursor=${cursor}`)).toEqual([400, 'invalid_cursor']);
      expect(dataOf(await read(`${ofObject()}&cursor=${nextCursor}`))).toEqual([]);
    });

    async function patch(folderId: number, body: Json): Promise<void> {
      const response = await app.agent
        .patch(`/${words.version}/folders/${folderId}`)
        .set('X-API-Key', me.account.full)
        .send(body);
      expect([response.status, response.text.slice(0, 100)]).toEqual([200, expect.any(String)]);
    }
  });

  describe('a trial (§5.3)', () => {
    const dated = (day: number): Partial<ReviewSeed> => ({
      reviewDate: `2026-05-${String(day).padStart(2, '0')}T00:00:00`,
    });
    beforeEach(async () => {
      me = new ContractClient(app, words.version, await app.anAccount({ plan: 'trial' }));
      link = await aLink(app.database, { accountId: me.account.accountId });
    });

    it('sees reviews up to its limit; a new review moves another out_of_scope; a deleted one brings one back', async () => {
      const ids = await write(dated(1), dated(2), dated(3), dated(4));
      const copy = copyOf(`${ofObject()}&limit=2`);
      await copy.catchUp();
      expect([...copy.ids].sort()).toEqual(ids.slice(1));
      const [fresh] = await write(dated(5));
      await copy.catchUp();
      expect([[...copy.ids].sort(), copy.lastReason]).toEqual([[ids[2], ids[3], fresh], 'out_of_scope']);
      await changed(fresh as number, `deleted_at = '2026-11-01'`);
      await copy.catchUp();
      expect([...copy.ids].sort()).toEqual([...ids.slice(1), fresh]);
      expect(copy.get(fresh as number)?.['is_deleted']).toBe(true);
      await me.delete(`${objectPath()}/links/${link.linkId}`);
      await copy.catchUp();
      expect([copy.size, copy.lastReason]).toEqual([0, 'link_removed']);
    });

    it('another plan changes the limit: invalid_cursor', async () => {
      await insertReview(app.database, { ...link, ...dated(1) });
      const cursor = cursorOf(await read(ofObject()));
      await app.database.query(`update account set plan = 'full' where id = $1`, [link.accountId]);
      await app.database.query(`select pg_notify('hrev_access', $1)`, [String(link.accountId)]);
      await eventually('the new plan', 60_000, async () => {
        const answer = await read(`${ofObject()}&cursor=${cursor}`);
        return answer.status === 400 && answer.body['code'] === 'invalid_cursor';
      });
    });
  });
}
