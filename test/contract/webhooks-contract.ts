/** The contract of webhooks (contract §2.7, §4.11, §6.3, §6.4), tested for each version. */
import { testApp, type TestApp } from '@test/support/test-app';
import { WebhookReceiver } from '@test/support/webhook-receiver';
import { ContractClient, type ApiNames } from './contract-client';
import { describeChanges } from './webhooks-changes-contract';
import { describeSigningSecret } from './webhooks-secret-contract';
import { describeTestEvent } from './webhooks-test-event-contract';
import { fieldsIn, keysOf, TARGET, V3_TYPES, webhooksFixture, type WebhooksFixture } from './webhooks-fixture';

export function describeWebhooks(api: ApiNames): void {
  const fixture = webhooksFixture(api);
  describeCreation(fixture);
  describeChanges(fixture);
  describeSigningSecret(fixture);
  describeTestEvent(fixture);
}

function describeCreation(fixture: WebhooksFixture): void {
  const {
    version,
    path,
    objects,
    aClient,
    create,
    aWebhook,
    insertWebhooks,
    patch,
    remove,
    test,
    secret,
    rotate,
    listWebhooks,
    expectError,
    anObject,
  } = fixture;

  describe(`POST ${path}`, () => {
    it('contract §4.11: gives 201 with the webhook of contract §2.7 and its defaults, without the secret', async () => {
      const { status, body } = await create();
      expect([status, keysOf(body)]).toEqual([201, fieldsIn(version)]);
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

    it('returns all given fields unchanged', async () => {
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
      expect(await listWebhooks()).toEqual([expect.objectContaining(settings)]);
    });

    it.each([null, []])('contract §2.7: object_ids %j selects all objects of the account', async (objectIds) =>
      expect((await create({ object_ids: objectIds })).body['object_ids']).toBeNull(),
    );

    it('a repeated object id is stored once', async () => {
      const [a, b] = [await anObject(), await anObject()];
      expect((await create({ object_ids: [b, a, b] })).body['object_ids']).toEqual([b, a]);
    });

    it('contract §4.11: an object of another account, a missing or a deleted one gives 404, and no webhook is created', async () => {
      const [own, deleted] = [await anObject(), await anObject()];
      await fixture.me.delete(`${objects}/${deleted}`);
      const foreign = await anObject(await aClient());
      for (const id of [foreign, deleted, 900_000_000, Number.MAX_SAFE_INTEGER])
        expectError(await create({ object_ids: [own, id] }), 404, 'not_found');
      expect(await listWebhooks()).toEqual([]);
    });

    it.each(['reviews.new', 'replies.new', 'scrape.run.finished'])(
      'contract §6.1: accepts the event type %s',
      async (type) => expect((await create({ event_types: [type] })).status).toBe(201),
    );

    it.each(V3_TYPES)(`contract §6.1: only v3 accepts %s (here ${version})`, async (type) => {
      const answer = await create({ event_types: ['reviews.new', type] });
      if (version === 'v3') expect(answer.status).toBe(201);
      else expectError(answer, 422, 'validation_error');
    });

    it.each([[[]], [['reviews.new', 'reviews.new']], [['reviews.New']], [['ping']], ['reviews.new'], [null]])(
      'contract §4.11: event_types must be known and distinct, at least one: %j gives 422',
      async (types) => expectError(await create({ event_types: types }), 422, 'validation_error'),
    );

    it('contract §6.1: bucket_window is immediate or daily_<HOUR> with the hours 0-23', async () => {
      for (const window of ['immediate', 'daily_0', 'daily_9', 'daily_23'])
        expect((await create({ bucket_window: window })).body['bucket_window']).toBe(window);
    });

    it.each(['daily_24', 'daily_09', 'daily_-1', 'daily_', 'daily', 'Daily_9', 'hourly', '', null, 9])(
      'the bucket_window %j gives 422',
      async (window) => expectError(await create({ bucket_window: window }), 422, 'validation_error'),
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
    ])('contract §6.3, §4.11: the filters %j give 422', async (filters) => {
      const answer = await create({ filters });
      expectError(answer, 422, 'validation_error');
      expect(answer.body['detail']).toContain('filters');
    });

    it.each([
      [null, {}],
      [{}, {}],
      [{ allowed_sources: null }, { allowed_sources: null }],
    ])('contract §6.3: the filters %j are accepted and do not filter', async (filters, stored) =>
      expect((await create({ filters })).body['filters']).toEqual(stored),
    );

    it.each([
      ['is_active', false],
      ['failure_count', 1],
      ['secret', 'x'],
      ['schema_version', '2'],
      ['group_ids', [1]],
    ])('contract §1.3: the unknown field %s gives 422', async (field, value) =>
      expectError(await create({ [field]: value }), 422, 'validation_error'),
    );

    it('contract §4.11: an account has at most 50 webhooks; the next gives 409 conflict until one is deleted', async () => {
      const first = await aWebhook();
      await insertWebhooks(49);
      expectError(await create(), 409, 'conflict');
      expect((await create({}, await aClient())).status).toBe(201);
      await remove(first);
      expect((await create()).status).toBe(201);
    });

    it('concurrent requests do not exceed the limit', async () => {
      await insertWebhooks(40);
      const answers = await Promise.all(Array.from({ length: 30 }, () => create()));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
      expect(answers.filter(({ status, body }) => status === 409 && body['code'] === 'conflict')).toHaveLength(20);
      expect(await listWebhooks()).toHaveLength(50);
    });

    it('contract §5: a read_only key may list webhooks, and gets 403 for changes and for the secret', async () => {
      const id = await aWebhook();
      expect(await listWebhooks(fixture.me.withReadOnlyKey)).toHaveLength(1);
      for (const answer of [
        await create({}, fixture.me.withReadOnlyKey),
        await patch(id, { is_active: false }, fixture.me.withReadOnlyKey),
        await remove(id, fixture.me.withReadOnlyKey),
        await test(id, fixture.me.withReadOnlyKey),
        await secret(fixture.me.withReadOnlyKey),
        await rotate(fixture.me.withReadOnlyKey),
      ])
        expectError(answer, 403, 'forbidden');
    });
  });

  describe('target (contract §4.11)', () => {
    let strict: TestApp;
    let client: ContractClient;

    beforeAll(async () => {
      const environment = { HREV_RATE_LIMIT: '1000000', HREV_ALLOW_PRIVATE_TARGETS: 'false' };
      strict = await testApp({ environment, databaseUrl: fixture.app.databaseUrl });
    });
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
    ])('the target %j gives 422, on creation and on a change', async (target) => {
      const created = await client.post(path, { target: TARGET, event_types: ['reviews.new'] });
      const id = created.body['id'] as number;
      for (const answer of [
        await client.post(path, { target, event_types: ['reviews.new'] }),
        await client.patch(`${path}/${id}`, { target, bucket_window: 'daily_1' }),
      ]) {
        expectError(answer, 422, 'validation_error');
        expect(answer.body['detail']).toMatch(/^target: /);
      }
      expect(await listWebhooks(client)).toEqual([created.body]);
    });

    it.each([
      'https://example.com',
      'https://example.com:443/hook',
      'https://example.com:1024/hook',
      'https://example.com:65535/hook?secret=x',
      'https://93.184.216.34/hook',
      'https://[2606:2800:220:1:248:1893:25c8:1946]/hook',
      'https://xn--bcher-kva.example/hook',
    ])('%s is accepted and stored unchanged', async (target) => {
      const answer = await client.post(path, { target, event_types: ['reviews.new'] });
      expect([answer.status, answer.body['target']]).toEqual([201, target]);
    });

    it('HREV_ALLOW_PRIVATE_TARGETS permits plain http and loopback in development', async () =>
      expect((await create({ target: 'http://127.0.0.1:9000/hook' })).status).toBe(201));

    it('does not connect to a private target that was stored while private targets were allowed', async () => {
      const receiver = new WebhookReceiver();
      const id = await aWebhook({ target: `${await receiver.listen()}/hook` });
      const owner = new ContractClient(strict, version, fixture.me.account);
      const { status, body } = await owner.post(`${path}/${id}/test`, undefined);
      receiver.close();
      expect([status, body]).toEqual([
        200,
        expect.objectContaining({ success: false, status_code: null, error: 'blocked_address' }),
      ]);
      expect(receiver.received).toEqual([]);
    });
  });
}
