import { Controller, Get, Module, Post } from '@nestjs/common';
import { connect } from 'node:net';
import { Endpoint, NO_VERSION } from '@libs/http';
import { Person } from '@src/console/identity/http/person.guard';
import { aMember, Browser, PASSWORD, type Invited } from '@test/support/console-person';
import { EventStreamClient } from '@test/support/event-stream';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';
import { CONSOLE_ROUTE, routesOf } from '../../matrix/route-table';

@Controller({ path: 'console/api/broken', version: NO_VERSION })
class BrokenController {
  @Get()
  @Endpoint({ summary: 'Fails', access: 'public' })
  read(): never {
    throw new Error('broken');
  }

  @Post()
  @Person({ summary: 'Fails with a session' })
  write(): never {
    throw new Error('broken');
  }
}

@Module({ controllers: [BrokenController] })
class BrokenModule {}

const HSTS = 'max-age=31536000; includeSubDomains';
type Headers = Readonly<Record<string, unknown>>;

/** What is missing or wrong in the headers of a response of the API, one line each (ASVS 3.4.1-3.4.6). */
function problems(what: string, headers: Headers): readonly string[] {
  const policy = String(headers['content-security-policy']).split(/; ?/);
  const expected: readonly (readonly [string, boolean])[] = [
    ['a policy that loads nothing', policy.includes("default-src 'none'")],
    ['a policy against frames', policy.includes("frame-ancestors 'none'")],
    ['nosniff', headers['x-content-type-options'] === 'nosniff'],
    ['a referrer policy', ['no-referrer', 'same-origin'].includes(String(headers['referrer-policy']))],
    ['https', headers['strict-transport-security'] === HSTS],
    ['no resource of another origin', headers['cross-origin-resource-policy'] === 'same-origin'],
    ['no opener of another origin', headers['cross-origin-opener-policy'] === 'same-origin'],
    ['no access for other origins', headers['access-control-allow-origin'] === undefined],
    ['no name of the server', headers['x-powered-by'] === undefined && headers['server'] === undefined],
  ];
  return expected.filter(([, isRight]) => !isRight).map(([name]) => `${what}: ${name}`);
}

describe('headers of the console (3.4.x)', () => {
  let app: TestApp;
  let account: TestAccount;
  let owner: Invited;

  beforeAll(async () => {
    app = await testApp({
      modules: [BrokenModule],
      environment: { HREV_RATE_LIMIT: '1000000', HREV_HSTS_SUBDOMAINS: 'true' },
    });
    account = await app.anAccount();
    owner = await aMember(app, account.accountId, 'owner');
  });
  afterAll(() => app?.close());

  /** Every route of the console, with ids that nothing has. */
  const calls = (): readonly (readonly [method: 'GET', path: string])[] =>
    routesOf(app.app)
      .filter((route) => CONSOLE_ROUTE.test(route) || route === 'GET /console/openapi.json')
      .map((route) => {
        const [method = '', path = ''] = route.split(' ');
        const query = path.includes('events') ? `&last_event_id=${'x'.repeat(65)}` : '';
        return [method as 'GET', `${path.replaceAll(/\{\w+\}/g, '999999')}?account_id=${account.accountId}${query}`];
      });

  it('are in every response of every route, without a session and with one', async () => {
    const found: string[] = [];
    const statuses = new Set<number>();
    for (const browser of [new Browser(app), owner.browser])
      for (const [method, path] of calls()) {
        // Refused by every route that writes.
        const body = method === 'GET' ? null : { unknown_field: 1 };
        const { status, headers } = await browser.send(method, path, body, {
          'x-hrev-account': String(account.accountId),
        });
        statuses.add(status);
        found.push(...problems(`${method} ${path} ${status}`, headers as Headers));
      }
    expect(found).toEqual([]);
    expect([...statuses]).toEqual(expect.arrayContaining([200, 401, 404, 422, 500]));
  });

  it.each([
    ['a missing route of the console', '/console/api/nothing', 404],
    ['a missing file of the console', '/console/nothing.js', 404],
    ['a missing path', '/nothing', 404],
    ['a missing route of v3', '/v3/nothing', 404],
    ['a route of v3 without a key', '/v3/objects', 401],
    ['the return from a platform', '/console/oauth/callback?state=x', 303],
    ['the documentation', '/docs', 200],
    ['a missing page of the documentation', '/docs/nothing', 404],
    ['the API reference', '/docs/api', 200],
    ['a file of the API reference', '/docs/reference.js', 200],
    ['the document of v3', '/v3/openapi.json', 200],
    ['a failure', '/console/api/broken', 500],
  ])('are in the response of %s', async (what, path, status) => {
    const answer = await app.agent.get(path).redirects(0);
    expect([answer.status, problems(what, answer.headers as Headers)]).toEqual([status, []]);
  });

  it('are in responses to a wrong method, a body that is not JSON, and a form of another site', async () => {
    const found: string[] = [];
    const answers = [
      await owner.browser.send('PUT', '/console/api/me', {}),
      await owner.browser.send('PATCH', '/console/api/me', '{'),
      await owner.browser.send('PATCH', '/console/api/me', 'name=Eve', {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://evil.example',
        'x-hrev-console': null,
      }),
      await owner.browser.send('POST', '/console/api/broken', {}),
    ];
    for (const { status, headers } of answers) found.push(...problems(String(status), headers as Headers));
    expect(answers.map(({ status }) => status)).toEqual([405, 400, 403, 500]);
    expect(found).toEqual([]);
  });

  it('are in the stream of changes', async () => {
    const stream = await EventStreamClient.open(app, owner.browser, `?account_id=${account.accountId}`);
    expect([stream.response.statusCode, problems('stream', stream.response.headers)]).toEqual([200, []]);
    stream.close();
  });

  it('are in the response to a request that is not HTTP', async () => {
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(app.address).port), '127.0.0.1', () => socket.write('HELLO\r\n\r\n'));
      let received = '';
      socket.on('data', (chunk) => (received += chunk.toString()));
      socket.on('end', () => resolve(received)).on('error', reject);
    });
    expect(text).toContain(`Strict-Transport-Security: ${HSTS}\r\n`);
    expect(text).toContain('X-Content-Type-Options: nosniff\r\n');
    expect(text).toContain("Content-Security-Policy: default-src 'none';frame-ancestors 'none'\r\n");
  });

  /** What may be stored: documents that are the same for all clients, and photos. */
  const MAY_BE_STORED = /openapi|\/llms\.txt$|\/docs\b|\/media\b/;

  it('no response of any route may be stored, without a session, with one, and whatever its status (14.3.2)', async () => {
    const stored: string[] = [];
    const statuses = new Set<number>();
    const routes = routesOf(app.app).filter((route) => !MAY_BE_STORED.test(route));
    for (const browser of [new Browser(app), owner.browser])
      for (const route of routes) {
        const [method = '', path = ''] = route.split(' ');
        const query = path.includes('events') ? `?account_id=${account.accountId}&last_event_id=${'x'.repeat(65)}` : '';
        // Refused by every route that writes.
        const body = method === 'GET' ? null : { unknown_field: 1 };
        const to = `${path.replaceAll(/\{\w+\}/g, '999999')}${query}`;
        const { status, headers } = await browser.send(method as 'GET', to, body, {
          'x-hrev-account': String(account.accountId),
        });
        statuses.add(status);
        if (headers['cache-control'] !== 'no-store') stored.push(`${route} ${status}: ${headers['cache-control']}`);
      }
    expect(stored).toEqual([]);
    expect(routes.length).toBeGreaterThan(150);
    expect([...statuses]).toEqual(expect.arrayContaining([200, 401, 403, 404, 422]));
  });

  it('no response that sets a session may be stored', async () => {
    const { browser, email } = await aMember(app, account.accountId, 'viewer');
    const answers = [
      await browser.signIn(email),
      await browser.send('POST', '/console/api/proof', { password: PASSWORD }),
      await browser.send('POST', '/console/api/sign-out', {}),
    ];
    for (const { status, headers } of answers)
      expect([status, headers['set-cookie']?.length, headers['cache-control']]).toEqual([
        status,
        expect.any(Number),
        'no-store',
      ]);
  });

  it('without HREV_HSTS_SUBDOMAINS the policy of https covers the host alone', async () => {
    const plain = await testApp({ databaseUrl: app.databaseUrl });
    const { headers } = await plain.agent.get('/console/api/me');
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    await plain.close();
  });
});
