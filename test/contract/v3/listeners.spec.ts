import { createHmac } from 'node:crypto';
import { KeysService } from '@src/auth';
import { WebhookLeaseStore } from '@src/webhooks/persistence/webhook-lease.store';
import { aWebhook, deliveriesOf, dueDeliveries } from '@test/support/delivery-harness';
import { eventually } from '@test/support/eventually';
import { OpenApiCheck } from '@test/support/openapi-check';
import { testApp, type TestApp } from '@test/support/test-app';
import { ContractClient, dataOf, type Answer, type Json } from '../contract-client';

const BODY = '{"text":"grüße"}';

/** Webhooks without a target, whose deliveries clients claim (contract §4.11: v3 only). */
describe('v3: listeners', () => {
  let app: TestApp;
  let client: ContractClient;
  let listenerId: number;

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000', HREV_WEBHOOK_TIMEOUT: '1s' } });
  });
  afterAll(() => app?.close());
  beforeEach(async () => {
    client = new ContractClient(app, 'v3', await app.anAccount());
    listenerId = await aListener();
  });

  const documented = (method: string, at: string, answer: Answer): Answer => {
    new OpenApiCheck(app.app).expect({ method, path: at, ...answer });
    return answer;
  };
  const create = async (body: Json = {}): Promise<Answer> =>
    documented(
      'POST',
      '/v3/webhooks',
      await client.post('/v3/webhooks', { listener: true, event_types: ['reviews.new'], ...body }),
    );
  const aListener = async (body: Json = {}): Promise<number> => (await create(body)).body['id'] as number;
  const path = (suffix = '', id = listenerId): string => `/v3/webhooks/${id}/claims${suffix}`;
  const owner = (): { accountId: number; webhookId: number } => ({
    accountId: client.account.accountId,
    webhookId: listenerId,
  });
  const due = (count = 1, body = BODY): Promise<readonly number[]> => dueDeliveries(app.database, owner(), count, body);
  const claim = async (body: Json = {}, by = client): Promise<readonly Json[]> => {
    const answer = documented('POST', path(), await by.post(path(), body));
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return dataOf(answer);
  };
  const claimedIds = async (body: Json = {}): Promise<unknown[]> =>
    (await claim(body)).map((one) => one['delivery_id']);
  const report = async (...results: readonly Json[]): Promise<Answer> =>
    documented('POST', path('/results'), await client.post(path('/results'), { results }));
  const settle = async (claimed: Json | undefined, result: Json): Promise<Json | undefined> => {
    const answer = await report({ delivery_id: claimed?.['delivery_id'], lease: claimed?.['lease'], ...result });
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return dataOf(answer)[0];
  };
  const expireLeases = (): Promise<unknown> => app.database.query('update webhook_claim set lease_until = now()');
  const rows = () => deliveriesOf(app.database, listenerId);
  const expectError = (answer: Answer, status: number, code: string): void =>
    expect([answer.status, answer.body['code']]).toEqual([status, code]);

  describe('as webhooks', () => {
    it('have no target, and are created, shown, listed, changed and deleted as others', async () => {
      const { status, body } = await create({ object_ids: [], filters: { has_text: true } });
      expect(status).toBe(201);
      expect(body).toMatchObject({ target: null, listener: true, object_ids: null, filters: { has_text: true } });
      expect(body['last_claim_at']).toEqual(body['created_at']);
      const at = `/v3/webhooks/${body['id'] as number}`;
      expect(documented('GET', at, await client.get(at)).body).toEqual(body);
      expect(dataOf(await client.get('/v3/webhooks'))).toContainEqual(body);
      expect((await client.patch(at, { event_types: ['reviews.updated'] })).body).toMatchObject({
        event_types: ['reviews.updated'],
      });
      expect((await client.delete(at)).status).toBe(204);
      expectError(await client.get(at), 404, 'not_found');
    });

    it.each<[string, Json]>([
      ['a listener with a target', { target: 'https://hooks.example.com/' }],
      ['neither a listener nor a target', { listener: false }],
      ['listener: null', { listener: null }],
    ])('refuse %s with 422, and store nothing', async (_, body) => {
      expectError(await create(body), 422, 'validation_error');
      expect(dataOf(await client.get('/v3/webhooks'))).toHaveLength(1);
    });

    it('accept no target in a change', async () => {
      const answer = await client.patch(`/v3/webhooks/${listenerId}`, { target: 'https://hooks.example.com/' });
      expectError(answer, 422, 'validation_error');
    });

    it('another webhook has listener: false and last_claim_at: null', async () => {
      const answer = await client.post('/v3/webhooks', {
        target: 'https://hooks.example.com/',
        event_types: ['reviews.new'],
      });
      expect(answer.body).toMatchObject({ listener: false, last_claim_at: null });
    });

    it('at most 20 per account, and 50 webhooks beside them (contract §8)', async () => {
      for (let count = 1; count < 20; count += 1) await aListener();
      expectError(await create(), 409, 'conflict');
      const target = { target: 'https://hooks.example.com/', event_types: ['reviews.new'] };
      for (let count = 0; count < 50; count += 1) expect((await client.post('/v3/webhooks', target)).status).toBe(201);
      expectError(await client.post('/v3/webhooks', target), 409, 'conflict');
      await client.delete(`/v3/webhooks/${listenerId}`);
      expect((await create()).status).toBe(201);
    });

    it('are not part of v2: not listed, and 404', async () => {
      const v2 = new ContractClient(app, 'v2', client.account);
      expect(dataOf(await v2.get('/v2/webhooks'))).toEqual([]);
      const at = `/v2/webhooks/${listenerId}`;
      const unknown = (suffix = ''): string => `/v2/webhooks/999999999${suffix}`;
      const calls = async (one: string, test: string): Promise<unknown> => [
        (await v2.patch(one, { is_active: false })).text,
        (await v2.post(test, undefined)).text,
        (await v2.delete(one)).text,
      ];
      expect(await calls(at, `${at}/test`)).toEqual(await calls(unknown(), unknown('/test')));
      expect((await client.get(`/v3/webhooks/${listenerId}`)).body).toMatchObject({ is_active: true });
    });
  });

  describe('claims', () => {
    it('have the bytes and the headers of an attempt, with a valid signature', async () => {
      const [id] = await due();
      const [claimed] = await claim();
      expect(claimed).toMatchObject({ delivery_id: id, attempt: 1, method: 'POST', body: BODY });
      const headers = claimed?.['headers'] as Readonly<Record<string, string>>;
      expect(headers).toMatchObject({
        'Content-Type': 'application/json',
        'X-Hrev-Event': 'reviews.new',
        'X-Hrev-Delivery-Id': String(id),
        'X-Hrev-Event-Id': '7',
        'webhook-id': String(id),
      });
      const { secret } = (await client.get('/v3/webhooks/secret')).body as { readonly secret: string };
      const timestamp = headers['X-Hrev-Timestamp'] ?? '';
      const signature = createHmac('sha256', secret).update(`${timestamp}.${BODY}`).digest('hex');
      expect(headers['X-Hrev-Signature']).toBe(`sha256=${signature}`);
      expect(Math.abs(Date.now() / 1_000 - Number(timestamp))).toBeLessThan(60);
      const expiry = Date.parse(`${claimed?.['lease_expires_at'] as string}Z`);
      expect(Math.abs(expiry - Date.now() - 60_000)).toBeLessThan(10_000);
    });

    it('come first due first, at most limit, and 20 at a time', async () => {
      const ids = await due(25);
      expect(await claimedIds({ limit: 3 })).toEqual(ids.slice(0, 3));
      expect(await claimedIds()).toEqual(ids.slice(3, 20));
      expect(await claimedIds()).toEqual([]);
      await expireLeases();
      expect(await claimedIds({ limit: 1 })).toEqual(ids.slice(0, 1));
    });

    it('of two clients at once have no delivery in common', async () => {
      const ids = await due(20);
      const all = await Promise.all(Array.from({ length: 10 }, () => claimedIds({ limit: 4 })));
      expect(all.flat().sort()).toEqual([...ids].sort());
    });

    it('wait until there is a delivery', async () => {
      const waiting = claim({ wait_seconds: 20 });
      await new Promise((resolve) => setTimeout(resolve, 300));
      const [id] = await due();
      expect((await waiting).map((one) => one['delivery_id'])).toEqual([id]);
    });

    it('wait no longer than they ask for', async () => {
      expect(await claim({ wait_seconds: 1 })).toEqual([]);
    });

    it('a key that is revoked during the wait gets 401 and no delivery (contract §5.1)', async () => {
      const answer = client.post(path(), { wait_seconds: 20 });
      await new Promise((resolve) => setTimeout(resolve, 300));
      const [key] = await app.database.query<{ id: number }>(
        `select id from api_key where account_id = $1 and key_scope = 'full'`,
        [owner().accountId],
      );
      await app.app.get(KeysService, { strict: false }).revoke(key?.id ?? 0);
      await due();
      const { status } = await answer;
      expect(status).toBe(401);
      expect(await app.database.query('select from webhook_claim where webhook_id = $1', [listenerId])).toEqual([]);
    });

    it.each<[string, string]>([
      ['a paused listener', 'update webhook set is_active = false where id = $1'],
      [
        'deliveries that are not due',
        `update webhook_delivery set next_attempt_at = now() + interval '1 hour' where webhook_id = $1`,
      ],
    ])('give nothing of %s', async (_, change) => {
      await due();
      await app.database.query(change, [listenerId]);
      expect(await claim()).toEqual([]);
    });

    it('note the time for the removal after a week', async () => {
      await app.database.query(`update webhook set last_claim_at = now() - interval '3 days' where id = $1`, [
        listenerId,
      ]);
      await claim();
      const { body } = await client.get(`/v3/webhooks/${listenerId}`);
      expect(Date.now() - Date.parse(`${body['last_claim_at'] as string}Z`)).toBeLessThan(60_000);
    });

    it.each<[string, Json]>([
      ['limit 0', { limit: 0 }],
      ['limit 21', { limit: 21 }],
      ['wait_seconds 26', { wait_seconds: 26 }],
      ['wait_seconds -1', { wait_seconds: -1 }],
    ])('refuse %s with 422', async (_, body) => {
      expectError(await client.post(path(), body), 422, 'validation_error');
    });

    it('need scope full, and a listener of the account', async () => {
      expectError(await client.withReadOnlyKey.post(path(), {}), 403, 'forbidden');
      const other = new ContractClient(app, 'v3', await app.anAccount());
      const foreign = await other.post(path(), {});
      expectError(foreign, 404, 'not_found');
      expect(foreign.text).toBe((await other.post(path('', 999_999_999), {})).text);
      expectError(await other.post(path('/results'), { results: [someResult()] }), 404, 'not_found');
      const withTarget = await aWebhook(app.database, { accountId: owner().accountId });
      expectError(await client.post(path('', withTarget), {}), 409, 'conflict');
      expectError(await client.post(path('/results', withTarget), { results: [someResult()] }), 409, 'conflict');
    });
  });

  const someResult = (): Json => ({ delivery_id: 1, lease: '2f1c8a34-9d0e-4b57-8c61-5a7e3d9b0c12', status: 204 });

  describe('results', () => {
    it.each<[string, Json, Json]>([
      ['204', { status: 204 }, { state: 'success', last_status_code: 204, last_error: null }],
      ['410', { status: 410 }, { state: 'failed', last_status_code: 410 }],
      ['302', { status: 302 }, { state: 'failed', last_status_code: 302 }],
      ['500', { status: 500 }, { state: 'pending', last_status_code: 500 }],
      ['429', { status: 429 }, { state: 'pending', last_status_code: 429 }],
      ['999', { status: 999 }, { state: 'pending', last_status_code: 999, last_error: 'bad_answer' }],
      ['no connection', { error: 'refused' }, { state: 'pending', last_status_code: null, last_error: 'refused' }],
    ])('settle %s as an attempt of the service (contract §6.5)', async (_, result, row) => {
      await due();
      const [claimed] = await claim();
      const stored = await settle(claimed, { duration_ms: 12, ...result });
      expect(stored).toMatchObject({ result: 'stored', status: row['state'] });
      expect(await rows()).toMatchObject([{ attempts: 1, tries: 1, last_duration_ms: 12, ...row }]);
      expect(await app.database.query('select from webhook_claim where webhook_id = $1', [listenerId])).toEqual([]);
    });

    it('follow the ladder: the next attempt after 500 is 30 s later, and the last is a dead letter', async () => {
      await due();
      const [claimed] = await claim();
      const stored = await settle(claimed, { status: 500 });
      const wait = Date.parse(`${stored?.['next_attempt_at'] as string}Z`) - Date.now();
      expect(Math.abs(wait - 30_000)).toBeLessThan(5_000);
      expect(await claim()).toEqual([]);
      await app.database.query(
        'update webhook_delivery set next_attempt_at = now(), tries = 29, attempts = 29 where webhook_id = $1',
        [listenerId],
      );
      const [last] = await claim();
      expect(last).toMatchObject({ attempt: 30 });
      expect(await settle(last, { status: 500 })).toMatchObject({ status: 'dead_letter', next_attempt_at: null });
    });

    it('are shown with the attempt, without whole signatures', async () => {
      const [id] = await due();
      const [claimed] = await claim();
      await settle(claimed, { status: 200, response_headers: { 'X-Local': 'yes' }, response_body: 'thank you' });
      const { body } = await client.get(`/v3/webhooks/${listenerId}/deliveries/${id}`);
      const [attempt] = body['attempt_history'] as Json[];
      expect(attempt).toMatchObject({
        number: 1,
        status_code: 200,
        response_headers: { 'x-local': 'yes' },
        response_body: 'thank you',
      });
      const sent = (attempt?.['request_headers'] as Json)['X-Hrev-Signature'];
      expect(sent).toMatch(/^sha256=.{8}…$/);
      const statistics = (await client.get(`/v3/webhooks/${listenerId}/statistics`)).body;
      expect(statistics).toMatchObject({ delivered: 1, pending: 0 });
    });

    it('count failures, and notify no owner of them', async () => {
      await due(20);
      await app.database.query('update webhook set failure_count = 45 where id = $1', [listenerId]);
      const results = (await claim()).map(({ delivery_id, lease }) => ({ delivery_id, lease, status: 500 }));
      await report(...results);
      expect((await client.get(`/v3/webhooks/${listenerId}`)).body).toMatchObject({ failure_count: 65 });
      expect(await app.database.query('select from notice where account_id = $1', [owner().accountId])).toEqual([]);
    });

    it('given back are claimed again at once, without an attempt', async () => {
      const [id] = await due();
      const [claimed] = await claim();
      expect(await settle(claimed, { released: true })).toMatchObject({ result: 'released', status: null });
      expect(await claimedIds()).toEqual([id]);
      expect(await rows()).toMatchObject([{ attempts: 0 }]);
    });

    it.each<[string, () => Promise<unknown>]>([
      ['has expired', expireLeases],
      ['was claimed by another', async () => [await expireLeases(), await claim()]],
      [
        'is of a delivery that ended',
        () =>
          app.database.query(
            `update webhook_delivery set state = 'dead_letter', settled_at = now(), next_attempt_at = null where webhook_id = $1`,
            [listenerId],
          ),
      ],
      ['is unknown', () => app.database.query('delete from webhook_claim')],
    ])('under a lease that %s store nothing', async (_, lose) => {
      await due();
      const [claimed] = await claim();
      await lose();
      const before = await rows();
      expect(await settle(claimed, { status: 204 })).toMatchObject({ result: 'lease_lost', status: null });
      expect(await rows()).toEqual(before);
    });

    it('of several deliveries are stored one by one, in their order', async () => {
      await due(3);
      const [one, two, three] = await claim();
      await app.database.query('update webhook_claim set lease_until = now() where delivery_id = $1', [
        two?.['delivery_id'],
      ]);
      const result = (claimed: Json | undefined, status: number): Json => ({
        delivery_id: claimed?.['delivery_id'],
        lease: claimed?.['lease'],
        status,
      });
      const answer = await report(result(three, 500), result(two, 204), result(one, 204));
      expect(dataOf(answer).map((stored) => [stored['delivery_id'], stored['result'], stored['status']])).toEqual([
        [three?.['delivery_id'], 'stored', 'pending'],
        [two?.['delivery_id'], 'lease_lost', null],
        [one?.['delivery_id'], 'stored', 'success'],
      ]);
      expect((await client.get(`/v3/webhooks/${listenerId}`)).body).toMatchObject({ failure_count: 0 });
    });

    it('reported twice are stored once', async () => {
      await due();
      const [claimed] = await claim();
      const all = await Promise.all([1, 2, 3].map(() => settle(claimed, { status: 204 })));
      expect(all.map((stored) => stored?.['result']).sort()).toEqual(['lease_lost', 'lease_lost', 'stored']);
      expect(await rows()).toMatchObject([{ attempts: 1, state: 'success' }]);
    });

    it.each<[string, Json]>([
      ['nothing', {}],
      ['a status and an error', { status: 200, error: 'timeout' }],
      ['a status and that it was given back', { status: 200, released: true }],
      ['released: false', { released: false }],
      ['an error that only the service knows', { error: 'blocked_address' }],
      ['a lease that is none', { status: 200, lease: 'x'.repeat(36) }],
      ['a status of 99', { status: 99 }],
    ])('that say %s are 422', async (_, result) => {
      const { status: _status, ...empty } = someResult();
      expectError(await report({ ...empty, ...result }), 422, 'validation_error');
    });

    it('that name a delivery twice are 422', async () => {
      expectError(await report(someResult(), someResult()), 422, 'validation_error');
    });
  });

  describe('and the workers of the service', () => {
    it('no worker acquires a listener, reads its deliveries or looks for it again', async () => {
      await due(2);
      const leases = new WebhookLeaseStore(app.database);
      const grants = await leases.acquire({ slots: 64 }, 25_000);
      expect(grants.filter(({ webhookId }) => webhookId === listenerId)).toEqual([]);
      const [dispatch] = await app.database.query(
        'select next_due_at, lease_token from webhook_dispatch where webhook_id = $1',
        [listenerId],
      );
      expect(dispatch).toEqual({ next_due_at: null, lease_token: null });
      expect(await claim()).toHaveLength(2);
    });

    it('its deliveries are not work that waits for workers', async () => {
      const queue = async () =>
        (await app.database.query(`select waiting, oldest_at from job_queue where name = 'deliveries'`))[0];
      const before = await queue();
      await due(5);
      expect(await queue()).toEqual(before);
    });
  });

  describe('test events', () => {
    it('are deliveries that a client claims; the answer is the result', async () => {
      const at = `/v3/webhooks/${listenerId}/test`;
      const [answer] = await Promise.all([
        client.post(at, undefined),
        eventually('the test event', 10_000, async () => {
          const [claimed] = await claim();
          if (claimed === undefined) return false;
          expect(JSON.parse(claimed['body'] as string)).toMatchObject({ event: 'reviews.new', test: true });
          await settle(claimed, { status: 202, duration_ms: 3 });
          return true;
        }),
      ]);
      expect(documented('POST', at, answer).body).toMatchObject({ success: true, status_code: 202, error: null });
    });

    it('wait for a client that does not run', async () => {
      const answer = await client.post(`/v3/webhooks/${listenerId}/test`, {});
      expect(answer.body).toMatchObject({ success: false, status_code: null, error: 'waiting' });
      expect(await claimedIds()).toEqual([answer.body['delivery_id']]);
    });

    it('have a type of the subscription', async () => {
      const id = await aListener({ event_types: ['reviews.new', 'scrape.run.finished'] });
      const answer = await client.post(`/v3/webhooks/${id}/test`, { event_type: 'scrape.run.finished' });
      expect(answer.body).toMatchObject({ event: 'scrape.run.finished', error: 'waiting' });
      expectError(await client.post(`/v3/webhooks/${id}/test`, { event_type: 'replies.new' }), 422, 'validation_error');
      expectError(await client.post(`/v3/webhooks/${id}/test`, { event_type: 'unknown' }), 422, 'validation_error');
    });
  });
});
