import { Controller, Get, Module, Post } from '@nestjs/common';
import { NO_VERSION } from '@libs/http';
import { CurrentMember, Member, type Membership } from '@src/console/identity/http/member.guard';
import { aPerson, Browser, type Role } from '@test/support/console-person';
import { testApp, type TestApp } from '@test/support/test-app';

@Controller({ path: 'console/api/probe', version: NO_VERSION })
class ProbeController {
  @Get('viewer')
  @Member({ leastRole: 'viewer', summary: 'For viewers' })
  viewer(@CurrentMember() { accountId, role }: Membership): object {
    return { accountId, role };
  }

  @Post('owner')
  @Member({ leastRole: 'owner', needsProof: true, summary: 'For owners with a proof' })
  owner(@CurrentMember() { accountId, role }: Membership): object {
    return { accountId, role };
  }

  @Get('stream')
  @Member({
    leastRole: 'member',
    accountIn: 'query',
    evenWhenSuspended: true,
    summary: 'With the account in the query',
  })
  stream(@CurrentMember() { accountId }: Membership): object {
    return { accountId };
  }
}

@Module({ controllers: [ProbeController] })
class ProbeModule {}

describe('routes of an account in the API of the console (8.2.1, 8.2.2)', () => {
  let app: TestApp;
  let accountId: number;
  const browsers = new Map<Role, Browser>();

  beforeAll(async () => {
    app = await testApp({ modules: [ProbeModule] });
    ({ accountId } = await app.anAccount());
    for (const role of ['viewer', 'member', 'owner'] as const)
      browsers.set(role, (await aPerson(app, accountId, role)).browser);
  });
  afterAll(() => app?.close());

  const as = (role: Role): Browser => browsers.get(role) as Browser;
  const call = async (browser: Browser, method: 'GET' | 'POST', path: string, id?: number | string) => {
    const headers: Record<string, string> = id === undefined ? {} : { 'x-hrev-account': String(id) };
    const response = await browser.send(method, `/console/api/probe/${path}`, method === 'GET' ? null : {}, headers);
    return [response.status, (response.body as { code?: string }).code ?? response.body] as const;
  };

  it('gives the handler the account and the role', async () => {
    expect(await call(as('member'), 'GET', 'viewer', accountId)).toEqual([200, { accountId, role: 'member' }]);
    expect(await call(as('owner'), 'POST', 'owner', accountId)).toEqual([200, { accountId, role: 'owner' }]);
  });

  it('refuses a role that is too weak', async () => {
    expect(await call(as('member'), 'POST', 'owner', accountId)).toEqual([403, 'forbidden']);
    expect(await call(as('viewer'), 'GET', `stream?account_id=${accountId}`)).toEqual([403, 'forbidden']);
  });

  it('refuses a request without an account, and a foreign account like a missing one', async () => {
    const { accountId: foreign } = await app.anAccount();
    expect(await call(as('owner'), 'GET', 'viewer')).toEqual([400, 'bad_request']);
    for (const id of [foreign, 999_999_999, '0', '-1', '1e3', `${accountId}, ${foreign}`])
      expect([id, await call(as('owner'), 'GET', 'viewer', id)]).toEqual([id, [404, 'not_found']]);
    const answers = await Promise.all(
      [foreign, 999_999_999].map((id) =>
        as('owner').send('GET', '/console/api/probe/viewer', null, { 'x-hrev-account': String(id) }),
      ),
    );
    expect(answers[0]?.text).toBe(answers[1]?.text);
  });

  it('reads the account from the query where a browser cannot send the header', async () => {
    expect(await call(as('member'), 'GET', `stream?account_id=${accountId}`)).toEqual([200, { accountId }]);
    expect(await call(as('member'), 'GET', 'stream', accountId)).toEqual([400, 'bad_request']);
    expect(await call(as('member'), 'GET', `stream?account_id=${accountId}&account_id=1`)).toEqual([
      400,
      'bad_request',
    ]);
    expect(await call(as('member'), 'GET', `viewer?account_id=${accountId}`)).toEqual([400, 'bad_request']);
  });

  it('refuses a request without a session, and with a key', async () => {
    const { full } = await app.anAccount();
    expect(await call(new Browser(app), 'GET', 'viewer', accountId)).toEqual([401, 'unauthorized']);
    const answer = await as('owner').send('GET', '/console/api/probe/viewer', null, {
      'x-hrev-account': String(accountId),
      'x-api-key': full,
    });
    expect(answer.status).toBe(401);
  });

  it('needs a fresh proof where it is declared', async () => {
    await app.database.query(`update session set proved_at = proved_at - interval '11 minutes'`);
    expect(await call(as('owner'), 'POST', 'owner', accountId)).toEqual([403, 'proof_required']);
    expect(await call(as('member'), 'POST', 'owner', accountId)).toEqual([403, 'forbidden']);
    expect(await call(as('owner'), 'GET', 'viewer', accountId)).toEqual([200, { accountId, role: 'owner' }]);
  });

  it('refuses a suspended account unless the route is open to it', async () => {
    const { accountId: id } = await app.anAccount();
    const { browser } = await aPerson(app, id, 'owner');
    await app.database.query(`update account set status = 'suspended', suspended_reason = 'unpaid' where id = $1`, [
      id,
    ]);
    expect(await call(browser, 'GET', 'viewer', id)).toEqual([402, 'payment_required']);
    expect(await call(browser, 'GET', `stream?account_id=${id}`)).toEqual([200, { accountId: id }]);
  });
});

it('a session has twice the limit of a key', async () => {
  const app = await testApp({ environment: { HREV_RATE_LIMIT: '2' }, modules: [ProbeModule] });
  const { accountId } = await app.anAccount();
  const { browser } = await aPerson(app, accountId, 'viewer');
  const paths = [
    '/console/api/me',
    '/console/api/probe/viewer',
    '/console/api/sessions',
    '/console/api/me',
    '/console/api/me',
  ];
  const answers = [];
  for (const path of paths)
    answers.push(await browser.send('GET', path, null, { 'x-hrev-account': String(accountId) }));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429]);
  expect(answers[4]?.headers['retry-after']).toMatch(/^\d+$/);
  expect(answers[0]?.headers['cache-control']).toBe('no-store');
  await app.close();
});
