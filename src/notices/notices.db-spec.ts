import { Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import pg from 'pg';
import { loadConfig } from '@libs/config';
import { Database } from '@libs/database';
import { createLogger, NestLog } from '@libs/logging';
import { prepareQueue } from '@libs/queue';
import { foundationModules } from '@src/api.module';
import { AccountsService, AuthModule } from '@src/auth';
import { startRaw } from '@test/support/egress/local-servers';
import { eventually } from '@test/support/eventually';
import { contentOf, headOf, startSmtp, type SmtpServer } from '@test/support/smtp-server';
import { createTestDatabase, type TestDatabase } from '@test/support/test-database';
import { MAIL_ATTEMPTS } from './domain/mail';
import { MailWorker } from './jobs/mail.worker';
import { MailingService } from './mailing.service';
import { NoticesModule } from './notices.module';
import { NoticesService } from './notices.service';
import { NoticesWorkerModule } from './notices.worker.module';
import { MailStore } from './persistence/mail.store';
import { SmtpSender } from './sender/smtp-sender';

const CLAIMED = {
  id: 1,
  messageKey: '5e2f7f0e-5d5c-4c0e-9a0e-000000000000',
  recipient: 'owner@example.com',
  replyTo: null,
  subject: 's',
  body: 'b',
  attempts: 1,
  token: 't',
};

/** A process with the modules of notices, a real queue and a real mail server. */
interface RunningProcess {
  readonly app: INestApplicationContext;
  readonly log: string[];
  close(): Promise<void>;
}

interface MailRow {
  readonly id: number;
  readonly recipient: string;
  readonly status: string;
  readonly attempts: number;
  readonly lastError: string | null;
  readonly waitsSeconds: number;
}

describe('notices and mail (contract §6.5 "Support message")', () => {
  let testDatabase: TestDatabase;
  let smtp: SmtpServer;
  let runningProcess: RunningProcess;
  let database: Database;
  let notices: NoticesService;
  let mailing: MailingService;

  async function start(environment: Readonly<Record<string, string>>, worker = true): Promise<RunningProcess> {
    const config = loadConfig({ NODE_ENV: 'test', HREV_ENCRYPTION_KEY: '7e'.repeat(32), ...environment });
    const log: string[] = [];
    const write = (line: string): void => void log.push(line);
    const logger = new NestLog(createLogger('debug', 'test', { write }));
    @Module({})
    class Root {}
    const noticesModules = worker ? [ScheduleModule.forRoot(), NoticesWorkerModule] : [NoticesModule];
    const baseModules = foundationModules({ config, databaseUrl: testDatabase.url });
    const app = await NestFactory.createApplicationContext(
      { module: Root, imports: [...baseModules, AuthModule, ...noticesModules] },
      { logger, abortOnError: false },
    );
    return { app, log, close: () => app.close() };
  }

  const environmentOf = (port: number): Record<string, string> => ({
    HREV_SMTP_URL: `smtp://joe:hunter%402@127.0.0.1:${port}`,
    HREV_MAIL_FROM: 'noreply@hrev.example',
    HREV_OPERATOR_MAIL: 'operator@hrev.example',
  });

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    await prepareQueue({ databaseUrl: testDatabase.url, redisUrl: null });
    smtp = await startSmtp();
    runningProcess = await start(environmentOf(smtp.port));
    database = runningProcess.app.get(Database);
    notices = runningProcess.app.get(NoticesService, { strict: false });
    mailing = runningProcess.app.get(MailingService, { strict: false });
  });

  afterAll(async () => {
    await runningProcess?.close();
    await smtp?.stop();
    await testDatabase?.drop();
  });

  beforeEach(async () => {
    smtp.refusals = {};
    await database.query('delete from outgoing_mail');
    smtp.mails.length = 0;
    smtp.commands.length = 0;
  });

  async function anAccount(email: string | null = 'owner@example.com'): Promise<number> {
    const created = await runningProcess.app.get(AccountsService).create({ name: 'Acme', plan: 'full', email });
    return created.account.id;
  }

  const rows = (): Promise<MailRow[]> =>
    database.query<MailRow>(
      `select id, recipient, status, attempts, last_error as "lastError",
         extract(epoch from not_before - clock_timestamp())::float8 as "waitsSeconds" from outgoing_mail order by id`,
    );
  const rowThat = (description: string, matches: (row: MailRow) => boolean): Promise<MailRow> =>
    eventually(description, 120_000, async () => (await rows()).find(matches));
  const makeDue = (): Promise<number> =>
    database.execute(`update outgoing_mail set not_before = clock_timestamp() where status = 'waiting'`);

  it('stores a notice and mails it to the address of its account, as plain text, from the configured sender', async () => {
    const accountId = await anAccount();
    await notices.notify({
      accountId,
      kind: 'webhook_failing',
      subject: 'Webhook 7 fails – 50×',
      body: 'Отзывы\n.\nlast',
    });
    const mail = await eventually('the mail', 120_000, () => smtp.mails[0]);
    expect(mail).toMatchObject({ from: 'noreply@hrev.example', recipients: ['owner@example.com'] });
    const head = new Map(headOf(mail));
    expect(head.get('from')).toBe('hrev <noreply@hrev.example>');
    expect(head.get('to')).toBe('owner@example.com');
    expect(head.get('content-type')).toMatch(/^text\/plain; charset=utf-8/);
    expect(head.get('auto-submitted')).toBe('auto-generated');
    expect(head.get('message-id')).toMatch(/^<[0-9a-f-]{36}@hrev\.example>$/);
    expect(contentOf(mail).replaceAll('\r\n', '\n').trimEnd()).toBe('Отзывы\n.\nlast');
    expect(smtp.commands).toContain(`AUTH PLAIN ${Buffer.from('\0joe\0hunter@2').toString('base64')}`);
    expect(await rowThat('sent', (row) => row.status === 'sent')).toMatchObject({ attempts: 1, lastError: null });
    expect(await notices.list(accountId, { limit: 10, offset: 0 })).toMatchObject({
      total: 1,
      notices: [{ accountId, kind: 'webhook_failing', subject: 'Webhook 7 fails – 50×', body: 'Отзывы\n.\nlast' }],
    });
  });

  it('lists only notices of the account, latest first, in pages; throws 404 for an unknown account', async () => {
    const [one, other] = [await anAccount(null), await anAccount(null)];
    for (const subject of ['a', 'b', 'c']) await notices.notify({ accountId: one, kind: 'k', subject, body: '' });
    await notices.notify({ accountId: other, kind: 'k', subject: 'theirs', body: '' });
    const page = await notices.list(one, { limit: 2, offset: 1 });
    expect([page.total, page.notices.map((notice) => notice.subject)]).toEqual([3, ['b', 'a']]);
    const noticeToUnknown = { accountId: 999_999, kind: 'k', subject: 's', body: '' };
    await expect(notices.notify(noticeToUnknown)).rejects.toMatchObject({ code: 'not_found' });
    await expect(notices.list(999_999, { limit: 1, offset: 0 })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('only stores a notice if the account has no address', async () => {
    const accountId = await anAccount(null);
    await notices.notify({ accountId, kind: 'k', subject: 's', body: 'b' });
    expect(await rows()).toEqual([]);
    expect((await notices.list(accountId, { limit: 1, offset: 0 })).total).toBe(1);
  });

  it('queues no mail without a mail server', async () => {
    const accountId = await anAccount();
    const withoutMail = await start({}, false);
    try {
      await withoutMail.app
        .get(NoticesService, { strict: false })
        .notify({ accountId, kind: 'k', subject: 's', body: 'b' });
      expect(await rows()).toEqual([]);
      expect((await notices.list(accountId, { limit: 1, offset: 0 })).total).toBe(1);
    } finally {
      await withoutMail.close();
    }
  });

  it('neither stores nor mails a notice of a transaction that is rolled back', async () => {
    const accountId = await anAccount();
    const rolledBack = database.transaction(async () => {
      await notices.notify({ accountId, kind: 'k', subject: 's', body: 'b' });
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    expect(await rows()).toEqual([]);
    expect((await notices.list(accountId, { limit: 1, offset: 0 })).total).toBe(0);
  });

  const HOSTILE: readonly (readonly [string, string])[] = [
    ['a line end', 'Hello\r\nBcc: victim@example.com\r\n\r\nfalse content'],
    ['a bare line feed', 'Hello\nBcc: victim@example.com'],
    ['a bare carriage return', 'Hello\rBcc: victim@example.com'],
    ['other line ends', 'Hello\u0085Bcc: a\u2028Bcc: b\u2029Bcc: c'],
    ['an encoded word', '=?utf-8?Q?Hello=0D=0ABcc:_victim@example.com?='],
    ['a long text', `${'x'.repeat(190)}\r\nBcc: victim@example.com`],
    ['NUL and an escape', 'a\u0000b\u001b]0;c'],
  ];

  it.each(HOSTILE)('adds no header and no recipient for %s in a subject', async (_, subject) => {
    const accountId = await anAccount();
    await notices.notify({ accountId, kind: 'k', subject, body: 'body' });
    const mail = await eventually('the mail', 120_000, () => smtp.mails[0]);
    const names = headOf(mail).map(([name]) => name);
    expect(
      names.filter(
        (name) =>
          !/^(from|to|subject|message-id|date|mime-version|content-type|content-transfer-encoding|auto-submitted)$/.test(
            name,
          ),
      ),
    ).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
    expect(contentOf(mail).trimEnd()).toBe('body');
    expect(smtp.commands.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<owner@example.com>']);
  });

  it('sends SMTP commands in a body as content', async () => {
    const accountId = await anAccount();
    const body = 'end\r\n.\r\nMAIL FROM:<evil@example.com>\r\nRCPT TO:<victim@example.com>\r\nDATA\r\nx\r\n.\r\n';
    await notices.notify({ accountId, kind: 'k', subject: 's', body });
    const mail = await eventually('the mail', 120_000, () => smtp.mails[0]);
    expect(contentOf(mail).trimEnd().split('\r\n')).toEqual(body.trimEnd().split('\r\n'));
    expect(smtp.commands.filter((line) => line.startsWith('MAIL'))).toHaveLength(1);
    expect(smtp.mails).toHaveLength(1);
  });

  it('mails the operator with the address of the client as Reply-To', async () => {
    const accountId = await anAccount();
    await mailing.postToOperator({ accountId, replyTo: "o'neil@example.com", subject: 'Help', body: 'text' });
    const mail = await eventually('the mail', 120_000, () => smtp.mails[0]);
    expect(mail.recipients).toEqual(['operator@hrev.example']);
    expect(new Map(headOf(mail)).get('reply-to')).toBe("o'neil@example.com");
  });

  it('retries after a 4xx response in one minute, then in two minutes', async () => {
    smtp.refusals = { RCPT: '451 try later' };
    const accountId = await anAccount();
    await notices.notify({ accountId, kind: 'k', subject: 's', body: 'b' });
    const first = await rowThat('one failure', (row) => row.attempts === 1 && row.lastError !== null);
    expect(first).toMatchObject({ status: 'waiting', lastError: expect.stringContaining('451') as string });
    expect(Math.abs(first.waitsSeconds - 60)).toBeLessThan(30);
    await makeDue();
    const second = await rowThat('two failures', (row) => row.attempts === 2 && row.waitsSeconds < 150);
    expect(Math.abs(second.waitsSeconds - 120)).toBeLessThan(30);
    smtp.refusals = {};
    await makeDue();
    expect(await rowThat('sent', (row) => row.status === 'sent')).toMatchObject({ attempts: 3, lastError: null });
    expect(smtp.mails).toHaveLength(1);
  });

  it.each([
    ['the recipient', { RCPT: '550 no such user' }],
    ['the content', { '.': '554 not this' }],
  ] as const)('gives the mail up at once after a 5xx response to %s', async (_, refusals) => {
    smtp.refusals = refusals;
    const accountId = await anAccount();
    await notices.notify({ accountId, kind: 'k', subject: 's', body: 'b' });
    const row = await rowThat('given up', ({ status }) => status === 'given_up');
    expect(row).toMatchObject({ attempts: 1, lastError: expect.stringMatching(/55[04]/) as string });
  });

  it.each([
    ['the sender', { MAIL: '553 not from you' }],
    ['the password', { AUTH: '535 wrong credentials hunter%402 hunter@2 of joe' }],
    ['every client', { greeting: '554 go away' }],
  ] as const)('retries after a 5xx response to %s, and stores and logs no secret', async (_, refusals) => {
    smtp.refusals = refusals;
    const accountId = await anAccount();
    await notices.notify({ accountId, kind: 'k', subject: 's', body: 'b' });
    const row = await rowThat('a failure', ({ lastError }) => lastError !== null);
    expect(row).toMatchObject({
      attempts: 1,
      status: 'waiting',
      lastError: expect.stringMatching(/5[35]\d/) as string,
    });
    expect(row.lastError).not.toMatch(/hunter|joe/);
    expect(runningProcess.log.join('')).not.toMatch(/hunter/);
  });

  it(`gives a mail up after ${MAIL_ATTEMPTS} attempts`, async () => {
    smtp.refusals = { RCPT: '451 try later' };
    const accountId = await anAccount();
    await notices.notify({ accountId, kind: 'k', subject: 's', body: 'b' });
    await rowThat('one failure', ({ lastError }) => lastError !== null);
    await database.query('update outgoing_mail set attempts = $1', [MAIL_ATTEMPTS - 1]);
    await makeDue();
    expect(await rowThat('given up', ({ status }) => status === 'given_up')).toMatchObject({ attempts: MAIL_ATTEMPTS });
  });

  it('reports an unavailable server and a closed connection as temporary failures', async () => {
    const mail = { ...CLAIMED, accountId: await anAccount() };
    const unavailable = new SmtpSender(loadConfig(environmentOf(1)));
    expect(await unavailable.send(mail)).toMatchObject({
      kind: 'failed',
      error: expect.stringContaining('ECONNREFUSED') as string,
    });
    const closingServer = await startRaw((socket) => socket.destroy());
    try {
      const outcome = await new SmtpSender(loadConfig(environmentOf(closingServer.port))).send(mail);
      expect(outcome).toMatchObject({ kind: 'failed', error: expect.stringMatching(/./) as string });
    } finally {
      await closingServer.stop();
    }
  });

  it('does not delay other mail after a refused recipient', async () => {
    smtp.refusals = { RCPT: '550 no such user' };
    await notices.notify({ accountId: await anAccount('unknown@example.com'), kind: 'k', subject: 's', body: 'b' });
    await rowThat('given up', ({ status }) => status === 'given_up');
    smtp.refusals = {};
    await notices.notify({ accountId: await anAccount(), kind: 'k', subject: 's', body: 'b' });
    await rowThat('sent', ({ status }) => status === 'sent');
  });

  describe('the mail queue', () => {
    const mails = (): MailStore => runningProcess.app.get(MailStore, { strict: false });

    it('leases each mail to one of several concurrent claims', async () => {
      await runningProcess.app.get(MailWorker, { strict: false }).beforeApplicationShutdown();
      const accountId = await anAccount();
      for (let count = 0; count < 20; count += 1)
        await mails().insert({ accountId, recipient: 'a@b', replyTo: null, subject: String(count), body: '' });
      const claims = await Promise.all(Array.from({ length: 40 }, () => mails().claim()));
      const claimed = claims.flatMap((claim) => (claim === null ? [] : [claim.id]));
      expect([claimed.length, new Set(claimed).size]).toEqual([20, 20]);
      expect(await mails().claim()).toBeNull();
    });

    it('does not wait for a mail that another worker is claiming', async () => {
      const accountId = await anAccount();
      for (const subject of ['first', 'second'])
        await mails().insert({ accountId, recipient: 'a@b', replyTo: null, subject, body: '' });
      const other = new pg.Client({ connectionString: testDatabase.url });
      await other.connect();
      try {
        await other.query('begin');
        await other.query(`select 1 from outgoing_mail where subject = 'first' for update`);
        expect(await mails().claim()).toMatchObject({ subject: 'second' });
      } finally {
        await other.end();
      }
    });

    it('leases a mail again after a lease expires; the former worker writes nothing', async () => {
      const accountId = await anAccount();
      await mails().insert({ accountId, recipient: 'a@b', replyTo: null, subject: 's', body: '' });
      const expired = await mails().claim();
      await makeDue();
      const claimed = await mails().claim();
      if (expired === null || claimed === null) throw new Error('no mail was claimed');
      expect([claimed.id, claimed.messageKey, claimed.attempts]).toEqual([expired.id, expired.messageKey, 2]);
      await mails().sent(expired);
      await mails().tryLater(expired, 1_000, 'late');
      await mails().giveUp(expired, 'late');
      expect(await rows()).toMatchObject([{ status: 'waiting', lastError: null }]);
      await mails().sent(claimed);
      expect(await rows()).toMatchObject([{ status: 'sent' }]);
    });

    it('gives a mail up after the leases of all attempts expire', async () => {
      const accountId = await anAccount();
      await mails().insert({ accountId, recipient: 'a@b', replyTo: null, subject: 's', body: '' });
      for (let count = 0; count < MAIL_ATTEMPTS; count += 1) {
        expect(await mails().claim()).toMatchObject({ attempts: count + 1 });
        await makeDue();
      }
      expect(await mails().claim()).toBeNull();
      expect(await rows()).toMatchObject([
        { status: 'given_up', lastError: expect.stringContaining('lease expired') as string },
      ]);
    });

    it('purges only mail that was sent or given up more than 30 days ago', async () => {
      const accountId = await anAccount();
      await database.query(
        `insert into outgoing_mail (account_id, recipient, subject, body, status, ended_at)
         select $1, r, 's', 'b', status, clock_timestamp() - age
         from (values ('old', 'sent', interval '31 days'), ('young', 'sent', interval '29 days'),
                      ('waiting', 'waiting', null)) v (r, status, age)`,
        [accountId],
      );
      expect(await mails().purge()).toBe(1);
      expect((await rows()).map(({ recipient }) => recipient)).toEqual(['young', 'waiting']);
    });
  });
});

describe('an invalid setting of mail', () => {
  it.each([
    [{ HREV_SMTP_URL: 'http://x' }, 'HREV_SMTP_URL'],
    [{ HREV_SMTP_URL: 'smtp://x' }, 'HREV_MAIL_FROM'],
    [{ HREV_SMTP_URL: 'smtp://x', HREV_MAIL_FROM: 'a@b\r\nBcc: c@d' }, 'HREV_MAIL_FROM'],
    [{ HREV_OPERATOR_MAIL: 'one@example.com, two@example.com' }, 'HREV_OPERATOR_MAIL'],
  ])('in %j causes an error that names %s', (environment, name) => {
    expect(() => loadConfig(environment)).toThrow(name);
  });
});
