import { anAccount, aWebhook, dueDeliveries } from '@test/support/delivery-harness';
import { inEveryOrder } from '@test/support/interleaving';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { DeliverySettleStore, type EndedAttempt } from './delivery-settle.store';
import { DeliveryQuery, type WholeDelivery } from '../subscriptions/persistence/delivery.query';
import { DeliveryStore } from '../subscriptions/persistence/delivery.store';
import { WebhookLeaseStore } from './webhook-lease.store';
import { WebhookStore } from '../subscriptions/persistence/webhook.store';

describe('settling attempts concurrently with other transactions', () => {
  let fixture: StoreFixture;
  beforeAll(async () => {
    fixture = await storeFixture();
  });
  afterAll(() => fixture?.close());

  /** The result of an attempt to send the only delivery of a leased webhook. */
  const leasedAttempt = async (outcome: 'success' | 'retry'): Promise<EndedAttempt> => {
    const { database } = fixture;
    await database.query('truncate account, webhook, webhook_delivery, webhook_dispatch cascade');
    const accountId = await anAccount(database);
    const webhookId = await aWebhook(database, { accountId });
    const [id = 0] = await dueDeliveries(database, { accountId, webhookId });
    const [lease] = await new WebhookLeaseStore(database).acquire({ slots: 1 }, 60_000);
    return {
      delivery: { id, accountId, webhookId, token: lease?.token ?? '', tries: 0 },
      result: { statusCode: outcome === 'success' ? 200 : 500, error: null, durationMs: 1 },
      outcome,
      waitMs: outcome === 'success' ? null : 1_000,
      retryAfterS: null,
    };
  };

  it('does not deadlock with a transaction that resumes a paused webhook, in any order', async () => {
    const { database } = fixture;
    const settlements = new DeliverySettleStore(database);
    const [deliveries, webhooks] = [new DeliveryStore(database), new WebhookStore(database)];
    // A transaction that PostgreSQL aborts because of a deadlock is repeated, and counted again.
    let transactions = 0;
    await inEveryOrder<EndedAttempt>({
      on: database,
      given: () => {
        transactions = 0;
        return leasedAttempt('retry');
      },
      contenders: {
        settle: (attempt) =>
          database.transaction(async () => {
            transactions += 1;
            return settlements.settle([attempt], [], true);
          }),
        resume: ({ delivery: { accountId, webhookId } }) =>
          database.transaction(async () => {
            transactions += 1;
            const webhook = await webhooks.findLocked(accountId, webhookId);
            await deliveries.makeWebhookDue(accountId, webhookId);
            if (webhook) await webhooks.update(accountId, webhookId, { ...webhook, isActive: true });
          }),
      },
      holds: async ({ delivery: { webhookId } }) => {
        const sql = 'select failure_count as failures from webhook where id = $1';
        expect({ transactions, row: await database.query(sql, [webhookId]) }).toEqual({
          transactions: 2,
          row: [{ failures: 1 }],
        });
      },
    });
  });

  it('makes the webhook due for a delivery that is created while the lease ends, in any order', async () => {
    const { database } = fixture;
    const settlements = new DeliverySettleStore(database);
    await inEveryOrder<EndedAttempt>({
      on: database,
      given: () => leasedAttempt('success'),
      contenders: {
        settle: (attempt) => {
          const { webhookId, token } = attempt.delivery;
          const lease = { webhookId, token, timedOut: false, slots: 0, isReleased: true };
          return database.transaction(() => settlements.settle([attempt], [lease], false));
        },
        create: ({ delivery }) => database.transaction(() => dueDeliveries(database, delivery)),
      },
      holds: async () => {
        const sql = 'select next_due_at is not null as "isDue", lease_token from webhook_dispatch';
        expect(await database.query(sql)).toEqual([{ isDue: true, lease_token: null }]);
      },
    });
  });

  it('shows a delivery with as many attempts as it counts, in any order', async () => {
    const { database } = fixture;
    const [settlements, deliveries] = [new DeliverySettleStore(database), new DeliveryQuery(database)];
    await inEveryOrder<EndedAttempt>({
      on: database,
      given: () => leasedAttempt('retry'),
      contenders: {
        settle: (attempt) => database.transaction(() => settlements.settle([attempt], [], false)),
        read: ({ delivery: { accountId, webhookId, id } }) => deliveries.find(accountId, webhookId, id),
      },
      holds: (_, { outcomes }) => {
        const { value } = outcomes['read'] as { readonly value: WholeDelivery };
        expect(value.history).toHaveLength(value.attempts);
      },
    });
  });

  /** Settles one batch of results of a webhook: `s` is a success, `f` a failure. */
  const settledBatch = async (before: number, results: string) => {
    const { database } = fixture;
    await database.query('truncate account, webhook, webhook_delivery, webhook_dispatch cascade');
    const accountId = await anAccount(database);
    const webhookId = await aWebhook(database, { accountId });
    await database.query('update webhook set failure_count = $1', [before]);
    const ids = await dueDeliveries(database, { accountId, webhookId }, results.length);
    const [lease] = await new WebhookLeaseStore(database).acquire({ slots: 1 }, 60_000);
    const attempts = ids.map((id, at): EndedAttempt => {
      const isSuccess = results[at] === 's';
      return {
        delivery: { id, accountId, webhookId, token: lease?.token ?? '', tries: 0 },
        result: { statusCode: isSuccess ? 200 : 500, error: null, durationMs: 1 },
        outcome: isSuccess ? 'success' : 'retry',
        waitMs: isSuccess ? null : 1_000,
        retryAfterS: null,
      };
    });
    const marks = await database.transaction(() => new DeliverySettleStore(database).settle(attempts, [], true));
    return { database, webhookId, marks };
  };

  it.each<[string, number, string, readonly number[]]>([
    ['50 failures', 0, 'f'.repeat(50), [50]],
    ['the 50th failure, and later ones', 49, 'ff', [50]],
    ['49 failures', 0, 'f'.repeat(49), []],
    ['a success between failures', 49, 'sf', []],
    ['50 failures after a success', 10, `s${'f'.repeat(50)}`, [50]],
    ['50 failures on both sides of a success', 1, `${'f'.repeat(49)}s${'f'.repeat(51)}`, [50, 50]],
  ])('in one batch, notifies of each 50th failure in a row: %s', async (_, before, results, failures) => {
    const { marks } = await settledBatch(before, results);
    expect(marks.map((mark) => mark.failures)).toEqual(failures);
  });

  it.each<[string, string, boolean]>([
    ['a success', 's', false],
    ['a failure', 'f', true],
    ['a failure before a success', 'fs', true],
    ['a failure between two successes', 'sfs', true],
  ])('sets the time of the last failure for a batch with %s (contract §2.7): %s', async (_, results, hasFailed) => {
    const { database, webhookId } = await settledBatch(0, results);
    const sql = 'select last_failure_at is not null as "hasFailed" from webhook where id = $1';
    expect(await database.query(sql, [webhookId])).toEqual([{ hasFailed }]);
  });
});
