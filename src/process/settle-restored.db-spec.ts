import { loadConfig } from '@libs/config';
import { ID_LEAP, type Database } from '@libs/database';
import { insertReview } from '@test/support/review-factory';
import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import { SyncFollower, syncService, type SyncHarness } from '@test/support/sync-harness';
import { settleRestored } from './settle-restored';

/** What a restored database needs because clients and platforms have seen what it has lost (docs/operations/backup.md). */
describe('a database after its restore', () => {
  let fixture: StoreFixture;
  let database: Database;
  let sync: SyncHarness;
  let link: LinkFixture;
  const config = loadConfig({ HREV_ENCRYPTION_KEY: '5a'.repeat(32), HREV_HOME: '/tmp' });
  const settle = () => settleRestored(config, fixture.url, { backup: '20261128T100000Z', to: null, keyIsLost: false });

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    sync = syncService(database);
    link = await aLink(database);
    await insertReview(database, { ...link, externalId: 'one', text: 'One' });
  });
  afterAll(() => fixture.close());

  /** Gives the review the account's next change number. */
  const change = (review: number): Promise<unknown> =>
    database.query(
      `with c as (update account_change set change_seq = change_seq + 1 where account_id = $1 returning change_seq)
       update review r set change_seq = c.change_seq from c where r.account_id = $1 and r.id = $2`,
      [link.accountId, review],
    );

  it('ends sync cursors, also after as many changes as were lost; a new snapshot can be followed again', async () => {
    const reader = (): SyncFollower =>
      new SyncFollower(
        sync,
        { accountId: link.accountId, visiblePerLink: null },
        { kind: 'object', objectId: link.objectId },
        50,
      );
    const before = reader();
    await before.catchUp();
    await settle();
    await insertReview(database, { ...link, externalId: 'two', text: 'Two' });
    await expect(before.catchUp()).rejects.toMatchObject({ code: 'invalid_cursor' });
    const after = reader();
    await after.catchUp();
    await change(await insertReview(database, { ...link, externalId: 'three', text: 'Three' }));
    await after.catchUp();
    expect(after.rows().map((row) => (row as readonly unknown[])[1])).toEqual(['One', 'Two', 'Three']);
  });

  it('gives out no id twice', async () => {
    const newest = async (): Promise<number> => {
      const { objectId } = await aLink(database, { accountId: link.accountId });
      return objectId;
    };
    const before = await newest();
    await settle();
    expect(await newest()).toBeGreaterThan(before + ID_LEAP - 1);
  });

  it('reads unfinished replies on their platform before they are sent, and leaves published ones', async () => {
    const insert = (externalId: string, state: string): Promise<unknown> =>
      insertReview(database, { ...link, externalId, text: 'Text' }).then((id) =>
        database.query(
          `insert into review_reply (account_id, review_id, object_id, link_id, source_id, review_key, state, action, text, held_text, held_at)
           values ($1, $2, $3, $4, $5, sha256($6::bytea), $7, 'publish', 'Thanks', case $7 when 'published' then 'Thanks' end,
             case $7 when 'published' then clock_timestamp() end)`,
          [link.accountId, id, link.objectId, link.linkId, link.sourceId, externalId, state],
        ),
      );
    await insert('pending', 'pending');
    await insert('published', 'published');
    expect((await settle()).doubted_replies).toBe(1);
    expect(await database.query('select state, in_doubt from review_reply order by state')).toEqual([
      { state: 'pending', in_doubt: true },
      { state: 'published', in_doubt: false },
    ]);
  });

  it('records the restore in the audit trail', async () => {
    const rows = await database.query(
      `select action, after ->> 'backup' as backup from audit_entry where action = 'database.restored' limit 1`,
    );
    expect(rows).toEqual([{ action: 'database.restored', backup: '20261128T100000Z' }]);
  });
});
