import { aWebhook, deliveriesOf, deliveryHarness, dueDeliveries, timePasses } from '@test/support/delivery-harness';
import { OpenApiCheck } from '@test/support/openapi-check';
import { testApp, type TestApp } from '@test/support/test-app';
import { WebhookReceiver } from '@test/support/webhook-receiver';
import { ContractClient, type Answer, type Json } from '../contract-client';

/** Deliveries of a webhook (contract §4.11: v3 only). */
describe('v3: deliveries of a webhook', () => {
  let app: TestApp;
  let client: ContractClient;
  let webhookId: number;
  let ids: readonly number[];

  beforeAll(async () => {
    app = await testApp();
  });
  afterAll(() => app.close());

  beforeEach(async () => {
    const account = await app.anAccount();
    client = new ContractClient(app, 'v3', account);
    const owner = { accountId: account.accountId };
    webhookId = await aWebhook(app.database, { ...owner, eventTypes: ['reviews.new', 'replies.new'] });
    ids = await dueDeliveries(app.database, { ...owner, webhookId }, 3, '{"text":"grüße"}');
  });

  const path = (suffix = ''): string => `/v3/webhooks/${webhookId}/deliveries${suffix}`;

  /** Stores one attempt of the delivery and its final state. */
  const settle = async (id: number | undefined, state: string): Promise<void> => {
    await app.database.query(
      `update webhook_delivery set state = $2, attempts = 1, tries = 1, last_status_code = 410, last_duration_ms = 12,
         last_attempt_at = now(), settled_at = now(), next_attempt_at = null where id = $1`,
      [id, state],
    );
  };

  const deliveryIds = (answer: Answer): unknown[] => (answer.body['data'] as Json[]).map((one) => one['delivery_id']);

  it('lists deliveries newest first, in pages', async () => {
    const answer = await client.withReadOnlyKey.get(path('?limit=2'));
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ total: 3, limit: 2, offset: 0, has_next: true });
    expect(deliveryIds(answer)).toEqual([ids[2], ids[1]]);
    const next = await client.get(path('?limit=2&offset=2'));
    expect([deliveryIds(next), next.body['has_next']]).toEqual([[ids[0]], false]);
    expect((answer.body['data'] as Json[])[0]).toMatchObject({
      webhook_id: webhookId,
      event: 'reviews.new',
      status: 'pending',
      attempts: 0,
      tries: 0,
      last_attempt_at: null,
      last_status_code: null,
      last_error: null,
      last_duration_ms: null,
    });
  });

  it('filters by status', async () => {
    await settle(ids[1], 'dead_letter');
    const deadLetters = await client.get(path('?status=dead_letter'));
    expect([deliveryIds(deadLetters), deadLetters.body['total']]).toEqual([[ids[1]], 1]);
    expect(deliveryIds(await client.get(path('?status=pending')))).toEqual([ids[2], ids[0]]);
    expect(deliveryIds(await client.get(path('?status=success')))).toEqual([]);
    expect((await client.get(path('?status=lost'))).status).toBe(422);
  });

  it('returns one delivery with its body and every attempt', async () => {
    await settle(ids[0], 'failed');
    const { status, body } = await client.withReadOnlyKey.get(path(`/${ids[0]}`));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      delivery_id: ids[0],
      status: 'failed',
      body: '{"text":"grüße"}',
      next_attempt_at: null,
    });
    expect(body['attempt_history']).toMatchObject([{ number: 1, duration_ms: 12, status_code: 410, error: null }]);
  });

  describe('the headers and the answer of an attempt', () => {
    const attempts = async (reader = client): Promise<Json[]> => {
      const answer = await reader.get(path(`/${ids[0]}`));
      new OpenApiCheck(app.app).expect({ method: 'GET', path: path(`/${ids[0]}`), ...answer });
      return answer.body['attempt_history'] as Json[];
    };

    const deliverTo = async (origin: string): Promise<void> => {
      const harness = await deliveryHarness(app.database);
      await app.database.query('delete from webhook_delivery where webhook_id = $1 and id <> $2', [webhookId, ids[0]]);
      await app.database.query('update webhook set target = $2 where id = $1', [webhookId, origin]);
      await timePasses(app.database);
      await harness.deliverDue();
      await harness.close();
    };

    it('are shown to keys that may write, without signatures', async () => {
      const receiver = new WebhookReceiver(503);
      receiver.answerHeaders = { 'X-Reason': 'busy', 'Set-Cookie': 'a=b' };
      await receiver.listen();
      await deliverTo(receiver.origin);
      receiver.status = 200;
      await deliverTo(receiver.origin);
      const [first, second] = await attempts();
      expect(first).toMatchObject({ number: 1, status_code: 503, response_body: 'thank you' });
      expect(first?.['response_headers']).toMatchObject({ 'x-reason': 'busy', 'set-cookie': 'a=b' });
      expect(first?.['request_headers']).toMatchObject({
        'X-Hrev-Event': 'reviews.new',
        'X-Hrev-Delivery-Id': String(ids[0]),
      });
      const [sent] = receiver.received.map(({ headers }) => headers);
      const signature = String(sent?.['x-hrev-signature']);
      expect(first?.['request_headers']).toMatchObject({ 'X-Hrev-Signature': `${signature.slice(0, 15)}…` });
      expect(JSON.stringify(first)).not.toContain(signature);
      expect(JSON.stringify(first)).not.toContain(String(sent?.['webhook-signature']));
      expect(second).toMatchObject({ number: 2, status_code: 200, response_body: 'thank you' });
      for (const attempt of await attempts(client.withReadOnlyKey))
        expect(Object.keys(attempt).sort()).toEqual([
          'duration_ms',
          'error',
          'number',
          'retry_after',
          'started_at',
          'status_code',
        ]);
      receiver.close();
    });

    it('are null if no response arrived, and 7 days later', async () => {
      await deliverTo('http://127.0.0.1:1');
      expect(await attempts()).toMatchObject([{ status_code: null, response_headers: null, response_body: null }]);
      expect((await attempts())[0]?.['request_headers']).toMatchObject({ 'Content-Type': 'application/json' });
      await app.database.query(`update webhook_exchange set started_at = now() - interval '7 days'`);
      expect(await attempts()).toMatchObject([{ request_headers: null, response_headers: null, response_body: null }]);
    });
  });

  it.each(['success', 'failed', 'dead_letter'])(
    'redelivers a %s delivery at once, with the same id and bytes and a new sequence of attempts',
    async (state) => {
      await settle(ids[0], state);
      const answer = await client.post(path(`/${ids[0]}/redeliver`), undefined);
      expect(answer.status).toBe(202);
      expect(answer.body).toMatchObject({ delivery_id: ids[0], status: 'pending', attempts: 1, tries: 0 });
      const rows = await deliveriesOf(app.database, webhookId);
      expect(rows).toHaveLength(3);
      expect(rows[0]).toMatchObject({ id: ids[0], state: 'pending', attempts: 1, tries: 0 });
      expect(rows[0]?.next_attempt_at?.getTime()).toBeLessThanOrEqual(Date.now() + 1_000);
      expect(rows[0]?.body.toString()).toBe('{"text":"grüße"}');
    },
  );

  it('redelivers a pending delivery at once and continues its sequence of attempts', async () => {
    await app.database.query(
      `update webhook_delivery set tries = 3, attempts = 3, next_attempt_at = now() + interval '1 hour' where id = $1`,
      [ids[0]],
    );
    expect((await client.post(path(`/${ids[0]}/redeliver`), undefined)).status).toBe(202);
    const [row] = await deliveriesOf(app.database, webhookId);
    expect(row).toMatchObject({ tries: 3 });
    expect(row?.next_attempt_at?.getTime()).toBeLessThan(Date.now() + 60_000);
  });

  it('a delivery whose body was removed stays in the list, has no body, and is not sent again (§4.11)', async () => {
    await settle(ids[0], 'failed');
    await app.database.query('update webhook_delivery set body = null, body_until = null where id = $1', [ids[0]]);
    expect(deliveryIds(await client.get(path()))).toContain(ids[0]);
    expect(await client.get(path(`/${ids[0]}`))).toMatchObject({
      status: 200,
      body: { delivery_id: ids[0], status: 'failed', body: null },
    });
    expect(await client.post(path(`/${ids[0]}/redeliver`), undefined)).toMatchObject({
      status: 409,
      body: { code: 'conflict', detail: expect.stringContaining('body of this delivery was removed') as string },
    });
    expect((await deliveriesOf(app.database, webhookId))[0]).toMatchObject({ state: 'failed' });
  });

  it('resuming a paused webhook makes workers poll for waiting deliveries', async () => {
    await app.database.query(`update webhook_dispatch set next_due_at = now() + interval '1 hour'`);
    expect((await client.patch(`/v3/webhooks/${webhookId}`, { is_active: true })).status).toBe(200);
    const [row] = await app.database.query<{ due: boolean }>(
      'select next_due_at <= clock_timestamp() as due from webhook_dispatch where webhook_id = $1',
      [webhookId],
    );
    expect(row?.due).toBe(true);
  });

  it('deliveries of other accounts or webhooks and missing ones give the same 404', async () => {
    const otherAccount = new ContractClient(app, 'v3', await app.anAccount());
    const other = await aWebhook(app.database, { accountId: client.account.accountId });
    const answers = [
      await otherAccount.get(path()),
      await otherAccount.get(path(`/${ids[0]}`)),
      await otherAccount.post(path(`/${ids[0]}/redeliver`), undefined),
      await client.get(path('/999999999')),
      await client.get(`/v3/webhooks/${other}/deliveries/${ids[0]}`),
      await client.post(`/v3/webhooks/${other}/deliveries/${ids[0]}/redeliver`, undefined),
    ];
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
  });

  it('a redelivery needs a full key; v2 has no deliveries', async () => {
    expect((await client.withReadOnlyKey.post(path(`/${ids[0]}/redeliver`), undefined)).status).toBe(403);
    const v2 = new ContractClient(app, 'v2', client.account);
    expect((await v2.get(`/v2/webhooks/${webhookId}/deliveries`)).status).toBe(404);
  });

  it('the deliveries of a deleted webhook give 404 at once', async () => {
    expect((await client.delete(`/v3/webhooks/${webhookId}`)).status).toBe(204);
    expect((await client.get(path())).status).toBe(404);
    expect((await client.get(path(`/${ids[0]}`))).status).toBe(404);
    expect((await client.post(path(`/${ids[0]}/redeliver`), undefined)).status).toBe(404);
  });
});
