import type { Database } from '@libs/database';
import {
  aWebhook,
  dueDeliveries,
  onlyDelivery,
  timePasses,
  type DeliveryHarness,
} from '@test/support/delivery-harness';
import { deliverySuite } from '@test/support/delivery-suite';
import { DeliveryQuery } from '../subscriptions/persistence/delivery.query';

let database: Database;
let harness: DeliveryHarness;
let accountId: number;
const { receiver } = deliverySuite((suite) => ({ database, harness, accountId } = suite));

/** Seconds from now to the next attempt, rounded; null if there is none. */
async function wait(webhookId: number): Promise<number | null> {
  const { next_attempt_at: at } = await onlyDelivery(database, webhookId);
  const [row] = await database.query<{ now: Date }>('select clock_timestamp() as now');
  return at === null ? null : Math.round((at.getTime() - (row?.now.getTime() ?? 0)) / 1_000);
}

async function attempt(status: number, retryAfter: string, schemaVersion: 2 | 3 = 3): Promise<number> {
  const server = await receiver(status);
  server.answerHeaders = { 'retry-after': retryAfter };
  const webhookId = await aWebhook(database, { accountId, target: server.origin, schemaVersion });
  await dueDeliveries(database, { accountId, webhookId });
  await harness.deliverDue();
  return webhookId;
}

describe('Retry-After of a receiver (contract §6.5: "never sooner than the schedule, at most its next wait")', () => {
  it.each<[string, number, string, number, number | null]>([
    // [what, status, header, seconds to the next attempt, retry_after]
    ['less than the wait', 429, '5', 30, 5],
    ['more than the wait', 429, '45', 45, 45],
    ['more than the next wait', 503, '3600', 60, 3_600],
    ['a huge number', 503, '9'.repeat(300), 60, 2_147_483_647],
    ['a date far away', 500, 'Fri, 31 Dec 9999 23:59:59 GMT', 60, 2_147_483_647],
    ['a date in the past', 408, 'Sun, 06 Nov 1994 08:49:37 GMT', 30, 0],
    ['nonsense', 429, 'soon', 30, null],
    ['a negative number', 429, '-100', 30, null],
  ])('%s (%i, %j): the next attempt is after %i s', async (_, status, header, seconds, stored) => {
    const webhookId = await attempt(status, header);
    const waited = (await wait(webhookId)) ?? 0;
    expect(Math.abs(waited - seconds)).toBeLessThanOrEqual(2);
    const { id } = await onlyDelivery(database, webhookId);
    const found = await new DeliveryQuery(database).find(accountId, webhookId, id);
    expect(found?.history.map(({ retryAfterS }) => retryAfterS)).toEqual([stored]);
  });

  it('counts from the step that the delivery has reached, and stays with its attempt', async () => {
    const webhookId = await attempt(429, '100');
    await timePasses(database);
    await harness.deliverDue();
    expect(Math.abs(((await wait(webhookId)) ?? 0) - 100)).toBeLessThanOrEqual(2);
    await database.query(`update webhook set target = 'http://127.0.0.1:9/'`);
    await timePasses(database);
    await harness.deliverDue();
    const { id } = await onlyDelivery(database, webhookId);
    const found = await new DeliveryQuery(database).find(accountId, webhookId, id);
    expect(found?.history.map(({ retryAfterS }) => retryAfterS)).toEqual([100, 100, null]);
  });

  it.each([400, 301])('does not make status %i retryable', async (status) => {
    expect(await wait(await attempt(status, '45'))).toBeNull();
  });

  it('does not change the schedule of a webhook of v2, whose specification has none', async () => {
    expect(Math.abs(((await wait(await attempt(429, '45', 2))) ?? 0) - 30)).toBeLessThanOrEqual(2);
  });
});
