import { loadConfig } from '@libs/config';
import type { Database } from '@libs/database';
import { anAccount, aWebhook, dueDeliveries } from '@test/support/delivery-harness';
import { accountsOn } from '@test/support/notices-on';
import { insertReviews } from '@test/support/review-factory';
import { planned, rowsRead } from '@test/support/rows-read';
import { aLink, storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { BEFORE_ALL, type LeaseGrant } from '../domain/webhook-lease';
import { DeliverySettleStore } from './delivery-settle.store';
import { FanOutStore } from '../fan-out/persistence/fan-out.store';
import { WebhookLeaseStore } from './webhook-lease.store';
import { VisibleReviewsQuery } from './receivable-reviews.query';

const BURST = 2_000;

describe('the cost of a delivery does not depend on the number of other rows', () => {
  let fixture: StoreFixture;
  let database: Database;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
  });
  afterAll(() => fixture.close());

  it('settles an attempt by the id of its delivery, even if all pending deliveries are newer than the statistics', async () => {
    const accountId = await anAccount(database);
    const webhookId = await aWebhook(database, { accountId });
    await database.query(
      `insert into webhook_delivery (id, account_id, webhook_id, event_type, event_id, body, state, settled_at)
       select nextval('webhook_delivery_id'), $1, $2, 'reviews.new', 1, '', 'success', now() from generate_series(1, 5000)`,
      [accountId, webhookId],
    );
    await database.query('analyze');
    await dueDeliveries(database, { accountId, webhookId }, BURST);
    const [leases, settlements] = [new WebhookLeaseStore(database), new DeliverySettleStore(database)];
    const [lease] = (await leases.acquire({ slots: 2 }, 60_000)) as [LeaseGrant];
    const due = await leases.due([{ lease: { ...lease, after: BEFORE_ALL }, count: 14 }], 0);
    const result = { statusCode: 200, error: null, durationMs: 5 };
    const rowCount = await rowsRead(database, 'webhook_delivery', async () => {
      let position = 0;
      await planned(async () => {
        const pair = due.slice(position, (position += 2));
        await settlements.settle(
          pair.map((delivery) => ({ delivery, result, outcome: 'success', waitMs: null, retryAfterS: null })),
          [],
          false,
        );
      });
    });
    const [pending] = await database.query<{ n: number }>(
      `select count(*) as n from webhook_delivery where state = 'pending'`,
    );
    expect([due.length, pending?.n]).toEqual([14, BURST]);
    expect(rowCount).toBeLessThan(14 * 5);
  });

  it('reads reviews by id, even if no table has been analyzed', async () => {
    const link = await aLink(database);
    const ids = await insertReviews(
      database,
      Array.from({ length: 1_000 }, () => ({ ...link, text: 'good', rating: 5 })),
    );
    const fanOut = new FanOutStore(database);
    const someIds = ids.slice(100, 103);
    const rowCount = await rowsRead(database, 'review', async () => {
      const selection = { runId: null, reviewIds: someIds, objectIds: [link.objectId] };
      expect((await fanOut.selectableReviews(link.accountId, [selection]))[0]).toHaveLength(3);
      expect(await fanOut.reviewsToSend(link.accountId, someIds, false)).toHaveLength(3);
    });
    expect(rowCount).toBeLessThan(2 * 3 + 3);
  });

  it('reads the visible reviews of a trial once for each link, not for each review', async () => {
    const link = await aLink(database);
    const ids = await insertReviews(
      database,
      Array.from({ length: 2_000 }, (_, index) => ({
        ...link,
        rating: 5,
        reviewDate: `2026-01-01T${String(index % 24).padStart(2, '0')}:00:00`,
      })),
    );
    await database.execute(`update account set plan = 'trial' where id = $1`, [link.accountId]);
    const visible = new VisibleReviewsQuery(database, accountsOn(database, loadConfig({ NODE_ENV: 'test' })));
    const someIds = ids.slice(100, 200);
    const rowCount = await rowsRead(database, 'review', async () => {
      expect((await visible.idsOf(link.accountId, ids)).size).toBe(20);
      await visible.idsOf(link.accountId, someIds);
    });
    expect(rowCount).toBeLessThan(ids.length + someIds.length + 2 * 20 + 10);
  });
});
