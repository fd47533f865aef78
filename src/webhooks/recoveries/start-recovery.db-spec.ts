import type { Database } from '@libs/database';
import { AppError } from '@libs/kernel';
import { trailOn } from '@src/audit';
import { anAccount, aWebhook, dueDeliveries, removeDeliveries } from '@test/support/delivery-harness';
import { inEveryOrder } from '@test/support/interleaving';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { RecoveryStore } from './persistence/recovery.store';
import { RecoveriesService } from './recoveries.service';

interface TestWebhook {
  readonly accountId: number;
  readonly webhookId: number;
}

describe('two requests that start a recovery of one webhook (contract §4.11)', () => {
  let fixture: StoreFixture;
  let database: Database;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
  });
  afterAll(() => fixture?.close());

  async function aWebhookWithAFailedDelivery(): Promise<TestWebhook> {
    await removeDeliveries(database);
    await database.query('delete from webhook_recovery');
    const accountId = await anAccount(database);
    const webhookId = await aWebhook(database, { accountId });
    await dueDeliveries(database, { accountId, webhookId }, 1);
    await database.query(
      `update webhook_delivery set state = 'failed', next_attempt_at = null, settled_at = now(),
         created_at = now() - interval '1 hour' where webhook_id = $1`,
      [webhookId],
    );
    return { accountId, webhookId };
  }

  it('start one, in any order of their statements; the other one is 409 `conflict`', async () => {
    const start = ({ accountId, webhookId }: TestWebhook): Promise<unknown> => {
      const since = new Date(Date.now() - 86_400_000).toISOString();
      const recoveries = new RecoveriesService(database, new RecoveryStore(database), trailOn(database));
      return recoveries.start(accountId, webhookId, { statuses: ['failed'], since, until: null });
    };
    await inEveryOrder<TestWebhook>({
      on: database,
      given: aWebhookWithAFailedDelivery,
      contenders: { A: start, B: start },
      mayFail: (reason) => reason instanceof AppError && reason.code === 'conflict',
      holds: (_, { outcomes }) =>
        expect(Object.values(outcomes).filter(({ status }) => status === 'fulfilled')).toHaveLength(1),
    });
  });
});
