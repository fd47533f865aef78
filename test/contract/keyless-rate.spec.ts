import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';

const RATE = 6;

/** Contract §5.4: a bucket per client address limits requests that are answered 401. */
describe('requests without a valid key', () => {
  let app: TestApp;
  let behindProxy: TestApp;
  let account: TestAccount;

  beforeAll(async () => {
    const environment = { HREV_KEYLESS_RATE: String(RATE) };
    app = await testApp({ environment });
    account = await app.anAccount();
    behindProxy = await testApp({
      environment: { ...environment, HREV_TRUSTED_PROXIES: 'loopback, 10.0.0.0/8' },
      databaseUrl: app.databaseUrl,
    });
  });
  afterAll(async () => {
    await behindProxy?.close();
    await app?.close();
  });

  const ask = async (to: TestApp, headers: Record<string, string> = {}, path = '/v3/account'): Promise<number> =>
    (await to.agent.get(path).set(headers)).status;
  const times = async (count: number, work: () => Promise<number>): Promise<readonly number[]> => {
    const statuses: number[] = [];
    for (let index = 0; index < count; index += 1) statuses.push(await work());
    return statuses;
  };
  const spent = async (): Promise<void> => void (await times(RATE, () => ask(app)));

  it('are 401 until the limit of the address is reached, then 429 with Retry-After', async () => {
    const statuses = await times(RATE * 2, () => ask(app));
    expect(statuses.slice(0, RATE)).toEqual(Array(RATE).fill(401));
    expect(statuses[RATE]).toBe(429);
    const { body } = await app.agent.get('/v3/account').expect('Retry-After', /^([1-9]|10)$/);
    expect(body).toMatchObject({ code: 'rate_limited' });
  });

  it.each([
    ['no key', {}],
    ['a text that is not a key', { 'X-API-Key': 'x' }],
  ])('%s counts', async (_, headers) => {
    await spent();
    expect(await ask(app, headers)).toBe(429);
  });

  it('do not limit a valid key of the same address, even one that is new to the process', async () => {
    const fresh = await app.anAccount();
    await spent();
    expect(await ask(app)).toBe(429);
    expect(await times(RATE * 2, () => ask(app, { 'X-API-Key': account.full }))).toEqual(Array(RATE * 2).fill(200));
    expect(await ask(app, { 'X-API-Key': fresh.full })).toBe(200);
  });

  it.each(['/health', '/health/read', '/docs', '/docs/swagger-ui.css', '/v3/openapi.json'])(
    '%s needs no key and does not count',
    async (path) => {
      await spent();
      const statuses = await times(RATE * 2, () => ask(app, {}, path));
      expect(statuses.filter((status) => status === 401 || status === 429)).toEqual([]);
    },
  );

  it('without a trusted proxy X-Forwarded-For is ignored', async () => {
    await spent();
    expect(await ask(app, { 'X-Forwarded-For': '192.0.2.77' })).toBe(429);
  });

  it('behind one, each client has its own bucket, and addresses that a client writes itself are ignored', async () => {
    const from = (chain: string) => () => ask(behindProxy, { 'X-Forwarded-For': chain });
    expect(await times(RATE + 1, from('192.0.2.1'))).toEqual([...Array<number>(RATE).fill(401), 429]);
    expect(await from('192.0.2.2')()).toBe(401);
    expect(await from('198.51.100.9, 192.0.2.1, 10.1.2.3')()).toBe(429);
  });
});
