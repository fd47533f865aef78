import type { Database } from '@libs/database';
import { rowsRead } from '@test/support/rows-read';
import { aLink, storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { MailStore } from './mail.store';

describe('the mail queue', () => {
  let fixture: StoreFixture;
  let database: Database;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    const { accountId } = await aLink(database);
    await database.query(
      `insert into outgoing_mail (account_id, recipient, subject, body, status, ended_at, not_before)
       select $1, 'a@example.com', 's', 'b', case when n <= 2000 then 'sent' else 'waiting' end,
         case when n <= 2000 then now() end, now() + interval '1 hour'
       from generate_series(1, 4000) n`,
      [accountId],
    );
  });
  afterAll(() => fixture.close());

  describe.each([['never analyzed'], ['freshly analyzed']])('that is %s', (state) => {
    beforeAll(async () => {
      if (state === 'freshly analyzed') await database.query('analyze');
    });

    it.each<[string, (store: MailStore) => Promise<unknown>]>([
      ['a claim among many mails that are due later', (store) => store.claim()],
      ['a purge among many mails that ended today', (store) => store.purge()],
    ])('reads almost no rows for %s', async (_, call) => {
      expect(await rowsRead(database, 'outgoing_mail', () => call(new MailStore(database)))).toBeLessThan(5);
    });

    it('reads few rows for a claim among many mails that are due', async () => {
      let rowCount = 0;
      await rowsRead(database, 'outgoing_mail', async () => {
        await database.query(`update outgoing_mail set not_before = now() where status = 'waiting'`);
        rowCount = await rowsRead(database, 'outgoing_mail', () => new MailStore(database).claim());
      });
      // The mail is read by the query and again by its update.
      expect([rowCount > 0, rowCount < 10]).toEqual([true, true]);
    });
  });
});
