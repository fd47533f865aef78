import type { Database } from '@libs/database';
import { RunPlanningStore } from '@src/collection/planning';
import { ReplyLeaseStore } from '@src/replies/persistence/reply-lease.store';
import { WebhookLeaseStore } from '@src/webhooks/persistence/webhook-lease.store';
import { aWebhook, dueDeliveries } from '@test/support/delivery-harness';
import { insertReviews } from '@test/support/review-factory';
import { planned, rowsRead } from '@test/support/rows-read';
import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import { SWITCHES, type SwitchName } from './domain/switches';
import { SwitchStore } from './persistence/switch.store';

const WAITING = 1_000;

/** Workers poll every second in every process, also while thousands of rows wait behind a switch. */
describe('what waits behind a switch of all sources is not read (ADR 35)', () => {
  let fixture: StoreFixture;
  let database: Database;
  let link: LinkFixture;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    link = await aLink(database);
    await insertReviews(
      database,
      Array.from({ length: WAITING }, () => ({ ...link, rating: 5 })),
    );
    await database.query(
      `insert into review_reply (account_id, review_id, object_id, link_id, source_id, review_key, state, action, text, due_at)
       select account_id, id, object_id, link_id, source_id, sha256(id::text::bytea), 'pending', 'publish', 'thanks', now() from review`,
    );
    await database.query(
      `with objects as (
         insert into tracked_object (account_id, name) select $1, 'o' from generate_series(1, $2::int) returning id
       ), links as (
         insert into link (account_id, object_id, source_id, url) select $1, id, $3, 'u' || id from objects returning *
       )
       insert into link_collection (link_id, account_id, object_id, source_id, next_run_at)
       select id, account_id, object_id, source_id, now() from links`,
      [link.accountId, WAITING, link.sourceId],
    );
    const webhookId = await aWebhook(database, { accountId: link.accountId });
    await dueDeliveries(database, { accountId: link.accountId, webhookId }, WAITING);
    await database.query('analyze');
  });
  afterAll(() => fixture?.close());

  it.each<[SwitchName, string, () => Promise<readonly unknown[]>]>([
    [
      'replies',
      'review_reply',
      async () => [await new ReplyLeaseStore(database).claim(1_000)].filter((one) => one !== null),
    ],
    ['webhooks', 'webhook_delivery', () => new WebhookLeaseStore(database).acquire({ slots: 4 }, 1_000)],
    ['collection', 'link_collection', async () => (await new RunPlanningStore(database).lockDue(10)).links],
  ])('%s: %s', async (name, table, poll) => {
    const switches = new SwitchStore(database);
    for (const one of SWITCHES) await switches.turnOn(one, null);
    let work: readonly unknown[] = [];
    expect(await rowsRead(database, table, async () => (work = await poll()))).toBeGreaterThan(0);
    expect(work.length).toBeGreaterThan(0);
    await switches.turnOff(name, null, null);
    const read = await rowsRead(database, table, () => planned(async () => (work = await poll())));
    expect([read, work]).toEqual([0, []]);
  });
});
