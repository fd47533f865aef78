import { aMember, type Browser } from '@test/support/console-person';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';

/** §2.7: receivers put tokens into their addresses, so a viewer sees a target without them. */
describe('the target of a webhook', () => {
  let app: TestApp;
  let account: TestAccount;
  let id: number;
  const target = 'https://hooks.example.com/services/9f86d081884c7d659a2f?key=s3cret&flagged';
  const shown = 'https://hooks.example.com/services/…?key=…&…';

  beforeAll(async () => {
    app = await testApp();
    account = await app.anAccount();
    const { status, body } = await app.agent
      .post('/v3/webhooks')
      .set('X-API-Key', account.full)
      .send({ target, event_types: ['reviews.new'] });
    expect([status, (body as { target: string }).target]).toEqual([201, target]);
    ({ id } = body as { id: number });
  });
  afterAll(() => app?.close());

  const targetsFor = async (browser: Browser): Promise<readonly unknown[]> => {
    const list = (await browser.v3('GET', 'webhooks', account.accountId)).body as { data: { target: string }[] };
    const single = (await browser.v3('GET', `webhooks/${id}`, account.accountId)).body as { target: string };
    return [...list.data.map((webhook) => webhook.target), single.target];
  };

  it.each([
    ['viewer', [shown, shown]],
    ['member', [target, target]],
  ] as const)('as a %s sees it', async (role, expected) => {
    const { browser } = await aMember(app, account.accountId, role);
    expect(await targetsFor(browser)).toEqual(expected);
  });

  it('is whole for keys, also those that only read', async () => {
    for (const key of [account.full, account.readOnly]) {
      const { body } = await app.agent.get(`/v3/webhooks/${id}`).set('X-API-Key', key);
      expect((body as { target: string }).target).toBe(target);
    }
  });
});
