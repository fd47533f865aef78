import { testApp, type TestApp } from '@test/support/test-app';

const PATH = '/.well-known/security.txt';
const CONTACT = 'mailto:security@example.com';
const DAY_MS = 86_400_000;
const KEYLESS_RATE = 3;

/** RFC 9116. */
describe('/.well-known/security.txt', () => {
  let app: TestApp;
  let silent: TestApp;

  beforeAll(async () => {
    app = await testApp({
      environment: { HREV_SECURITY_CONTACT: CONTACT, HREV_KEYLESS_RATE: String(KEYLESS_RATE) },
    });
    silent = await testApp({ databaseUrl: app.databaseUrl });
  });
  afterAll(async () => {
    await silent?.close();
    await app?.close();
  });

  const fieldsOf = (text: string): readonly (readonly string[])[] =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/: (.*)/).slice(0, 2));

  it('is plain text in UTF-8, without a key (§3)', async () => {
    const { headers, text } = await app.agent.get(PATH).expect(200);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(text.endsWith('\n')).toBe(true);
  });

  it('names the contact of the operator, the language, and nothing else (§2.5)', async () => {
    const { text } = await app.agent.get(PATH).expect(200);
    expect(fieldsOf(text).map(([name]) => name)).toEqual(['Contact', 'Expires', 'Preferred-Languages']);
    expect(text).toContain(`Contact: ${CONTACT}\n`);
    expect(text).toContain('Preferred-Languages: en\n');
  });

  it('expires once, in the future and less than a year ahead, in the form of RFC 3339 (§2.5.5)', async () => {
    const { text } = await app.agent.get(PATH).expect(200);
    const expires = fieldsOf(text).find(([name]) => name === 'Expires')?.[1] ?? '';
    expect(expires).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const days = (Date.parse(expires) - Date.now()) / DAY_MS;
    expect(days).toBeGreaterThan(178);
    expect(days).toBeLessThan(365);
  });

  it('does not count against the limit of the address, and is served beyond it (contract §5.4)', async () => {
    for (let asked = 0; asked <= KEYLESS_RATE; asked += 1) await app.agent.get('/v3/account');
    await app.agent.get('/v3/account').expect(429);
    for (let asked = 0; asked <= KEYLESS_RATE * 2; asked += 1) await app.agent.get(PATH).expect(200);
  });

  it('answers HEAD without a body', async () => {
    const { headers, text } = await app.agent.head(PATH).expect(200);
    expect(Number(headers['content-length'])).toBeGreaterThan(CONTACT.length);
    expect(text ?? '').toBe('');
  });

  it('is 405 for writing methods', () =>
    app.agent
      .post(PATH)
      .expect(405)
      .expect('Allow', 'GET, HEAD, OPTIONS')
      .expect(/"method_not_allowed"/));

  it.each([PATH, '/.well-known/', '/.well-known/other'])('%s is 404 without a contact', async (path) => {
    const { body } = await silent.agent.get(path).expect(404);
    expect(body).toEqual({ detail: 'Not found', code: 'not_found' });
  });
});
