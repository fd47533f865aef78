import fc from 'fast-check';
import pg from 'pg';
import { foldIdentity } from '@libs/kernel';
import { OneTimeLinks, PersonsService, PersonStore } from '@src/console';
import { AfterAnswer } from '@src/console/identity/after-answer';
import { SignInLimit } from '@src/console/identity/persistence/sign-in-limit.store';
import { aMember, Browser, PASSWORD } from '@test/support/console-person';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';

const RESET = '/console/api/reset';
const NEW_PASSWORD = 'four quiet rowers at dusk';
const tokenOf = (path: string): string => path.split('#')[1] ?? '';
const codeOf = (response: { readonly body: unknown }): unknown => (response.body as { code?: unknown }).code;

describe('links and requests of unknown clients (§4.15)', () => {
  let app: TestApp;
  let account: TestAccount;

  beforeAll(async () => {
    app = await testApp({
      environment: {
        HREV_RATE_LIMIT: '1000000',
        HREV_TRUSTED_PROXIES: '127.0.0.1',
        HREV_SMTP_URL: 'smtp://127.0.0.1:1',
        HREV_MAIL_FROM: 'hrev@harbor.example',
      },
    });
    account = await app.anAccount({ name: 'Harbor' });
  });
  afterAll(() => app?.close());

  const links = (): OneTimeLinks => app.app.get(OneTimeLinks, { strict: false });
  const idle = (): Promise<void> => app.app.get(AfterAnswer, { strict: false }).idle();
  const request = (email: string, address: string) => new Browser(app, address).send('POST', RESET, { email });
  const use = (token: string) =>
    new Browser(app).send('POST', '/console/api/reset/finish', { token, password: NEW_PASSWORD });
  const shown = async (token: string): Promise<readonly unknown[]> => {
    const response = await new Browser(app).send('POST', '/console/api/tokens', { token });
    return [response.status, codeOf(response)];
  };
  /** The tokens that were mailed to a person, oldest first. */
  const mailed = async (email: string): Promise<readonly string[]> => {
    await idle();
    const mails = await app.database.query<{ body: string }>(
      `select body from outgoing_mail where recipient = $1 and subject = 'Choose a new password' order by id`,
      [email],
    );
    return mails.map(({ body }) => /#([\w-]{43})/.exec(body)?.[1] ?? '');
  };

  describe('a new password', () => {
    it('240 requests from 60 networks are five mails to the person, and every link stays valid, also that of an operator', async () => {
      const { id, email } = await aMember(app, account.accountId, 'viewer');
      const ofOperator = tokenOf(await app.app.get(PersonsService, { strict: false }).makePersonLink(id, true));
      const statuses = new Set<number>();
      for (let network = 0; network < 60; network += 1)
        for (let count = 0; count < 4; count += 1)
          statuses.add((await request(count % 2 === 0 ? email : email.toUpperCase(), `203.0.${network}.7`)).status);
      expect([...statuses]).toEqual([202]);
      const tokens = await mailed(email);
      expect(new Set(tokens).size).toBe(5);
      for (const token of [ofOperator, ...tokens]) expect(await shown(token)).toEqual([200, undefined]);
      expect((await use(tokens[2] ?? '')).status).toBe(204);
      for (const token of tokens) expect(await shown(token)).toEqual([409, 'link_used']);
      expect(await shown(ofOperator)).toEqual([200, undefined]);
      const other = tokenOf(await app.app.get(PersonsService, { strict: false }).makePersonLink(id, false));
      expect(await shown(ofOperator)).toEqual([409, 'link_used']);
      expect((await use(other)).status).toBe(204);
    });

    it.each(['known', 'unknown'])('the 21st request of a network in an hour is 429 for a %s address', async (kind) => {
      const { email } = await aMember(app, account.accountId, 'viewer');
      const network = kind === 'known' ? '198.51.100' : '198.51.101';
      const statuses: number[] = [];
      for (let count = 1; count <= 21; count += 1)
        statuses.push(
          (await request(kind === 'known' ? email : 'absent@harbor.example', `${network}.${count}`)).status,
        );
      expect(statuses).toEqual([...Array.from({ length: 20 }, () => 202), 429]);
    });

    it('is answered before anything reads whether the person exists: the answer cannot depend on it (ASVS 6.3.8)', async () => {
      const { email } = await aMember(app, account.accountId, 'viewer');
      const client = new pg.Client({ connectionString: app.databaseUrl });
      await client.connect();
      await client.query('begin; lock table person, membership, outgoing_mail, console_token in access exclusive mode');
      try {
        const answers = [await request(email, '192.0.2.1'), await request('absent@harbor.example', '192.0.2.1')];
        expect(answers.map(({ status, text }) => [status, text])).toEqual([
          [202, ''],
          [202, ''],
        ]);
      } finally {
        await client.query('rollback');
        await client.end();
      }
      expect(await mailed(email)).toHaveLength(1);
    });
  });

  describe('a new password without a mail server', () => {
    it('is not offered: the API says so before the form, and refuses requests for every address', async () => {
      const without = await testApp({ databaseUrl: app.databaseUrl });
      const { email } = await aMember(app, account.accountId, 'viewer');
      const browser = new Browser(without);
      expect((await browser.send('GET', RESET)).body).toEqual({ by_mail: false });
      const answers = [
        await browser.send('POST', RESET, { email }),
        await browser.send('POST', RESET, { email: 'a@b.c' }),
      ];
      expect(answers.map((answer) => [answer.status, codeOf(answer)])).toEqual([
        [409, 'conflict'],
        [409, 'conflict'],
      ]);
      expect((await new Browser(app).send('GET', RESET)).body).toEqual({ by_mail: true });
      await without.close();
      expect(await mailed(email)).toEqual([]);
    });
  });

  describe('a link that was used', () => {
    it('says so before its form, and where it is used again; a guessed one is 404', async () => {
      const first = tokenOf(await links().make({ kind: 'setup' }));
      const second = tokenOf(await links().make({ kind: 'setup' }));
      expect(await shown(first)).toEqual([409, 'link_used']);
      expect(await shown(second)).toEqual([200, undefined]);
      expect(await shown('x'.repeat(43))).toEqual([404, 'not_found']);
      const body = { name: 'Ana', email: 'ana@harbor.example', password: PASSWORD, account_name: 'Harbor' };
      const answer = await new Browser(app).send('POST', '/console/api/setup', { ...body, token: first });
      expect([answer.status, codeOf(answer)]).toEqual([409, 'link_used']);
    });

    it('an expired link that was never used is 404', async () => {
      const { id } = await aMember(app, account.accountId, 'viewer');
      const token = tokenOf(await links().make({ kind: 'reset', personId: id }));
      await app.database.query(`update console_token set expires_at = clock_timestamp() where person_id = $1`, [id]);
      expect(await shown(token)).toEqual([404, 'not_found']);
    });

    it('is tried 30 times in an hour, and links 240 times by a network', async () => {
      const token = 'y'.repeat(43);
      const attempt = async (address: string, tried: string): Promise<number> =>
        (await new Browser(app, address).send('POST', '/console/api/tokens', { token: tried })).status;
      const ofLink: number[] = [];
      for (let count = 0; count < 31; count += 1) ofLink.push(await attempt(`203.1.${count}.1`, token));
      expect(ofLink).toEqual([...Array.from({ length: 30 }, () => 404), 429]);
      await app.database.query(
        `insert into sign_in_window (subject, started_at, attempts) values ('link network 203.2.0.0/24', clock_timestamp(), 239)`,
      );
      expect(await attempt('203.2.0.1', 'z'.repeat(43))).toBe(404);
      expect(await attempt('203.2.0.2', 'a'.repeat(43))).toBe(429);
    });
  });

  describe('spellings of one address', () => {
    /** Characters that Unicode maps to letters of ASCII, beside the letters themselves. */
    const LOOKALIKES: Readonly<Record<string, readonly string[]>> = {
      i: ['I', 'İ', 'ı', 'ｉ', 'Ｉ', 'í'],
      k: ['K', '\u212a', 'ｋ'],
      a: ['A', 'ａ', 'á', 'a\u0301'],
      s: ['S', 'ſ', 'ｓ'],
      '.': ['．', '。'],
    };
    const EMAIL = 'livia.rivi.kask@harbor.example';
    const spelling = fc
      .tuple(
        ...[...EMAIL].map((letter) =>
          fc.oneof(
            { weight: 6, arbitrary: fc.constant(letter) },
            fc.constantFrom(letter, ...(LOOKALIKES[letter] ?? [])),
          ),
        ),
        fc.constantFrom('', '', '', '.'),
      )
      .map((letters) => letters.join(''));

    it('that find one person share the budgets of guesses and of mails, in every alphabet (6.3.1)', async () => {
      const persons = app.app.get(PersonStore, { strict: false });
      const limit = app.app.get(SignInLimit, { strict: false });
      await persons.insert({ name: 'Livia', email: EMAIL, passwordHash: '', isOperator: false });
      const attempts = async (): Promise<readonly number[]> => {
        await limit.takeReset(EMAIL, '203.3.0.1').catch(() => undefined);
        const taken = await limit.take({ email: EMAIL, address: '203.3.0.1', knownBrowser: null });
        return [taken.number];
      };
      let found = 0;
      await fc.assert(
        fc.asyncProperty(spelling, async (email) => {
          await app.database.query('delete from sign_in_window');
          const person = await persons.byEmail(email);
          const isSame = foldIdentity(email) === EMAIL;
          expect([email, person !== null]).toEqual([email, isSame]);
          if (person === null) return;
          found += 1;
          await limit.take({ email, address: '203.4.0.1', knownBrowser: null });
          await limit.takeReset(email, '203.4.0.1');
          expect([email, await attempts()]).toEqual([email, [2]]);
          const subjects = await app.database.query<{ subject: string }>(
            `select subject from sign_in_window where subject like '%email %'`,
          );
          expect([email, subjects.length]).toEqual([email, 2]);
        }),
        { numRuns: 150, examples: [['lİvia.rivi.kask@harbor.example'], ['LIVIA.RIVI.KASK@HARBOR.EXAMPLE']] },
      );
      expect(found).toBeGreaterThan(1);
    });

    it('lİvia does not sign in as livia', async () => {
      const { id } = await aMember(app, account.accountId, 'viewer');
      const email = 'livia.rivi@harbor.example';
      await app.database.query('update person set email = $2 where id = $1', [id, email]);
      expect((await new Browser(app, '203.5.0.1').signIn(email.replace('i', 'İ'))).status).toBe(401);
      expect((await new Browser(app, '203.5.0.1').signIn(email.toUpperCase())).status).toBe(200);
    });

    it('an address is taken in every case of its letters', async () => {
      const persons = app.app.get(PersonStore, { strict: false });
      const person = { name: 'Ana', passwordHash: '', isOperator: false };
      await persons.insert({ ...person, email: 'ONE.Kind@harbor.example' });
      await expect(persons.insert({ ...person, email: 'one.kind@HARBOR.example' })).rejects.toThrow(/unique/);
    });
  });
});
