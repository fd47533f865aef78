/** The contract of webhooks (specification §2.7, §4.11, §6.3, §6.4; decisions §8), asked of each version. */
import { createHmac } from 'node:crypto';
import { OpenApiCheck } from '@test/support/openapi-check';
import { testApp, type TestApp } from '@test/support/test-app';
import { WebhookReceiver } from '@test/support/webhook-receiver';
import { ContractClient, dataOf, WRONG_IDS, type Answer, type Json, type Words } from './contract-client';

const TARGET = 'https://hooks.example.com/reviews';
const V3_TYPES = ['reviews.updated', 'reviews.deleted', 'reviews.restored'];
const FIELDS = [
  'bucket_window',
  'created_at',
  'event_types',
  'failure_count',
  'filters',
  'id',
  'is_active',
  'last_failure_at',
  'object_ids',
  'target',
  'updated_at',
];
const keysOf = (value: unknown): string[] => Object.keys(value as Json).sort();

export function describeWebhooks(words: Words): void {
  const { version, objects } = words;
  const path = `/${version}/webhooks`;
  let app: TestApp;
  let check: OpenApiCheck;
  let me: ContractClient;

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000', HREV_WEBHOOK_TIMEOUT: '2s' } });
    check = new OpenApiCheck(app.app);
  }, 60_000);
  beforeEach(async () => {
    me = await aClient();
  });
  afterAll(() => app?.close());

  const aClient = async (): Promise<ContractClient> => new ContractClient(app, version, await app.anAccount());
  const through = (other: 'v2' | 'v3', client = me): ContractClient => new ContractClient(app, other, client.account);
  const documented = (method: string, at: string, answer: Answer): Answer => {
    check.expect({ method, path: at, ...answer });
    return answer;
  };
  const create = async (body: Json = {}, client = me): Promise<Answer> => {
    const whole = { target: TARGET, event_types: ['reviews.new'], ...body };
    return documented('POST', path, await client.post(path, whole));
  };
  const aWebhook = async (body: Json = {}, client = me): Promise<number> => {
    const answer = await create(body, client);
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return answer.body['id'] as number;
  };
  /** By rows alone. */
  const fill = (count: number): Promise<unknown> =>
    app.database.query(
      `insert into webhook (account_id, schema_version, target, event_types, bucket_window, filters)
       select $1, 3, $2, '{reviews.new}', 'immediate', '{}' from generate_series(1, $3)`,
      [me.account.accountId, TARGET, count],
    );
  const patch = async (id: number, body: Json, client = me): Promise<Answer> =>
    documented('PATCH', `${path}/${id}`, await client.patch(`${path}/${id}`, body));
  const remove = async (id: number, client = me): Promise<Answer> =>
    documented('DELETE', `${path}/${id}`, await client.delete(`${path}/${id}`));
  const test = async (id: number, client = me): Promise<Answer> =>
    documented('POST', `${path}/${id}/test`, await client.post(`${path}/${id}/test`, undefined));
  const secret = async (client = me): Promise<Answer> =>
    documented('GET', `${path}/secret`, await client.get(`${path}/secret`));
  const rotate = async (client = me): Promise<Answer> =>
    documented('POST', `${path}/rotate-secret`, await client.post(`${path}/rotate-secret`, undefined));
  const listed = async (client = me): Promise<readonly Json[]> =>
    dataOf(documented('GET', path, await client.get(path)));
  const refused = (answer: Answer, status: number, code: string): void =>
    expect([answer.status, answer.body['code']]).toEqual([status, code]);
  const anObject = async (client = me): Promise<number> =>
    (await client.post(objects, { name: 'Object' })).body['id'] as number;

  describe(`POST ${path}`, () => {
    it('§4.11: 201 with the record of §2.7, without the secret; defaults', async () => {
      const { status, body } = await create();
      expect([status, keysOf(body)]).toEqual([201, FIELDS]);
      expect(body).toMatchObject({
        target: TARGET,
        object_ids: null,
        event_types: ['reviews.new'],
        bucket_window: 'immediate',
        filters: {},
        is_active: true,
        failure_count: 0,
        last_failure_at: null,
      });
      expect(body['updated_at']).toBe(body['created_at']);
    });

    it('everything given comes back as it was set', async () => {
      const own = [await anObject(), await anObject()];
      const settings = {
        target: 'https://hooks.example.com:8443/a?b=c#d',
        object_ids: own,
        event_types: ['scrape.run.finished', 'replies.new'],
        bucket_window: 'daily_9',
        filters: {
          allowed_ratings: [0, 5],
          allowed_sources: ['TrustPilot', 'nowhere'],
          has_text: true,
          has_images: false,
        },
      };
      expect((await create(settings)).body).toMatchObject(settings);
      expect(await listed()).toEqual([expect.objectContaining(settings)]);
    });

    it.each([null, []])('§2.7: object_ids %j = all own objects', async (objectIds) =>
      expect((await create({ object_ids: objectIds })).body['object_ids']).toBeNull(),
    );

    it('an object named twice is kept once', async () => {
      const [a, b] = [await anObject(), await anObject()];
      expect((await create({ object_ids: [b, a, b] })).body['object_ids']).toEqual([b, a]);
    });

    it('decisions §8: object_ids must be own, else 404 (foreign, missing, deleted), and nothing is made', async () => {
      const [own, deleted] = [await anObject(), await anObject()];
      await me.delete(`${objects}/${deleted}`);
      const foreign = await anObject(await aClient());
      for (const id of [foreign, deleted, 900_000_000, Number.MAX_SAFE_INTEGER])
        refused(await create({ object_ids: [own, id] }), 404, 'not_found');
      expect(await listed()).toEqual([]);
    });

    it.each(['reviews.new', 'replies.new', 'scrape.run.finished'])('§6.1: event type %s', async (type) =>
      expect((await create({ event_types: [type] })).status).toBe(201),
    );

    it.each(V3_TYPES)(`decisions §8: "beyond the specification, v3 only": ${version} and %s`, async (type) => {
      const answer = await create({ event_types: ['reviews.new', type] });
      if (version === 'v3') expect(answer.status).toBe(201);
      else refused(answer, 422, 'validation_error');
    });

    it.each([[[]], [['reviews.new', 'reviews.new']], [['reviews.New']], [['ping']], ['reviews.new'], [null]])(
      'decisions §8: event_types "at least one, distinct, known (else 422)": %j',
      async (types) => refused(await create({ event_types: types }), 422, 'validation_error'),
    );

    it('§6.1: bucket_window immediate or daily_<HOUR>, hours 0-23', async () => {
      for (const window of ['immediate', 'daily_0', 'daily_9', 'daily_23'])
        expect((await create({ bucket_window: window })).body['bucket_window']).toBe(window);
    });

    it.each(['daily_24', 'daily_09', 'daily_-1', 'daily_', 'daily', 'Daily_9', 'hourly', '', null, 9])(
      'bucket_window %j is 422',
      async (window) => refused(await create({ bucket_window: window }), 422, 'validation_error'),
    );

    it.each([
      [{ min_rating: 3 }],
      [{ allowed_ratings: [6] }],
      [{ allowed_ratings: [-1] }],
      [{ allowed_ratings: [1.5] }],
      [{ allowed_ratings: ['5'] }],
      [{ allowed_ratings: [5, 5] }],
      [{ allowed_ratings: null }],
      [{ allowed_ratings: 5 }],
      [{ allowed_sources: 'trustpilot' }],
      [{ allowed_sources: [''] }],
      [{ has_text: 'true' }],
      [{ has_images: 1 }],
      [[]],
      ['all'],
    ])('§6.3, decisions §8 ("unknown fields: 422"): filters %j', async (filters) => {
      const answer = await create({ filters });
      refused(answer, 422, 'validation_error');
      expect(answer.body['detail']).toContain('filters');
    });

    it.each([
      [null, {}],
      [{}, {}],
      [{ allowed_sources: null }, { allowed_sources: null }],
    ])('§6.3: filters %j are no filter', async (filters, kept) =>
      expect((await create({ filters })).body['filters']).toEqual(kept),
    );

    it.each([
      ['is_active', false],
      ['failure_count', 1],
      ['secret', 'x'],
      ['schema_version', '2'],
      ['group_ids', [1]],
    ])('decisions §2: an unknown field is 422: %s', async (field, value) =>
      refused(await create({ [field]: value }), 422, 'validation_error'),
    );

    it('decisions §8: "at most 50 webhooks per account", the next is 409 conflict; a deleted one makes room', async () => {
      const first = await aWebhook();
      await fill(49);
      refused(await create(), 409, 'conflict');
      expect((await create({}, await aClient())).status).toBe(201);
      await remove(first);
      expect((await create()).status).toBe(201);
    });

    it('the ceiling holds however many create at once', async () => {
      await fill(40);
      const answers = await Promise.all(Array.from({ length: 30 }, () => create()));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
      expect(answers.filter(({ status, body }) => status === 409 && body['code'] === 'conflict')).toHaveLength(20);
      expect(await listed()).toHaveLength(50);
    });

    it('§5: a read_only key may list and may not write nor read the secret', async () => {
      const id = await aWebhook();
      expect(await listed(me.reading)).toHaveLength(1);
      for (const answer of [
        await create({}, me.reading),
        await patch(id, { is_active: false }, me.reading),
        await remove(id, me.reading),
        await test(id, me.reading),
        await secret(me.reading),
        await rotate(me.reading),
      ])
        refused(answer, 403, 'forbidden');
    });
  });

  describe('target (§4.11; decisions §8)', () => {
    let strict: TestApp;
    let client: ContractClient;

    beforeAll(async () => {
      const environment = { HREV_RATE_LIMIT: '1000000', HREV_ALLOW_PRIVATE_TARGETS: 'false' };
      strict = await testApp({ environment, databaseUrl: app.databaseUrl });
    }, 60_000);
    beforeEach(async () => {
      client = new ContractClient(strict, version, await strict.anAccount());
    });
    afterAll(() => strict?.close());

    it.each([
      'http://example.com/hook',
      'ftp://example.com/hook',
      'example.com/hook',
      'https://',
      'https://user@example.com/',
      'https://user:password@example.com/',
      'https://localhost/hook',
      'https://hooks.localhost/hook',
      'https://127.0.0.1/hook',
      'https://127.1/hook',
      'https://2130706433/hook',
      'https://0x7f.1/hook',
      'https://10.0.0.1/hook',
      'https://172.16.0.1/hook',
      'https://192.168.1.1/hook',
      'https://100.64.0.1/hook',
      'https://169.254.169.254/latest/meta-data',
      'https://metadata.google.internal/',
      'https://0.0.0.0/hook',
      'https://224.0.0.1/hook',
      'https://192.0.2.1/hook',
      'https://[::1]/hook',
      'https://[::ffff:127.0.0.1]/hook',
      'https://[fd00::1]/hook',
      'https://[fe80::1]/hook',
      'https://[64:ff9b::a00:1]/hook',
      'https://[2002:a00:1::]/hook',
      'https://example.com:22/hook',
      'https://example.com:80/hook',
      'https://example.com/ho ok',
      ' https://example.com/hook',
      'https://example.com/hook\n',
      'https://exam\tple.com/hook',
      'https:\\\\example.com\\hook',
      `https://example.com/${'x'.repeat(2_048)}`,
      '',
    ])('%j: "Refusal: 422 validation_error", at once on creation and on a change', async (target) => {
      const made = await client.post(path, { target: TARGET, event_types: ['reviews.new'] });
      const id = made.body['id'] as number;
      for (const answer of [
        await client.post(path, { target, event_types: ['reviews.new'] }),
        await client.patch(`${path}/${id}`, { target, bucket_window: 'daily_1' }),
      ]) {
        refused(answer, 422, 'validation_error');
        expect(answer.body['detail']).toMatch(/^target: /);
      }
      expect(await listed(client)).toEqual([made.body]);
    });

    it.each([
      'https://example.com',
      'https://example.com:443/hook',
      'https://example.com:1024/hook',
      'https://example.com:65535/hook?secret=x',
      'https://93.184.216.34/hook',
      'https://[2606:2800:220:1:248:1893:25c8:1946]/hook',
      'https://xn--bcher-kva.example/hook',
    ])('%s is accepted and kept as it was written', async (target) => {
      const answer = await client.post(path, { target, event_types: ['reviews.new'] });
      expect([answer.status, answer.body['target']]).toEqual([201, target]);
    });

    it('HREV_ALLOW_PRIVATE_TARGETS opens plain http and loopback in development', async () =>
      expect((await create({ target: 'http://127.0.0.1:9000/hook' })).status).toBe(201));

    it('"and at every connection": a private target saved before is not dialled', async () => {
      const receiver = new WebhookReceiver();
      const id = await aWebhook({ target: `${await receiver.listen()}/hook` });
      const owner = new ContractClient(strict, version, me.account);
      const { status, body } = await owner.post(`${path}/${id}/test`, undefined);
      receiver.close();
      expect([status, body]).toEqual([
        200,
        expect.objectContaining({ success: false, status_code: null, error: 'blocked_address' }),
      ]);
      expect(receiver.received).toEqual([]);
    });
  });

  describe(`GET ${path}`, () => {
    it('§4.11: {data: [Webhook]}, no paging, no secret; oldest first; own alone', async () => {
      const ids = [await aWebhook(), await aWebhook(), await aWebhook()];
      await aWebhook({}, await aClient());
      const answer = documented('GET', path, await me.get(path));
      expect(keysOf(answer.body)).toEqual(['data']);
      expect(dataOf(answer).map((webhook) => webhook['id'])).toEqual(ids);
      for (const webhook of dataOf(answer)) expect(keysOf(webhook)).toEqual(FIELDS);
      expect(answer.text).not.toContain('whsec_');
    });

    it('webhooks created through the other version are in the same list', async () => {
      const other = version === 'v2' ? 'v3' : 'v2';
      const born = await through(other).post(`/${other}/webhooks`, { target: TARGET, event_types: ['replies.new'] });
      expect((await listed()).map((webhook) => webhook['id'])).toEqual([born.body['id']]);
      const changed = await patch(born.body['id'] as number, { is_active: false });
      expect([changed.status, changed.body['is_active']]).toEqual([200, false]);
    });
  });

  describe(`${path}/{webhook_id}`, () => {
    it(`decisions §8: GET of one is v3’s: ${version}`, async () => {
      const id = await aWebhook();
      const answer = await me.get(`${path}/${id}`);
      if (version === 'v3') expect(documented('GET', `${path}/${id}`, answer).body).toEqual((await listed())[0]);
      else refused(answer, 405, 'method_not_allowed');
    });

    const CHANGES: readonly (readonly [string, unknown])[] = [
      ['target', 'https://other.example.com/'],
      ['event_types', ['replies.new', 'scrape.run.finished']],
      ['bucket_window', 'daily_0'],
      ['filters', { has_text: true }],
      ['is_active', false],
    ];

    it.each(CHANGES)('§4.11: PATCH of %s alone changes it and nothing else', async (field, value) => {
      const object = await anObject();
      const id = await aWebhook({ object_ids: [object], filters: { has_images: true } });
      const [before] = await listed();
      await app.database.query(
        `update webhook set created_at = created_at - interval '1 hour', updated_at = updated_at - interval '1 hour',
           failure_count = 7, last_failure_at = now() where id = $1`,
        [id],
      );
      const { status, body } = await patch(id, { [field]: value });
      expect([status, body[field]]).toEqual([200, value]);
      const { created_at: createdAt, updated_at: updatedAt, last_failure_at: _, ...rest } = body;
      expect(String(updatedAt) > String(createdAt)).toBe(true);
      const { created_at: _c, updated_at: _u, last_failure_at: _l, ...was } = before as Json;
      expect(rest).toEqual({ ...was, failure_count: 7, [field]: value });
    });

    it('PATCH of object_ids: own ones, all by null or [], else 404 and nothing changes', async () => {
      const own = await anObject();
      const foreign = await anObject(await aClient());
      const id = await aWebhook();
      expect((await patch(id, { object_ids: [own] })).body['object_ids']).toEqual([own]);
      refused(await patch(id, { object_ids: [own, foreign], is_active: false }), 404, 'not_found');
      expect((await listed())[0]).toMatchObject({ object_ids: [own], is_active: true });
      expect((await patch(id, { object_ids: null })).body['object_ids']).toBeNull();
      await patch(id, { object_ids: [own] });
      expect((await patch(id, { object_ids: [] })).body['object_ids']).toBeNull();
    });

    it('filters are replaced as a whole; null takes them away', async () => {
      const id = await aWebhook({ filters: { has_text: true, allowed_ratings: [1] } });
      expect((await patch(id, { filters: { has_images: true } })).body['filters']).toEqual({ has_images: true });
      expect((await patch(id, { filters: null })).body['filters']).toEqual({});
    });

    it('§3.4: paused and resumed, settings kept', async () => {
      const id = await aWebhook({ bucket_window: 'daily_3' });
      expect((await patch(id, { is_active: false })).body).toMatchObject({
        is_active: false,
        bucket_window: 'daily_3',
      });
      expect((await patch(id, { is_active: true })).body).toMatchObject({ is_active: true, bucket_window: 'daily_3' });
    });

    it('an empty change is 422, an unknown field too, and so is null where it means nothing', async () => {
      const id = await aWebhook();
      for (const body of [
        {},
        { failure_count: 0 },
        { target: null },
        { is_active: null },
        { event_types: null },
        { bucket_window: null },
      ])
        refused(await patch(id, body), 422, 'validation_error');
    });

    it.each(V3_TYPES)('%s is for webhooks born in v3 and set through v3, whichever way it is tried', async (type) => {
      const born = async (other: 'v2' | 'v3'): Promise<number> =>
        (await through(other).post(`/${other}/webhooks`, { target: TARGET, event_types: ['reviews.new'] })).body[
          'id'
        ] as number;
      refused(await patch(await born('v2'), { event_types: [type] }), 422, 'validation_error');
      const onV3 = await patch(await born('v3'), { event_types: [type] });
      expect(onV3.status).toBe(version === 'v3' ? 200 : 422);
    });

    it('v2 shows a webhook of v3 with its types, and changes the rest of it', async () => {
      const { body } = await through('v3').post('/v3/webhooks', { target: TARGET, event_types: ['reviews.deleted'] });
      expect((await listed())[0]).toMatchObject({ event_types: ['reviews.deleted'] });
      const changed = await patch(body['id'] as number, { bucket_window: 'daily_5' });
      expect(changed.body).toMatchObject({ event_types: ['reviews.deleted'], bucket_window: 'daily_5' });
    });

    it('two changes at once of different fields both hold', async () => {
      const id = await aWebhook();
      for (let round = 0; round < 10; round += 1) {
        const window = `daily_${round}`;
        await Promise.all([patch(id, { bucket_window: window }), patch(id, { is_active: round % 2 === 0 })]);
        expect((await listed())[0]).toMatchObject({ bucket_window: window, is_active: round % 2 === 0 });
      }
    });

    it('§4.11: DELETE is 204 with an empty body; then everything about it is 404', async () => {
      const id = await aWebhook();
      const answer = await remove(id);
      expect([answer.status, answer.text]).toEqual([204, '']);
      for (const again of [await remove(id), await patch(id, { is_active: true }), await test(id)])
        refused(again, 404, 'not_found');
      expect(await listed()).toEqual([]);
    });

    it('§7.1: a foreign one is as missing, byte for byte', async () => {
      const foreign = await aWebhook({}, await aClient());
      const calls: readonly ((id: number) => Promise<Answer>)[] = [
        (id) => patch(id, { is_active: false }),
        (id) => remove(id),
        (id) => test(id),
      ];
      for (const call of calls) {
        const [one, other] = [await call(foreign), await call(900_000_000)];
        refused(one, 404, 'not_found');
        expect(one.text).toBe(other.text);
      }
    });

    it.each(WRONG_IDS)('decisions §2: the id %s is 422', async (id) => {
      refused(await me.patch(`${path}/${id}`, { is_active: true }), 422, 'validation_error');
      refused(await me.delete(`${path}/${id}`), 422, 'validation_error');
      refused(await me.post(`${path}/${id}/test`, undefined), 422, 'validation_error');
    });
  });

  describe('signing secret (§4.11, §6.4)', () => {
    it('§4.11: {secret, rotated_at: datetime or null}: made at first need, the same ever after, one per account', async () => {
      const { status, body } = await secret();
      expect([status, body]).toEqual([
        200,
        { secret: expect.stringMatching(/^whsec_[\w-]{43}$/) as string, rotated_at: null },
      ]);
      expect((await secret()).body).toEqual(body);
      const other = version === 'v2' ? 'v3' : 'v2';
      expect((await through(other).get(`/${other}/webhooks/secret`)).body).toEqual(body);
      expect((await secret(await aClient())).body['secret']).not.toBe(body['secret']);
    });

    it('asked for by many at once for the first time, all get the same', async () => {
      const answers = await Promise.all(Array.from({ length: 12 }, () => secret()));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    });

    it('§6.4 5.: "issues a new secret"; rotated_at says when', async () => {
      const before = (await secret()).body['secret'];
      const { status, body } = await rotate();
      expect([status, keysOf(body)]).toEqual([200, ['rotated_at', 'secret']]);
      expect(body['secret']).not.toBe(before);
      expect(body['rotated_at']).toMatch(/^\d{4}-/);
      expect((await secret()).body).toEqual(body);
    });

    it('a first rotation without a secret before it makes one', async () =>
      expect((await rotate()).body['rotated_at']).toMatch(/^\d{4}-/));

    it('decisions §8, reliability D43: encrypted at rest', async () => {
      const { body } = await rotate();
      const rows = await app.database.query<{ sealed: Buffer }>(
        'select sealed from signing_secret where account_id = $1',
        [me.account.accountId],
      );
      expect(rows).toHaveLength(2);
      for (const { sealed } of rows) expect(sealed.includes(String(body['secret']).slice(6, 20))).toBe(false);
      expect(app.logLines.filter((line) => JSON.stringify(line).includes(String(body['secret'])))).toEqual([]);
    });

    it('rotated by many at once: each is a rotation, one is current, none that was promised a day is lost', async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => rotate()));
      const all = answers.map(({ body }) => body['secret']);
      expect(new Set(all).size).toBe(8);
      expect(all).toContain((await secret()).body['secret']);
      const [row] = await app.database.query<{ n: number }>(
        'select count(*) as n from signing_secret where account_id = $1 and valid_until > now()',
        [me.account.accountId],
      );
      expect(row?.n).toBe(8);
    });

    it('the nineteenth rotation within a day is the last: 409 conflict, so that the header stays bounded', async () => {
      for (let count = 0; count < 19; count += 1) expect((await rotate()).status).toBe(200);
      refused(await rotate(), 409, 'conflict');
      await app.database.query(
        `update signing_secret set valid_until = now() - interval '1 second' where account_id = $1 and valid_until is not null`,
        [me.account.accountId],
      );
      expect((await rotate()).status).toBe(200);
    });
  });

  describe(`POST ${path}/{webhook_id}/test (decisions §8)`, () => {
    let receiver: WebhookReceiver;
    let address: string;

    beforeEach(async () => {
      receiver = new WebhookReceiver();
      address = await receiver.listen();
    });
    afterEach(() => receiver.close());

    const toReceiver = (body: Json = {}): Promise<number> => aWebhook({ target: `${address}/hook?a=b`, ...body });
    const signed = (key: unknown): string => {
      const { headers, body } = receiver.last;
      const message = Buffer.concat([Buffer.from(`${String(headers['x-hrev-timestamp'])}.`), body]);
      return `sha256=${createHmac('sha256', String(key)).update(message).digest('hex')}`;
    };
    const rows = async (): Promise<unknown> =>
      app.database.query('select failure_count, last_failure_at, updated_at from webhook where account_id = $1', [
        me.account.accountId,
      ]);

    it('"answers 200 {success, delivery_id, event, status_code, duration_ms, error}"', async () => {
      const { status, body } = await test(await toReceiver());
      expect([status, body]).toEqual([
        200,
        {
          success: true,
          delivery_id: expect.any(Number) as number,
          event: 'reviews.new',
          status_code: 204,
          duration_ms: expect.any(Number) as number,
          error: null,
        },
      ]);
    });

    it('§6.2, §6.4: the headers, and a genuine signature over timestamp, dot and raw body', async () => {
      const { body } = await test(await toReceiver());
      const { method, path: at, headers } = receiver.last;
      expect([method, at]).toEqual(['POST', '/hook?a=b']);
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        'x-hrev-event': 'reviews.new',
        'x-hrev-delivery-id': String(body['delivery_id']),
        'x-hrev-event-id': '0',
        'x-hrev-timestamp': expect.stringMatching(/^\d{10}$/) as string,
        'content-length': String(receiver.last.body.length),
      });
      expect(Math.abs(Number(headers['x-hrev-timestamp']) - Date.now() / 1000)).toBeLessThan(300);
      expect(headers['x-hrev-signature']).toBe(signed((await secret()).body['secret']));
    });

    it('§6.4 5.: for 24 hours by the new and the previous secrets, comma-separated, newest first; then by the new alone', async () => {
      const id = await toReceiver();
      const first = (await secret()).body['secret'];
      const [second, third] = [(await rotate()).body['secret'], (await rotate()).body['secret']];
      await test(id);
      expect(receiver.last.headers['x-hrev-signature']).toBe([third, second, first].map(signed).join(','));
      const age = (hours: number, minutes: number): Promise<unknown> =>
        app.database.query(
          `update signing_secret set valid_until = valid_until - make_interval(hours => $2, mins => $3) where account_id = $1`,
          [me.account.accountId, hours, minutes],
        );
      await age(23, 55);
      await test(id);
      expect(String(receiver.last.headers['x-hrev-signature']).split(',')).toHaveLength(3);
      await age(0, 6);
      await test(id);
      expect(receiver.last.headers['x-hrev-signature']).toBe(signed(third));
    });

    it('"one event of the first subscribed type with sample data and "test": true", in the body of its version', async () => {
      for (const [types, event] of [
        [['replies.new', 'reviews.new'], 'replies.new'],
        [['scrape.run.finished', 'reviews.new'], 'scrape.run.finished'],
        [['reviews.new'], 'reviews.new'],
      ] as const) {
        const { body } = await test(await toReceiver({ event_types: types }));
        const sent = JSON.parse(receiver.last.body.toString('utf8')) as Json;
        expect(sent).toMatchObject({
          schema_version: version.slice(1),
          event,
          delivery_id: body['delivery_id'],
          test: true,
        });
        expect([body['event'], receiver.last.headers['x-hrev-event']]).toEqual([event, event]);
        expect(check.eventProblems(version === 'v2' ? '2' : '3', event, sent)).toEqual([]);
        if (event !== 'scrape.run.finished') expect(sent).toHaveProperty(version === 'v2' ? 'groups' : 'objects');
      }
    });

    it('every test has a delivery id of its own, of the sequence of deliveries', async () => {
      const id = await toReceiver();
      const ids = [await test(id), await test(id), await test(id)].map(({ body }) => body['delivery_id'] as number);
      expect(new Set(ids).size).toBe(3);
      const [next] = await app.database.query<{ id: number }>(`select nextval('webhook_delivery_id') as id`);
      expect(next?.id).toBeGreaterThan(Math.max(...ids));
    });

    it.each([
      [200, true, null],
      [299, true, null],
      [302, false, 'bad_status'],
      [404, false, 'bad_status'],
      [429, false, 'bad_status'],
      [503, false, 'bad_status'],
    ])('"200 also when the receiver fails": %i', async (answered, success, error) => {
      receiver.status = answered;
      receiver.answerHeaders = { Location: `${address}/elsewhere` };
      const id = await toReceiver();
      const before = await rows();
      const { status, body } = await test(id);
      expect([status, body]).toEqual([200, expect.objectContaining({ success, status_code: answered, error })]);
      // Neither followed nor tried again nor counted.
      expect(receiver.received).toHaveLength(1);
      expect(await rows()).toEqual(before);
    });

    it('a receiver that does not listen, and one that never answers', async () => {
      const gone = new WebhookReceiver();
      const target = `${await gone.listen()}/hook`;
      gone.close();
      expect((await test(await aWebhook({ target }))).body).toMatchObject({
        success: false,
        status_code: null,
        error: 'refused',
      });
      receiver.status = null;
      const { body } = await test(await toReceiver());
      expect(body).toMatchObject({ success: false, status_code: null, error: 'timeout' });
      expect(body['duration_ms']).toBeGreaterThanOrEqual(1_900);
    });

    it('"works while paused"', async () => {
      const id = await toReceiver();
      await patch(id, { is_active: false });
      expect((await test(id)).body).toMatchObject({ success: true });
    });

    it('four of an account wait for their receivers at once; a fifth is 409 conflict, other accounts are not held up', async () => {
      receiver.status = null;
      const ids = [await toReceiver(), await toReceiver(), await toReceiver()];
      const waiting = ids.concat(ids.slice(0, 1)).map((id) => test(id));
      while (receiver.received.length < 4) await new Promise((resolve) => setTimeout(resolve, 10));
      refused(await test(ids[0] as number), 409, 'conflict');
      receiver.status = 204;
      const stranger = await aClient();
      const foreign = await aWebhook({ target: `${address}/hook` }, stranger);
      expect((await test(foreign, stranger)).body).toMatchObject({ success: true });
      for (const answer of await Promise.all(waiting)) expect(answer.body).toMatchObject({ error: 'timeout' });
      expect((await test(ids[0] as number)).body).toMatchObject({ success: true });
    });
  });
}
