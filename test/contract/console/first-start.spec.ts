import path from 'node:path';
import { OneTimeLinks } from '@src/console';
import { firstStart, type FirstStartKeys } from '@src/process/first-start';
import { addApp, Browser, PASSWORD } from '@test/support/console-person';
import { testApp, type TestApp } from '@test/support/test-app';

interface Me {
  readonly accounts: readonly {
    readonly id: number;
    readonly name: string;
    readonly role: string;
    readonly is_demo: boolean;
  }[];
}

/** README, "Start": one first start, one account that the printed keys and the console share, and a demo beside it. */
describe('the first start and the first person', () => {
  let app: TestApp;
  let keys: FirstStartKeys;
  let ana: Browser;

  beforeAll(async () => {
    app = await testApp();
    const made = await firstStart(app.app, undefined, path.join(__dirname, '../../support/parsing-thread.cjs'));
    if (made === null) throw new Error('the database has accounts');
    keys = made;
    ana = await setUp('ana@harbor.example', 'Harbor Hotels');
  });
  afterAll(() => app?.close());

  const setUp = async (email: string, accountName: string): Promise<Browser> => {
    const link = await app.app.get(OneTimeLinks, { strict: false }).make({ kind: 'setup' });
    const token = link.split('#')[1] ?? '';
    const browser = new Browser(app);
    const input = { token, name: 'Ana', email, password: PASSWORD, account_name: accountName };
    expect((await browser.send('POST', '/console/api/setup', input)).status).toBe(200);
    await addApp(browser);
    return browser;
  };
  const accountsOf = async (browser: Browser): Promise<Me['accounts']> =>
    ((await browser.send('GET', '/console/api/me')).body as Me).accounts;
  const nameOf = async (key: string): Promise<number> => {
    const { body } = await app.agent.get('/v3/account').set('X-API-Key', key).expect(200);
    return (body as { id: number }).id;
  };

  it('the first person owns the account of the printed keys, under the name that was given', async () => {
    const { operator, demo } = keys;
    expect(await accountsOf(ana)).toMatchObject([
      { id: operator.accountId, name: 'Harbor Hotels', role: 'owner', is_demo: false },
      { id: demo.accountId, name: 'Demo', role: 'viewer', is_demo: true },
    ]);
    for (const key of [operator.master, operator.full, operator.readOnly])
      expect(await nameOf(key)).toBe(operator.accountId);
    const [{ n } = { n: 0 }] = await app.database.query<{ n: number }>('select count(*) as n from account');
    expect(n).toBe(2);
  });

  it('what a printed key creates is in the console', async () => {
    const { full, accountId } = keys.operator;
    await app.agent.post('/v3/objects').set('X-API-Key', full).send({ name: 'Pier House' }).expect(201);
    const { body } = await ana.v3('GET', 'objects', accountId);
    expect((body as { data: object[] }).data).toMatchObject([{ name: 'Pier House' }]);
  });

  it('the demo account is read, and not changed', async () => {
    const { accountId } = keys.demo;
    const { body } = await ana.v3('GET', 'reviews?limit=1', accountId);
    expect((body as { total: number }).total).toBeGreaterThan(10);
    expect((await ana.v3('POST', 'objects', accountId, { name: 'Mine' })).status).toBe(403);
    const invite = (role: string) =>
      app.agent
        .post(`/v3/admin/accounts/${accountId}/invitations`)
        .set('X-API-Key', keys.operator.master)
        .send({ email: 'ben@harbor.example', role });
    expect((await invite('owner')).status).toBe(409);
    expect((await invite('viewer')).status).toBe(201);
  });

  it('a later operator gets an account of their own, and the demo', async () => {
    const accounts = await accountsOf(await setUp('cleo@harbor.example', 'Second office'));
    expect(accounts).toMatchObject([
      { id: keys.demo.accountId, role: 'viewer', is_demo: true },
      { name: 'Second office', role: 'owner', is_demo: false },
    ]);
    expect((await accountsOf(ana))[0]).toMatchObject({ id: keys.operator.accountId, name: 'Harbor Hotels' });
  });
});
