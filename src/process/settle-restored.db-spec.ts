import { Logger } from '@nestjs/common';
import { loadConfig } from '@libs/config';
import { ID_LEAP, type Database } from '@libs/database';
import type { ErasureEntry } from '@libs/database/backup';
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
  const settle = (erasures: readonly ErasureEntry[] = []) =>
    settleRestored(config, fixture.url, { backup: '20261128T100000Z', to: null, keyIsLost: false, erasures });

  beforeAll(async () => {
    Logger.overrideLogger(false);
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

  describe('what was erased after the restored time', () => {
    const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
    const entry = (event: ErasureEntry['event'], target: number, at = daysAgo(1)): ErasureEntry => {
      nextId += 1;
      return { id: nextId, at, event, target };
    };
    let nextId = 0;
    const stateOf = async (accountId: number): Promise<string> => {
      const [row] = await database.query<{ state: string }>(
        `select status || case when closed_at is null then '' else ', closed ' || (now()::date - closed_at::date) || ' days ago' end as state
         from account where id = $1`,
        [accountId],
      );
      return row?.state ?? 'erased';
    };
    /** An account with a review, as it was at the restored time. */
    const anAccount = async (closedDaysAgo: number | null): Promise<LinkFixture> => {
      const of = await aLink(database);
      await insertReview(database, { ...of, externalId: 'one', text: 'Words' });
      if (closedDaysAgo !== null)
        await database.query(
          `update account set status = 'suspended', closed_at = now() - $2 * interval '1 day' where id = $1`,
          [of.accountId, closedDaysAgo],
        );
      return of;
    };

    type Event = readonly [event: 'account_closed' | 'account_reopened' | 'account_erased', daysAgo: number];
    it.each<[string, number | null, readonly Event[], string]>([
      ['nothing', null, [], 'active'],
      ['closed 5 days ago: closed again, since then', null, [['account_closed', 5]], 'suspended, closed 5 days ago'],
      [
        'closed and opened again',
        null,
        [
          ['account_closed', 9],
          ['account_reopened', 5],
        ],
        'active',
      ],
      [
        'closed, opened and closed',
        null,
        [
          ['account_closed', 9],
          ['account_reopened', 5],
          ['account_closed', 2],
        ],
        'suspended, closed 2 days ago',
      ],
      ['closed 31 days ago: due, so erased', null, [['account_closed', 31]], 'erased'],
      [
        'erased',
        null,
        [
          ['account_closed', 40],
          ['account_erased', 10],
        ],
        'erased',
      ],
      ['closed before the restored time, 31 days ago: due, so erased', 31, [], 'erased'],
      [
        'closed before the restored time, opened and closed again: since then',
        31,
        [
          ['account_reopened', 5],
          ['account_closed', 2],
        ],
        'suspended, closed 2 days ago',
      ],
      ['closed before the restored time, and opened after it: not erased', 31, [['account_reopened', 3]], 'active'],
    ])('of an account: %s', async (_, closedDaysAgo, events, expected) => {
      const { accountId } = await anAccount(closedDaysAgo);
      const other = await anAccount(null);
      const { repeated, overdue } = await settle(events.map(([event, days]) => entry(event, accountId, daysAgo(days))));
      expect(await stateOf(accountId)).toBe(expected);
      expect(await stateOf(other.accountId)).toBe('active');
      const reviews = await database.query('select from review where account_id = $1', [accountId]);
      expect(reviews).toHaveLength(expected === 'erased' ? 0 : 1);
      expect(repeated.erased_accounts).toBe(events.some(([event]) => event === 'account_erased') ? 1 : 0);
      expect(overdue).toEqual([]);
    });

    it('of objects and links is erased again, with their reviews; other objects and links stay', async () => {
      const of = await anAccount(null);
      const { accountId, objectId } = of;
      const second = await aLink(database, { accountId, objectId, sourceId: 1 });
      await insertReview(database, { ...second, externalId: 'two', text: 'Other words' });
      const object = await aLink(database, { accountId });
      await insertReview(database, { ...object, externalId: 'three', text: 'More words' });
      await database.query(`update tracked_object set created_at = now() - interval '1 year' where account_id = $1`, [
        accountId,
      ]);
      const { repeated, overdue } = await settle([
        entry('link_erased', second.linkId),
        entry('object_erased', object.objectId),
        entry('object_erased', 999_999_999),
      ]);
      expect(repeated).toMatchObject({ erased_objects: 1, erased_links: 1 });
      expect(overdue).toEqual([]);
      expect(await database.query('select text from review where account_id = $1', [accountId])).toEqual([
        { text: 'Words' },
      ]);
      expect(await database.query('select id from tracked_object where account_id = $1', [accountId])).toEqual([
        { id: objectId },
      ]);
    });

    it('everything else that is due is removed too, and what cannot be removed is named', async () => {
      const { accountId } = await anAccount(null);
      await database.query(`insert into review_raw values ($1, 1, '{}', 3, now() - interval '31 days')`, [accountId]);
      await database.query(
        `insert into webhook_delivery (id, account_id, webhook_id, event_type, event_id, body, state, settled_at)
         values (1, $1, 1, 'reviews.new', 1, 'words', 'success', now() - interval '40 days')`,
        [accountId],
      );
      await database.query(
        `create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
         create trigger refuse before delete on review_raw for each row execute function refuse()`,
      );
      expect((await settle()).overdue).toEqual([
        'stored records that are older than the terms of their source allow: 1',
      ]);
      expect(await database.query('select from webhook_delivery')).toEqual([]);
      await database.query('drop function refuse cascade');
      expect((await settle()).overdue).toEqual([]);
    });
  });

  it('records the restore in the audit trail', async () => {
    const rows = await database.query(
      `select action, after ->> 'backup' as backup from audit_entry where action = 'database.restored' limit 1`,
    );
    expect(rows).toEqual([{ action: 'database.restored', backup: '20261128T100000Z' }]);
  });
});
