/**
 * The contract of hidden and pinned reviews (contract §2.9, §3.3, §4.10, §7.2, §8), tested for each version.
 */
import { OpenApiCheck } from '@test/support/openapi-check';
import { insertReviews, type ReviewSeed } from '@test/support/review-factory';
import { aLink, type LinkFixture } from '@test/support/store-fixture';
import { testApp, type TestApp } from '@test/support/test-app';
import { ContractClient, dataOf, WRONG_IDS, type Answer, type Json, type ApiNames } from './contract-client';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const VISIBLE_ON_TRIAL = 3;

export function describeCuration(api: ApiNames): void {
  const { version, objects, objectId } = api;
  let app: TestApp;
  let check: OpenApiCheck;
  let me: ContractClient;
  let link: LinkFixture;
  /** The ids of five reviews, one day apart; the last one is the newest. */
  let ids: readonly number[];

  beforeAll(async () => {
    const environment = { HREV_RATE_LIMIT: '1000000', HREV_TRIAL_REVIEWS_PER_LINK: String(VISIBLE_ON_TRIAL) };
    app = await testApp({ environment });
    check = new OpenApiCheck(app.app);
  });
  beforeEach(async () => {
    me = await aClient();
    link = await aLink(app.database, { accountId: me.account.accountId, sourceId: 1 });
    ids = await reviewsOf(link, 5);
  });
  afterAll(() => app.close());

  const aClient = async (plan: 'full' | 'trial' = 'full'): Promise<ContractClient> =>
    new ContractClient(app, version, await app.anAccount({ plan }));
  const reviewsOf = (onLink: LinkFixture, count: number, more: Partial<ReviewSeed> = {}): Promise<readonly number[]> =>
    insertReviews(
      app.database,
      Array.from({ length: count }, (_, n) => ({
        ...onLink,
        reviewDate: new Date(Date.UTC(2026, 0, n + 1)).toISOString().slice(0, 19),
        rating: 4,
        ...more,
      })),
    );
  const pathOf = (list: 'hidden' | 'pinned', object = link.objectId): string => `${objects}/${object}/${list}-reviews`;
  const call = async (method: Method, path: string, body?: unknown, client = me): Promise<Answer> => {
    const send = {
      GET: () => client.get(path),
      POST: () => client.post(path, body),
      PUT: () => client.put(path, body),
      DELETE: () => client.delete(path, body),
    };
    const answer = await send[method]();
    check.expect({ method, path, ...answer });
    return answer;
  };
  const hide = (...review_ids: readonly (number | undefined)[]): Promise<Answer> =>
    call('POST', pathOf('hidden'), { review_ids });
  const unhide = (...review_ids: readonly (number | undefined)[]): Promise<Answer> =>
    call('DELETE', pathOf('hidden'), { review_ids });
  const pin = (...review_ids: readonly (number | undefined)[]): Promise<Answer> =>
    call('POST', pathOf('pinned'), { review_ids });
  const unpin = (...review_ids: readonly (number | undefined)[]): Promise<Answer> =>
    call('DELETE', pathOf('pinned'), { review_ids });
  const replacePins = (...ordered_review_ids: readonly (number | undefined)[]): Promise<Answer> =>
    call('PUT', pathOf('pinned'), { ordered_review_ids });
  const idsIn = (answer: Answer): unknown => dataOf(answer).map((review) => review['id']);
  const hiddenIds = async (): Promise<unknown> => idsIn(await call('GET', pathOf('hidden')));
  const pinnedIds = async (): Promise<unknown> => {
    const answer = await call('GET', pathOf('pinned'));
    expect(dataOf(answer).map((review) => review['pin_position'])).toEqual(
      dataOf(answer).map((_, position) => position),
    );
    return idsIn(answer);
  };
  const feed = async (query = '', client = me): Promise<unknown> =>
    idsIn(await client.get(`/${version}/reviews?${objectId}=${link.objectId}&${query}`));
  const expectError = (answer: Answer, status: number, code: string): void =>
    expect([answer.status, answer.body['code']]).toEqual([status, code]);
  const expectCount = (answer: Answer, count: Json): void => {
    expect([answer.status, answer.body]).toEqual([200, { detail: expect.any(String), ...count }]);
    expect((answer.body['detail'] as string).length).toBeGreaterThan(0);
  };
  const reviewRows = (): Promise<Json[]> =>
    app.database.query<Json>(
      `select id, hidden_at, pinned_at, pin_position, updated_at::text as updated_at, change_seq from review
       where account_id = $1 order by id`,
      [me.account.accountId],
    );

  describe(`POST ${objects}/{id}/hidden-reviews`, () => {
    it('contract §4.10: responds with {detail, hidden_count}: the number of hidden reviews of the object after the call', async () => {
      expectCount(await hide(ids[0], ids[1]), { hidden_count: 2 });
      expectCount(await hide(ids[2]), { hidden_count: 3 });
    });
    it('contract §3.3: hiding a hidden review succeeds and does not change it; the list may repeat ids', async () => {
      await hide(ids[0]);
      const before = await reviewRows();
      expectCount(await hide(ids[0], ids[0]), { hidden_count: 1 });
      expect(await reviewRows()).toEqual(before);
    });
    it('contract §3.3, §4.4: a hidden review is absent from the feed and not found by its id; show_hidden returns it', async () => {
      await hide(ids[4]);
      expect(await feed()).toEqual([ids[3], ids[2], ids[1], ids[0]]);
      expect(await feed('show_hidden=true')).toEqual([ids[4], ids[3], ids[2], ids[1], ids[0]]);
      expectError(await me.get(`/${version}/reviews/${ids[4]}`), 404, 'not_found');
    });
    it('contract §3.3: hiding a pinned review unpins it; the other pins shift up and count as changes', async () => {
      await replacePins(ids[0], ids[1], ids[2]);
      const before = await reviewRows();
      expectCount(await hide(ids[0]), { hidden_count: 1 });
      expect(await pinnedIds()).toEqual([ids[1], ids[2]]);
      const after = await reviewRows();
      const changed = after.filter((row, position) => row['change_seq'] !== before[position]?.['change_seq']);
      expect(changed.map((row) => row['id'])).toEqual([ids[0], ids[1], ids[2]]);
      for (const row of changed) expect(String(row['updated_at']) > String(before[0]?.['updated_at'])).toBe(true);
    });
    it('contract §4.4: updated_after returns a review that was hidden since', async () => {
      const [row] = await app.database.query<{ at: string }>(
        `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as at`,
      );
      await hide(ids[1]);
      expect(await feed(`show_hidden=true&updated_after=${row?.at}`)).toEqual([ids[1]]);
    });
    it('contract §8: accepts 200 ids; 201 ids give 422', async () => {
      const many = await reviewsOf(link, 201);
      expectError(await hide(...many), 422, 'validation_error');
      expectCount(await hide(...many.slice(0, 200)), { hidden_count: 200 });
    });
    it('a review that does not exist, or belongs to another object, a removed link or another account, gives 404 and changes nothing', async () => {
      const other = await aLink(app.database, { accountId: me.account.accountId, sourceId: 1 });
      const removed = await aLink(app.database, {
        accountId: me.account.accountId,
        objectId: link.objectId,
        sourceId: 2,
      });
      const foreign = await aLink(app.database, { sourceId: 1 });
      const unreachable = [
        ...(await reviewsOf(other, 1)),
        ...(await reviewsOf(removed, 1)),
        ...(await reviewsOf(foreign, 1)),
        900_000_000,
      ];
      await me.delete(`${objects}/${link.objectId}/links/${removed.linkId}`);
      const before = await reviewRows();
      for (const id of unreachable) {
        expectError(await hide(ids[0], id), 404, 'not_found');
        expectError(await unhide(ids[0], id), 404, 'not_found');
        expectError(await pin(ids[0], id), 404, 'not_found');
        expectError(await replacePins(ids[0], id), 404, 'not_found');
        expectError(await unpin(ids[0], id), 404, 'not_found');
      }
      expect(await reviewRows()).toEqual(before);
    });
    it('a review that was deleted on the platform can be hidden and pinned', async () => {
      const [deleted] = await reviewsOf(link, 1, { deletedAt: '2026-11-15T00:00:00Z' });
      expectCount(await pin(deleted), { pinned_count: 1 });
      expect(await feed('show_pinned=true&include_deleted=true')).toEqual([deleted, ...[...ids].reverse()]);
      expectCount(await hide(deleted), { hidden_count: 1 });
      expect(await hiddenIds()).toEqual([deleted]);
    });
  });

  describe(`GET ${objects}/{id}/hidden-reviews`, () => {
    it('contract §4.10: returns only {data}: reviews with hidden_at, the last hidden first', async () => {
      await hide(ids[3]);
      await hide(ids[0]);
      await hide(ids[1]);
      const answer = await call('GET', pathOf('hidden'));
      expect(Object.keys(answer.body)).toEqual(['data']);
      expect(idsIn(answer)).toEqual([ids[1], ids[0], ids[3]]);
      const fromFeed = await me.get(
        `/${version}/reviews?${objectId}=${link.objectId}&show_hidden=true&sort_order=asc&limit=1`,
      );
      expect(dataOf(answer)[1]).toEqual({ ...dataOf(fromFeed)[0], hidden_at: expect.any(String) });
      expect(dataOf(answer)[1]).toMatchObject({ is_hidden: true, is_pinned: false, pin_position: null });
    });
    it('include_raw adds raw_review', async () => {
      await hide(ids[0]);
      expect(dataOf(await call('GET', `${pathOf('hidden')}?include_raw=true`))[0]).toMatchObject({ raw_review: {} });
    });
  });

  describe(`DELETE ${objects}/{id}/hidden-reviews`, () => {
    it('contract §4.10: returns the reviews to the feed and responds like POST', async () => {
      await hide(ids[0], ids[1]);
      expectCount(await unhide(ids[0]), { hidden_count: 1 });
      expect([await hiddenIds(), await feed()]).toEqual([[ids[1]], [ids[4], ids[3], ids[2], ids[0]]]);
    });
    it('contract §3.3: unhiding a review does not restore its pin', async () => {
      await pin(ids[0]);
      await hide(ids[0]);
      await unhide(ids[0]);
      expect([await pinnedIds(), await feed('sort_order=asc&limit=1')]).toEqual([[], [ids[0]]]);
    });
    it('unhiding a review that is not hidden succeeds and changes nothing; a pin stays', async () => {
      await pin(ids[0]);
      const before = await reviewRows();
      expectCount(await unhide(ids[0], ids[1]), { hidden_count: 0 });
      expect(await reviewRows()).toEqual(before);
    });
    it('accepts the ids as query parameter review_ids, in every list syntax', async () => {
      await hide(ids[0], ids[1], ids[2], ids[3]);
      expectCount(await call('DELETE', `${pathOf('hidden')}?review_ids=${ids[0]}`), { hidden_count: 3 });
      expectCount(await call('DELETE', `${pathOf('hidden')}?review_ids=${ids[1]},${ids[2]}`), { hidden_count: 1 });
      expectCount(await call('DELETE', `${pathOf('hidden')}?review_ids[]=${ids[3]}`), { hidden_count: 0 });
    });
    it('ids in both the body and the query give 422', async () => {
      const answer = await call('DELETE', `${pathOf('hidden')}?review_ids=${ids[0]}`, { review_ids: [ids[1]] });
      expectError(answer, 422, 'validation_error');
    });
  });

  describe(`POST ${objects}/{id}/pinned-reviews`, () => {
    it('contract §4.10: appends reviews in the given order; pinned ones keep their position', async () => {
      expectCount(await pin(ids[2], ids[0]), { pinned_count: 2 });
      expectCount(await pin(ids[4], ids[0], ids[1]), { pinned_count: 4 });
      expect(await pinnedIds()).toEqual([ids[2], ids[0], ids[4], ids[1]]);
    });
    it('contract §4.4 rule 3: pinned reviews leave the ordinary feed and come first with show_pinned', async () => {
      await pin(ids[1], ids[3]);
      expect(await feed()).toEqual([ids[4], ids[2], ids[0]]);
      expect(await feed('show_pinned=true')).toEqual([ids[1], ids[3], ids[4], ids[2], ids[0]]);
    });
    it('a review that is already pinned is not changed', async () => {
      await pin(ids[0], ids[1]);
      const before = await reviewRows();
      expectCount(await pin(ids[1]), { pinned_count: 2 });
      expect(await reviewRows()).toEqual(before);
    });
    it('contract §4.10: a hidden review gives 409 conflict, and nothing is pinned', async () => {
      await hide(ids[1]);
      expectError(await pin(ids[0], ids[1]), 409, 'conflict');
      expectError(await replacePins(ids[0], ids[1]), 409, 'conflict');
      expect(await pinnedIds()).toEqual([]);
    });
    it('contract §7.2: repeated ids give 400 duplicate_review_ids', async () => {
      expectError(await pin(ids[0], ids[0]), 400, 'duplicate_review_ids');
    });
    it('contract §8: an object has at most 30 pins; more give 400 pinned_limit_exceeded and change nothing', async () => {
      const many = await reviewsOf(link, 32);
      expectError(await pin(...many.slice(0, 31)), 400, 'pinned_limit_exceeded');
      expectCount(await pin(...many.slice(0, 30)), { pinned_count: 30 });
      expectError(await pin(many[30]), 400, 'pinned_limit_exceeded');
      expectCount(await pin(many[3]), { pinned_count: 30 });
      expectCount(await unpin(many[0]), { pinned_count: 29 });
      expectError(await pin(many[30], many[31]), 400, 'pinned_limit_exceeded');
      expectCount(await pin(many[30]), { pinned_count: 30 });
      expect(await pinnedIds()).toEqual(many.slice(1, 31));
    });
  });

  describe(`GET ${objects}/{id}/pinned-reviews`, () => {
    it('contract §4.10: returns reviews with pinned_at, in the order of pin_position', async () => {
      await pin(ids[2], ids[0]);
      const answer = await call('GET', pathOf('pinned'));
      const fromFeed = await me.get(`/${version}/reviews?${objectId}=${link.objectId}&show_pinned=true&limit=2`);
      expect(dataOf(answer)).toEqual(dataOf(fromFeed).map((review) => ({ ...review, pinned_at: expect.any(String) })));
      expect(dataOf(answer)[1]).toMatchObject({ id: ids[0], is_pinned: true, is_hidden: false, pin_position: 1 });
    });
  });

  describe(`PUT ${objects}/{id}/pinned-reviews`, () => {
    it('contract §4.10: replaces the whole list; reviews that keep their position are not changed', async () => {
      await replacePins(ids[0], ids[1], ids[2]);
      const before = await reviewRows();
      expectCount(await replacePins(ids[0], ids[3], ids[1]), { pinned_count: 3 });
      expect(await pinnedIds()).toEqual([ids[0], ids[3], ids[1]]);
      const after = await reviewRows();
      expect(after[0]).toEqual(before[0]);
      expect(after[1]?.['pinned_at']).toEqual(before[1]?.['pinned_at']);
      expect(await feed('sort_order=asc')).toEqual([ids[2], ids[4]]);
    });
    it('contract §4.10: an empty list unpins all reviews', async () => {
      await pin(ids[0], ids[1]);
      expectCount(await replacePins(), { pinned_count: 0 });
      expect(await feed()).toHaveLength(5);
    });
    it('contract §4.10: repeated ids give duplicate_review_ids, and more than 30 ids give pinned_limit_exceeded', async () => {
      expectError(await replacePins(ids[0], ids[1], ids[0]), 400, 'duplicate_review_ids');
      const many = await reviewsOf(link, 31);
      expectError(await replacePins(...many), 400, 'pinned_limit_exceeded');
      expectCount(await replacePins(...many.slice(1)), { pinned_count: 30 });
    });
    it('contract §4.10, §7.2: any number of ids above 30 gives pinned_limit_exceeded', async () => {
      await replacePins(ids[1]);
      for (const count of [1_000, 1_001, 50_000]) {
        const many = Array.from({ length: count }, (_, index) => index + 1);
        expectError(await replacePins(...many), 400, 'pinned_limit_exceeded');
        expectError(await pin(...many), 400, 'pinned_limit_exceeded');
      }
      expect(await pinnedIds()).toEqual([ids[1]]);
    });
  });

  describe(`DELETE ${objects}/{id}/pinned-reviews`, () => {
    it('contract §4.10: unpinned reviews return to the feed, and the others shift up; a review that is not pinned is ignored', async () => {
      await replacePins(ids[0], ids[1], ids[2], ids[3]);
      expectCount(await unpin(ids[1], ids[4], ids[1]), { pinned_count: 3 });
      expect([await pinnedIds(), await feed()]).toEqual([
        [ids[0], ids[2], ids[3]],
        [ids[4], ids[1]],
      ]);
    });
    it('accepts the ids in the query; a hidden review stays hidden', async () => {
      await pin(ids[0], ids[1]);
      await hide(ids[2]);
      expectCount(await call('DELETE', `${pathOf('pinned')}?review_ids=${ids[0]}&review_ids=${ids[2]}`), {
        pinned_count: 1,
      });
      expect([await pinnedIds(), await hiddenIds()]).toEqual([[ids[1]], [ids[2]]]);
    });
    it('more than 30 ids give 422', async () => {
      expectError(await unpin(...(await reviewsOf(link, 31))), 422, 'validation_error');
    });
  });

  describe('contract §4.10: an empty or missing list gives 422 and does not mean "all"', () => {
    const bodiesWithoutIds: readonly (readonly [Method, 'hidden' | 'pinned', unknown])[] = [
      ['POST', 'hidden', {}],
      ['POST', 'hidden', { review_ids: [] }],
      ['POST', 'hidden', { review_ids: null }],
      ['POST', 'hidden', { review_ids: ['1'] }],
      ['POST', 'hidden', { ids: [1] }],
      ['DELETE', 'hidden', undefined],
      ['DELETE', 'hidden', {}],
      ['DELETE', 'hidden', { review_ids: [] }],
      ['POST', 'pinned', {}],
      ['POST', 'pinned', { review_ids: [] }],
      ['PUT', 'pinned', {}],
      ['PUT', 'pinned', { ordered_review_ids: null }],
      ['PUT', 'pinned', { review_ids: [1] }],
      ['DELETE', 'pinned', undefined],
      ['DELETE', 'pinned', {}],
      ['DELETE', 'pinned', { review_ids: [] }],
    ];
    it.each(bodiesWithoutIds)('%s %s-reviews with the body %j gives 422', async (method, list, body) => {
      await pin(ids[0]);
      await hide(ids[1]);
      expectError(await call(method, pathOf(list), body), 422, 'validation_error');
      expect([await pinnedIds(), await hiddenIds()]).toEqual([[ids[0]], [ids[1]]]);
    });
    it.each(['?review_ids=', '?review_ids=x', '?review_ids=0'])('DELETE with the query %s gives 422', async (query) => {
      expectError(await call('DELETE', `${pathOf('hidden')}${query}`), 422, 'validation_error');
      expectError(await call('DELETE', `${pathOf('pinned')}${query}`), 422, 'validation_error');
    });
  });

  describe('access to the object', () => {
    const requests: readonly (readonly [Method, 'hidden' | 'pinned', (id: number) => unknown])[] = [
      ['GET', 'hidden', () => undefined],
      ['GET', 'pinned', () => undefined],
      ['POST', 'hidden', (id) => ({ review_ids: [id] })],
      ['DELETE', 'hidden', (id) => ({ review_ids: [id] })],
      ['POST', 'pinned', (id) => ({ review_ids: [id] })],
      ['PUT', 'pinned', (id) => ({ ordered_review_ids: [id] })],
      ['DELETE', 'pinned', (id) => ({ review_ids: [id] })],
    ];
    it.each(requests)(
      '%s %s-reviews: objects of other accounts, missing and deleted ones give the same 404, byte for byte',
      async (method, list, body) => {
        const other = await aClient();
        const id = ids[0] as number;
        const foreign = await call(method, pathOf(list), body(id), other);
        const missing = await call(method, pathOf(list, 900_000_000), body(id));
        await me.delete(`${objects}/${link.objectId}`);
        const deleted = await call(method, pathOf(list), body(id));
        expectError(foreign, 404, 'not_found');
        expect([missing.text, deleted.text]).toEqual([foreign.text, foreign.text]);
      },
    );
    it.each(WRONG_IDS)('the object id %s gives 422', async (id) => {
      expectError(await me.get(`${objects}/${id}/hidden-reviews`), 422, 'validation_error');
    });
    it('contract §5: a read_only key may read the lists and gets 403 for changes', async () => {
      for (const [method, list, body] of requests) {
        const answer = await call(method, pathOf(list), body(ids[0] as number), me.withReadOnlyKey);
        if (method === 'GET') expect(answer.status).toBe(200);
        else expectError(answer, 403, 'forbidden');
      }
    });
    it('contract §3.3: the lists of other objects do not change', async () => {
      const other = await aLink(app.database, { accountId: me.account.accountId, sourceId: 1 });
      const [one] = await reviewsOf(other, 1);
      await call('POST', pathOf('pinned', other.objectId), { review_ids: [one] });
      await hide(ids[0]);
      await replacePins();
      expect(idsIn(await call('GET', pathOf('pinned', other.objectId)))).toEqual([one]);
      expect(idsIn(await call('GET', pathOf('hidden', other.objectId)))).toEqual([]);
    });
    it('contract §4.10: the lists of a switched-off object are empty; after it is switched on, its hidden and pinned reviews are back', async () => {
      await pin(ids[0]);
      await hide(ids[1]);
      const toggle = (is_active: boolean): Promise<Answer> =>
        me.put(objects, { [`${objectId}s`]: [link.objectId], is_active });
      await toggle(false);
      expect([await pinnedIds(), await hiddenIds()]).toEqual([[], []]);
      expectError(await pin(ids[2]), 404, 'not_found');
      await toggle(true);
      expect([await pinnedIds(), await hiddenIds()]).toEqual([[ids[0]], [ids[1]]]);
    });
  });

  describe('contract §4.6: removing a link removes its reviews from the lists at once', () => {
    it('the other pins shift up, and the count decreases', async () => {
      const second = await aLink(app.database, {
        accountId: me.account.accountId,
        objectId: link.objectId,
        sourceId: 2,
      });
      const reviewsOfSecond = await reviewsOf(second, 2);
      await replacePins(reviewsOfSecond[0], ids[0], reviewsOfSecond[1], ids[1]);
      const [counter] = await app.database.query<{ seq: number }>(
        'select change_seq as seq from account_change where account_id = $1',
        [me.account.accountId],
      );
      expect((await me.delete(`${objects}/${link.objectId}/links/${second.linkId}`)).status).toBe(204);
      expect(await pinnedIds()).toEqual([ids[0], ids[1]]);
      const shifted = (await reviewRows()).filter((row) => Number(row['change_seq']) > Number(counter?.seq));
      expect(shifted.map((row) => [row['id'], row['pin_position']])).toEqual([
        [ids[0], 0],
        [ids[1], 1],
      ]);
      expectCount(await pin(ids[2]), { pinned_count: 3 });
    });
    it('its hidden reviews are no longer counted', async () => {
      const second = await aLink(app.database, {
        accountId: me.account.accountId,
        objectId: link.objectId,
        sourceId: 2,
      });
      await hide(...(await reviewsOf(second, 2)), ids[0]);
      await me.delete(`${objects}/${link.objectId}/links/${second.linkId}`);
      expect(await hiddenIds()).toEqual([ids[0]]);
      expectCount(await hide(ids[1]), { hidden_count: 2 });
    });
  });

  describe('contract §8: a trial', () => {
    it('can hide, pin and list only reviews within its limit; hidden reviews beyond the limit still count', async () => {
      me = await aClient('trial');
      link = await aLink(app.database, { accountId: me.account.accountId, sourceId: 1 });
      ids = await reviewsOf(link, VISIBLE_ON_TRIAL + 1);
      expectError(await pin(ids[0]), 404, 'not_found');
      expectError(await hide(ids[0]), 404, 'not_found');
      expectCount(await hide(ids[1]), { hidden_count: 1 });
      expectCount(await pin(ids[2]), { pinned_count: 1 });
      await reviewsOf(link, 2, { reviewDate: '2026-06-01T00:00:00' });
      expect([await hiddenIds(), await pinnedIds()]).toEqual([[], []]);
      expectCount(await hide(ids[3]), { hidden_count: 2 });
      expectCount(await unhide(ids[1]), { hidden_count: 1 });
      expectCount(await unpin(ids[2]), { pinned_count: 0 });
    });
  });
}
