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

  it.each(['/health', '/health/read', '/docs', '/docs/swagger-ui.css', '/v3/openapi.json'])(
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
});
