import type { Database } from '@libs/database';
import { rowsRead } from '@test/support/rows-read';
import { aLink, storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { MailStore } from './mail.store';

describe('a look for mail', () => {
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

  describe.each([['never analyzed'], ['freshly analyzed']])('%s', (state) => {
    beforeAll(async () => {
      if (state === 'freshly analyzed') await database.query('analyze');
    });

    it.each<[string, (store: MailStore) => Promise<unknown>]>([
      ['that is due, among much that waits for later', (store) => store.claim()],
      ['that ended long ago, among much that ended today', (store) => store.purge()],
    ])('%s', async (_, look) => {
      expect(await rowsRead(database, 'outgoing_mail', () => look(new MailStore(database)))).toBeLessThan(5);
    });

    it('that is due, among much that is due too', async () => {
      let read = 0;
      await rowsRead(database, 'outgoing_mail', async () => {
        await database.query(`update outgoing_mail set not_before = now() where status = 'waiting'`);
        read = await rowsRead(database, 'outgoing_mail', () => new MailStore(database).claim());
      });
      // The mail, and once more to write it.
      expect([read > 0, read < 10]).toEqual([true, true]);
    });
  });
});
