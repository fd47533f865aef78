import { AccountErasure } from '@src/accounts/account-erasure.service';
import { AccountsWorkerModule } from '@src/accounts/accounts.worker.module';
import { TrialNotices } from '@src/accounts/trial-notices.service';
import { AccountsService } from '@src/auth';
import { ScheduleModule } from '@nestjs/schedule';
import { aMember, type Browser } from '@test/support/console-person';
import { OpenApiCheck } from '@test/support/openapi-check';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';
import type { Json } from '../contract-client';

/** The account as its owners change and close it (contract §4.15: v3 only). */
describe('v3: the account in the console', () => {
  let app: TestApp;
  let account: TestAccount;
  let owner: Browser;

  beforeAll(async () => {
    app = await testApp({
      environment: { HREV_RATE_LIMIT: '1000000' },
      modules: [ScheduleModule.forRoot(), AccountsWorkerModule],
    });
  });
  afterAll(() => app?.close());
  beforeEach(async () => {
    account = await app.anAccount({ name: 'Harbor Hotels' });
    owner = (await aMember(app, account.accountId, 'owner')).browser;
  });

  const call = async (method: 'GET' | 'PUT' | 'PATCH' | 'DELETE', body: object | null = null, browser = owner) => {
    const answer = await browser.v3(method, 'account', account.accountId, body);
    const { status, headers } = answer;
    new OpenApiCheck(app.app).expect({ method, path: '/v3/account', status, headers, body: answer.body as Json });
    return { status, body: answer.body as Json };
  };
  const withKey = async (path = '/v3/objects'): Promise<{ status: number; body: Json }> => {
    const { status, body } = await app.agent.get(path).set('X-API-Key', account.full);
    return { status, body: body as Json };
  };
  const closedAgo = (days: number): Promise<unknown> =>
    app.database.query(`update account set closed_at = clock_timestamp() - $2 * interval '1 day' where id = $1`, [
      account.accountId,
      days,
    ]);

  it.each(['PUT', 'PATCH'] as const)(
    '%s changes the name and the address, and leaves absent fields',
    async (method) => {
      expect((await call(method, { email: 'desk@harbor.example' })).body).toMatchObject({
        name: 'Harbor Hotels',
        email: 'desk@harbor.example',
      });
      expect((await call(method, { name: ' Old Pier ' })).body).toMatchObject({
        name: 'Old Pier',
        email: 'desk@harbor.example',
      });
      expect((await call(method, { email: null })).body).toMatchObject({ name: 'Old Pier', email: null });
      for (const body of [{ name: '' }, { email: 'desk' }, { plan: 'full' }, { name: 'n'.repeat(201) }])
        expect((await call(method, body)).body['code']).toBe('validation_error');
      expect((await call('GET')).body).toMatchObject({ name: 'Old Pier', email: null, closed_at: null });
    },
  );

  it('shows how often links are collected: those that their owners read have a period of their own (§10.1)', async () => {
    expect((await call('GET')).body['collection']).toEqual({
      every_seconds: 21_600,
      owner_every_seconds: 1_800,
      min_gap_seconds: 600,
    });
  });

  it('shows the address of notices to no one who may only read', async () => {
    await call('PATCH', { email: 'desk@harbor.example' });
    const { browser } = await aMember(app, account.accountId, 'viewer');
    expect((await call('GET', null, browser)).body['email']).toBeNull();
    expect((await withKey('/v3/account')).body['email']).toBe('desk@harbor.example');
  });

  it('is changed and closed by owners with a fresh proof only', async () => {
    const { browser: member } = await aMember(app, account.accountId, 'member');
    for (const [method, body] of [
      ['PATCH', { name: 'X' }],
      ['PUT', {}],
      ['DELETE', { name: 'Harbor Hotels' }],
    ] as const)
      expect((await call(method, body, member)).body['code']).toBe('forbidden');
    await app.database.query(`update session set proved_at = proved_at - interval '11 minutes'`);
    for (const [method, body] of [
      ['PATCH', { name: 'X' }],
      ['PUT', {}],
      ['DELETE', { name: 'Harbor Hotels' }],
    ] as const)
      expect((await call(method, body)).body['code']).toBe('proof_required');
    expect((await call('GET')).body).toMatchObject({ name: 'Harbor Hotels', status: 'active' });
  });

  it('closing needs the name of the account, stops its keys at once, and the operator undoes it', async () => {
    expect((await call('DELETE', { name: 'Harbor' })).body['code']).toBe('validation_error');
    expect((await call('DELETE', {})).body['code']).toBe('validation_error');
    expect((await withKey()).status).toBe(200);
    const closed = await call('DELETE', { name: 'Harbor Hotels' });
    expect([closed.status, closed.body]).toMatchObject([
      202,
      { status: 'suspended', closed_at: expect.any(String) as string, suspended_reason: 'an owner closed the account' },
    ]);
    expect((await withKey()).body).toEqual({
      code: 'payment_required',
      detail: 'Access is suspended: an owner closed the account',
    });
    const again = await call('DELETE', { name: 'Harbor Hotels' });
    expect([again.status, again.body['closed_at']]).toEqual([202, closed.body['closed_at']]);
    expect((await owner.send('GET', '/console/api/me')).body).toMatchObject({ accounts: [{ status: 'suspended' }] });
    await app.app.get(AccountsService).change(account.accountId, { status: 'active' });
    expect((await withKey()).status).toBe(200);
    expect((await call('GET')).body).toMatchObject({ status: 'active', closed_at: null, suspended_reason: null });
    const entries = await owner.send('GET', '/console/api/audit', null, { 'x-hrev-account': `${account.accountId}` });
    expect((entries.body as { data: Json[] }).data.slice(0, 2)).toMatchObject([
      { action: 'account.changed', after: { status: 'active', closed_at: null } },
      { action: 'account.closed', actor: { kind: 'person', name: 'Rui' }, after: { status: 'suspended' } },
    ]);
  });

  it('is erased 30 days after it was closed, and can no longer be resumed then', async () => {
    const erasure = app.app.get(AccountErasure, { strict: false });
    await call('DELETE', { name: 'Harbor Hotels' });
    await closedAgo(29.9);
    expect(await erasure.run(new AbortController().signal)).toEqual([]);
    await closedAgo(30.1);
    const resumed = app.app.get(AccountsService).change(account.accountId, { status: 'active' });
    await expect(resumed).rejects.toMatchObject({ code: 'conflict' });
    expect(await erasure.run(new AbortController().signal)).toEqual([account.accountId]);
    expect((await withKey()).status).toBe(401);
    expect((await owner.send('GET', '/console/api/me')).status).toBe(401);
  });

  it('is notified of the end of its trial once, and again after an extension', async () => {
    const trials = app.app.get(TrialNotices, { strict: false });
    const run = (): Promise<number> => trials.run(new AbortController().signal);
    const endsIn = (interval: string): Promise<unknown> =>
      app.database.query(
        `update account set plan = 'trial', trial_ends_at = clock_timestamp() + $2::interval where id = $1`,
        [account.accountId, interval],
      );
    await endsIn('3 days 1 hour');
    expect(await run()).toBe(0);
    await endsIn('2 days 23 hours');
    expect((await Promise.all([run(), run()])).sort()).toEqual([0, 1]);
    expect(await run()).toBe(0);
    await endsIn('2 days');
    expect(await run()).toBe(1);
    await endsIn('-1 hour');
    expect(await run()).toBe(0);
    const notices = await owner.send('GET', '/console/api/notices', null, { 'x-hrev-account': `${account.accountId}` });
    expect((notices.body as { data: Json[] }).data).toMatchObject([
      { kind: 'trial_ending', path: 'settings/usage' },
      { kind: 'trial_ending' },
    ]);
  });
});
