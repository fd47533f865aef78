import { CONSOLE_API, V2, V3, type ApiVersion } from '@libs/http';
import { OpenApiCheck } from '@test/support/openapi-check';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';
import { routesOf } from '../matrix/route-table';

interface PublishedOperation {
  readonly summary?: string;
  readonly security?: unknown;
  readonly responses: Readonly<
    Record<
      string,
      { readonly content?: Readonly<Record<string, { readonly schema?: object; readonly examples?: object }>> }
    >
  >;
}

interface PublishedDocument {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, PublishedOperation>>>>;
  readonly components: { readonly schemas: object };
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

describe('OpenAPI documents (contract §9)', () => {
  let app: TestApp;
  let check: OpenApiCheck;
  let account: TestAccount;

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '100000' } });
    check = new OpenApiCheck(app.app);
    account = await app.anAccount();
  });

  afterAll(() => app?.close());

  async function document(version: ApiVersion): Promise<PublishedDocument> {
    const { body } = await app.agent.get(`/v${version}/openapi.json`).expect(200);
    return body as PublishedDocument;
  }

  it.each<ApiVersion>([V2, V3])(
    'v%s uses OpenAPI 3.1, needs no key, and has only the paths of its version and unversioned ones',
    async (version) => {
      const { openapi, paths } = await document(version);
      expect(openapi).toBe('3.1.0');
      const other = version === V2 ? '/v3/' : '/v2/';
      expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/health', '/health/read', `/v${version}/sources`]));
      expect(Object.keys(paths).filter((path) => path.startsWith(other))).toEqual([]);
    },
  );

  it.each<ApiVersion>([V2, V3])('v%s describes every route', async (version) => {
    const documentedRoutes = new Set(check.operations(version));
    const stack = (
      app.app.getHttpAdapter().getInstance() as {
        router: { stack: { route?: { path: string; methods: Record<string, boolean> } }[] };
      }
    ).router.stack;
    const routes = stack.flatMap(({ route }) =>
      route
        ? Object.keys(route.methods).map((method) => `${method.toUpperCase()} ${route.path.replace(/:(\w+)/g, '{$1}')}`)
        : [],
    );
    const routesOfVersion = routes.filter(
      (route) => route.includes(` /v${version}/`) && !route.endsWith('/openapi.json'),
    );
    expect(routesOfVersion.length).toBeGreaterThan(3);
    expect(routesOfVersion.filter((route) => !documentedRoutes.has(route))).toEqual([]);
  });

  it.each<ApiVersion>([V2, V3])(
    'v%s: every operation has a summary, one success response with a schema, and errors with examples',
    async (version) => {
      const { paths } = await document(version);
      const incomplete: string[] = [];
      for (const [path, item] of Object.entries(paths)) {
        for (const [method, operation] of Object.entries(item)) {
          const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
          const errors = Object.entries(operation.responses).filter(([status]) => /^[45]/.test(status));
          // A file is documented with its parts, in types of its own.
          const isFile = '206' in operation.responses;
          const isSession = JSON.stringify(operation.responses).includes('session_required');
          const complete =
            Boolean(operation.summary) &&
            successes.length === (isFile ? 2 : 1) &&
            (isSession ||
              successes.every(
                ([status, response]) =>
                  status === '204' ||
                  Object.values(response.content ?? {}).some((content) => content?.schema !== undefined),
              )) &&
            errors.every(
              ([, response]) => Object.keys(response.content?.['application/json']?.examples ?? {}).length > 0,
            ) &&
            (path.startsWith('/health') || operation.security !== undefined);
          if (!complete) incomplete.push(`${method} ${path}`);
        }
      }
      expect(incomplete).toEqual([]);
    },
  );

  it.each<ApiVersion>([V2, V3])('v%s resolves every reference', async (version) => {
    const whole = await document(version);
    const names = [...JSON.stringify(whole).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
      (match) => match[1] ?? '',
    );
    expect(names.filter((name) => !(name in whole.components.schemas))).toEqual([]);
  });

  it.each<ApiVersion>([V2, V3])(
    'v%s: every operation responds as documented without a key, with a read_only key, and with a full key',
    async (version) => {
      const problems: string[] = [];
      for (const name of check.operations(version)) {
        const [method = '', template = ''] = name.split(' ');
        for (const key of [undefined, account.readOnly, account.full]) {
          const path = template.replace(/\{\w+\}/g, '9007199254740991');
          const call = app.agent[method.toLowerCase() as Method](path);
          const { status, headers, body } = await (key ? call.set('X-API-Key', key) : call);
          problems.push(
            ...check
              .problems({ method, path, status, headers, body })
              .map((problem) => `${name} (${key ? 'key' : 'no key'}): ${problem}`),
          );
        }
      }
      expect(problems).toEqual([]);
    },
  );

  it('the check reports an undocumented status, code or field, and a missing header', () => {
    const limits = { 'ratelimit-limit': '1', 'ratelimit-remaining': '1', 'ratelimit-reset': '1' };
    const headers = {
      'x-request-id': 'x',
      ...limits,
      'ratelimit-policy': '"key";q=1;w=60',
      ratelimit: '"key";r=1;t=1',
    };
    const answer = { method: 'GET', path: '/v3/account', headers };
    expect(check.problems({ ...answer, status: 418, body: {} })).toHaveLength(1);
    expect(check.problems({ ...answer, status: 401, body: { detail: 'x', code: 'conflict' } }).length).toBeGreaterThan(
      0,
    );
    expect(
      check.problems({ ...answer, status: 401, body: { detail: 'x', code: 'unauthorized', more: 1 } }).length,
    ).toBeGreaterThan(0);
    expect(check.problems({ ...answer, status: 401, body: { detail: 'x', code: 'unauthorized' } })).toEqual([]);
    expect(
      check.problems({ ...answer, headers: {}, status: 401, body: { detail: 'x', code: 'unauthorized' } }),
    ).toHaveLength(1);
  });

  it('/console/openapi.json describes every route of the API of the console', async () => {
    const { body } = await app.agent.get('/console/openapi.json').expect(200);
    const routes = routesOf(app.app).filter((route) => route.includes(' /console/api/'));
    expect(routes.length).toBeGreaterThan(40);
    expect([...check.operations(CONSOLE_API)].sort()).toEqual([...routes].sort());
    expect(Object.keys((body as PublishedDocument).paths)).toHaveLength(
      new Set(routes.map((route) => route.split(' ')[1])).size,
    );
  });

  it('/docs/api shows both versions and loads no resource of another host', async () => {
    const page = await app.agent
      .get('/docs/api')
      .expect(200)
      .expect('Content-Type', /text\/html/);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.text).not.toMatch(/https?:\/\//);
    const resources = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(resources).toContain('/docs/scalar.js');
    for (const path of resources) await app.agent.get(path).expect(200);
    const { text } = await app.agent.get('/docs/reference.js').expect(200);
    expect(text).toContain('/v2/openapi.json');
    expect(text).toContain('/v3/openapi.json');
  });
});
