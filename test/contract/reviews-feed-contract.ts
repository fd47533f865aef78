import { ContractClient, dataOf, type Json, type ApiNames } from './contract-client';
import { DEFAULT_ORDER, FEED_CASES } from './reviews-feed-cases';
import { CURATION_FIELDS } from './reviews-model-contract';
import type { ReviewsFixture } from './reviews-fixture';

/** The review feed: the selection of an object or folder, the content and the order (contract §4.4). */
export function describeFeed(api: ApiNames, fixture: () => ReviewsFixture): void {
  const { version, objectId: objectIdParam } = api;
  const feedPath = `/${version}/reviews`;
  const isV3 = version === 'v3';

  describe(`GET ${feedPath}: object or folder`, () => {
    const required = isV3 ? 'object_or_folder_required' : 'group_or_folder_required';
    const conflict = isV3 ? 'object_and_folder_conflict' : 'group_and_folder_conflict';

    it(`rule 1: object and folder together give 400 ${conflict}`, async () => {
      const answer = await fixture().read('folder_id=1');
      expect([answer.status, answer.body['code']]).toEqual([400, conflict]);
    });
    if (!isV3) {
      it(`rule 1: without object and folder, or with an empty id, the status is 400 ${required}`, async () => {
        for (const query of ['', '?group_id=', '?object_id=1']) {
          const answer = await fixture().me.get(`${feedPath}${query}`);
          expect([query, answer.status, answer.body['code']]).toEqual([query, 400, required]);
        }
      });
    } else {
      it('contract §4.13: without object_id and folder_id the feed covers the whole account, without curation fields; pins have no special order', async () => {
        const mine = new ContractClient(fixture().app, version, await fixture().app.anAccount());
        const one = await fixture().anotherObject(mine.account.accountId, {
          a: { reviewDate: '2026-02-02T00:00:00' },
          pin: { reviewDate: '2026-03-02T00:00:00', pinPosition: 0 },
        });
        const other = await fixture().anotherObject(mine.account.accountId, {
          b: { reviewDate: '2026-02-15T00:00:00' },
        });
        const answer = await mine.get(`${feedPath}?show_pinned=true`);
        expect(dataOf(answer).map((review) => review['id'])).toEqual([
          one.ids.get('pin'),
          other.ids.get('b'),
          one.ids.get('a'),
        ]);
        expect(answer.body['total']).toBe(3);
        expect(Object.keys(dataOf(answer)[0] as Json)).not.toEqual(expect.arrayContaining(CURATION_FIELDS));
        await fixture().app.database.query('update tracked_object set is_active = false where id = $1', [
          other.links[0].objectId,
        ]);
        expect((await mine.get(feedPath)).body['total']).toBe(2);
      });
      it('an account without reviews has an empty feed', async () => {
        const empty = new ContractClient(fixture().app, version, await fixture().app.anAccount());
        expect((await empty.get(feedPath)).body).toEqual({
          data: [],
          total: 0,
          limit: 100,
          offset: 0,
          has_next: false,
        });
      });
    }
    it('contract §7.1: an object of another account and a missing one give the same 404 not_found, byte for byte', async () => {
      const otherAccount = new ContractClient(fixture().app, version, await fixture().app.anAccount());
      const foreign = await otherAccount.get(`${feedPath}?${objectIdParam}=${fixture().objectId}`);
      const missing = await otherAccount.get(`${feedPath}?${objectIdParam}=900000000`);
      expect([foreign.status, foreign.body['code'], foreign.text]).toEqual([404, 'not_found', missing.text]);
    });
    it('contract §7.2: a missing folder gives 404 folder_not_found', async () => {
      const answer = await fixture().me.get(`${feedPath}?folder_id=77`);
      expect([answer.status, answer.body['code']]).toEqual([404, 'folder_not_found']);
    });
    it('contract §4.4: a switched-off object has an empty feed, and its single reviews give 404; a deleted object gives 404', async () => {
      const disabled = await fixture().anotherObject(fixture().me.account.accountId, { one: { text: 'x' } });
      const path = `${feedPath}?${objectIdParam}=${disabled.links[0].objectId}`;
      await fixture().app.database.query('update tracked_object set is_active = false where id = $1', [
        disabled.links[0].objectId,
      ]);
      expect((await fixture().me.get(path)).body).toEqual({
        data: [],
        total: 0,
        limit: 100,
        offset: 0,
        has_next: false,
      });
      expect((await fixture().me.get(`${feedPath}/${disabled.ids.get('one')}`)).status).toBe(404);
      await fixture().app.database.query(
        'update tracked_object set is_active = true, deleted_at = now() where id = $1',
        [disabled.links[0].objectId],
      );
      expect((await fixture().me.get(path)).status).toBe(404);
    });
    it('contract §4.6: reviews of a deleted link are missing in the feed, in the total and as single reviews at once', async () => {
      const twoLinks = await fixture().anotherObject(fixture().me.account.accountId, {
        remaining: {},
        removed: { onLink: 'second' },
      });
      await fixture().app.database.query('update link set deleted_at = now() where id = $1', [
        twoLinks.links[1].linkId,
      ]);
      const answer = await fixture().me.get(`${feedPath}?${objectIdParam}=${twoLinks.links[0].objectId}`);
      expect([dataOf(answer).map((review) => review['id']), answer.body['total']]).toEqual([
        [twoLinks.ids.get('remaining')],
        1,
      ]);
      expect((await fixture().me.get(`${feedPath}/${twoLinks.ids.get('removed')}`)).status).toBe(404);
    });
    it('needs a key; a read_only key is sufficient', async () => {
      expect((await fixture().app.agent.get(`${feedPath}?${objectIdParam}=1`)).status).toBe(401);
      expect((await fixture().read('', fixture().me.withReadOnlyKey)).status).toBe(200);
    });
  });

  describe(`GET ${feedPath}: content and order`, () => {
    it('contract §4.4 rule 4, §4.10: excludes deleted, hidden and pinned reviews; sorts newest first, then latest id, undated last', async () => {
      const answer = await fixture().read('');
      expect(fixture().namesIn(answer).join(' ')).toBe(DEFAULT_ORDER);
      expect([answer.body['total'], answer.body['limit'], answer.body['offset'], answer.body['has_next']]).toEqual([
        7,
        100,
        0,
        false,
      ]);
    });

    it.each(FEED_CASES)('%s (%s)', async (_sentence, query, expected) => {
      const answer = await fixture().read(query);
      expect(fixture().namesIn(answer).join(' ')).toBe(expected);
      expect(answer.body['total']).toBe(expected.split(' ').filter(Boolean).length);
    });

    it('link_ids returns the reviews of these links', async () => {
      expect(fixture().namesIn(await fixture().read(`link_ids=${fixture().links[1].linkId}`))).toEqual([
        'tie_low',
        'unrated',
      ]);
    });
    it('updated_after is exclusive, compares microseconds, and may have a time zone', async () => {
      await fixture().app.database.query(`update review set updated_at = '2026-12-01T00:00:00.000001Z' where id = $1`, [
        fixture().idOf('undated'),
      ]);
      expect(fixture().namesIn(await fixture().read('updated_after=2026-12-01T00:00:00'))).toEqual(['undated']);
      expect(fixture().namesIn(await fixture().read('updated_after=2026-12-01T00:00:00.000001Z'))).toEqual([]);
      expect(fixture().namesIn(await fixture().read('updated_after=2026-12-01T02:00:00%2B02:00'))).toEqual(['undated']);
    });
    it('pages by offset neither repeat nor skip reviews, including pinned ones; has_next is false on the last page', async () => {
      for (const order of ['', '&sort_by=rating&sort_order=asc', '&sort_by=reply_date', '&sort_order=asc']) {
        const whole = fixture().namesIn(await fixture().read(`show_pinned=true${order}`));
        const paged: string[] = [];
        for (let offset = 0; offset < 9; offset += 2) {
          const page = await fixture().read(`show_pinned=true&limit=2&offset=${offset}${order}`);
          expect([page.body['total'], page.body['has_next']]).toEqual([9, offset + 2 < 9]);
          paged.push(...fixture().namesIn(page));
        }
        expect(paged).toEqual(whole);
      }
    });
    it('an offset beyond the end gives an empty page with the total', async () => {
      expect((await fixture().read('offset=50')).body).toEqual({
        data: [],
        total: 7,
        limit: 100,
        offset: 50,
        has_next: false,
      });
    });
  });

  describe(`GET ${feedPath}: invalid parameters`, () => {
    const invalid = [
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
    it.each(invalid)('%s gives 422 validation_error', async (query) => {
      const answer = await fixture().read(query);
      expect([answer.status, answer.body['code']]).toEqual([422, 'validation_error']);
    });
    it('a search of exactly 100 characters is accepted', async () => {
      expect((await fixture().read(`search=${'%D0%96'.repeat(100)}`)).status).toBe(200);
    });
    it('a repeated scalar parameter gives 400 bad_request', async () => {
      expect((await fixture().read('limit=1&limit=2')).body['code']).toBe('bad_request');
    });
    it('contract §1.2: an invalid parameter gives 422 even if the object is missing', async () => {
      const answer = await fixture().me.get(`${feedPath}?${objectIdParam}=900000000&min_rating=4&max_rating=3`);
      expect(answer.status).toBe(422);
    });
    it('the first and the last possible dates are accepted', async () => {
      const answer = await fixture().read('published_from=0001-01-02&published_to=9999-12-31');
      expect(answer.body['total']).toBe(6);
      expect((await fixture().read('published_from=9999-12-02')).body['total']).toBe(0);
      expect((await fixture().read('published_to=0026-03-15&updated_after=0001-01-01T00:00:00')).body['total']).toBe(0);
      expect((await fixture().read('updated_after=9999-12-31T23:59:59.999999')).body['total']).toBe(0);
    });
    it('the largest limit and offset are accepted', async () => {
      expect((await fixture().read('limit=1000&offset=9007199254740991')).body['data']).toEqual([]);
    });
  });
}
