import { aMember, Browser } from '@test/support/console-person';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';

const RATE = 6;

/** Contract §5.4: a bucket per client address limits the requests that get 401. */
describe('requests without a valid key', () => {
  let app: TestApp;
  let proxiedApp: TestApp;
  let account: TestAccount;

  beforeAll(async () => {
    const environment = { HREV_KEYLESS_RATE: String(RATE) };
    app = await testApp({ environment });
    account = await app.anAccount();
    proxiedApp = await testApp({
      environment: { ...environment, HREV_TRUSTED_PROXIES: 'loopback, 10.0.0.0/8' },
      databaseUrl: app.databaseUrl,
    });
  });
  afterAll(async () => {
    await proxiedApp?.close();
    await app?.close();
  });

  const statusOf = async (to: TestApp, headers: Record<string, string> = {}, path = '/v3/account'): Promise<number> =>
    (await to.agent.get(path).set(headers)).status;
  const repeat = async (count: number, work: () => Promise<number>): Promise<readonly number[]> => {
    const statuses: number[] = [];
    for (let index = 0; index < count; index += 1) statuses.push(await work());
    return statuses;
  };
  const useUpLimit = async (): Promise<void> => void (await repeat(RATE, () => statusOf(app)));

  it('get 401 until the limit of the address is reached, then 429 with Retry-After', async () => {
    const statuses = await repeat(RATE * 2, () => statusOf(app));
    expect(statuses.slice(0, RATE)).toEqual(Array(RATE).fill(401));
    expect(statuses[RATE]).toBe(429);
    const { body } = await app.agent.get('/v3/account').expect('Retry-After', /^([1-9]|10)$/);
    expect(body).toMatchObject({ code: 'rate_limited' });
  });

  it.each([
    ['a request without a key', {}],
    ['a request with an invalid key', { 'X-API-Key': 'x' }],
  ])('%s counts towards the limit', async (_, headers) => {
    await useUpLimit();
    expect(await statusOf(app, headers)).toBe(429);
  });

  it('do not limit a valid key of the same address, even one that is new to the process', async () => {
    const fresh = await app.anAccount();
    await useUpLimit();
    expect(await statusOf(app)).toBe(429);
    expect(await repeat(RATE * 2, () => statusOf(app, { 'X-API-Key': account.full }))).toEqual(
      Array(RATE * 2).fill(200),
    );
    expect(await statusOf(app, { 'X-API-Key': fresh.full })).toBe(200);
  });

  it.each(['/health', '/health/read', '/docs', '/docs/scalar.js', '/v3/openapi.json'])(
    '%s needs no key and does not count towards the limit',
    async (path) => {
      await useUpLimit();
      const statuses = await repeat(RATE * 2, () => statusOf(app, {}, path));
      expect(statuses.filter((status) => status === 401 || status === 429)).toEqual([]);
    },
  );

  it('X-Forwarded-For is ignored without a trusted proxy', async () => {
    await useUpLimit();
    expect(await statusOf(app, { 'X-Forwarded-For': '192.0.2.77' })).toBe(429);
  });

  it('each client of a trusted proxy has its own bucket, and addresses that the client adds itself are ignored', async () => {
    const from = (addresses: string) => () => statusOf(proxiedApp, { 'X-Forwarded-For': addresses });
    expect(await repeat(RATE + 1, from('192.0.2.1'))).toEqual([...Array<number>(RATE).fill(401), 429]);
    expect(await from('192.0.2.2')()).toBe(401);
    expect(await from('198.51.100.9, 192.0.2.1, 10.1.2.3')()).toBe(429);
  });

  describe('on the routes of the console', () => {
    const session = 'x'.repeat(43);
    let addresses = 0;
    const fromOf = (address: string, cookie: string | null, headers: Record<string, string> = {}) => {
      const browser = new Browser(proxiedApp, address);
      if (cookie !== null) browser.setCookie('hrev-session', cookie);
      return async (path: string): Promise<number> => (await browser.send('GET', path, null, headers)).status;
    };

    it.each<[string, string, string | null, Record<string, string>]>([
      ['of a person, without a session', '/console/api/me', null, {}],
      ['of a person, with a guessed session', '/console/api/me', session, {}],
      ['of a person, with a key', '/console/api/me', null, { 'x-api-key': 'hrev_x' }],
      ['of a sign-in that waits for a second factor', '/console/api/second-factor', session, {}],
      ['of a member, without a session', '/console/api/attention', null, { 'x-hrev-account': '1' }],
      ['of a member, with a guessed session', '/console/api/attention', session, { 'x-hrev-account': '1' }],
      ['of a member, with a key', '/console/api/attention', null, { 'x-api-key': 'hrev_x' }],
      ['of streams, with a guessed session', '/console/api/events?account_id=1', session, {}],
      ['of v3, with a guessed session', '/v3/objects', session, { 'x-hrev-account': '1' }],
    ])('%s, get 401 up to the same limit, then 429', async (_, path, cookie, headers) => {
      const send = fromOf(`192.0.3.${(addresses += 1)}`, cookie, headers);
      expect(await repeat(RATE + 1, () => send(path))).toEqual([...Array<number>(RATE).fill(401), 429]);
    });

    it('do not limit the sessions of the same address, nor other addresses', async () => {
      const { browser } = await aMember(proxiedApp, account.accountId, 'viewer');
      const address = '192.0.4.1';
      expect((await repeat(RATE + 1, () => fromOf(address, session)('/console/api/me'))).at(-1)).toBe(429);
      const valid = fromOf(address, browser.cookies.get('hrev-session') ?? '');
      expect(await repeat(RATE * 2, () => valid('/console/api/me'))).toEqual(Array(RATE * 2).fill(200));
      expect(await fromOf('192.0.4.2', session)('/console/api/me')).toBe(401);
    });

    it.each(['/console/api/attention', '/v3/objects'])(
      'a session that tries ids of accounts at %s gets 404 up to the limit of the session, then 429',
      async (path) => {
        // A session has twice the limit of a key.
        const limited = await testApp({ environment: { HREV_RATE_LIMIT: '4' }, databaseUrl: app.databaseUrl });
        const { browser } = await aMember(limited, account.accountId, 'viewer');
        const statuses = await repeat(9, async () => {
          const id = String(900_000 + Math.floor(performance.now()));
          return (await browser.send('GET', path, null, { 'x-hrev-account': id })).status;
        });
        expect(statuses).toEqual([...Array<number>(8).fill(404), 429]);
        await limited.close();
      },
    );
  });
});
