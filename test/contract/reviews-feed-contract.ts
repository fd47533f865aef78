import { ContractClient, dataOf, type Json, type Words } from './contract-client';
import { DEFAULT_ORDER, FEED_CASES } from './reviews-feed-cases';
import { CURATION_FIELDS } from './reviews-model-contract';
import type { ReviewsWorld } from './reviews-world';

/** The review feed: addressees, content and order (contract §4.4). */
export function describeFeed(words: Words, world: () => ReviewsWorld): void {
  const { version, objectId: addressee } = words;
  const feedPath = `/${version}/reviews`;
  const isV3 = version === 'v3';

  describe(`GET ${feedPath}: addressee`, () => {
    const required = isV3 ? 'object_or_folder_required' : 'group_or_folder_required';
    const conflict = isV3 ? 'object_and_folder_conflict' : 'group_and_folder_conflict';

    it(`rule 1: both addressees give 400 ${conflict}`, async () => {
      const answer = await world().read('folder_id=1');
      expect([answer.status, answer.body['code']]).toEqual([400, conflict]);
    });
    if (!isV3) {
      it(`rule 1: neither gives 400 ${required}, an empty one counts as missing`, async () => {
        for (const query of ['', '?group_id=', '?object_id=1']) {
          const answer = await world().me.get(`${feedPath}${query}`);
          expect([query, answer.status, answer.body['code']]).toEqual([query, 400, required]);
        }
      });
    } else {
      it('§4.13: without an addressee the feed answers over the whole account, pins as ordinary rows, without their fields', async () => {
        const mine = new ContractClient(world().app, version, await world().app.anAccount());
        const one = await world().another(mine.account.accountId, {
          a: { reviewDate: '2026-02-02T00:00:00' },
          pin: { reviewDate: '2026-03-02T00:00:00', pinPosition: 0 },
        });
        const other = await world().another(mine.account.accountId, { b: { reviewDate: '2026-02-15T00:00:00' } });
        const answer = await mine.get(`${feedPath}?show_pinned=true`);
        expect(dataOf(answer).map((review) => review['id'])).toEqual([
          one.ids.get('pin'),
          other.ids.get('b'),
          one.ids.get('a'),
        ]);
        expect(answer.body['total']).toBe(3);
        expect(Object.keys(dataOf(answer)[0] as Json)).not.toEqual(expect.arrayContaining(CURATION_FIELDS));
        await world().app.database.query('update tracked_object set is_active = false where id = $1', [
          other.links[0].objectId,
        ]);
        expect((await mine.get(feedPath)).body['total']).toBe(2);
      });
      it('an account without reviews has an empty feed', async () => {
        const empty = new ContractClient(world().app, version, await world().app.anAccount());
        expect((await empty.get(feedPath)).body).toEqual({
          data: [],
          total: 0,
          limit: 100,
          offset: 0,
          has_next: false,
        });
      });
    }
    it('§7.1: a foreign and a missing object give the same bytes, 404 not_found', async () => {
      const stranger = new ContractClient(world().app, version, await world().app.anAccount());
      const foreign = await stranger.get(`${feedPath}?${addressee}=${world().objectId}`);
      const missing = await stranger.get(`${feedPath}?${addressee}=900000000`);
      expect([foreign.status, foreign.body['code'], foreign.text]).toEqual([404, 'not_found', missing.text]);
    });
    it('§7.2: a missing folder gives 404 folder_not_found', async () => {
      const answer = await world().me.get(`${feedPath}?folder_id=77`);
      expect([answer.status, answer.body['code']]).toEqual([404, 'folder_not_found']);
    });
    it('contract §4.4: a switched-off object answers like an empty one, its single review is 404; a deleted one is 404', async () => {
      const off = await world().another(world().me.account.accountId, { one: { text: 'x' } });
      const path = `${feedPath}?${addressee}=${off.links[0].objectId}`;
      await world().app.database.query('update tracked_object set is_active = false where id = $1', [
        off.links[0].objectId,
      ]);
      expect((await world().me.get(path)).body).toEqual({ data: [], total: 0, limit: 100, offset: 0, has_next: false });
      expect((await world().me.get(`${feedPath}/${off.ids.get('one')}`)).status).toBe(404);
      await world().app.database.query('update tracked_object set is_active = true, deleted_at = now() where id = $1', [
        off.links[0].objectId,
      ]);
      expect((await world().me.get(path)).status).toBe(404);
    });
    it('contract §4.6: a deleted link removes its reviews from the feed, the total and the single review at once', async () => {
      const cut = await world().another(world().me.account.accountId, { kept: {}, lost: { on: 'second' } });
      await world().app.database.query('update link set deleted_at = now() where id = $1', [cut.links[1].linkId]);
      const answer = await world().me.get(`${feedPath}?${addressee}=${cut.links[0].objectId}`);
      expect([dataOf(answer).map((review) => review['id']), answer.body['total']]).toEqual([[cut.ids.get('kept')], 1]);
      expect((await world().me.get(`${feedPath}/${cut.ids.get('lost')}`)).status).toBe(404);
    });
    it('needs a key, read_only suffices', async () => {
      expect((await world().app.agent.get(`${feedPath}?${addressee}=1`)).status).toBe(401);
      expect((await world().read('', world().me.reading)).status).toBe(200);
    });
  });

  describe(`GET ${feedPath}: what is in the feed`, () => {
    it('rule 4, contract §4.10: neither deleted nor hidden nor pinned; newest first, ties by id, latest first, undated last', async () => {
      const answer = await world().read('');
      expect(world().namesIn(answer).join(' ')).toBe(DEFAULT_ORDER);
      expect([answer.body['total'], answer.body['limit'], answer.body['offset'], answer.body['has_next']]).toEqual([
        7,
        100,
        0,
        false,
      ]);
    });

    it.each(FEED_CASES)('%s (%s)', async (_sentence, query, expected) => {
      const answer = await world().read(query);
      expect(world().namesIn(answer).join(' ')).toBe(expected);
      expect(answer.body['total']).toBe(expected.split(' ').filter(Boolean).length);
    });

    it('link_ids filters inside the addressed composition', async () => {
      expect(world().namesIn(await world().read(`link_ids=${world().links[1].linkId}`))).toEqual([
        'tie_low',
        'unrated',
      ]);
    });
    it('updated_after is strict and compares microseconds; a time zone is applied', async () => {
      await world().app.database.query(`update review set updated_at = '2026-12-01T00:00:00.000001Z' where id = $1`, [
        world().idOf('undated'),
      ]);
      expect(world().namesIn(await world().read('updated_after=2026-12-01T00:00:00'))).toEqual(['undated']);
      expect(world().namesIn(await world().read('updated_after=2026-12-01T00:00:00.000001Z'))).toEqual([]);
      expect(world().namesIn(await world().read('updated_after=2026-12-01T02:00:00%2B02:00'))).toEqual(['undated']);
    });
    it('paging by offset repeats and skips nothing, including pinned rows; has_next is false at the end', async () => {
      for (const order of ['', '&sort_by=rating&sort_order=asc', '&sort_by=reply_date', '&sort_order=asc']) {
        const whole = world().namesIn(await world().read(`show_pinned=true${order}`));
        const paged: string[] = [];
        for (let offset = 0; offset < 9; offset += 2) {
          const page = await world().read(`show_pinned=true&limit=2&offset=${offset}${order}`);
          expect([page.body['total'], page.body['has_next']]).toEqual([9, offset + 2 < 9]);
          paged.push(...world().namesIn(page));
        }
        expect(paged).toEqual(whole);
      }
    });
    it('an offset beyond the end gives an empty page with the total', async () => {
      expect((await world().read('offset=50')).body).toEqual({
        data: [],
        total: 7,
        limit: 100,
        offset: 50,
        has_next: false,
      });
    });
  });

  describe(`GET ${feedPath}: parameters that do not fit are 422 validation_error`, () => {
    const wrong = [
      'limit=0',
      'limit=1001',
      'limit=x',
      'offset=-1',
      'offset=1e3',
      'sort_by=Date',
      'sort_by=__proto__',
      'sort_order=up',
      'min_rating=5.1',
      'min_rating=-0.1',
      'min_rating=NaN',
      'max_rating=0.9',
      'max_rating=6',
      'min_rating=4&max_rating=3',
      'published_from=2024-02-30',
      'published_from=yesterday',
      'published_to=2026-13-01',
      'published_from=2026-02-01&published_to=2026-01-31',
      'updated_after=infinity',
      'updated_after=1',
      'has_images=yes',
      'include_raw=null',
      `search=${'a'.repeat(101)}`,
      'search=%00ab',
      'link_ids=x',
      'source_ids=-1',
    ];
    it.each(wrong)('%s', async (query) => {
      const answer = await world().read(query);
      expect([answer.status, answer.body['code']]).toEqual([422, 'validation_error']);
    });
    it('a search of exactly 100 characters is accepted', async () => {
      expect((await world().read(`search=${'%D0%96'.repeat(100)}`)).status).toBe(200);
    });
    it('a scalar given twice is 400 bad_request', async () => {
      expect((await world().read('limit=1&limit=2')).body['code']).toBe('bad_request');
    });
    it('contract §1.2: invalid input is reported before missing objects', async () => {
      const answer = await world().me.get(`${feedPath}?${addressee}=900000000&min_rating=4&max_rating=3`);
      expect(answer.status).toBe(422);
    });
    it('the first and the last date are accepted', async () => {
      const answer = await world().read('published_from=0001-01-02&published_to=9999-12-31');
      expect(answer.body['total']).toBe(6);
      expect((await world().read('published_from=9999-12-02')).body['total']).toBe(0);
      expect((await world().read('published_to=0026-03-15&updated_after=0001-01-01T00:00:00')).body['total']).toBe(0);
      expect((await world().read('updated_after=9999-12-31T23:59:59.999999')).body['total']).toBe(0);
    });
    it('the largest page and offset are accepted', async () => {
      expect((await world().read('limit=1000&offset=9007199254740991')).body['data']).toEqual([]);
    });
  });
}
