// cspell:ignore fetc fpasswd
import { wholeChecksum } from '@test/support/matrix-checksum';
import { errorProblems, faultsLogged } from '@test/support/matrix-caller';
import { inParallel, send } from '@test/support/matrix-wire';
import {
  createResources,
  anAccountNamed,
  withMasterKey,
  UNKNOWN_IDS,
  type Ids,
  type MatrixAccount,
} from '@test/support/matrix-harness';
import { testApp, type TestApp } from '@test/support/test-app';
import { callOf, methodOf, ROUTE_TABLE, templateOf } from './route-table';

type Header = readonly [string, string];

/** Methods that Node's parser accepts, except CONNECT: its target is no path. */
const METHODS = [
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'SEARCH',
  'LINK',
  'PURGE',
  'QUERY',
];

// A test sends hundreds of requests, and the machine may be busy.
describe('bad methods and paths (contract §1.3)', () => {
  let app: TestApp;
  let account: MatrixAccount;
  let ownIds: Ids;

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
    account = await withMasterKey(app, await anAccountNamed(app, 'REQUESTS'));
    ownIds = await createResources(app, account);
  });

  afterAll(() => app?.close());

  const withKey = (...headers: readonly Header[]): readonly Header[] => [
    ['X-Request-Id', 'the-same'],
    ['X-API-Key', account.full],
    ...headers,
  ];

  const PATHS = [...new Set(ROUTE_TABLE.map(templateOf))];
  const methodsOf = (template: string): readonly string[] =>
    ROUTE_TABLE.filter((row) => templateOf(row) === template).map(methodOf);

  it.each(PATHS)('%s: every other method gives 405 with Allow, with and without a key', async (template) => {
    const supported = methodsOf(template);
    const allowed = [...new Set([...supported, 'OPTIONS', ...(supported.includes('GET') ? ['HEAD'] : [])])].sort();
    const path = template.replace(/\{\w+\}/g, String(UNKNOWN_IDS.object));
    const before = await wholeChecksum(app.database);
    const problems: string[] = [];
    for (const method of METHODS.filter((candidate) => !allowed.includes(candidate))) {
      for (const headers of [[], withKey(), withKey(['X-HTTP-Method-Override', 'GET'])]) {
        const answer = await send(app.address, { method, path, headers, body: '{"a":' });
        const headless = method === 'HEAD' ? { ...answer, body: { detail: '', code: 'method_not_allowed' } } : answer;
        problems.push(...errorProblems(`${method} ${path}`, headless, '405 method_not_allowed'));
        if (answer.headers['allow'] !== allowed.join(', '))
          problems.push(`${method}: Allow is ${answer.headers['allow']}`);
      }
    }
    expect(problems).toEqual([]);
    const options = await send(app.address, { method: 'OPTIONS', path });
    expect(options).toMatchObject({ status: 204, text: '', headers: { allow: allowed.join(', ') } });
    expect(await wholeChecksum(app.database)).toEqual(before);
  });

  it('HEAD gives the status and the content type of GET without the body', async () => {
    for (const row of ROUTE_TABLE.filter((candidate) => methodOf(candidate) === 'GET')) {
      const { path } = callOf(row, ownIds);
      for (const headers of [[], withKey()]) {
        const [get, head] = [
          await send(app.address, { method: 'GET', path, headers }),
          await send(app.address, { method: 'HEAD', path, headers }),
        ];
        expect([path, [row.status, 401, 403].includes(get.status)]).toEqual([path, true]);
        expect([path, head.status, head.text, head.raw.endsWith('\r\n\r\n')]).toEqual([path, get.status, '', true]);
        expect([path, head.headers['content-type']]).toEqual([path, get.headers['content-type']]);
      }
    }
  });

  /** Changes of a path; no result is a route. */
  const MISSPELLINGS: readonly (readonly [string, (path: string) => string])[] = [
    ['a slash at the end', (path) => `${path}/`],
    ['two slashes at the end', (path) => `${path}//`],
    ['a double slash', (path) => path.replace(/\/(?=[^/]*$)/, '//')],
    ['a double slash at the beginning', (path) => `/${path}`],
    ['upper case', (path) => path.toUpperCase()],
    ['an unknown version', (path) => path.replace(/^\/v\d/, '/v4')],
    ['an old version', (path) => path.replace(/^\/v\d/, '/v1')],
    ['no version', (path) => path.replace(/^\/v\d/, '')],
    ['a version of two digits', (path) => path.replace(/^\/v(\d)/, '/v$1$1')],
    ['an encoded slash', (path) => path.replace(/\/(?=[^/]*$)/, '%2F')],
    ['a NUL', (path) => `${path}%00`],
    ['a space', (path) => `${path}%20`],
    ['a suffix', (path) => `${path}.json`],
    ['a matrix parameter', (path) => path.replace(/^(\/[^/]+\/[^/]+)/, '$1;a=1')],
    ['a dot segment', (path) => path.replace(/\/(?=[^/]*$)/, '/./')],
    ['a double dot segment', (path) => `${path}/x/..`],
    ['a backslash', (path) => path.replaceAll('/', '\\').replace('\\', '/')],
    ['broken encoding', (path) => path.replace(/^(\/[^/]+\/[^/]+)/, '$1%zz')],
  ];

  it.each(MISSPELLINGS)(
    '%s in a path without ids gives 404 with {detail, code}, with and without a key',
    async (_, misspell) => {
      const routes = ROUTE_TABLE.filter((row) => row.access !== 'public' && !templateOf(row).includes('{'));
      // A text in place of an id belongs to a route and gives 422.
      const known = PATHS.map((template) => new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`));
      const requests = routes.map((row) => ({ method: methodOf(row), path: misspell(templateOf(row)) }));
      const unknownPaths = requests.filter(({ path }) => !known.some((pattern) => pattern.test(path)));
      expect(unknownPaths.length).toBeGreaterThan(5);
      const problems = await inParallel(unknownPaths, 4, async ({ method, path }) => [
        ...errorProblems(`${method} ${path}`, await send(app.address, { method, path }), '404 not_found'),
        ...errorProblems(
          `${method} ${path}`,
          await send(app.address, { method, path, headers: withKey() }),
          '404 not_found',
        ),
      ]);
      expect(problems.flat()).toEqual([]);
    },
  );

  it.each([
    '/v2',
    '/v3',
    '/v2/',
    '/favicon.ico',
    '/.env',
    '/admin',
    '/v3/__proto__',
    '/v3/constructor',
    '/%00',
    '/%ff',
    '/..',
    '/v3/..%2f..%2fetc%2fpasswd',
    '*',
    `/${'x'.repeat(8_000)}`,
  ])('GET %s gives 404', async (path) => {
    expect(
      errorProblems(path, await send(app.address, { method: 'GET', path, headers: withKey() }), '404 not_found'),
    ).toEqual([]);
  });

  it('after these requests no fault is logged, and the service is ready', async () => {
    expect(faultsLogged(app)).toEqual([]);
    expect((await send(app.address, { method: 'GET', path: '/health/read' })).body).toEqual({ status: 'ready' });
  });
});
