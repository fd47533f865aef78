import { aMember, type Browser, type Role } from '@test/support/console-person';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';

describe('the signing secret for persons (7.5.2)', () => {
  let app: TestApp;
  let account: TestAccount;
  const browsers = new Map<Role, Browser>();
  beforeAll(async () => {
    app = await testApp();
    account = await app.anAccount();
    for (const role of ['viewer', 'member'] as const)
      browsers.set(role, (await aMember(app, account.accountId, role)).browser);
  });
  afterAll(() => app?.close());

  const call = async (role: Role, method: 'GET' | 'POST', path: string) => {
    const answer = await browsers.get(role)?.v3(method, path, account.accountId);
    return [answer?.status, (answer?.body as { code?: string }).code];
  };

  it('needs a fresh proof of a member to be read and rotated; viewers do not get it, and keys need no proof', async () => {
    for (const [method, path] of [
      ['GET', 'webhooks/secret'],
      ['POST', 'webhooks/rotate-secret'],
    ] as const) {
      await app.database.query('update session set proved_at = now()');
      expect(await call('viewer', method, path)).toEqual([403, 'forbidden']);
      expect(await call('member', method, path)).toEqual([200, undefined]);
      await app.database.query(`update session set proved_at = now() - interval '11 minutes'`);
      expect(await call('member', method, path)).toEqual([403, 'proof_required']);
    }
    await app.agent.get('/v3/webhooks/secret').set('X-API-Key', account.full).expect(200);
  });
});
