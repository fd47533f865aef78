import type { Database } from '@libs/database';
import { resealAll } from '@libs/sealing';
import {
  aWebhook,
  deliveryHarness,
  dueDeliveries,
  onlyDelivery,
  type DeliveryHarness,
} from '@test/support/delivery-harness';
import { deliverySuite } from '@test/support/delivery-suite';
import { eventually } from '@test/support/eventually';
import type { OwnHeaders } from './domain/own-headers';
import { SEALED_HEADERS_TEXT } from './persistence/own-header.store';

let database: Database;
let harness: DeliveryHarness;
let accountId: number;
const { receiver, afterTest } = deliverySuite((suite) => ({ database, harness, accountId } = suite));

const SECRET = 'Bearer hunter2-secret-value';
const HEADERS: OwnHeaders = [
  ['Authorization', SECRET],
  ['X-Team', 'reviews'],
];

const setHeaders = (webhookId: number, headers: OwnHeaders, by = harness): Promise<void> =>
  database.transaction(async () => (await by.headers.sealing())({ accountId, webhookId }, headers));

const sealedText = async (webhookId: number): Promise<string> => {
  const [row] = await database.query<{ text: string }>(`select ${SEALED_HEADERS_TEXT('$1::bigint')} as text`, [
    webhookId,
  ]);
  return row?.text ?? '';
};

const anotherHarness = async (environment: Readonly<Record<string, string>>): Promise<DeliveryHarness> => {
  const other = await deliveryHarness(database, environment);
  afterTest(() => other.close());
  return other;
};

describe('own headers of a webhook (contract §4.11)', () => {
  it('are sent with every delivery, signed as before, until they are removed', async () => {
    const server = await receiver();
    const webhookId = await aWebhook(database, { accountId, target: server.origin });
    await setHeaders(webhookId, HEADERS);
    await dueDeliveries(database, { accountId, webhookId });
    await harness.deliverDue();
    expect(server.last.headers).toMatchObject({
      authorization: SECRET,
      'x-team': 'reviews',
      'x-hrev-event': 'reviews.new',
    });
    expect(server.last.headers['x-hrev-signature']).toMatch(/^sha256=/);
    await setHeaders(webhookId, [['X-Team', 'ops']]);
    await dueDeliveries(database, { accountId, webhookId });
    await harness.deliverDue();
    expect([server.last.headers['authorization'], server.last.headers['x-team']]).toEqual([undefined, 'ops']);
    await setHeaders(webhookId, []);
    await dueDeliveries(database, { accountId, webhookId });
    await harness.deliverDue();
    expect(server.last.headers['x-team']).toBeUndefined();
    expect(server.received).toHaveLength(3);
  });

  it('are sealed at rest, and their values are in no table, also if the receiver repeats them', async () => {
    const server = await receiver(500);
    server.answerHeaders = { 'x-echo': SECRET };
    server.answerBody = JSON.stringify({ youSent: SECRET });
    const webhookId = await aWebhook(database, { accountId, target: server.origin });
    await setHeaders(webhookId, HEADERS);
    await dueDeliveries(database, { accountId, webhookId });
    await harness.deliverDue();
    const [exchange] = await database.query(
      'select request_headers, response_headers, response_body from webhook_exchange',
    );
    expect(exchange).toMatchObject({
      request_headers: { Authorization: '[hidden]', 'X-Team': '[hidden]', 'X-Hrev-Event': 'reviews.new' },
      response_headers: { 'x-echo': '[hidden]' },
      response_body: '{"youSent":"[hidden]"}',
    });
    const tables = await database.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`,
    );
    for (const { name } of tables) {
      const found = await database.query(`select 1 from "${name}" t where t::text like '%hunter2-secret%'
        or encode(convert_to(t::text, 'UTF8'), 'escape') like '%' || encode('hunter2-secret'::bytea, 'hex') || '%'`);
      expect([name, found]).toEqual([name, []]);
    }
  });

  it('are removed with the webhook', async () => {
    const webhookId = await aWebhook(database, { accountId });
    await setHeaders(webhookId, HEADERS);
    await database.query('delete from webhook where id = $1', [webhookId]);
    expect(await database.query('select from webhook_header')).toEqual([]);
  });

  it('that no key opens: nothing is sent, and other webhooks do not wait (F42)', async () => {
    const server = await receiver();
    const [webhookId, otherId] = [
      await aWebhook(database, { accountId, target: server.origin }),
      await aWebhook(database, { accountId, target: server.origin }),
    ];
    await setHeaders(webhookId, HEADERS);
    // As the headers of another webhook: the seal is bound to the webhook.
    await setHeaders(otherId, HEADERS);
    await database.query(
      `update webhook_header set sealed = (select sealed from webhook_header where webhook_id = $2) where webhook_id = $1`,
      [webhookId, otherId],
    );
    await dueDeliveries(database, { accountId, webhookId });
    await dueDeliveries(database, { accountId, webhookId: otherId });
    expect(await harness.deliverDue()).toBe(2);
    expect(await onlyDelivery(database, webhookId)).toMatchObject({ state: 'pending', last_error: 'no_secret' });
    expect(await onlyDelivery(database, otherId)).toMatchObject({ state: 'success' });
    expect(server.received).toHaveLength(1);
  });

  it('are resealed when they are used, and all at once, with a new key (§12.4)', async () => {
    const [oldKey, newKey] = ['7e'.repeat(32), 'bb'.repeat(32)];
    const webhooks: number[] = [];
    for (let n = 0; n < 103; n += 1) {
      const webhookId = await aWebhook(database, { accountId });
      await setHeaders(webhookId, HEADERS);
      webhooks.push(webhookId);
    }
    const [first = 0, second = 0] = webhooks;
    const newHarness = await anotherHarness({ HREV_ENCRYPTION_KEY: newKey, HREV_ENCRYPTION_KEY_PREVIOUS: oldKey });
    await newHarness.keys.takeOver();
    const before = await sealedText(first);
    expect(newHarness.headers.openText({ accountId, webhookId: first }, before)).toEqual(HEADERS);
    await eventually('the new seal', 30_000, async () => (await sealedText(first)) !== before);
    const onlyNew = await anotherHarness({ HREV_ENCRYPTION_KEY: newKey });
    expect(await onlyNew.headers.read(accountId, first)).toEqual(HEADERS);
    await expect(onlyNew.headers.read(accountId, second)).rejects.toThrow('cannot be read');
    expect(await resealAll((lastId) => onlyNew.headers.resealBatch(lastId))).toEqual({ resealed: 0, unreadable: 102 });
    expect(await resealAll((lastId) => newHarness.headers.resealBatch(lastId))).toEqual({
      resealed: 102,
      unreadable: 0,
    });
    for (const webhookId of webhooks) expect(await onlyNew.headers.read(accountId, webhookId)).toEqual(HEADERS);
  });
});
