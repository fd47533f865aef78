/** The contract of links (contract §2.2, §4.6, §10), tested for each version. */
import { getQueueToken } from '@nestjs/bullmq';
import type { Queue } from 'bullmq';
import { LINKS_DUE } from '@src/links';
import { testApp, type TestApp } from '@test/support/test-app';
import { ContractClient, dataOf, WRONG_IDS, type Answer, type Json, type Words } from './contract-client';
import { LINK_FIELDS_V2, LINK_FIELDS_V3, LINK_RESULT_FIELDS } from './objects-contract';

const STEAM = 'https://store.steampowered.com/app/620';
const TRUSTPILOT = 'https://www.trustpilot.com/review/links.example';

const keysOf = (value: unknown): string[] => Object.keys(value as Json).sort();

export function describeLinks(words: Words): void {
  const { version, objects, objectId } = words;
  const linkFields = version === 'v2' ? LINK_FIELDS_V2 : LINK_FIELDS_V3;
  let app: TestApp;
  let me: ContractClient;
  let object: number;
  let links: string;

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_PLANS: '{"basic":{"allowed_sources":["trustpilot"]}}' } });
  });
  beforeEach(async () => {
    me = await aClient();
    object = await anObject();
    links = `${objects}/${object}/links`;
  });
  afterAll(() => app.close());

  const aClient = async (plan: 'basic' | 'full' = 'full'): Promise<ContractClient> =>
    new ContractClient(app, version, await app.anAccount({ plan }));
  const anObject = async (client: ContractClient = me): Promise<number> =>
    (await client.post(objects, { name: 'Object' })).body['id'] as number;
  const resultOf = (answer: Answer): Json => (answer.body['link_results'] as Json[])[0] ?? {};
  const added = async (url = STEAM, client: ContractClient = me, to: number = object): Promise<number> => {
    const answer = await client.post(`${objects}/${to}/links`, { url });
    expect([answer.status, resultOf(answer)['error_code']]).toEqual([201, null]);
    return resultOf(answer)['link_id'] as number;
  };
  const listed = async (): Promise<readonly Json[]> => dataOf(await me.get(links));
  const setState = (linkId: number, state: string): Promise<unknown> =>
    app.database.query(`update link_collection set ${state} where link_id = $1`, [linkId]);
  const isDue = async (linkId: number): Promise<boolean> =>
    (
      await app.database.query('select from link_collection where link_id = $1 and next_run_at <= clock_timestamp()', [
        linkId,
      ])
    ).length === 1;

  describe('contract §10: the first collection starts within seconds: workers are woken', () => {
    const wakeups = async (): Promise<number> => {
      const queue = app.app.get<Queue>(getQueueToken('hrev-wakeups'), { strict: false });
      return (await queue.getJobs(['waiting'])).filter((job) => job.name === LINKS_DUE).length;
    };
    /** Waits until `sent` more wake-ups came, or a moment where none may come; returns their number. */
    const sentSince = async (before: number, sent: number): Promise<number> => {
      const limitMs = sent === 0 ? 500 : 60_000;
      for (let waitedMs = 0; waitedMs < limitMs && (sent === 0 || (await wakeups()) < before + sent); waitedMs += 50) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return (await wakeups()) - before;
    };

    it('by an added link, once by an object with two, by a link that is switched on; by nothing else', async () => {
      let before = await wakeups();
      const id = await added();
      expect(await sentSince(before, 1)).toBe(1);
      before = await wakeups();
      await me.post(objects, { name: 'o', links: [{ url: STEAM }, { url: TRUSTPILOT }] });
      expect(await sentSince(before, 1)).toBe(1);
      before = await wakeups();
      await me.post(links, { url: STEAM });
      await me.put(`${links}/${id}`, { link_name: 'x', is_active: true });
      await me.put(`${links}/${id}`, { is_active: false });
      expect(await sentSince(before, 0)).toBe(0);
      await me.put(`${links}/${id}`, { is_active: true });
      expect(await sentSince(before, 1)).toBe(1);
    });
  });

  describe(`POST ${objects}/{id}/links`, () => {
    it(`§4.6: 201 with ${objectId} and link_results`, async () => {
      const answer = await me.post(links, { url: ` ${STEAM}/Portal_2/?l=english ` });
      expect(answer.status).toBe(201);
      expect(keysOf(answer.body)).toEqual(['link_results', objectId].sort());
      expect(answer.body[objectId]).toBe(object);
      expect(keysOf(resultOf(answer))).toEqual(LINK_RESULT_FIELDS);
      expect(resultOf(answer)).toMatchObject({
        url: `${STEAM}/Portal_2/?l=english`,
        source_name: 'steam',
        error: null,
        error_code: null,
      });
      expect((await listed()).map((link) => [link['id'], link['url']])).toEqual([[resultOf(answer)['link_id'], STEAM]]);
    });

    it('§3.2: collection starts automatically: the new link is due at once', async () => {
      expect(await isDue(await added())).toBe(true);
    });

    it.each([
      [
        'source_not_detected: no adapter handles the host',
        'https://nobody-knows.example/1',
        'source_not_detected',
        null,
      ],
      [
        'source_not_detected: a host that only resembles one',
        'https://store.steampowered.com.evil.example/app/620',
        'source_not_detected',
        null,
      ],
      [
        'source_url_invalid: the host is known, the page is not that of an object',
        'https://store.steampowered.com/about',
        'source_url_invalid',
        null,
      ],
      ['source_url_invalid: not a URL', 'hotel example', 'source_url_invalid', null],
      ['source_url_invalid: another scheme', 'ftp://store.steampowered.com/app/620', 'source_url_invalid', null],
      ['source_url_invalid: javascript', 'javascript:alert(1)', 'source_url_invalid', null],
      [
        'source_url_invalid: a user name in it',
        'https://user@store.steampowered.com/app/620',
        'source_url_invalid',
        null,
      ],
      [
        'source_already_linked: another page of that platform',
        'https://store.steampowered.com/app/70',
        'source_already_linked',
        'steam',
      ],
      ['link_already_added: this very page', STEAM, 'link_already_added', 'steam'],
      [
        'link_already_added: the page in another spelling',
        'https://steamcommunity.com/app/620/reviews/',
        'link_already_added',
        'steam',
      ],
    ])('§7.2, contract §4.6: %s', async (_, url, code, sourceName) => {
      await added();
      const answer = await me.post(links, { url });
      expect(answer.status).toBe(201);
      expect(resultOf(answer)).toEqual({
        url,
        link_id: null,
        source_name: sourceName,
        link_name: null,
        error: expect.stringMatching(/\w+ \w+/) as string,
        error_code: code,
      });
      expect(await listed()).toHaveLength(1);
    });

    it('source_requires_upgrade: the platform is not in the plan, others are accepted', async () => {
      me = await aClient('basic');
      object = await anObject();
      links = `${objects}/${object}/links`;
      const refused = resultOf(await me.post(links, { url: STEAM }));
      expect(refused).toMatchObject({ link_id: null, source_name: 'steam', error_code: 'source_requires_upgrade' });
      await added(TRUSTPILOT);
      const created = await me.post(objects, { name: 'o', links: [{ url: STEAM }, { url: TRUSTPILOT }] });
      const codes = (created.body['link_results'] as Json[]).map((result) => result['error_code']);
      expect([created.status, codes]).toEqual([201, ['source_requires_upgrade', null]]);
    });

    it('§2.2: at most one link per platform, also for 20 different pages at once', async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => me.post(links, { url: `https://store.steampowered.com/app/${n + 1}` })),
      );
      const codes = answers.map((answer) => resultOf(answer)['error_code']);
      expect(codes.filter((code) => code === null)).toHaveLength(1);
      expect(codes.filter((code) => code === 'source_already_linked')).toHaveLength(19);
      expect(await listed()).toHaveLength(1);
    });

    it('a switched-off link still occupies its platform', async () => {
      await me.put(`${links}/${await added()}`, { is_active: false });
      expect(resultOf(await me.post(links, { url: STEAM }))['error_code']).toBe('link_already_added');
      expect(resultOf(await me.post(links, { url: 'https://store.steampowered.com/app/70' }))['error_code']).toBe(
        'source_already_linked',
      );
    });

    it('one page may be on several objects', async () => {
      await added();
      await added(STEAM, me, await anObject());
    });

    it('contract §4.6: deleting and adding a page again starts a new link', async () => {
      const first = await added();
      await me.delete(`${links}/${first}`);
      expect(await added()).toBeGreaterThan(first);
    });

    it('a link that is added to a switched-off object waits', async () => {
      await me.put(objects, { [words.objectIds]: [object], is_active: false });
      expect(await isDue(await added())).toBe(false);
    });

    it('contract §4.1: Idempotency-Key: a repeat gives the same bytes and adds nothing', async () => {
      const first = await me.post(links, { url: STEAM }, { 'Idempotency-Key': 'l-1' });
      const second = await me.post(links, { url: STEAM }, { 'Idempotency-Key': 'l-1' });
      expect([second.status, second.text, second.headers['idempotent-replayed']]).toEqual([201, first.text, 'true']);
      const other = await me.post(links, { url: TRUSTPILOT }, { 'Idempotency-Key': 'l-1' });
      expect([other.status, other.body['code']]).toEqual([409, 'idempotency_conflict']);
    });

    it.each<[string, unknown, number]>([
      ['no url', {}, 422],
      ['url null', { url: null }, 422],
      ['url a number', { url: 1 }, 422],
      ['url of 2049 characters', { url: `https://store.steampowered.com/app/${'1'.repeat(2014)}x` }, 422],
      ['url with NUL', { url: `${STEAM}\u0000` }, 422],
      ['an unknown field', { url: STEAM, link_name: 'x' }, 422],
      ['a list', [{ url: STEAM }], 400],
      ['nothing', '', 400],
    ])('contract §1.3: %s is refused', async (_, body, status) => {
      expect((await me.post(links, body)).status).toBe(status);
      expect(await listed()).toHaveLength(0);
    });
  });

  describe(`GET ${objects}/{id}/links`, () => {
    it('§2.2: {data: [Link]}, no paging, oldest first', async () => {
      const ids = [await added(TRUSTPILOT), await added(STEAM)];
      const answer = await me.reading.get(links);
      expect([answer.status, keysOf(answer.body)]).toEqual([200, ['data']]);
      expect(dataOf(answer).map((link) => link['id'])).toEqual(ids);
    });

    it('an object without links: an empty list', async () => {
      expect((await me.get(links)).body).toEqual({ data: [] });
    });

    it('§2.2: a new link', async () => {
      const id = await added();
      const [link] = await listed();
      expect(keysOf(link)).toEqual(linkFields);
      expect(link).toMatchObject({
        id,
        url: STEAM,
        source_id: 8,
        link_name: null,
        auto_name: 'Steam',
        scraped_object_name: '',
        is_active: true,
        is_public: true,
        frozen_at: null,
        scrape_status: 'pending',
        scrape_error: null,
        last_scraped_at: null,
        last_scraped_review_date: null,
      });
    });

    it('contract §2.2: a collected, frozen link', async () => {
      const id = await added();
      await app.database.query(`update link set scraped_object_name = 'Portal: two' where id = $1`, [id]);
      await setState(
        id,
        `scrape_status = 'failed', scrape_error = 'page_not_found: gone', last_scraped_at = '2026-05-01 10:20:30.987+00',
         last_scraped_review_date = '2026-04-30 23:59:59', frozen_at = '2026-05-01 10:20:31+00'`,
      );
      expect((await listed())[0]).toMatchObject({
        auto_name: 'Steam: Portal: two',
        scraped_object_name: 'Portal: two',
        scrape_status: 'failed',
        scrape_error: 'page_not_found: gone',
        last_scraped_at: '2026-05-01T10:20:30',
        last_scraped_review_date: '2026-04-30T23:59:59',
        frozen_at: '2026-05-01T10:20:31',
      });
    });
  });

  describe(`PUT ${objects}/{id}/links/{link_id}`, () => {
    it('contract §4.6: only changed fields; answers the Link', async () => {
      const id = await added();
      const shown = async (body: Json): Promise<unknown[]> => {
        const answer = await me.put(`${links}/${id}`, body);
        expect([answer.status, keysOf(answer.body)]).toEqual([200, linkFields]);
        expect(answer.body).toEqual((await listed())[0]);
        return [answer.body['link_name'], answer.body['is_active'], answer.body['is_public']];
      };
      expect(await shown({ link_name: '  Lobby ' })).toEqual(['Lobby', true, true]);
      expect(await shown({ is_public: false })).toEqual(['Lobby', true, false]);
      expect(await shown({ is_active: false })).toEqual(['Lobby', false, false]);
      expect(await shown({ link_name: null, is_active: true, is_public: true })).toEqual([null, true, true]);
    });

    it('is_active=false stops collection; true makes the link due at once', async () => {
      const id = await added();
      await me.put(`${links}/${id}`, { is_active: false });
      expect(await isDue(id)).toBe(false);
      await me.put(`${links}/${id}`, { is_active: true });
      expect(await isDue(id)).toBe(true);
    });

    it('contract §2.2: a frozen link thaws on is_active=true', async () => {
      const id = await added();
      await setState(
        id,
        `frozen_at = clock_timestamp(), lasting_failures = 10, next_run_at = clock_timestamp() + interval '7 days'`,
      );
      expect((await me.put(`${links}/${id}`, { link_name: 'x' })).body['frozen_at']).not.toBeNull();
      expect((await me.put(`${links}/${id}`, { is_active: true })).body['frozen_at']).toBeNull();
      expect(await isDue(id)).toBe(true);
    });

    it.each<[string, unknown, number]>([
      ['at least one field is required', {}, 422],
      ['link_name empty', { link_name: '' }, 422],
      ['link_name blank', { link_name: '  ' }, 422],
      ['link_name of 201 characters', { link_name: 'x'.repeat(201) }, 422],
      ['link_name a number', { link_name: 1 }, 422],
      ['is_active null', { is_active: null }, 422],
      ['is_active in quotes', { is_active: 'false' }, 422],
      ['is_public a number', { is_public: 1 }, 422],
      ['the url cannot change', { url: TRUSTPILOT }, 422],
      ["frozen_at is the service's own", { is_active: true, frozen_at: null }, 422],
      ['a list', [], 400],
      ['broken JSON', '{', 400],
    ])('contract §1.2, §4.6: %s', async (_, body, status) => {
      const id = await added();
      const before = await listed();
      expect((await me.put(`${links}/${id}`, body)).status).toBe(status);
      expect(await listed()).toEqual(before);
    });
  });

  describe(`DELETE ${objects}/{id}/links/{link_id}`, () => {
    it('§4.6, contract §1.5: 204 with an empty body; the platform is disconnected', async () => {
      const [id, kept] = [await added(), await added(TRUSTPILOT)];
      const answer = await me.delete(`${links}/${id}`);
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect((await listed()).map((link) => link['id'])).toEqual([kept]);
      expect(await isDue(id)).toBe(false);
      expect((await me.delete(`${links}/${id}`)).status).toBe(404);
    });
  });

  describe('§7.1: ownership of links', () => {
    const requests = (client: ContractClient, objectPart: unknown, linkPart: unknown): Promise<Answer>[] => {
      const path = `${objects}/${String(objectPart)}/links/${String(linkPart)}`;
      return [client.put(path, { link_name: 'stolen' }), client.delete(path)];
    };
    const objectRequests = (client: ContractClient, objectPart: unknown): Promise<Answer>[] => {
      const path = `${objects}/${String(objectPart)}/links`;
      return [client.get(path), client.post(path, { url: STEAM })];
    };

    it('foreign, missing, deleted, and an own link under another own object: byte-equal 404', async () => {
      const other = await aClient();
      const theirObject = await anObject(other);
      const theirLink = await added(STEAM, other, theirObject);
      const [mine, deleted] = [await added(), await added(TRUSTPILOT)];
      await me.delete(`${links}/${deleted}`);
      const secondObject = await anObject();
      const pairs = [
        [object, theirLink],
        [theirObject, theirLink],
        [theirObject, mine],
        [secondObject, mine],
        [object, deleted],
        [object, Number.MAX_SAFE_INTEGER],
        [999_999_999, mine],
      ];
      const answers = [];
      for (const [objectPart, linkPart] of pairs)
        answers.push(...(await Promise.all(requests(me, objectPart, linkPart))));
      for (const objectPart of [theirObject, 999_999_999])
        answers.push(...(await Promise.all(objectRequests(me, objectPart))));
      for (const answer of answers) expect([answer.status, answer.text]).toEqual([404, answers[0]?.text]);
      expect(dataOf(await other.get(`${objects}/${theirObject}/links`))).toMatchObject([
        { id: theirLink, link_name: null },
      ]);
      expect((await listed()).map((link) => link['id'])).toEqual([mine]);
    });

    it.each(WRONG_IDS)('contract §1.3: the path id %s is 422 in either place', async (id) => {
      const answers = await Promise.all([
        ...requests(me, object, id),
        ...requests(me, id, 1),
        ...objectRequests(me, id),
      ]);
      for (const answer of answers) expect(answer.status).toBe(422);
    });

    it('§5: a read_only key may read and change nothing: 403 forbidden', async () => {
      const id = await added();
      expect((await me.reading.get(links)).status).toBe(200);
      const refused = await Promise.all([
        ...requests(me.reading, object, id),
        me.reading.post(links, { url: TRUSTPILOT }),
      ]);
      for (const answer of refused) expect([answer.status, answer.body['code']]).toEqual([403, 'forbidden']);
      expect(await listed()).toMatchObject([{ id, link_name: null }]);
    });
  });
}
