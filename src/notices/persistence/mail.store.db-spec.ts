import { whileRowsAreLocked } from '@test/support/held-rows';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { MailStore } from './mail.store';

describe('concurrent workers of the mail queue', () => {
  let fixture: StoreFixture;
  let mails: MailStore;
  beforeAll(async () => {
    fixture = await storeFixture();
    mails = new MailStore(fixture.database);
  });
  afterAll(() => fixture?.close());

  const LOCK_FIRST = `select from outgoing_mail where recipient = 'locked@example.com' for update`;
  const recipients = async (): Promise<unknown[]> =>
    (await fixture.database.query('select recipient from outgoing_mail')).map(({ recipient }) => recipient);

  beforeEach(async () => {
    await fixture.database.query('truncate account, outgoing_mail cascade');
    const [account] = await fixture.database.query<{ id: number }>(
      `insert into account (name, plan) values ('Test', 'full') returning id`,
    );
    for (const recipient of ['locked@example.com', 'next@example.com']) {
      await mails.insert({ accountId: account?.id ?? 0, recipient, replyTo: null, subject: 's', body: 'b' });
    }
  });

  it('claim different mails and do not wait for each other', async () => {
    const mail = await whileRowsAreLocked(fixture.database, LOCK_FIRST, [], () => mails.claim());
    expect(mail?.recipient).toBe('next@example.com');
  });

  it('delete different mails and do not wait for each other', async () => {
    await fixture.database.query(
      `update outgoing_mail set status = 'sent', ended_at = clock_timestamp() - interval '31 days'`,
    );
    expect(await whileRowsAreLocked(fixture.database, LOCK_FIRST, [], () => mails.purge())).toBe(1);
    expect(await recipients()).toEqual(['locked@example.com']);
  });
});
