import { Database } from '@libs/database';
import { AccountsService } from '@src/auth';
import { testApp, type TestApp } from '@test/support/test-app';
import { SupportService } from './support.service';

interface MailRow {
  readonly account_id: number;
  readonly recipient: string;
  readonly reply_to: string | null;
  readonly subject: string;
  readonly body: string;
}

const MAIL = {
  HREV_SMTP_URL: 'smtp://127.0.0.1:1',
  HREV_MAIL_FROM: 'noreply@hrev.example',
  HREV_OPERATOR_MAIL: 'operator@hrev.example',
};

describe('a support message (contract §4.12: "stored, mailed where SMTP is configured")', () => {
  const apps: TestApp[] = [];
  let app: TestApp;

  async function startApp(environment: Readonly<Record<string, string>>): Promise<TestApp> {
    const made = await testApp({ environment, ...(apps[0] ? { databaseUrl: apps[0].databaseUrl } : {}) });
    apps.push(made);
    return made;
  }

  beforeAll(async () => (app = await startApp(MAIL)), 60_000);
  afterAll(async () => {
    for (const each of apps.reverse()) await each.close();
  });
  beforeEach(() => app.database.query('delete from outgoing_mail'));

  const mails = (): Promise<MailRow[]> => app.database.query<MailRow>('select * from outgoing_mail order by id');

  async function aWriter(email: string | null): Promise<{ accountId: number; keyId: number; personId: null }> {
    const made = await app.app.get(AccountsService).create({ name: 'Acme\r\nBcc: x@y', plan: 'basic', email });
    return { accountId: made.account.id, keyId: made.readOnly.keyId, personId: null };
  }

  it.each([
    ['the contact', 'asker@example.com', 'owner@example.com', 'asker@example.com'],
    ['the address of the account', null, 'owner@example.com', 'owner@example.com'],
    ['no address', null, null, null],
  ])('is mailed to the operator with %s as Reply-To', async (_, contact, email, replyTo) => {
    const writer = await aWriter(email);
    const service = app.app.get(SupportService);
    const id = await service.write({
      ...writer,
      subject: 'Link 12\r\nBcc: all@x',
      message: 'Half is missing',
      contact,
    });
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ account_id: writer.accountId, recipient: 'operator@hrev.example', reply_to: replyTo });
    expect(mail?.subject).toBe(`[hrev support ${id}] Link 12 Bcc: all@x`);
    expect(mail?.body).toMatch(/^Half is missing\n\n-- \n/);
    expect(mail?.body).toContain(`Account ${writer.accountId} (Acme`);
    expect(mail?.body).toContain('plan basic');
  });

  it('is not mailed if it is not stored', async () => {
    const writer = await aWriter(null);
    const service = app.app.get(SupportService);
    const rolledBack = app.app.get(Database).transaction(async () => {
      await service.write({ ...writer, subject: null, message: 'x', contact: null });
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    expect(await mails()).toEqual([]);
  });

  it.each([
    ['no mail server', { HREV_OPERATOR_MAIL: 'operator@hrev.example' }],
    ['no address of the operator', { HREV_SMTP_URL: 'smtp://127.0.0.1:1', HREV_MAIL_FROM: 'noreply@hrev.example' }],
  ])('is stored and not mailed with %s', async (_, environment) => {
    const withoutMail = await startApp(environment);
    const writer = await aWriter('owner@example.com');
    const id = await withoutMail.app
      .get(SupportService)
      .write({ ...writer, subject: null, message: 'x', contact: null });
    expect(await mails()).toEqual([]);
    const { messages } = await withoutMail.app.get(SupportService).list({ limit: 1, offset: 0 });
    expect(messages).toMatchObject([{ id, accountId: writer.accountId, message: 'x' }]);
  });
});
