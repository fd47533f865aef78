import { anAccount, aWebhook } from '@test/support/delivery-harness';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import type { SubscriptionSettings } from '../../domain/subscription';
import { WebhookStore } from './webhook.store';

const SETTINGS: SubscriptionSettings = {
  target: 'https://other.example/',
  objectIds: null,
  eventTypes: ['reviews.deleted'],
  batchWindow: 'immediate',
  filters: {},
  isActive: false,
  format: 'hrev',
};

describe("another account's webhook is not found by any statement (contract §6)", () => {
  let fixture: StoreFixture;
  let store: WebhookStore;

  beforeAll(async () => {
    fixture = await storeFixture();
    store = new WebhookStore(fixture.database);
  });
  afterAll(() => fixture?.close());

  it.each<[string, (accountId: number, webhookId: number) => Promise<unknown>, unknown]>([
    ['all', (account) => store.all(account), []],
    ['count', (account) => store.count(account), { webhooks: 0, listeners: 0 }],
    ['find', (account, webhook) => store.find(account, webhook), null],
    ['findLocked', (account, webhook) => store.findLocked(account, webhook), null],
    ['update', (account, webhook) => store.update(account, webhook, SETTINGS), null],
    ['remove', (account, webhook) => store.remove(account, webhook), null],
  ])('%s finds no webhook of another account', async (_, run, notFound) => {
    const [ownAccountId, otherAccountId] = [await anAccount(fixture.database), await anAccount(fixture.database)];
    const webhookId = await aWebhook(fixture.database, { accountId: otherAccountId });
    const row = () => fixture.database.query('select * from webhook where id = $1', [webhookId]);
    const before = await row();
    expect(await run(ownAccountId, webhookId)).toEqual(notFound);
    expect(await row()).toEqual(before);
    // The account of the webhook gets another result.
    expect(await run(otherAccountId, webhookId)).not.toEqual(notFound);
  });
});
