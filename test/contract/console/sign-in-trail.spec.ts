import pg from 'pg';
import { AfterAnswer } from '@src/console/identity/after-answer';
import { aMember, aSession, Browser, codeOf, PASSWORD } from '@test/support/console-person';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';

interface Entry {
  readonly actor: string;
  readonly person: number | null;
  readonly address: string;
  readonly action: string;
  readonly type: string;
  readonly target: number;
  readonly after: object | null;
}

const ADDRESS = '203.0.113.9';
const WRONG = 'a wrong password of length';

/** ASVS 16.3.1, 16.3.2: sign-ins, failed ones and sign-outs are on record, with the person and the address. */
describe('the record of sign-ins', () => {
  let app: TestApp;
  let account: TestAccount;

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000', HREV_TRUSTED_PROXIES: '127.0.0.1' } });
  });
  beforeEach(async () => {
    account = await app.anAccount();
  });
  afterAll(() => app?.close());

  const entries = async (): Promise<readonly Entry[]> => {
    await app.app.get(AfterAnswer, { strict: false }).idle();
    return app.database.query<Entry>(
      `select actor, person_id as person, address, action, target_type as type, target_id as target, after
       from audit_entry where account_id = $1 and action ~ 'session|sign_in|proof' order by id`,
      [account.accountId],
    );
  };
  const lines = (personId: number | null): readonly Record<string, unknown>[] =>
    app.logLines.filter((line) => line['context'] === 'SignInTrail' && line['person_id'] === personId);
  const sessionOf = async (personId: number): Promise<number> => {
    const [row] = await app.database.query<{ id: number }>('select max(id) as id from session where person_id = $1', [
      personId,
    ]);
    return row?.id ?? 0;
  };

  it('has a sign-in with the password, and the sign-out', async () => {
    const { id, email } = await aMember(app, account.accountId, 'viewer');
    const browser = new Browser(app, ADDRESS);
    expect((await browser.signIn(email)).status).toBe(200);
    const session = await sessionOf(id);
    expect((await browser.send('POST', '/console/api/sign-out', {})).status).toBe(204);
    const facts = { actor: 'person', person: id, address: ADDRESS, type: 'session', target: session };
    expect(await entries()).toEqual([
      { ...facts, action: 'session.started', after: { given: 'password' } },
      { ...facts, action: 'session.signed_out', after: null },
    ]);
    expect(lines(id)).toMatchObject([
      { level: 'info', msg: 'a person signed in', session_id: session, address: ADDRESS },
      { level: 'info', msg: 'a person signed out', session_id: session, address: ADDRESS },
    ]);
  });

  it('has a sign-in once its second factor was given, and not before', async () => {
    const { id, email, seed } = await aMember(app, account.accountId, 'owner');
    const browser = new Browser(app, ADDRESS);
    expect((await browser.signIn(email)).body).toEqual({ next: 'second_factor' });
    expect(await entries()).toEqual([]);
    expect((await browser.secondFactor({ totp: codeOf(seed ?? '') })).status).toBe(200);
    expect(await entries()).toMatchObject([
      { action: 'session.started', person: id, address: ADDRESS, after: { given: 'second_factor' } },
    ]);
  });

  it.each<[string, string, string, (browser: Browser, email: string, id: number) => Promise<number>]>([
    [
      'a wrong password',
      'sign_in.failed',
      'password',
      async (browser, email) => (await browser.signIn(email, WRONG)).status,
    ],
    [
      'a wrong code',
      'sign_in.failed',
      'second_factor',
      async (browser, _, id) => {
        for (const [name, value] of (await aSession(app, id, true)).cookies) browser.setCookie(name, value);
        return (await browser.secondFactor({ totp: '000000' })).status;
      },
    ],
    [
      'a wrong proof',
      'proof.failed',
      'proof',
      async (browser, _, id) => {
        for (const [name, value] of (await aSession(app, id, false)).cookies) browser.setCookie(name, value);
        return (await browser.send('POST', '/console/api/proof', { password: WRONG })).status;
      },
    ],
    [
      'a wrong present password',
      'proof.failed',
      'proof',
      async (browser, _, id) => {
        for (const [name, value] of (await aSession(app, id, false)).cookies) browser.setCookie(name, value);
        const body = { current: WRONG, next: PASSWORD };
        return (await browser.send('PUT', '/console/api/me/password', body)).status === 422 ? 401 : 0;
      },
    ],
  ])('has %s, with the person and the address', async (_, action, given, fail) => {
    const { id, email } = await aMember(app, account.accountId, 'owner');
    expect(await fail(new Browser(app, ADDRESS), email, id)).toBe(401);
    expect(await entries()).toEqual([
      {
        actor: 'service',
        person: null,
        address: ADDRESS,
        action,
        type: 'person',
        target: id,
        after: { given, attempt: 1 },
      },
    ]);
    expect(lines(id)).toMatchObject([{ level: 'warn', given, attempt: 1, address: ADDRESS }]);
  });

  it('an unknown address is in the log, without a word that the client wrote', async () => {
    const email = 'Eva\n{"level":"fatal","msg":"forged"}\u001b[31m@harbor.example';
    const browser = new Browser(app, '198.51.100.77');
    expect((await browser.signIn(email, WRONG)).status).toBe(401);
    expect(
      (await browser.send('POST', '/console/api/sign-in', { email, password: 'forged' }, { 'user-agent': 'forged' }))
        .status,
    ).toBe(401);
    const found = lines(null).filter(({ address }) => address === '198.51.100.77');
    expect(found).toMatchObject([
      { level: 'warn', given: 'password' },
      { level: 'warn', given: 'password' },
    ]);
    expect(JSON.stringify(app.logLines)).not.toMatch(/forged|Eva/);
    expect(await entries()).toEqual([]);
  });

  it('an account gets at most 100 failures in an hour, of all its persons together', async () => {
    const people = [await aMember(app, account.accountId, 'viewer'), await aMember(app, account.accountId, 'viewer')];
    await app.database.query(
      `insert into sign_in_window (subject, started_at, attempts) values ($1, clock_timestamp(), 99)`,
      [`trail ${account.accountId}`],
    );
    for (const { email } of people)
      for (let count = 0; count < 2; count += 1) await new Browser(app, '198.51.100.78').signIn(email, WRONG);
    expect(await entries()).toHaveLength(1);
    expect(people.map(({ id }) => lines(id).length)).toEqual([2, 2]);
  });

  it('a failure for a person is answered before it is recorded and told, so that its time does not tell that the person exists', async () => {
    const { email } = await aMember(app, account.accountId, 'viewer');
    await new Browser(app, '198.51.100.79').signIn(email, WRONG);
    // The tenth failure also causes notices.
    await app.database.query(`update sign_in_window set attempts = 9 where subject like 'email %' and attempts = 1`);
    await entries();
    const client = new pg.Client({ connectionString: app.databaseUrl });
    await client.connect();
    await client.query('begin; lock table audit_entry, membership, notice, outgoing_mail in access exclusive mode');
    try {
      expect((await new Browser(app, '198.51.100.79').signIn(email, WRONG)).status).toBe(401);
    } finally {
      await client.query('rollback');
      await client.end();
    }
    expect((await entries()).map(({ after }) => after)).toEqual([
      { given: 'password', attempt: 1 },
      { given: 'password', attempt: 10 },
    ]);
    expect(await app.database.query(`select from notice where account_id = $1`, [account.accountId])).toHaveLength(1);
  });
});
