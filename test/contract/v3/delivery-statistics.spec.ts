import { aWebhook, deliveryHarness, dueDeliveries, onlyDelivery, timePasses } from '@test/support/delivery-harness';
import { OpenApiCheck } from '@test/support/openapi-check';
import { testApp, type TestApp } from '@test/support/test-app';
import { WebhookReceiver } from '@test/support/webhook-receiver';
import { ContractClient, type Json } from '../contract-client';

/** Figures of deliveries, and the filters of their list (contract §4.11: v3 only). */
describe('v3: statistics and filters of deliveries', () => {
  let app: TestApp;
  let client: ContractClient;
  let webhookId: number;

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
  });
  afterAll(() => app.close());

  beforeEach(async () => {
    client = new ContractClient(app, 'v3', await app.anAccount());
    webhookId = await aWebhook(app.database, { accountId: client.account.accountId });
  });

  const owner = () => ({ accountId: client.account.accountId, webhookId });
  const path = (suffix: string): string => `/v3/webhooks/${webhookId}/${suffix}`;

  /** Inserts a delivery that was created `hoursAgo` hours ago; returns its id. */
  async function aDelivery(state: string, hoursAgo: number, ms = 10, event = 'reviews.new'): Promise<number> {
    const [id = 0] = await dueDeliveries(app.database, owner());
    await app.database.query(
      `update webhook_delivery set state = $2, created_at = now() - $3::int * interval '1 hour', attempts = 1,
         last_attempt_at = now(), last_duration_ms = $4, event_type = $5,
         settled_at = case when $2 <> 'pending' then now() end,
         next_attempt_at = case when $2 = 'pending' then now() end where id = $1`,
      [id, state, hoursAgo, ms, event],
    );
    return id;
  }

  const statistics = async (query = ''): Promise<Json> => {
    const answer = await client.withReadOnlyKey.get(path(`statistics${query}`));
    expect(answer.status).toBe(200);
    new OpenApiCheck(app.app).expect({ method: 'GET', path: path(`statistics${query}`), ...answer });
    return answer.body;
  };

  it('counts the deliveries of the period by status, and pending ones of any age', async () => {
    for (let ms = 1; ms <= 19; ms += 1) await aDelivery('success', 1, ms);
    await aDelivery('failed', 0, 100);
    await aDelivery('dead_letter', 13, 5);
    await aDelivery('dead_letter', 40, 5_000);
    await aDelivery('pending', 50, 6_000);
    const body = await statistics();
    expect(body).toMatchObject({
      hours: 24,
      delivered: 19,
      failed: 1,
      dead_letter: 1,
      pending: 1,
      p95_ms: 19,
      failing_since: null,
      max_attempts: 30,
      retry_waits_s: [30, 60, 120, 300, 600, 900, 1800],
    });
    const oldest = Date.parse(`${body['oldest_pending_at'] as string}Z`);
    expect(Math.abs(Date.now() - 50 * 3_600_000 - oldest)).toBeLessThan(60_000);
    const buckets = body['buckets'] as Json[];
    expect(buckets).toHaveLength(24);
    expect(buckets[0]?.['at']).toBe(body['since']);
    expect(buckets.map((bucket) => bucket['at'])).toEqual([...buckets.map((bucket) => bucket['at'])].sort());
    const hourBefore = (hours: number): Json | undefined => buckets[23 - hours];
    expect(hourBefore(0)).toMatchObject({ delivered: 0, failed: 1, p95_ms: 100 });
    expect(hourBefore(1)).toMatchObject({ delivered: 19, failed: 0, dead_letter: 0, pending: 0 });
    expect(hourBefore(13)).toMatchObject({ dead_letter: 1 });
    expect(hourBefore(5)).toMatchObject({ delivered: 0, failed: 0, dead_letter: 0, pending: 0, p95_ms: null });
  });

  it('takes 1 to 720 hours', async () => {
    await aDelivery('dead_letter', 700);
    expect(await statistics('?hours=720')).toMatchObject({ hours: 720, dead_letter: 1 });
    expect((await statistics('?hours=1'))['buckets']).toHaveLength(1);
    for (const hours of ['0', '721', 'x'])
      expect((await client.get(path(`statistics?hours=${hours}`))).status).toBe(422);
  });

  it('a webhook without deliveries has zeros', async () => {
    expect(await statistics('?hours=2')).toMatchObject({
      delivered: 0,
      failed: 0,
      dead_letter: 0,
      pending: 0,
      p95_ms: null,
      oldest_pending_at: null,
      failing_since: null,
    });
  });

  it('failing_since is the beginning of the series of failures, and null after a success', async () => {
    const harness = await deliveryHarness(app.database);
    const receiver = new WebhookReceiver(503);
    await receiver.listen();
    await app.database.query('update webhook set target = $2 where id = $1', [webhookId, receiver.origin]);
    await dueDeliveries(app.database, owner());
    await harness.deliverDue();
    const { failing_since: since } = await statistics();
    expect(typeof since).toBe('string');
    await app.database.query(`update webhook set failing_since = failing_since - interval '2 hours'`);
    await timePasses(app.database);
    await harness.deliverDue();
    const later = (await statistics())['failing_since'] as string;
    expect(Date.parse(later)).toBe(Date.parse(since as string) - 2 * 3_600_000);
    receiver.status = 204;
    await timePasses(app.database);
    await harness.deliverDue();
    expect(await onlyDelivery(app.database, webhookId)).toMatchObject({ state: 'success' });
    expect((await statistics())['failing_since']).toBeNull();
    receiver.close();
    await harness.close();
  });

  it('another account gets the 404 of a missing webhook', async () => {
    const other = new ContractClient(app, 'v3', await app.anAccount());
    const answers = [await other.get(path('statistics')), await client.get('/v3/webhooks/999999/statistics')];
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
  });

  it('lists deliveries of an event type, from `since` to before `until`', async () => {
    const old = await aDelivery('success', 30, 1, 'replies.new');
    const recent = await aDelivery('success', 2);
    const newest = await aDelivery('pending', 0);
    const ids = async (query: string): Promise<unknown[]> =>
      ((await client.get(path(`deliveries?${query}`))).body['data'] as Json[]).map((one) => one['delivery_id']);
    const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
    expect(await ids('')).toEqual([newest, recent, old]);
    expect(await ids('event=replies.new')).toEqual([old]);
    expect(await ids(`since=${hoursAgo(24)}`)).toEqual([newest, recent]);
    expect(await ids(`since=${hoursAgo(24)}&until=${hoursAgo(1)}`)).toEqual([recent]);
    expect(await ids(`until=${hoursAgo(1)}&status=success&event=reviews.new`)).toEqual([recent]);
    const at = '2026-11-20T08:00:00';
    await app.database.query(`update webhook_delivery set created_at = $2 where id = $1`, [old, `${at}Z`]);
    expect(await ids(`since=${at}&until=2026-11-20T08:00:01`)).toEqual([old]);
    expect(await ids(`until=${at}`)).toEqual([]);
    expect((await client.get(path('deliveries?event=reviews.lost'))).status).toBe(422);
  });

  it('shows the number of reviews and the first objects', async () => {
    const id = await aDelivery('success', 0);
    const find = async (): Promise<Json | undefined> =>
      ((await client.get(path('deliveries'))).body['data'] as Json[]).find((one) => one['delivery_id'] === id);
    expect(await find()).toMatchObject({ review_count: null, object_ids: [] });
    await app.database.query(`update webhook_delivery set review_count = 6, object_ids = '{3,4,5,6,7}' where id = $1`, [
      id,
    ]);
    expect(await find()).toMatchObject({ review_count: 6, object_ids: [3, 4, 5, 6, 7] });
    expect((await client.get(path(`deliveries/${id}`))).body).toMatchObject({
      review_count: 6,
      object_ids: [3, 4, 5, 6, 7],
    });
  });
});
