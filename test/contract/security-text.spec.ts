import { testApp, type TestApp } from '@test/support/test-app';

const PATH = '/.well-known/security.txt';
const CONTACT = 'mailto:security@example.com';
const DAY_MS = 86_400_000;
const KEYLESS_RATE = 3;

/** RFC 9116; sections without a document are sections of this RFC. */
describe('/.well-known/security.txt', () => {
  let app: TestApp;
  let withoutContact: TestApp;

  beforeAll(async () => {
    app = await testApp({
      environment: { HREV_SECURITY_CONTACT: CONTACT, HREV_KEYLESS_RATE: String(KEYLESS_RATE) },
    });
    withoutContact = await testApp({ databaseUrl: app.databaseUrl });
  });
  afterAll(async () => {
    await withoutContact?.close();
    await app?.close();
  });

  const fieldsOf = (text: string): readonly (readonly string[])[] =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/: (.*)/).slice(0, 2));

  it('is plain text in UTF-8 and needs no key (§3)', async () => {
    const { headers, text } = await app.agent.get(PATH).expect(200);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(text.endsWith('\n')).toBe(true);
  });

  it('has the contact of the operator, the expiry and the language (§2.5)', async () => {
    const { text } = await app.agent.get(PATH).expect(200);
    expect(fieldsOf(text).map(([name]) => name)).toEqual(['Contact', 'Expires', 'Preferred-Languages']);
    expect(text).toContain(`Contact: ${CONTACT}\n`);
    expect(text).toContain('Preferred-Languages: en\n');
  });

  it('expires within a year, and writes the expiry in the format of RFC 3339 (§2.5.5)', async () => {
    const { text } = await app.agent.get(PATH).expect(200);
    const expires = fieldsOf(text).find(([name]) => name === 'Expires')?.[1] ?? '';
    expect(expires).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const days = (Date.parse(expires) - Date.now()) / DAY_MS;
    expect(days).toBeGreaterThan(178);
    expect(days).toBeLessThan(365);
  });

  it('does not count towards the limit of the address, and is served beyond it (contract §5.4)', async () => {
    for (let sent = 0; sent <= KEYLESS_RATE; sent += 1) await app.agent.get('/v3/account');
    await app.agent.get('/v3/account').expect(429);
    for (let sent = 0; sent <= KEYLESS_RATE * 2; sent += 1) await app.agent.get(PATH).expect(200);
  });

  it('responds to HEAD without a body', async () => {
    const { headers, text } = await app.agent.head(PATH).expect(200);
    expect(Number(headers['content-length'])).toBeGreaterThan(CONTACT.length);
    expect(text ?? '').toBe('');
  });

  it('gives 405 for POST', () =>
    app.agent
      .post(PATH)
      .expect(405)
      .expect('Allow', 'GET, HEAD, OPTIONS')
      .expect(/"method_not_allowed"/));

  it.each([PATH, '/.well-known/', '/.well-known/other'])('%s gives 404 without a configured contact', async (path) => {
    const { body } = await withoutContact.agent.get(path).expect(404);
    expect(body).toEqual({ detail: 'Not found', code: 'not_found' });
  });
});
