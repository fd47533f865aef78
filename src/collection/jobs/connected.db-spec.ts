import type { Database } from '@libs/database';
import { EventSubscribers } from '@libs/events';
import { EventRelay } from '@libs/events/event-relay';
import { OutboxLeases } from '@libs/events/outbox-leases';
import { WakeupHandlers } from '@libs/queue';
import { collectionHarness, type CollectionHarness } from '@test/support/collection-harness';
import { PLATFORMS, replyHarness, type ReplyHarness } from '@test/support/reply-harness';
import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import { ConnectedSubscriber } from './connected.subscriber';

const SOURCE = PLATFORMS.a.id;

/** Connecting a platform starts the collection of its page on the object (contract §4.5, §10). */
describe('a link on a platform that was connected', () => {
  let fixture: StoreFixture;
  let database: Database;
  let collection: CollectionHarness;
  let replies: ReplyHarness;
  let relay: EventRelay;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    replies = await replyHarness(database);
    collection = await collectionHarness(database);
    const subscribers = new EventSubscribers();
    new ConnectedSubscriber(subscribers, collection.planner).onModuleInit();
    relay = new EventRelay(database, new OutboxLeases(database), subscribers, new WakeupHandlers());
  });
  beforeEach(async () => {
    await database.query('truncate account, outbox, outbox_lease cascade');
    collection.wakeupsSent.length = 0;
  });
  afterAll(async () => {
    await relay?.beforeApplicationShutdown();
    await collection?.close();
    await replies?.close();
    await fixture?.close();
  });

  /** Creates a link whose last collection failed a moment ago. It is next due in six hours. */
  async function failedLink(of: Partial<LinkFixture> = {}): Promise<LinkFixture> {
    const link = await aLink(database, { sourceId: SOURCE, ...of });
    await database.query(
      `update link_collection set last_scraped_at = clock_timestamp(), scrape_status = 'failed',
         next_run_at = clock_timestamp() + interval '6 hours' where link_id = $1`,
      [link.linkId],
    );
    return link;
  }
  const connect = ({ accountId, objectId }: LinkFixture) =>
    replies.connections.add(accountId, objectId, 'platform-a', { key: 'open' });
  const runLinks = (): Promise<{ linkId: number; cause: string }[]> =>
    database.query(
      'select l.link_id as "linkId", r.cause from run_link l join run r on r.id = l.run_id order by l.link_id',
    );

  it('is collected, even if it was collected recently; other links of the object and links of other objects and accounts are not', async () => {
    const link = await failedLink();
    await failedLink({ accountId: link.accountId, objectId: link.objectId, sourceId: PLATFORMS.b.id });
    await failedLink({ accountId: link.accountId });
    await failedLink();
    await connect(link);
    expect(await runLinks()).toEqual([]);
    await relay.poll();
    expect(await runLinks()).toEqual([{ linkId: link.linkId, cause: 'manual' }]);
    expect(collection.wakeupsSent).toContain('runs-planned');
  });

  it('is collected once per open run, and again if the platform is connected after the run', async () => {
    const link = await failedLink();
    for (let time = 0; time < 2; time += 1) {
      await connect(link);
      await relay.poll();
    }
    expect(await runLinks()).toHaveLength(1);
    await database.execute(`update run_link set state = 'ended', outcome = 'success'`);
    await connect(link);
    await relay.poll();
    expect(await runLinks()).toHaveLength(2);
  });

  it.each([
    ['the link is disabled', 'update link set is_active = false where account_id = $1'],
    ['the link is deleted', 'update link set deleted_at = now() where account_id = $1'],
    ['the object is disabled', 'update tracked_object set is_active = false where account_id = $1'],
    ['the account is suspended', `update account set status = 'suspended' where id = $1`],
  ])('is not collected if %s before the event is relayed', async (_, sql) => {
    const link = await failedLink();
    await connect(link);
    await database.execute(sql, [link.accountId]);
    await relay.poll();
    expect(await runLinks()).toEqual([]);
    expect(await database.query('select from outbox where relayed_at is null')).toEqual([]);
  });

  it('is not collected if the platform rejected the credentials', async () => {
    const link = await failedLink();
    replies.platform.readMoods = [401];
    await expect(connect(link)).rejects.toMatchObject({ code: 'validation_error' });
    await relay.poll();
    expect(await runLinks()).toEqual([]);
  });
});
