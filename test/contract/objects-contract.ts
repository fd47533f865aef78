/** The contract of objects (contract §2.1, §4.6, §5), tested for each version. */
import { testApp, type TestApp } from '@test/support/test-app';
import { ContractClient, dataOf, WRONG_IDS, type Json, type ApiNames } from './contract-client';

const TRUSTPILOT = 'https://www.trustpilot.com/review/objects.example';
const STEAM = 'https://store.steampowered.com/app/620';

export const LINK_FIELDS_V2 = [
  'auto_name',
  'created_at',
  'frozen_at',
  'id',
  'is_active',
  'is_public',
  'last_scraped_at',
  'last_scraped_review_date',
  'link_name',
  'scrape_error',
  'scrape_status',
  'scraped_object_name',
  'source_id',
  'url',
];
export const LINK_FIELDS_V3 = [
  ...LINK_FIELDS_V2,
  'source_slug',
  'state',
  'platform_review_count',
  'collected_count',
  'completeness',
  'stop_reason',
  'next_collection_at',
  'switched_off_since',
  'last_full_at',
  'failing_since',
  'failures_in_a_row',
  'read_by',
  'road',
  'progress',
  'warning',
].sort();
export const LINK_RESULT_FIELDS = ['error', 'error_code', 'link_id', 'link_name', 'source_name', 'url'];

const keysOf = (value: unknown): string[] => Object.keys(value as Json).sort();

export function describeObjects(api: ApiNames): void {
  const { version, objects, objectIds } = api;
  const linkFields = version === 'v2' ? LINK_FIELDS_V2 : LINK_FIELDS_V3;
  let app: TestApp;
  let me: ContractClient;

  beforeAll(async () => {
    app = await testApp();
  });
  beforeEach(async () => {
    me = await aClient();
  });
  afterAll(() => app.close());

  const aClient = async (plan: 'trial' | 'basic' | 'full' = 'full'): Promise<ContractClient> =>
    new ContractClient(app, version, await app.anAccount({ plan }));
  const createObject = async (client: ContractClient = me, body: Json = {}): Promise<number> => {
    const answer = await client.post(objects, { name: 'Object', ...body });
    expect(answer.status).toBe(201);
    return answer.body['id'] as number;
  };
  const countOf = async (client: ContractClient = me): Promise<unknown> => (await client.get(objects)).body['total'];
  const linkState = (linkId: unknown, state: string): Promise<unknown> =>
    app.database.query(`update link_collection set ${state} where link_id = $1`, [linkId]);

  describe(`POST ${objects}`, () => {
    it('contract §4.6: gives 201 with the new object and link_results (contract §2.1)', async () => {
      const answer = await me.post(objects, { name: '  Hotel Example ', links: [{ url: TRUSTPILOT }] });
      expect(answer.status).toBe(201);
      expect(keysOf(answer.body)).toEqual(['created_at', 'id', 'link_results', 'name', 'user_id']);
      expect(answer.body).toMatchObject({
        name: 'Hotel Example',
        user_id: me.account.accountId,
        id: expect.any(Number) as number,
      });
      const [result] = answer.body['link_results'] as Json[];
      expect(keysOf(result)).toEqual(LINK_RESULT_FIELDS);
      expect(result).toEqual({
        url: TRUSTPILOT,
        link_id: expect.any(Number) as number,
        source_name: 'trustpilot',
        link_name: null,
        error: null,
        error_code: null,
      });
    });

    it.each([
      ['missing', { name: 'o' }],
      ['empty', { name: 'o', links: [] }],
    ])('contract §4.6: links may be %s', async (_, body) => {
      expect((await me.post(objects, body)).body['link_results']).toEqual([]);
    });

    it('contract §4.6, §7.2: reports refused links in link_results, in the order of the request, and adds the others', async () => {
      const urls = [
        TRUSTPILOT,
        'https://nobody-knows.example/1',
        'https://www.trustpilot.com/about',
        'no address',
        'https://www.trustpilot.com/review/another.example',
        'https://fr.trustpilot.com/review/OBJECTS.example?stars=1',
        STEAM,
      ];
      const answer = await me.post(objects, { name: 'o', links: urls.map((url) => ({ url })) });
      expect(answer.status).toBe(201);
      const results = answer.body['link_results'] as Json[];
      expect(results.map((result) => result['url'])).toEqual(urls);
      expect(results.map((result) => result['error_code'])).toEqual([
        null,
        'source_not_detected',
        'source_url_invalid',
        'source_url_invalid',
        'source_already_linked',
        'link_already_added',
        null,
      ]);
      for (const result of results) {
        const refused = result['error_code'] !== null;
        expect(result['link_id']).toEqual(refused ? null : expect.any(Number));
        expect(result['error']).toEqual(refused ? expect.stringMatching(/\w/) : null);
      }
      const single = await me.get(`${objects}/${String(answer.body['id'])}`);
      expect((single.body['links'] as Json[]).map((link) => link['url'])).toEqual([TRUSTPILOT, STEAM]);
    });

    it('contract §3.2: each new link is due for collection at once', async () => {
      const answer = await me.post(objects, { name: 'o', links: [{ url: TRUSTPILOT }, { url: STEAM }] });
      const due = await app.database.query(
        'select from link_collection where object_id = $1 and next_run_at <= clock_timestamp()',
        [answer.body['id']],
      );
      expect(due).toHaveLength(2);
    });

    describe('contract §4.1: Idempotency-Key', () => {
      const body = { name: 'Once', links: [{ url: TRUSTPILOT }] };

      it('a repeat returns the same bytes and creates nothing', async () => {
        const first = await me.post(objects, body, { 'Idempotency-Key': 'a-1' });
        const second = await me.post(objects, body, { 'Idempotency-Key': 'a-1' });
        expect([second.status, second.text]).toEqual([201, first.text]);
        expect([first.headers['idempotent-replayed'], second.headers['idempotent-replayed']]).toEqual([
          undefined,
          'true',
        ]);
        expect(await countOf()).toBe(1);
      });

      it('the same key with a different body gives 409 idempotency_conflict', async () => {
        await me.post(objects, body, { 'Idempotency-Key': 'a-2' });
        const other = await me.post(objects, { ...body, name: 'Other' }, { 'Idempotency-Key': 'a-2' });
        expect([other.status, other.body['code']]).toEqual([409, 'idempotency_conflict']);
        expect(await countOf()).toBe(1);
      });

      it('equal concurrent requests create one object', async () => {
        const answers = await Promise.all(
          Array.from({ length: 10 }, () => me.post(objects, body, { 'Idempotency-Key': 'a-3' })),
        );
        for (const answer of answers) {
          expect(answer.status === 201 || answer.body['code'] === 'idempotency_in_progress').toBe(true);
        }
        expect(await countOf()).toBe(1);
      });

      it('another account may use the same key', async () => {
        const other = await aClient();
        await me.post(objects, body, { 'Idempotency-Key': 'a-4' });
        const otherResponse = await other.post(objects, body, { 'Idempotency-Key': 'a-4' });
        expect([otherResponse.status, otherResponse.headers['idempotent-replayed']]).toEqual([201, undefined]);
      });

      it('a refused request releases its key', async () => {
        expect((await me.post(objects, { name: '' }, { 'Idempotency-Key': 'a-5' })).status).toBe(422);
        expect((await me.post(objects, body, { 'Idempotency-Key': 'a-5' })).status).toBe(201);
      });
    });

    it('contract §5.3: objects above the limit of the plan give 403 object_limit_reached, even for 20 concurrent requests', async () => {
      const trial = await aClient('trial');
      const answers = await Promise.all(Array.from({ length: 20 }, () => trial.post(objects, { name: 'o' })));
      expect(answers.filter((answer) => answer.status === 201)).toHaveLength(3);
      for (const answer of answers) {
        if (answer.status !== 201) expect([answer.status, answer.body['code']]).toEqual([403, 'object_limit_reached']);
      }
      expect(await countOf(trial)).toBe(3);
    });

    it('contract §5.3: deleting and creating objects repeatedly gives 403 object_creation_budget_exhausted', async () => {
      const trial = await aClient('trial');
      for (let n = 0; n < 19; n += 1) await trial.delete(`${objects}/${await createObject(trial)}`);
      const answer = await trial.post(objects, { name: 'o' });
      expect([answer.status, answer.body['code']]).toEqual([403, 'object_creation_budget_exhausted']);
    });

    it('contract §5: a read_only key gets 403 forbidden', async () => {
      const answer = await me.withReadOnlyKey.post(objects, { name: 'o' });
      expect([answer.status, answer.body['code']]).toEqual([403, 'forbidden']);
      expect(await countOf()).toBe(0);
    });

    it.each<[string, unknown, number]>([
      ['no name', {}, 422],
      ['a null name', { name: null }, 422],
      ['an empty name', { name: '' }, 422],
      ['a name of whitespace', { name: ' \t ' }, 422],
      ['a name of 201 characters', { name: 'x'.repeat(201) }, 422],
      ['a name that is a number', { name: 1 }, 422],
      ['a name that is an array', { name: ['x'] }, 422],
      ['a name with NUL', { name: 'a\u0000b' }, 422],
      ['a name with half a surrogate pair', '{"name":"a\\ud800b"}', 422],
      ['an unknown field', { name: 'o', color: 'red' }, 422],
      ['a field that the server owns', { name: 'o', user_id: 1 }, 422],
      ['null links', { name: 'o', links: null }, 422],
      ['links that are an object', { name: 'o', links: { url: STEAM } }, 422],
      ['links that are strings', { name: 'o', links: [STEAM] }, 422],
      ['a link without url', { name: 'o', links: [{}] }, 422],
      ['a link with an unknown field', { name: 'o', links: [{ url: STEAM, name: 'x' }] }, 422],
      [
        'a url of 2049 characters',
        { name: 'o', links: [{ url: `${STEAM}?${'x'.repeat(2049 - STEAM.length - 1)}` }] },
        422,
      ],
      ['51 links', { name: 'o', links: Array.from({ length: 51 }, () => ({ url: STEAM })) }, 422],
      ['a body that is an array', [], 400],
      ['a body that is a string', '"o"', 400],
      ['broken JSON', '{"name":', 400],
      ['an empty body', '', 400],
    ])('contract §1.3, §4.6: %s is refused and creates nothing', async (_, body, status) => {
      const answer = await me.post(objects, body);
      expect([answer.status, answer.body['code']]).toEqual([
        status,
        status === 400 ? 'bad_request' : 'validation_error',
      ]);
      expect(await countOf()).toBe(0);
    });

    it.each([
      ['1 character', 'x'],
      ['200 characters', 'x'.repeat(200)],
      ['200 characters outside the basic plane', '😀'.repeat(200)],
      ['markup', '<script>alert(1)</script>'],
      ['SQL', `'; drop table tracked_object; --`],
      ['right-to-left text', '\u202Eabc فندق'],
    ])('contract §4.6: a name of %s is returned as it was sent', async (_, name) => {
      const id = await createObject(me, { name });
      expect((await me.get(`${objects}/${id}`)).body['name']).toBe(name);
    });

    it('contract §4.6: 50 links and a url of 2048 characters are accepted', async () => {
      const long = `${STEAM}?${'x'.repeat(2048 - STEAM.length - 1)}`;
      const answer = await me.post(objects, { name: 'o', links: Array.from({ length: 50 }, () => ({ url: long })) });
      const codes = (answer.body['link_results'] as Json[]).map((result) => result['error_code']);
      expect(codes).toEqual([null, ...Array.from({ length: 49 }, () => 'link_already_added')]);
    });
  });

  describe(`GET ${objects}`, () => {
    it('contract §4.1, §4.6: returns objects with their links, newest first; the defaults are limit 100 and offset 0', async () => {
      const ids = [await createObject(), await createObject(me, { links: [{ url: STEAM }] }), await createObject()];
      const answer = await me.get(objects);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ total: 3, limit: 100, offset: 0, has_next: false });
      expect(keysOf(answer.body)).toEqual(['data', 'has_next', 'limit', 'offset', 'total']);
      expect(dataOf(answer).map((item) => item['id'])).toEqual([...ids].reverse());
      expect(dataOf(answer).map((item) => (item['links'] as Json[]).length)).toEqual([0, 1, 0]);
    });

    it('contract §2.1, §2.2: returns all fields of an object and its links', async () => {
      const id = await createObject(me, { name: 'Fields', links: [{ url: STEAM }] });
      const [item] = dataOf(await me.get(objects));
      expect(keysOf(item)).toEqual([
        'created_at',
        'id',
        'is_active',
        'last_scraped_at',
        'links',
        'name',
        'scrape_status',
        ...(version === 'v3' ? ['state'] : []),
      ]);
      expect(item).toMatchObject({
        id,
        name: 'Fields',
        is_active: true,
        scrape_status: 'pending',
        last_scraped_at: null,
      });
      const [link] = item?.['links'] as Json[];
      expect(keysOf(link)).toEqual(linkFields);
      expect(link).toMatchObject({
        url: STEAM,
        source_id: 8,
        link_name: null,
        auto_name: 'Steam',
        is_active: true,
        scrape_status: 'pending',
      });
    });

    it('contract §4.1: limit and offset select the page', async () => {
      const ids = [await createObject(), await createObject(), await createObject()].reverse();
      const page = async (query: string): Promise<unknown[]> => {
        const { body } = await me.get(`${objects}?${query}`);
        return [
          (body['data'] as Json[]).map((item) => item['id']),
          body['total'],
          body['limit'],
          body['offset'],
          body['has_next'],
        ];
      };
      expect(await page('limit=2')).toEqual([ids.slice(0, 2), 3, 2, 0, true]);
      expect(await page('limit=2&offset=2')).toEqual([ids.slice(2), 3, 2, 2, false]);
      expect(await page('offset=3')).toEqual([[], 3, 100, 3, false]);
      expect(await page('limit=1000&offset=1')).toEqual([ids.slice(1), 3, 1000, 1, false]);
      expect(await page('limit=&offset=&unknown=1')).toEqual([ids, 3, 100, 0, false]);
      expect(await page('offset=9007199254740991')).toEqual([[], 3, 100, Number.MAX_SAFE_INTEGER, false]);
    });

    it.each([
      ['limit=0', 422],
      ['limit=1001', 422],
      ['limit=-1', 422],
      ['limit=1.5', 422],
      ['limit=abc', 422],
      ['limit=0x10', 422],
      ['offset=-1', 422],
      ['offset=9007199254740992', 422],
      ['limit=1&limit=2', 400],
      ['limit=%ff', 400],
    ])('contract §8, §1.2: %s gives %i', async (query, status) => {
      expect((await me.get(`${objects}?${query}`)).status).toBe(status);
    });

    it('contract §2.1: the status of an object depends on its enabled links', async () => {
      const id = await createObject(me, { links: [{ url: STEAM }, { url: TRUSTPILOT }] });
      const links = (await me.get(`${objects}/${id}/links`)).body['data'] as Json[];
      const [first, second] = [links[0]?.['id'], links[1]?.['id']];
      const statusAndTime = async (): Promise<unknown[]> => {
        const [item] = dataOf(await me.get(objects));
        return [item?.['scrape_status'], item?.['last_scraped_at']];
      };
      await linkState(first, `scrape_status = 'success', last_scraped_at = '2026-05-01 10:00:00.9+00'`);
      await linkState(
        second,
        `scrape_status = 'failed', scrape_error = 'blocked: a captcha', last_scraped_at = '2026-05-02 10:00:00+00'`,
      );
      expect(await statusAndTime()).toEqual(['partial', '2026-05-02T10:00:00']);
      await me.put(`${objects}/${id}/links/${String(second)}`, { is_active: false });
      expect(await statusAndTime()).toEqual(['success', '2026-05-01T10:00:00']);
      await linkState(first, `scrape_status = 'in_progress'`);
      expect((await statusAndTime())[0]).toBe('in_progress');
      await me.put(`${objects}/${id}/links/${String(first)}`, { is_active: false });
      expect(await statusAndTime()).toEqual(['pending', null]);
    });

    it('contract §5: a read_only key may read, and gets only the objects of its account', async () => {
      const other = await aClient();
      const [mine] = [await createObject(), await createObject(other)];
      expect(dataOf(await me.withReadOnlyKey.get(objects)).map((item) => item['id'])).toEqual([mine]);
    });
  });

  describe(`GET ${objects}/{id}`, () => {
    it('contract §2.1: returns the object with all its links', async () => {
      const id = await createObject(me, { name: 'One', links: [{ url: STEAM }] });
      const answer = await me.withReadOnlyKey.get(`${objects}/${id}`);
      expect(answer.status).toBe(200);
      expect(keysOf(answer.body)).toEqual(
        version === 'v3'
          ? ['created_at', 'deleted_at', 'id', 'is_active', 'links', 'name', 'state', 'user_id']
          : ['created_at', 'deleted_at', 'id', 'links', 'name', 'user_id'],
      );
      expect(answer.body).toMatchObject({ id, user_id: me.account.accountId, name: 'One', deleted_at: null });
      expect(keysOf((answer.body['links'] as Json[])[0])).toEqual(linkFields);
    });

    it('returns a switched-off object', async () => {
      const id = await createObject();
      await me.put(objects, { [objectIds]: [id], is_active: false });
      expect((await me.get(`${objects}/${id}`)).status).toBe(200);
    });
  });

  describe(`PUT ${objects}/{id}`, () => {
    it('contract §4.6: renames the object and returns it', async () => {
      const id = await createObject(me, { links: [{ url: STEAM }] });
      const answer = await me.put(`${objects}/${id}`, { name: ' New ' });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual((await me.get(`${objects}/${id}`)).body);
      expect(answer.body['name']).toBe('New');
    });

    it.each<[string, unknown, number]>([
      ['a change of another field', { name: 'x', is_active: false }, 422],
      ['a missing name', {}, 422],
      ['an empty name', { name: '' }, 422],
      ['a name of 201 characters', { name: 'x'.repeat(201) }, 422],
      ['an empty body', '', 400],
    ])('contract §4.6: %s is refused and changes nothing', async (_, body, status) => {
      const id = await createObject(me, { name: 'Old' });
      expect((await me.put(`${objects}/${id}`, body)).status).toBe(status);
      expect((await me.get(`${objects}/${id}`)).body['name']).toBe('Old');
    });
  });

  describe(`PUT ${objects} (switch several objects)`, () => {
    const activity = async (): Promise<unknown[]> =>
      [...dataOf(await me.get(objects))].reverse().map((item) => item['is_active']);
    const dueLinks = async (): Promise<number> =>
      (
        await app.database.query('select from link_collection where account_id = $1 and next_run_at is not null', [
          me.account.accountId,
        ])
      ).length;

    it('contract §4.6: switches the objects and returns {data: [{id, is_active}]}', async () => {
      const [a, b, c] = [await createObject(), await createObject(), await createObject()];
      const answer = await me.put(objects, { [objectIds]: [c, a], is_active: false });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        data: [
          { id: c, is_active: false },
          { id: a, is_active: false },
        ],
      });
      expect(await activity()).toEqual([false, true, false]);
      await me.put(objects, { [objectIds]: [a, b, c], is_active: true });
      expect(await activity()).toEqual([true, true, true]);
    });

    it('contract §2.1: switching off stops the collection of the links; switching on makes them due at once', async () => {
      const id = await createObject(me, { links: [{ url: STEAM }, { url: TRUSTPILOT }] });
      expect(await dueLinks()).toBe(2);
      await me.put(objects, { [objectIds]: [id], is_active: false });
      expect(await dueLinks()).toBe(0);
      await me.put(objects, { [objectIds]: [id], is_active: true });
      expect(await dueLinks()).toBe(2);
    });

    it('contract §4.6: one id of another account, a missing or a deleted object gives 404 and changes nothing', async () => {
      const other = await aClient();
      const [mine, foreign, deleted] = [await createObject(), await createObject(other), await createObject()];
      await me.delete(`${objects}/${deleted}`);
      const answers = [];
      for (const inaccessible of [foreign, deleted, Number.MAX_SAFE_INTEGER]) {
        answers.push(await me.put(objects, { [objectIds]: [mine, inaccessible], is_active: false }));
      }
      for (const answer of answers) expect([answer.status, answer.text]).toEqual([404, answers[0]?.text]);
      expect(await activity()).toEqual([true]);
    });

    it('contract §4.6: switching on more objects than the plan allows gives 403 object_limit_reached and changes nothing', async () => {
      me = await aClient('trial');
      const ids = [await createObject(), await createObject(), await createObject()];
      await me.put(objects, { [objectIds]: ids, is_active: false });
      await createObject();
      const answer = await me.put(objects, { [objectIds]: ids, is_active: true });
      expect([answer.status, answer.body['code']]).toEqual([403, 'object_limit_reached']);
      expect(await activity()).toEqual([false, false, false, true]);
    });

    it.each<[string, Json]>([
      ['a missing list', { is_active: true }],
      ['an empty list', { [objectIds]: [], is_active: true }],
      ['1001 ids', { [objectIds]: Array.from({ length: 1001 }, (_, n) => n + 1), is_active: true }],
      ['an id that is a string', { [objectIds]: ['1'], is_active: true }],
      ['an id of 0', { [objectIds]: [0], is_active: true }],
      ['an id above 2^53-1', { [objectIds]: [2 ** 53], is_active: true }],
      ['a missing is_active', { [objectIds]: [1] }],
      ['an is_active that is a string', { [objectIds]: [1], is_active: 'true' }],
      [
        'the field name of the other version',
        { [api.version === 'v2' ? 'object_ids' : 'group_ids']: [1], is_active: true },
      ],
    ])('contract §4.6: %s gives 422', async (_, body) => {
      expect((await me.put(objects, body)).status).toBe(422);
    });
  });

  describe(`DELETE ${objects}/{id}`, () => {
    it('contract §4.6, §1.5: gives 204 with an empty body; the object and its links are missing at once', async () => {
      const id = await createObject(me, { links: [{ url: STEAM }] });
      const answer = await me.delete(`${objects}/${id}`);
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect((await me.get(`${objects}/${id}`)).status).toBe(404);
      expect((await me.get(`${objects}/${id}/links`)).status).toBe(404);
      expect((await me.delete(`${objects}/${id}`)).status).toBe(404);
      expect(await countOf()).toBe(0);
    });

    it('contract §4.6: deletes its links and stops their collection', async () => {
      const id = await createObject(me, { links: [{ url: STEAM }] });
      await me.delete(`${objects}/${id}`);
      const rows = await app.database.query(
        'select next_run_at, deleted_at is not null as gone from link join link_collection on link_id = link.id where link.object_id = $1',
        [id],
      );
      expect(rows).toEqual([{ next_run_at: null, gone: true }]);
    });
  });

  describe('contract §7.1: access to objects', () => {
    const changes = (client: ContractClient, id: unknown): Promise<{ status: number; text: string }>[] => [
      client.put(`${objects}/${String(id)}`, { name: 'stolen' }),
      client.delete(`${objects}/${String(id)}`),
    ];
    const requests = (client: ContractClient, id: unknown): Promise<{ status: number; text: string }>[] => [
      client.get(`${objects}/${String(id)}`),
      ...changes(client, id),
    ];

    it('objects of other accounts, missing and deleted ones give the same 404 not_found, byte for byte', async () => {
      const other = await aClient();
      const [foreign, deleted] = [await createObject(other, { name: 'Theirs' }), await createObject()];
      await me.delete(`${objects}/${deleted}`);
      const answers = [];
      for (const id of [foreign, deleted, 999_999_999, Number.MAX_SAFE_INTEGER])
        answers.push(...(await Promise.all(requests(me, id))));
      for (const answer of answers) expect([answer.status, answer.text]).toEqual([404, answers[0]?.text]);
      expect(JSON.parse(answers[0]?.text ?? '')).toMatchObject({ code: 'not_found' });
      expect((await other.get(`${objects}/${foreign}`)).body['name']).toBe('Theirs');
    });

    it.each(WRONG_IDS)('contract §1.3: the path id %s gives 422', async (id) => {
      for (const answer of await Promise.all(requests(me, id))) expect(answer.status).toBe(422);
    });

    it('contract §1.2: a read_only key gets 403 for changes, also for ids of other accounts and missing ones', async () => {
      const other = await aClient();
      for (const id of [await createObject(), await createObject(other), 999_999_999]) {
        for (const answer of await Promise.all(changes(me.withReadOnlyKey, id))) expect(answer.status).toBe(403);
      }
      expect((await me.withReadOnlyKey.put(objects, { [objectIds]: [1], is_active: true })).status).toBe(403);
    });
  });
}
