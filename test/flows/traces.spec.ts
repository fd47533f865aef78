/**
 * The trace of a link (docs/operations/traces.md): from the request that creates it, over its collection, to the delivery of its
 * reviews to a receiver.
 */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDataSource, Database } from '@libs/database';
import { EventRelay } from '@libs/events/event-relay';
import { OutboxLeases } from '@libs/events/outbox-leases';
import { WakeupHandlers } from '@libs/queue';
import { SandboxServer, sandboxPlatforms } from '@libs/sources/sandbox';
import { ENTITIES } from '@src/entities';
import { collectionHarness, type CollectionHarness } from '@test/support/collection-harness';
import { deliveryHarness, type DeliveryHarness } from '@test/support/delivery-harness';
import { eventually } from '@test/support/eventually';
import { recordedSpans, recordSpans, type RecordedSpan } from '@test/support/recorded-spans';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';
import { createTestDatabase, type TestDatabase } from '@test/support/test-database';
import { WebhookReceiver } from '@test/support/webhook-receiver';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CLIENT_SPAN = '00f067aa0ba902b7';
const KEY = 'planted-addon';
/** What no trace may contain. */
const PLANTED = {
  text: 'Planted text of a review',
  author: 'Planted Author',
  reply: 'Planted reply of the owner',
  object: 'Planted object',
  page: KEY,
} as const;

const PLACEHOLDERS = { '{method}': '[A-Z]+', '{route}': '/[\\w:/-]*', '{source}': '[a-z0-9-]+' };
/** The names of spans in docs/operations/traces.md. */
const DOCUMENTED = [
  ...readFileSync(join(__dirname, '../../docs/operations/traces.md'), 'utf8').matchAll(
    /^\| `([^`]+)` +\| [a-z]+ +\|/gm,
  ),
].map(([, documented = '']) => {
  const name = Object.entries(PLACEHOLDERS).reduce((text, [mark, form]) => text.replace(mark, form), documented);
  return new RegExp(`^${name}$`);
});

describe('the trace of a link', () => {
  recordSpans();
  const received: Readonly<Record<string, string>>[] = [];
  const platforms = sandboxPlatforms.map((platform) => ({
    ...platform,
    respond: ((call, ...rest) => {
      received.push(call.headers);
      return platform.respond(call, ...rest);
    }) as typeof platform.respond,
  }));
  const sandbox = new SandboxServer(platforms);
  const receiver = new WebhookReceiver();
  let testDatabase: TestDatabase;
  let database: Database;
  let collection: CollectionHarness;
  let webhooks: DeliveryHarness;
  let app: TestApp;
  let account: TestAccount;

  beforeAll(async () => {
    await sandbox.start();
    await receiver.listen();
    sandbox.add('mozilla-amo', KEY, { ...PLANTED, rating: 2, reply: { text: PLANTED.reply, at: new Date() } });
    testDatabase = await createTestDatabase();
    const settings = { url: testDatabase.url, poolSize: 8, statementTimeoutMs: 60_000, applicationName: 'flow-test' };
    database = new Database(await createDataSource({ ...settings, entities: ENTITIES }).initialize());
    collection = await collectionHarness(database, {
      environment: { HREV_SOURCE_ORIGINS: JSON.stringify(sandbox.origins) },
    });
    webhooks = await deliveryHarness(database);
    app = await testApp({ databaseUrl: testDatabase.url });
    account = await app.anAccount();
  });
  afterAll(async () => {
    await app?.close();
    await webhooks?.close();
    await collection?.close();
    await database?.close();
    await testDatabase?.drop();
    receiver.close();
    await sandbox.stop();
  });

  const span = (name: string): RecordedSpan => {
    const found = recordedSpans().filter((one) => one.name === name);
    if (found.length !== 1) throw new Error(`${found.length} spans ${name} of ${recordedSpans().length}`);
    return found[0] as RecordedSpan;
  };

  /** The names of the spans, without those of statements. */
  const names = (): readonly string[] =>
    recordedSpans().flatMap(({ name, attributes }) => ('db.system.name' in attributes ? [] : [name]));

  /** What the workers do, one stage after the other. */
  const work = async (): Promise<void> => {
    await collection.planDue();
    const claim = await collection.collector.claim(null);
    if (claim === null) throw new Error('no link to collect');
    await collection.collector.run(claim);
    await new EventRelay(database, new OutboxLeases(database), webhooks.events, new WakeupHandlers()).poll();
    expect(await webhooks.deliverDue()).toBe(1);
  };

  it('is that of the client from the request to the receiver; each stage is a child of the one that caused it', async () => {
    const post = (path: string, body: object) => app.agent.post(path).set('X-API-Key', account.full).send(body);
    const { body: webhook } = await post('/v3/webhooks', {
      target: `${receiver.origin}/planted-target`,
      event_types: ['reviews.new'],
    });
    const { body: secret } = await app.agent.get('/v3/webhooks/secret').set('X-API-Key', account.full);
    const created = await post('/v3/objects', {
      name: PLANTED.object,
      links: [{ url: `https://addons.mozilla.org/en-US/firefox/addon/${KEY}` }],
    }).set('traceparent', `00-${TRACE}-${CLIENT_SPAN}-01`);
    expect(created.status).toBe(201);
    await eventually('the span of the request', 10_000, () => span('POST /v3/objects'));
    await work();

    const [request, run, visit] = [span('POST /v3/objects'), span('plan run'), span('visit mozilla-amo')];
    const [event, relay, delivery] = [span('write outbox'), span('relay outbox'), span('POST webhooks')];
    const chain = [request, run, visit, event, delivery];
    expect(chain.map(({ traceId }) => traceId)).toEqual(chain.map(() => TRACE));
    expect(chain.map(({ parentId }) => parentId)).toEqual([
      CLIENT_SPAN,
      request.spanId,
      run.spanId,
      visit.spanId,
      event.spanId,
    ]);
    expect(chain.map(({ kind }) => kind)).toEqual(['server', 'producer', 'consumer', 'producer', 'client']);
    expect(relay).toMatchObject({ kind: 'consumer', traceId: TRACE, parentId: event.spanId });
    expect(recordedSpans().filter(({ error }) => error !== null)).toEqual([]);
    expect(names().filter((name) => !DOCUMENTED.some((pattern) => pattern.test(name)))).toEqual([]);

    const pages = recordedSpans().filter(({ name }) => name === 'GET mozilla-amo');
    expect(pages.length).toBeGreaterThan(0);
    for (const page of pages) {
      expect(page).toMatchObject({ kind: 'client', parentId: visit.spanId });
      expect(page.attributes).toMatchObject({ 'hrev.source': 'mozilla-amo', 'http.response.status_code': 200 });
      expect(page.attributes['http.response.size']).toBeGreaterThan(100);
    }
    const slice = span('store slice');
    expect(slice).toMatchObject({
      parentId: visit.spanId,
      attributes: { 'hrev.reviews.new': 1, 'hrev.reviews.read': 1 },
    });
    expect(recordedSpans().some(({ parentId, kind }) => parentId === slice.spanId && kind === 'client')).toBe(true);

    // The receiver gets the span of the request that it receives, outside of what is signed.
    const { headers, body } = receiver.last;
    expect(headers['traceparent']).toBe(`00-${TRACE}-${delivery.spanId}-01`);
    const signed = `${String(headers['x-hrev-timestamp'])}.${body.toString('utf8')}`;
    const signature = createHmac('sha256', (secret as { secret: string }).secret)
      .update(signed)
      .digest('hex');
    expect(headers['x-hrev-signature']).toBe(`sha256=${signature}`);
    expect(delivery.attributes).toEqual({
      'http.request.method': 'POST',
      'http.response.status_code': 204,
      'hrev.source': 'webhooks',
      'hrev.event.type': 'reviews.new',
      'hrev.webhook.id': (webhook as { id: number }).id,
      'hrev.delivery.id': Number(headers['x-hrev-delivery-id']),
    });
    const shown = await app.agent
      .get(`/v3/webhooks/${String((webhook as { id: number }).id)}/deliveries/${String(headers['x-hrev-delivery-id'])}`)
      .set('X-API-Key', account.full);
    expect((shown.body as { attempt_history: unknown[] }).attempt_history).toMatchObject([
      { request_headers: { traceparent: headers['traceparent'] } },
    ]);

    // The platform gets nothing of the trace.
    expect(received.length).toBeGreaterThan(0);
    expect(received.filter((one) => 'traceparent' in one || 'tracestate' in one || 'baggage' in one)).toEqual([]);

    // Spans have no contents, names, addresses or secrets.
    expect(body.toString('utf8')).toContain(PLANTED.text);
    const all = JSON.stringify(recordedSpans());
    for (const planted of [...Object.values(PLANTED), 'planted', 'Planted', receiver.origin, sandbox.origin])
      expect([planted, all.includes(planted)]).toEqual([planted, false]);
    for (const key of [account.full, (secret as { secret: string }).secret]) expect(all).not.toContain(key);
  });

  it('begins with the plan of the run if a period made the link due', async () => {
    sandbox.add('mozilla-amo', KEY, { text: PLANTED.text, rating: 4, author: PLANTED.author });
    await database.query('update link_collection set next_run_at = clock_timestamp()');
    await work();
    const [run, visit, delivery] = [span('plan run'), span('visit mozilla-amo'), span('POST webhooks')];
    expect(run).toMatchObject({ parentId: undefined, links: [] });
    expect(run.traceId).not.toBe(TRACE);
    expect([visit.parentId, delivery.traceId]).toEqual([run.spanId, run.traceId]);
  });

  it('begins with the request that collects the object now', async () => {
    sandbox.add('mozilla-amo', KEY, { text: PLANTED.text, rating: 5, author: PLANTED.author });
    const [link] = await database.query<{ object: number }>('select object_id as object from link');
    await database.query(`update link_collection set last_scraped_at = now() - interval '1 day'`);
    await app.agent.post(`/v3/objects/${link?.object}/collect`).set('X-API-Key', account.full).expect(202);
    await eventually('the span of the request', 10_000, () => span('POST /v3/objects/:object_id/collect'));
    await work();
    const request = span('POST /v3/objects/:object_id/collect');
    expect(span('plan run').parentId).toBe(request.spanId);
    expect(span('POST webhooks').traceId).toBe(request.traceId);
  });

  it('has the error of a visit, and its code alone', async () => {
    sandbox.behave('mozilla-amo', KEY, 'gone');
    await database.query('update link_collection set next_run_at = clock_timestamp()');
    await collection.planDue();
    const claim = await collection.collector.claim(null);
    if (claim !== null) await collection.collector.run(claim);
    expect(span('visit mozilla-amo').error).toMatch(/^[a-z_]+$/);
    expect(JSON.stringify(recordedSpans())).not.toContain('planted');
  });

  it('has an error for an attempt that fails, and continues with the next attempt', async () => {
    receiver.status = 503;
    sandbox.behave('mozilla-amo', KEY, 'normal');
    sandbox.add('mozilla-amo', KEY, { text: PLANTED.text, rating: 1, author: PLANTED.author });
    await database.query('update link_collection set next_run_at = clock_timestamp(), frozen_at = null');
    await database.query(`update run_link set not_before = now()`);
    await work();
    const first = span('POST webhooks');
    expect(first).toMatchObject({ error: '503', parentId: span('write outbox').spanId });
    receiver.status = 204;
    await database.query(`update webhook_delivery set next_attempt_at = clock_timestamp() where state = 'pending'`);
    await database.query('update webhook_dispatch set next_due_at = clock_timestamp()');
    expect(await webhooks.deliverDue()).toBe(1);
    const [, second] = recordedSpans().filter(({ name }) => name === 'POST webhooks');
    expect(second).toMatchObject({
      ...{ error: null, traceId: first.traceId, parentId: first.parentId },
      attributes: { 'http.request.resend_count': 1 },
    });
    expect(receiver.last.headers['traceparent']).toBe(`00-${first.traceId}-${second?.spanId}-01`);
  });
});
