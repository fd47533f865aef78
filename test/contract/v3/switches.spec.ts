/** The contract of the operator's switches (contract §4.17): v3 only; set with keys of scope `master`, and seen by every account. */
import { KeysService } from '@src/auth';
import { aWebhook, dueDeliveries } from '@test/support/delivery-harness';
import { aMember, type Browser } from '@test/support/console-person';
import { OpenApiCheck } from '@test/support/openapi-check';
import { insertReview } from '@test/support/review-factory';
import { aLink } from '@test/support/store-fixture';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';
import { WebhookReceiver } from '@test/support/webhook-receiver';
import { ContractClient, dataOf, type Answer, type Json } from '../contract-client';

const [STEAM, TRUSTPILOT] = [8, 4];
const SWITCHES = ['replies', 'webhooks', 'collection'] as const;
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/) as string;

describe('v3: what the operator has switched off', () => {
  let app: TestApp;
  let check: OpenApiCheck;
  let operator: TestAccount;
  let master: ContractClient;
  let client: ContractClient;
  let person: Browser;
  let accountId: number;

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
    check = new OpenApiCheck(app.app);
    operator = await app.anAccount({ name: 'Operator' });
    const { key } = await app.app.get(KeysService).issue(operator.accountId, 'master');
    master = new ContractClient(app, 'v3', operator, key);
    const invited = await aMember(app, operator.accountId, 'owner');
    await app.database.query('update person set is_operator = true where email = $1', [invited.email]);
    person = invited.browser;
    const account = await app.anAccount({ name: 'Client' });
    accountId = account.accountId;
    client = new ContractClient(app, 'v3', account);
  });
  beforeEach(() => app.database.query('truncate switch_off, source_event, audit_entry'));
  afterAll(() => app?.close());

  const documented = (method: string, path: string, answer: Answer): Answer => {
    check.expect({ method, path, ...answer });
    return answer;
  };
  const list = async (): Promise<readonly Json[]> => {
    const answer = documented('GET', '/v3/admin/switches', await master.get('/v3/admin/switches'));
    expect(answer.status).toBe(200);
    return dataOf(answer);
  };
  const set = async (name: string, to: 'off' | 'on', body: Json = {}): Promise<Answer> => {
    const path = `/v3/admin/switches/${name}/${to}`;
    return documented('POST', path, await master.post(path, body));
  };
  const on = (name: string): Json => ({
    switch: name,
    ...{ source_slug: null, source_name: null, off_since: null, reason: null },
  });
  const switchedOff = async (): Promise<unknown> => {
    const answer = documented('GET', '/v3/account', await client.withReadOnlyKey.get('/v3/account'));
    return answer.body['switched_off'];
  };

  describe('for the operator', () => {
    it('lists the three switches, which are on in the beginning', async () => {
      expect(await list()).toEqual(SWITCHES.map(on));
    });

    it.each(SWITCHES)('switches %s off and on, for all platforms', async (name) => {
      const off = { ...on(name), off_since: TIME, reason: 'a bad release' };
      const answer = await set(name, 'off', { reason: ' a bad release ' });
      expect([answer.status, dataOf(answer)]).toEqual([200, SWITCHES.map((one) => (one === name ? off : on(one)))]);
      expect(await list()).toEqual(dataOf(answer));
      expect(dataOf(await set(name, 'on'))).toEqual(SWITCHES.map(on));
    });

    it.each(SWITCHES)('switches %s off and on, for one platform', async (name) => {
      const body = { source_slug: 'steam', reason: null };
      const ofSteam = { switch: name, source_slug: 'steam', source_name: 'Steam', off_since: TIME, reason: null };
      expect(dataOf(await set(name, 'off', body))).toEqual([...SWITCHES.map(on), ofSteam]);
      expect((await set(name, 'on')).body).toMatchObject({ code: 'conflict' });
      expect(dataOf(await set(name, 'on', body))).toEqual(SWITCHES.map(on));
      expect((await set(name, 'on', body)).status).toBe(409);
    });

    it('shows the pause of a source as the switch of its collection, and the other way round', async () => {
      await master.post('/v3/admin/sources/steam/pause', { reason: 'They asked us to stop' });
      expect((await list()).at(-1)).toMatchObject({ switch: 'collection', reason: 'They asked us to stop' });
      await set('collection', 'on', { source_slug: 'steam' });
      await set('collection', 'off', { source_slug: 'steam' });
      const { body } = await master.get('/v3/admin/sources/steam');
      expect(body).toMatchObject({ state: 'paused', paused_at: TIME, pause_reason: null });
      expect((body['events'] as Json[]).map(({ kind }) => kind)).toEqual(['paused', 'resumed', 'paused']);
      await master.post('/v3/admin/sources/steam/resume', { reason: 'Allowed' });
      expect(await list()).toEqual(SWITCHES.map(on));
    });

    it('records each change with its actor (§12.5)', async () => {
      await set('replies', 'off', { reason: 'a bad release' });
      await set('replies', 'on', { reason: 'mended' });
      const entries = await app.database.query(
        'select actor, action, account_id as account, after from audit_entry order by id',
      );
      expect(entries).toEqual([
        {
          actor: 'key',
          action: 'switch.turned_off',
          account: null,
          after: { switch: 'replies', reason: 'a bad release' },
        },
        { actor: 'key', action: 'switch.turned_on', account: null, after: { switch: 'replies', reason: 'mended' } },
      ]);
    });

    it.each<[string, string, Json, number, string]>([
      ['an unknown switch', 'billing', {}, 404, 'not_found'],
      ['an unknown platform', 'replies', { source_slug: 'nowhere' }, 422, 'validation_error'],
      ['an empty reason', 'replies', { reason: ' ' }, 422, 'validation_error'],
      ['an unknown field', 'replies', { source: 'steam' }, 422, 'validation_error'],
    ])('refuses %s, and changes nothing', async (_, name, body, status, code) => {
      for (const to of ['off', 'on'] as const)
        expect(await set(name, to, body)).toMatchObject({ status, body: { code } });
      expect(await list()).toEqual(SWITCHES.map(on));
    });

    it('is for operators only, and a person needs a fresh proof to set one', async () => {
      for (const answer of [
        await client.get('/v3/admin/switches'),
        await client.post('/v3/admin/switches/replies/off', {}),
        await client.post('/v3/admin/switches/replies/on', {}),
      ])
        expect([answer.status, answer.body['code']]).toEqual([403, 'forbidden']);
      const asPerson = async (method: 'GET' | 'POST', path: string): Promise<unknown[]> => {
        const body = method === 'POST' ? {} : null;
        const { status, body: answer } = await person.v3(method, `admin/${path}`, operator.accountId, body);
        return [status, (answer as Json)['code']];
      };
      await app.database.query(`update session set proved_at = now() - interval '1 hour'`);
      expect(await asPerson('GET', 'switches')).toEqual([200, undefined]);
      expect(await asPerson('POST', 'switches/replies/off')).toEqual([403, 'proof_required']);
      await app.database.query('update session set proved_at = now()');
      expect(await asPerson('POST', 'switches/replies/off')).toEqual([200, undefined]);
    });
  });

  describe('for an account', () => {
    it('is in GET /v3/account, with any key, and without the reason', async () => {
      expect(await switchedOff()).toEqual([]);
      await set('webhooks', 'off', { reason: 'for operators' });
      await set('collection', 'off', { source_slug: 'steam' });
      expect(await switchedOff()).toEqual([
        { switch: 'webhooks', source_id: null, source_slug: null, since: TIME },
        { switch: 'collection', source_id: STEAM, source_slug: 'steam', since: TIME },
      ]);
    });

    it('is in its links: those of the platform keep their due times', async () => {
      const steam = await aLink(app.database, { accountId, sourceId: STEAM });
      await aLink(app.database, { accountId, objectId: steam.objectId, sourceId: TRUSTPILOT });
      const since = async (): Promise<readonly unknown[]> => {
        const path = `/v3/objects/${steam.objectId}/links`;
        const links = dataOf(documented('GET', path, await client.get(path)));
        expect(links.map((link) => link['next_collection_at'])).toEqual([TIME, TIME]);
        return links.map((link) => link['switched_off_since']);
      };
      expect(await since()).toEqual([null, null]);
      await set('collection', 'off', { source_slug: 'steam' });
      expect(await since()).toEqual([TIME, null]);
      await set('collection', 'off');
      expect(await since()).toEqual([TIME, TIME]);
      const { status, body } = await client.post(`/v3/objects/${steam.objectId}/collect`, {});
      expect(status).toBe(202);
      const run = await client.get(`/v3/runs/${String(body['run_id'])}`);
      expect(run.body).toMatchObject({ finished_at: TIME, links: [] });
      await set('collection', 'on');
      await set('collection', 'on', { source_slug: 'steam' });
    });

    it('accepts a reply, which stays pending and says so', async () => {
      const [google] = await app.database.query<{ id: number }>(`select id from source where slug = 'google'`);
      const link = await aLink(app.database, { accountId, sourceId: google?.id ?? 0 });
      await app.database.query(
        `insert into platform_connection (account_id, object_id, source_id, sealed, key_id, card) values ($1, $2, $3, '\\x00', '', 'c')`,
        [accountId, link.objectId, link.sourceId],
      );
      const id = await insertReview(app.database, { ...link, text: 'Friendly' });
      await set('replies', 'off');
      const path = `/v3/reviews/${id}/reply`;
      const accepted = await client.put(path, { text: 'Thank you' });
      expect([accepted.status, accepted.body]).toEqual([202, { text: 'Thank you', status: 'pending' }]);
      const state = async (): Promise<Json> => documented('GET', path, await client.get(path)).body;
      expect(await state()).toMatchObject({ status: 'pending', switched_off_since: TIME, next_attempt_at: null });
      expect((await client.get(`/v2/reviews/${id}/reply`)).body).toEqual({
        status: 'pending',
        ...{ published_at: null, confirmed_at: null, error: null },
      });
      await set('replies', 'on');
      expect(await state()).toMatchObject({ status: 'pending', switched_off_since: null, next_attempt_at: TIME });
    });

    it('records deliveries, which stay pending and say so', async () => {
      const webhookId = await aWebhook(app.database, { accountId });
      const [ofSteam, ofOther] = await dueDeliveries(app.database, { accountId, webhookId }, 2);
      await app.database.query('update webhook_delivery set source_ids = $2 where id = $1', [ofSteam, [STEAM]]);
      const path = `/v3/webhooks/${webhookId}/deliveries`;
      const since = async (): Promise<readonly unknown[]> => {
        const deliveries = dataOf(documented('GET', path, await client.get(path)));
        return [ofSteam, ofOther].map(
          (id) => deliveries.find((delivery) => delivery['delivery_id'] === id)?.['switched_off_since'],
        );
      };
      expect(await since()).toEqual([null, null]);
      await set('webhooks', 'off', { source_slug: 'steam' });
      expect(await since()).toEqual([TIME, null]);
      await set('webhooks', 'off');
      expect(await since()).toEqual([TIME, TIME]);
    });

    it('sends no test event while all webhooks are off', async () => {
      const receiver = new WebhookReceiver(200);
      await receiver.listen();
      try {
        const webhookId = await aWebhook(app.database, { accountId, target: receiver.origin });
        const path = `/v3/webhooks/${webhookId}/test`;
        const test = async (): Promise<Json> => documented('POST', path, await client.post(path, {})).body;
        await set('webhooks', 'off', { source_slug: 'steam' });
        expect(await test()).toMatchObject({ success: true, status_code: 200, error: null });
        await set('webhooks', 'off');
        expect(await test()).toMatchObject({ success: false, status_code: null, error: 'switched_off' });
        expect(receiver.received).toHaveLength(1);
      } finally {
        receiver.close();
      }
    });
  });
});
