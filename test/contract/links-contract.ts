/** The contract of links (contract §2.2, §4.6, §10), tested for each version. */
import { getQueueToken } from '@nestjs/bullmq';
import type { Queue } from 'bullmq';
import { LINKS_DUE } from '@src/links';
import { testApp, type TestApp } from '@test/support/test-app';
import { ContractClient, dataOf, WRONG_IDS, type Answer, type Json, type ApiNames } from './contract-client';
import { LINK_FIELDS_V2, LINK_FIELDS_V3, LINK_RESULT_FIELDS } from './objects-contract';

const STEAM = 'https://store.steampowered.com/app/620';
const TRUSTPILOT = 'https://www.trustpilot.com/review/links.example';

const keysOf = (value: unknown): string[] => Object.keys(value as Json).sort();

export function describeLinks(api: ApiNames): void {
  const { version, objects, objectId } = api;
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
  const addLink = async (url = STEAM, client: ContractClient = me, to: number = object): Promise<number> => {
    const answer = await client.post(`${objects}/${to}/links`, { url });
    expect([answer.status, resultOf(answer)['error_code']]).toEqual([201, null]);
    return resultOf(answer)['link_id'] as number;
  };
  const listLinks = async (): Promise<readonly Json[]> => dataOf(await me.get(links));
  const setState = (linkId: number, state: string): Promise<unknown> =>
    app.database.query(`update link_collection set ${state} where link_id = $1`, [linkId]);
  const isDue = async (linkId: number): Promise<boolean> =>
    (
      await app.database.query('select from link_collection where link_id = $1 and next_run_at <= clock_timestamp()', [
        linkId,
      ])
    ).length === 1;

  describe('contract §10: the first collection starts within seconds, because a wake-up is sent', () => {
    const wakeups = async (): Promise<number> => {
      const queue = app.app.get<Queue>(getQueueToken('hrev-wakeups'), { strict: false });
      return (await queue.getJobs(['waiting'])).filter((job) => job.name === LINKS_DUE).length;
    };
    /** Waits for `sent` further wake-ups, or for 500 ms if `sent` is 0, and returns the number of further wake-ups. */
    const sentSince = async (before: number, sent: number): Promise<number> => {
      const limitMs = sent === 0 ? 500 : 60_000;
      for (let waitedMs = 0; waitedMs < limitMs && (sent === 0 || (await wakeups()) < before + sent); waitedMs += 50) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return (await wakeups()) - before;
    };

    it('a new link, an object with two links, and a link that is switched on each send one wake-up; other changes send none', async () => {
      let before = await wakeups();
      const id = await addLink();
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
    it(`contract §4.6: gives 201 with ${objectId} and link_results`, async () => {
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
      expect((await listLinks()).map((link) => [link['id'], link['url']])).toEqual([
        [resultOf(answer)['link_id'], STEAM],
      ]);
    });

    it('contract §3.2: a new link is due for collection at once', async () => {
      expect(await isDue(await addLink())).toBe(true);
    });

    it.each([
      ['source_not_detected for a host of no platform', 'https://nobody-knows.example/1', 'source_not_detected', null],
      [
        'source_not_detected for a host that begins like that of a platform',
        'https://store.steampowered.com.evil.example/app/620',
        'source_not_detected',
        null,
      ],
      [
        'source_url_invalid for a page of a platform that is not that of an object',
        'https://store.steampowered.com/about',
        'source_url_invalid',
        'steam',
      ],
      ['source_url_invalid for a text that is no URL', 'hotel example', 'source_url_invalid', null],
      ['source_url_invalid for another scheme', 'ftp://store.steampowered.com/app/620', 'source_url_invalid', null],
      ['source_url_invalid for a javascript URL', 'javascript:alert(1)', 'source_url_invalid', null],
      [
        'source_url_invalid for a URL with a user name',
        'https://user@store.steampowered.com/app/620',
        'source_url_invalid',
        null,
      ],
      [
        'source_already_linked for another page of a linked platform',
        'https://store.steampowered.com/app/70',
        'source_already_linked',
        'steam',
      ],
      ['link_already_added for the same page', STEAM, 'link_already_added', 'steam'],
      [
        'link_already_added for another spelling of the same page',
        'https://steamcommunity.com/app/620/reviews/',
        'link_already_added',
        'steam',
      ],
    ])('contract §7.2, §4.6: gives %s', async (_, url, code, sourceName) => {
      await addLink();
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
      expect(await listLinks()).toHaveLength(1);
    });

    it('gives source_requires_upgrade for a platform that the plan excludes; other links are accepted', async () => {
      me = await aClient('basic');
      object = await anObject();
      links = `${objects}/${object}/links`;
      const refused = resultOf(await me.post(links, { url: STEAM }));
      expect(refused).toMatchObject({ link_id: null, source_name: 'steam', error_code: 'source_requires_upgrade' });
      await addLink(TRUSTPILOT);
      const created = await me.post(objects, { name: 'o', links: [{ url: STEAM }, { url: TRUSTPILOT }] });
      const codes = (created.body['link_results'] as Json[]).map((result) => result['error_code']);
      expect([created.status, codes]).toEqual([201, ['source_requires_upgrade', null]]);
    });

    it('contract §2.2: an object has at most one link per platform, even after 20 concurrent requests', async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => me.post(links, { url: `https://store.steampowered.com/app/${n + 1}` })),
      );
      const codes = answers.map((answer) => resultOf(answer)['error_code']);
      expect(codes.filter((code) => code === null)).toHaveLength(1);
      expect(codes.filter((code) => code === 'source_already_linked')).toHaveLength(19);
      expect(await listLinks()).toHaveLength(1);
    });

    it('a switched-off link still prevents another link on its platform', async () => {
      await me.put(`${links}/${await addLink()}`, { is_active: false });
      expect(resultOf(await me.post(links, { url: STEAM }))['error_code']).toBe('link_already_added');
      expect(resultOf(await me.post(links, { url: 'https://store.steampowered.com/app/70' }))['error_code']).toBe(
        'source_already_linked',
      );
    });

    it('several objects may have links to the same page', async () => {
      await addLink();
      await addLink(STEAM, me, await anObject());
    });

    it('contract §4.6: adding a page again after its link was deleted creates a new link', async () => {
      const first = await addLink();
      await me.delete(`${links}/${first}`);
      expect(await addLink()).toBeGreaterThan(first);
    });

    it('a link that is added to a switched-off object is not due', async () => {
      await me.put(objects, { [api.objectIds]: [object], is_active: false });
      expect(await isDue(await addLink())).toBe(false);
    });

    it('contract §4.1: a request with the same Idempotency-Key gives the same bytes and adds nothing', async () => {
      const first = await me.post(links, { url: STEAM }, { 'Idempotency-Key': 'l-1' });
      const second = await me.post(links, { url: STEAM }, { 'Idempotency-Key': 'l-1' });
      expect([second.status, second.text, second.headers['idempotent-replayed']]).toEqual([201, first.text, 'true']);
      const other = await me.post(links, { url: TRUSTPILOT }, { 'Idempotency-Key': 'l-1' });
      expect([other.status, other.body['code']]).toEqual([409, 'idempotency_conflict']);
    });

    it.each<[string, unknown, number]>([
      ['a missing url', {}, 422],
      ['a null url', { url: null }, 422],
      ['a url that is a number', { url: 1 }, 422],
      ['a url of 2049 characters', { url: `https://store.steampowered.com/app/${'1'.repeat(2014)}x` }, 422],
      ['a url with NUL', { url: `${STEAM}\u0000` }, 422],
      ['an unknown field', { url: STEAM, link_name: 'x' }, 422],
      ['a body that is a list', [{ url: STEAM }], 400],
      ['an empty body', '', 400],
    ])('contract §1.3: %s is refused', async (_, body, status) => {
      expect((await me.post(links, body)).status).toBe(status);
      expect(await listLinks()).toHaveLength(0);
    });
  });

  describe(`GET ${objects}/{id}/links`, () => {
    it('contract §2.2: returns only {data}: all links, oldest first', async () => {
      const ids = [await addLink(TRUSTPILOT), await addLink(STEAM)];
      const answer = await me.withReadOnlyKey.get(links);
      expect([answer.status, keysOf(answer.body)]).toEqual([200, ['data']]);
      expect(dataOf(answer).map((link) => link['id'])).toEqual(ids);
    });

    it('returns an empty list for an object without links', async () => {
      expect((await me.get(links)).body).toEqual({ data: [] });
    });

    it('contract §2.2: returns all fields of a new link', async () => {
      const id = await addLink();
      const [link] = await listLinks();
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

    it('contract §2.2: returns the results of the last collection and the time at which the link was frozen', async () => {
      const id = await addLink();
      await app.database.query(`update link set scraped_object_name = 'Portal: two' where id = $1`, [id]);
      await setState(
        id,
        `scrape_status = 'failed', scrape_error = 'page_not_found: gone', last_scraped_at = '2026-05-01 10:20:30.987+00',
         last_scraped_review_date = '2026-04-30 23:59:59', frozen_at = '2026-05-01 10:20:31+00'`,
      );
      expect((await listLinks())[0]).toMatchObject({
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
    it('contract §4.6: changes only the given fields and returns the link', async () => {
      const id = await addLink();
      const updated = async (body: Json): Promise<unknown[]> => {
        const answer = await me.put(`${links}/${id}`, body);
        expect([answer.status, keysOf(answer.body)]).toEqual([200, linkFields]);
        expect(answer.body).toEqual((await listLinks())[0]);
        return [answer.body['link_name'], answer.body['is_active'], answer.body['is_public']];
      };
      expect(await updated({ link_name: '  Lobby ' })).toEqual(['Lobby', true, true]);
      expect(await updated({ is_public: false })).toEqual(['Lobby', true, false]);
      expect(await updated({ is_active: false })).toEqual(['Lobby', false, false]);
      expect(await updated({ link_name: null, is_active: true, is_public: true })).toEqual([null, true, true]);
    });

    it('is_active=false stops the collection of the link; true makes it due at once', async () => {
      const id = await addLink();
      await me.put(`${links}/${id}`, { is_active: false });
      expect(await isDue(id)).toBe(false);
      await me.put(`${links}/${id}`, { is_active: true });
      expect(await isDue(id)).toBe(true);
    });

    it('contract §2.2: is_active=true clears frozen_at', async () => {
      const id = await addLink();
      await setState(
        id,
        `frozen_at = clock_timestamp(), lasting_failures = 10, next_run_at = clock_timestamp() + interval '7 days'`,
      );
      expect((await me.put(`${links}/${id}`, { link_name: 'x' })).body['frozen_at']).not.toBeNull();
      expect((await me.put(`${links}/${id}`, { is_active: true })).body['frozen_at']).toBeNull();
      expect(await isDue(id)).toBe(true);
    });

    it.each<[string, unknown, number]>([
      ['a body without fields', {}, 422],
      ['an empty link_name', { link_name: '' }, 422],
      ['a link_name of whitespace', { link_name: '  ' }, 422],
      ['a link_name of 201 characters', { link_name: 'x'.repeat(201) }, 422],
      ['a link_name that is a number', { link_name: 1 }, 422],
      ['a null is_active', { is_active: null }, 422],
      ['an is_active that is a string', { is_active: 'false' }, 422],
      ['an is_public that is a number', { is_public: 1 }, 422],
      ['a change of the url', { url: TRUSTPILOT }, 422],
      ['a change of frozen_at', { is_active: true, frozen_at: null }, 422],
      ['a body that is a list', [], 400],
      ['broken JSON', '{', 400],
    ])('contract §1.2, §4.6: %s is refused and changes nothing', async (_, body, status) => {
      const id = await addLink();
      const before = await listLinks();
      expect((await me.put(`${links}/${id}`, body)).status).toBe(status);
      expect(await listLinks()).toEqual(before);
    });
  });

  describe(`DELETE ${objects}/{id}/links/{link_id}`, () => {
    it('contract §4.6, §1.5: gives 204 with an empty body; the link is missing and its collection stops', async () => {
      const [id, remaining] = [await addLink(), await addLink(TRUSTPILOT)];
      const answer = await me.delete(`${links}/${id}`);
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect((await listLinks()).map((link) => link['id'])).toEqual([remaining]);
      expect(await isDue(id)).toBe(false);
      expect((await me.delete(`${links}/${id}`)).status).toBe(404);
    });
  });

  describe('contract §7.1: access to links', () => {
    const requests = (client: ContractClient, pathObject: unknown, pathLink: unknown): Promise<Answer>[] => {
      const path = `${objects}/${String(pathObject)}/links/${String(pathLink)}`;
      return [client.put(path, { link_name: 'stolen' }), client.delete(path)];
    };
    const objectRequests = (client: ContractClient, pathObject: unknown): Promise<Answer>[] => {
      const path = `${objects}/${String(pathObject)}/links`;
      return [client.get(path), client.post(path, { url: STEAM })];
    };

    it('links of other accounts or objects, missing and deleted links give the same 404, byte for byte', async () => {
      const other = await aClient();
      const theirObject = await anObject(other);
      const theirLink = await addLink(STEAM, other, theirObject);
      const [mine, deleted] = [await addLink(), await addLink(TRUSTPILOT)];
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
      for (const [pathObject, pathLink] of pairs)
        answers.push(...(await Promise.all(requests(me, pathObject, pathLink))));
      for (const pathObject of [theirObject, 999_999_999])
        answers.push(...(await Promise.all(objectRequests(me, pathObject))));
      for (const answer of answers) expect([answer.status, answer.text]).toEqual([404, answers[0]?.text]);
      expect(dataOf(await other.get(`${objects}/${theirObject}/links`))).toMatchObject([
        { id: theirLink, link_name: null },
      ]);
      expect((await listLinks()).map((link) => link['id'])).toEqual([mine]);
    });

    it.each(WRONG_IDS)('contract §1.3: the id %s gives 422 in either place of the path', async (id) => {
      const answers = await Promise.all([
        ...requests(me, object, id),
        ...requests(me, id, 1),
        ...objectRequests(me, id),
      ]);
      for (const answer of answers) expect(answer.status).toBe(422);
    });

    it('contract §5: a read_only key may read and gets 403 for changes', async () => {
      const id = await addLink();
      expect((await me.withReadOnlyKey.get(links)).status).toBe(200);
      const refused = await Promise.all([
        ...requests(me.withReadOnlyKey, object, id),
        me.withReadOnlyKey.post(links, { url: TRUSTPILOT }),
      ]);
      for (const answer of refused) expect([answer.status, answer.body['code']]).toEqual([403, 'forbidden']);
      expect(await listLinks()).toMatchObject([{ id, link_name: null }]);
    });
  });
}
