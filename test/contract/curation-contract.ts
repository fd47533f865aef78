/**
 * The contract of hidden and pinned reviews (contract §2.9, §3.3, §4.10, §7.2, §8), tested for each version.
 */
import { OpenApiCheck } from '@test/support/openapi-check';
import { insertReviews, type ReviewSeed } from '@test/support/review-factory';
import { aLink, type LinkFixture } from '@test/support/store-fixture';
import { testApp, type TestApp } from '@test/support/test-app';
import { ContractClient, dataOf, WRONG_IDS, type Answer, type Json, type Words } from './contract-client';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const VISIBLE_ON_TRIAL = 3;

export function describeCuration(words: Words): void {
  const { version, objects, objectId } = words;
  let app: TestApp;
  let check: OpenApiCheck;
  let me: ContractClient;
  let link: LinkFixture;
  /** Dated one day apart: the last is the newest. */
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
  const reviewsOf = (of: LinkFixture, count: number, more: Partial<ReviewSeed> = {}): Promise<readonly number[]> =>
    insertReviews(
      app.database,
      Array.from({ length: count }, (_, n) => ({
        ...of,
        reviewDate: new Date(Date.UTC(2026, 0, n + 1)).toISOString().slice(0, 19),
        rating: 4,
        ...more,
      })),
    );
  const at = (list: 'hidden' | 'pinned', object = link.objectId): string => `${objects}/${object}/${list}-reviews`;
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
    call('POST', at('hidden'), { review_ids });
  const unhide = (...review_ids: readonly (number | undefined)[]): Promise<Answer> =>
    call('DELETE', at('hidden'), { review_ids });
  const pin = (...review_ids: readonly (number | undefined)[]): Promise<Answer> =>
    call('POST', at('pinned'), { review_ids });
  const unpin = (...review_ids: readonly (number | undefined)[]): Promise<Answer> =>
    call('DELETE', at('pinned'), { review_ids });
  const order = (...ordered_review_ids: readonly (number | undefined)[]): Promise<Answer> =>
    call('PUT', at('pinned'), { ordered_review_ids });
  const idsIn = (answer: Answer): unknown => dataOf(answer).map((review) => review['id']);
  const hidden = async (): Promise<unknown> => idsIn(await call('GET', at('hidden')));
  const pinned = async (): Promise<unknown> => {
    const answer = await call('GET', at('pinned'));
    expect(dataOf(answer).map((review) => review['pin_position'])).toEqual(dataOf(answer).map((_, place) => place));
    return idsIn(answer);
  };
  const feed = async (query = '', client = me): Promise<unknown> =>
    idsIn(await client.get(`/${version}/reviews?${objectId}=${link.objectId}&${query}`));
  const refused = (answer: Answer, status: number, code: string): void =>
    expect([answer.status, answer.body['code']]).toEqual([status, code]);
  const done = (answer: Answer, count: Json): void => {
    expect([answer.status, answer.body]).toEqual([200, { detail: expect.any(String), ...count }]);
    expect((answer.body['detail'] as string).length).toBeGreaterThan(0);
  };
  const rowsOf = (): Promise<Json[]> =>
    app.database.query<Json>(
      `select id, hidden_at, pinned_at, pin_position, updated_at::text as updated_at, change_seq from review
       where account_id = $1 order by id`,
      [me.account.accountId],
    );

  describe(`POST ${objects}/{id}/hidden-reviews`, () => {
    it('§4.10: {detail, hidden_count}, the total hidden in the object after the call', async () => {
      done(await hide(ids[0], ids[1]), { hidden_count: 2 });
      done(await hide(ids[2]), { hidden_count: 3 });
    });
    it('§3.3: hiding a hidden review is not an error and changes nothing of it; repeats are harmless', async () => {
      await hide(ids[0]);
      const before = await rowsOf();
      done(await hide(ids[0], ids[0]), { hidden_count: 1 });
      expect(await rowsOf()).toEqual(before);
    });
    it('§3.3, §4.4: missing in the feed and as a single review, returned with show_hidden, marked', async () => {
      await hide(ids[4]);
      expect(await feed()).toEqual([ids[3], ids[2], ids[1], ids[0]]);
      expect(await feed('show_hidden=true')).toEqual([ids[4], ids[3], ids[2], ids[1], ids[0]]);
      refused(await me.get(`/${version}/reviews/${ids[4]}`), 404, 'not_found');
    });
    it('§3.3: removes the pin; the other pinned reviews shift up, and they change too', async () => {
      await order(ids[0], ids[1], ids[2]);
      const before = await rowsOf();
      done(await hide(ids[0]), { hidden_count: 1 });
      expect(await pinned()).toEqual([ids[1], ids[2]]);
      const after = await rowsOf();
      const changed = after.filter((row, place) => row['change_seq'] !== before[place]?.['change_seq']);
      expect(changed.map((row) => row['id'])).toEqual([ids[0], ids[1], ids[2]]);
      for (const row of changed) expect(String(row['updated_at']) > String(before[0]?.['updated_at'])).toBe(true);
    });
    it('§4.4: a hidden review is returned by updated_after', async () => {
      const [row] = await app.database.query<{ at: string }>(
        `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as at`,
      );
      await hide(ids[1]);
      expect(await feed(`show_hidden=true&updated_after=${row?.at}`)).toEqual([ids[1]]);
    });
    it('§8: up to 200 ids; 201 are 422', async () => {
      const many = await reviewsOf(link, 201);
      refused(await hide(...many), 422, 'validation_error');
      done(await hide(...many.slice(0, 200)), { hidden_count: 200 });
    });
    it('a review of another object, of a removed link, a foreign or missing one is 404, and nothing is changed', async () => {
      const other = await aLink(app.database, { accountId: me.account.accountId, sourceId: 1 });
      const removed = await aLink(app.database, {
        accountId: me.account.accountId,
        objectId: link.objectId,
        sourceId: 2,
      });
      const foreign = await aLink(app.database, { sourceId: 1 });
      const strangers = [
        ...(await reviewsOf(other, 1)),
        ...(await reviewsOf(removed, 1)),
        ...(await reviewsOf(foreign, 1)),
        900_000_000,
      ];
      await me.delete(`${objects}/${link.objectId}/links/${removed.linkId}`);
      const before = await rowsOf();
      for (const stranger of strangers) {
        refused(await hide(ids[0], stranger), 404, 'not_found');
        refused(await unhide(ids[0], stranger), 404, 'not_found');
        refused(await pin(ids[0], stranger), 404, 'not_found');
        refused(await order(ids[0], stranger), 404, 'not_found');
        refused(await unpin(ids[0], stranger), 404, 'not_found');
      }
      expect(await rowsOf()).toEqual(before);
    });
    it('a review deleted on the platform can be hidden and pinned: the feed shows it with include_deleted', async () => {
      const [gone] = await reviewsOf(link, 1, { deletedAt: '2026-11-15T00:00:00Z' });
      done(await pin(gone), { pinned_count: 1 });
      expect(await feed('show_pinned=true&include_deleted=true')).toEqual([gone, ...[...ids].reverse()]);
      done(await hide(gone), { hidden_count: 1 });
      expect(await hidden()).toEqual([gone]);
    });
  });

  describe(`GET ${objects}/{id}/hidden-reviews`, () => {
    it('contract §4.10: the Review model plus hidden_at, by hiding time, latest first; {data} alone', async () => {
      await hide(ids[3]);
      await hide(ids[0]);
      await hide(ids[1]);
      const answer = await call('GET', at('hidden'));
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
      expect(dataOf(await call('GET', `${at('hidden')}?include_raw=true`))[0]).toMatchObject({ raw_review: {} });
    });
  });

  describe(`DELETE ${objects}/{id}/hidden-reviews`, () => {
    it('contract §4.10: returns reviews to the feed and responds like POST', async () => {
      await hide(ids[0], ids[1]);
      done(await unhide(ids[0]), { hidden_count: 1 });
      expect([await hidden(), await feed()]).toEqual([[ids[1]], [ids[4], ids[3], ids[2], ids[0]]]);
    });
    it('§3.3: the pin is not restored', async () => {
      await pin(ids[0]);
      await hide(ids[0]);
      await unhide(ids[0]);
      expect([await pinned(), await feed('sort_order=asc&limit=1')]).toEqual([[], [ids[0]]]);
    });
    it('unhiding a review that is not hidden is no error, changes nothing, and keeps a pin', async () => {
      await pin(ids[0]);
      const before = await rowsOf();
      done(await unhide(ids[0], ids[1]), { hidden_count: 0 });
      expect(await rowsOf()).toEqual(before);
    });
    it('the ids may come as query parameter review_ids instead, in every spelling of a list', async () => {
      await hide(ids[0], ids[1], ids[2], ids[3]);
      done(await call('DELETE', `${at('hidden')}?review_ids=${ids[0]}`), { hidden_count: 3 });
      done(await call('DELETE', `${at('hidden')}?review_ids=${ids[1]},${ids[2]}`), { hidden_count: 1 });
      done(await call('DELETE', `${at('hidden')}?review_ids[]=${ids[3]}`), { hidden_count: 0 });
    });
    it('ids in the body and in the query together are 422', async () => {
      const answer = await call('DELETE', `${at('hidden')}?review_ids=${ids[0]}`, { review_ids: [ids[1]] });
      refused(answer, 422, 'validation_error');
    });
  });

  describe(`POST ${objects}/{id}/pinned-reviews`, () => {
    it('contract §4.10: appended in the order given, those already pinned keep their place', async () => {
      done(await pin(ids[2], ids[0]), { pinned_count: 2 });
      done(await pin(ids[4], ids[0], ids[1]), { pinned_count: 4 });
      expect(await pinned()).toEqual([ids[2], ids[0], ids[4], ids[1]]);
    });
    it('§4.4 rule 3: pinned reviews leave the ordinary feed and come first with show_pinned', async () => {
      await pin(ids[1], ids[3]);
      expect(await feed()).toEqual([ids[4], ids[2], ids[0]]);
      expect(await feed('show_pinned=true')).toEqual([ids[1], ids[3], ids[4], ids[2], ids[0]]);
    });
    it('a review that is already pinned is not changed', async () => {
      await pin(ids[0], ids[1]);
      const before = await rowsOf();
      done(await pin(ids[1]), { pinned_count: 2 });
      expect(await rowsOf()).toEqual(before);
    });
    it('contract §4.10: a hidden review gives 409 conflict, and nothing is pinned', async () => {
      await hide(ids[1]);
      refused(await pin(ids[0], ids[1]), 409, 'conflict');
      refused(await order(ids[0], ids[1]), 409, 'conflict');
      expect(await pinned()).toEqual([]);
    });
    it('§7.2: repeats give 400 duplicate_review_ids', async () => {
      refused(await pin(ids[0], ids[0]), 400, 'duplicate_review_ids');
    });
    it('§8: at most 30 pinned per object; beyond is 400 pinned_limit_exceeded and nothing changes', async () => {
      const many = await reviewsOf(link, 32);
      refused(await pin(...many.slice(0, 31)), 400, 'pinned_limit_exceeded');
      done(await pin(...many.slice(0, 30)), { pinned_count: 30 });
      refused(await pin(many[30]), 400, 'pinned_limit_exceeded');
      done(await pin(many[3]), { pinned_count: 30 });
      done(await unpin(many[0]), { pinned_count: 29 });
      refused(await pin(many[30], many[31]), 400, 'pinned_limit_exceeded');
      done(await pin(many[30]), { pinned_count: 30 });
      expect(await pinned()).toEqual(many.slice(1, 31));
    });
  });

  describe(`GET ${objects}/{id}/pinned-reviews`, () => {
    it('contract §4.10: the Review model plus pinned_at, by pin_position', async () => {
      await pin(ids[2], ids[0]);
      const answer = await call('GET', at('pinned'));
      const fromFeed = await me.get(`/${version}/reviews?${objectId}=${link.objectId}&show_pinned=true&limit=2`);
      expect(dataOf(answer)).toEqual(dataOf(fromFeed).map((review) => ({ ...review, pinned_at: expect.any(String) })));
      expect(dataOf(answer)[1]).toMatchObject({ id: ids[0], is_pinned: true, is_hidden: false, pin_position: 1 });
    });
  });

  describe(`PUT ${objects}/{id}/pinned-reviews`, () => {
    it('§4.10: replaces the whole list; reviews that keep their position are not changed', async () => {
      await order(ids[0], ids[1], ids[2]);
      const before = await rowsOf();
      done(await order(ids[0], ids[3], ids[1]), { pinned_count: 3 });
      expect(await pinned()).toEqual([ids[0], ids[3], ids[1]]);
      const after = await rowsOf();
      expect(after[0]).toEqual(before[0]);
      expect(after[1]?.['pinned_at']).toEqual(before[1]?.['pinned_at']);
      expect(await feed('sort_order=asc')).toEqual([ids[2], ids[4]]);
    });
    it('contract §4.10: only here the list may be empty: it unpins all', async () => {
      await pin(ids[0], ids[1]);
      done(await order(), { pinned_count: 0 });
      expect(await feed()).toHaveLength(5);
    });
    it('§4.10: repeats give duplicate_review_ids, more than 30 pinned_limit_exceeded', async () => {
      refused(await order(ids[0], ids[1], ids[0]), 400, 'duplicate_review_ids');
      const many = await reviewsOf(link, 31);
      refused(await order(...many), 400, 'pinned_limit_exceeded');
      done(await order(...many.slice(1)), { pinned_count: 30 });
    });
    it('§4.10, §7.2: the code is the same for any number of them', async () => {
      await order(ids[1]);
      for (const count of [1_000, 1_001, 50_000]) {
        const many = Array.from({ length: count }, (_, index) => index + 1);
        refused(await order(...many), 400, 'pinned_limit_exceeded');
        refused(await pin(...many), 400, 'pinned_limit_exceeded');
      }
      expect(await pinned()).toEqual([ids[1]]);
    });
  });

  describe(`DELETE ${objects}/{id}/pinned-reviews`, () => {
    it('§4.10: unpins, the others shift up, reviews stay in the feed; unpinning a review that is not pinned is no error', async () => {
      await order(ids[0], ids[1], ids[2], ids[3]);
      done(await unpin(ids[1], ids[4], ids[1]), { pinned_count: 3 });
      expect([await pinned(), await feed()]).toEqual([
        [ids[0], ids[2], ids[3]],
        [ids[4], ids[1]],
      ]);
    });
    it('the ids may come in the query; a hidden review stays hidden', async () => {
      await pin(ids[0], ids[1]);
      await hide(ids[2]);
      done(await call('DELETE', `${at('pinned')}?review_ids=${ids[0]}&review_ids=${ids[2]}`), { pinned_count: 1 });
      expect([await pinned(), await hidden()]).toEqual([[ids[1]], [ids[2]]]);
    });
    it('more than 30 ids are 422', async () => {
      refused(await unpin(...(await reviewsOf(link, 31))), 422, 'validation_error');
    });
  });

  describe('contract §4.10: an empty or missing list is 422, never "all"', () => {
    const empties: readonly (readonly [Method, 'hidden' | 'pinned', unknown])[] = [
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
    it.each(empties)('%s %s-reviews %j', async (method, list, body) => {
      await pin(ids[0]);
      await hide(ids[1]);
      refused(await call(method, at(list), body), 422, 'validation_error');
      expect([await pinned(), await hidden()]).toEqual([[ids[0]], [ids[1]]]);
    });
    it.each(['?review_ids=', '?review_ids=x', '?review_ids=0'])('DELETE with %s', async (query) => {
      refused(await call('DELETE', `${at('hidden')}${query}`), 422, 'validation_error');
      refused(await call('DELETE', `${at('pinned')}${query}`), 422, 'validation_error');
    });
  });

  describe('ownership of the object', () => {
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
      '%s %s-reviews: foreign, missing and deleted objects are the same bytes, 404',
      async (method, list, body) => {
        const stranger = await aClient();
        const id = ids[0] as number;
        const foreign = await call(method, at(list), body(id), stranger);
        const missing = await call(method, at(list, 900_000_000), body(id));
        await me.delete(`${objects}/${link.objectId}`);
        const deleted = await call(method, at(list), body(id));
        refused(foreign, 404, 'not_found');
        expect([missing.text, deleted.text]).toEqual([foreign.text, foreign.text]);
      },
    );
    it.each(WRONG_IDS)('object id %s is 422', async (id) => {
      refused(await me.get(`${objects}/${id}/hidden-reviews`), 422, 'validation_error');
    });
    it('§5: read_only reads the lists and changes nothing', async () => {
      for (const [method, list, body] of requests) {
        const answer = await call(method, at(list), body(ids[0] as number), me.reading);
        if (method === 'GET') expect(answer.status).toBe(200);
        else refused(answer, 403, 'forbidden');
      }
    });
    it('§3.3: other objects are unaffected', async () => {
      const other = await aLink(app.database, { accountId: me.account.accountId, sourceId: 1 });
      const [one] = await reviewsOf(other, 1);
      await call('POST', at('pinned', other.objectId), { review_ids: [one] });
      await hide(ids[0]);
      await order();
      expect(idsIn(await call('GET', at('pinned', other.objectId)))).toEqual([one]);
      expect(idsIn(await call('GET', at('hidden', other.objectId)))).toEqual([]);
    });
    it('contract §4.10: a switched-off object answers like an empty one; switched on again, it has its marks', async () => {
      await pin(ids[0]);
      await hide(ids[1]);
      const toggle = (is_active: boolean): Promise<Answer> =>
        me.put(objects, { [`${objectId}s`]: [link.objectId], is_active });
      await toggle(false);
      expect([await pinned(), await hidden()]).toEqual([[], []]);
      refused(await pin(ids[2]), 404, 'not_found');
      await toggle(true);
      expect([await pinned(), await hidden()]).toEqual([[ids[0]], [ids[1]]]);
    });
  });

  describe('contract §4.6: a removed link removes its reviews from the lists at once', () => {
    it('pins shift up, counts follow', async () => {
      const second = await aLink(app.database, {
        accountId: me.account.accountId,
        objectId: link.objectId,
        sourceId: 2,
      });
      const theirs = await reviewsOf(second, 2);
      await order(theirs[0], ids[0], theirs[1], ids[1]);
      const [counter] = await app.database.query<{ seq: number }>(
        'select change_seq as seq from account_change where account_id = $1',
        [me.account.accountId],
      );
      expect((await me.delete(`${objects}/${link.objectId}/links/${second.linkId}`)).status).toBe(204);
      expect(await pinned()).toEqual([ids[0], ids[1]]);
      const shifted = (await rowsOf()).filter((row) => Number(row['change_seq']) > Number(counter?.seq));
      expect(shifted.map((row) => [row['id'], row['pin_position']])).toEqual([
        [ids[0], 0],
        [ids[1], 1],
      ]);
      done(await pin(ids[2]), { pinned_count: 3 });
    });
    it('hidden reviews are not counted', async () => {
      const second = await aLink(app.database, {
        accountId: me.account.accountId,
        objectId: link.objectId,
        sourceId: 2,
      });
      await hide(...(await reviewsOf(second, 2)), ids[0]);
      await me.delete(`${objects}/${link.objectId}/links/${second.linkId}`);
      expect(await hidden()).toEqual([ids[0]]);
      done(await hide(ids[1]), { hidden_count: 2 });
    });
  });

  describe('§8: a trial', () => {
    it('hides, pins and lists visible reviews only; reviews beyond the limit still count', async () => {
      me = await aClient('trial');
      link = await aLink(app.database, { accountId: me.account.accountId, sourceId: 1 });
      ids = await reviewsOf(link, VISIBLE_ON_TRIAL + 1);
      refused(await pin(ids[0]), 404, 'not_found');
      refused(await hide(ids[0]), 404, 'not_found');
      done(await hide(ids[1]), { hidden_count: 1 });
      done(await pin(ids[2]), { pinned_count: 1 });
      await reviewsOf(link, 2, { reviewDate: '2026-06-01T00:00:00' });
      expect([await hidden(), await pinned()]).toEqual([[], []]);
      done(await hide(ids[3]), { hidden_count: 2 });
      done(await unhide(ids[1]), { hidden_count: 1 });
      done(await unpin(ids[2]), { pinned_count: 0 });
    });
  });
}
