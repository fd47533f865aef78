import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Controller, Get, Module, Param } from '@nestjs/common';
import { buildDocuments, Endpoint, IdParam, Shape, V3 } from '@libs/http';
import { notFound } from '@libs/kernel';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';
import { parseItem } from 'structured-headers';

class OldResponse extends Shape({ id: { type: 'integer', description: 'Id.' } }) {}

/** Two superseded routes: nothing of the service is deprecated so far. */
@Controller({ path: 'old-things', version: V3 })
class OldController {
  @Get(':thing_id')
  @Endpoint({
    summary: 'Get a thing',
    description: 'As it was.',
    response: OldResponse,
    access: 'read',
    deprecation: {
      since: '2026-12-01',
      sunset: '2027-12-01',
      page: '/docs#deprecations',
      successor: '/v3/things/{thing_id}',
    },
  })
  get(@IdParam('thing_id') id: number): OldResponse {
    if (id > 1_000) throw notFound();
    return { id };
  }

  @Get('named/:name')
  @Endpoint({
    summary: 'Get a thing by its name',
    response: OldResponse,
    access: 'public',
    deprecation: { since: '2026-12-01', page: '/docs', successor: '/v3/things' },
  })
  named(@Param('name') name: string): OldResponse {
    return { id: name.length };
  }
}

@Module({ controllers: [OldController] })
class OldModule {}

const SINCE = Date.UTC(2026, 11, 1);
const LINKS = [
  '</docs#deprecations>; rel="deprecation"; type="text/html"',
  '</docs#deprecations>; rel="sunset"; type="text/html"',
  '</v3/things/7>; rel="successor-version"',
];

let app: TestApp;
let account: TestAccount;

beforeAll(async () => {
  app = await testApp({ modules: [OldModule] });
  account = await app.anAccount();
});
afterAll(() => app?.close());

describe('responses of a deprecated endpoint (contract §9.1)', () => {
  it.each([
    ['a success', '/v3/old-things/7', true, 200],
    ['no key', '/v3/old-things/7', false, 401],
    ['an id that is none', '/v3/old-things/x', true, 422],
    ['a missing resource', '/v3/old-things/2000', true, 404],
  ])('name the day, the end, the page and the successor: %s', async (_, route, hasKey, status) => {
    const { headers } = await app.agent
      .get(route)
      .set(hasKey ? { 'X-API-Key': account.readOnly } : {})
      .expect(status);
    // RFC 9745: an Item that is a Date; RFC 8594: an HTTP date.
    const [day, parameters] = parseItem(headers.deprecation as string);
    expect([day, parameters.size]).toEqual([new Date(SINCE), 0]);
    expect(headers.sunset).toBe('Wed, 01 Dec 2027 00:00:00 GMT');
    const id = route.split('/').at(-1) ?? '';
    expect(headers.link).toBe(LINKS.join(', ').replace('/7>', `/${id}>`));
  });

  it('have no Sunset without a planned end, also where no key is needed', async () => {
    const { headers } = await app.agent.get('/v3/old-things/named/seven').expect(200);
    expect(headers).toMatchObject({
      deprecation: `@${SINCE / 1_000}`,
      link: '</docs>; rel="deprecation"; type="text/html", </v3/things>; rel="successor-version"',
    });
    expect(headers).not.toHaveProperty('sunset');
  });

  it('are documented as deprecated, with their headers', async () => {
    const { body } = await app.agent.get('/v3/openapi.json').expect(200);
    const { get } = (body as { paths: Record<string, { get: unknown }> }).paths['/v3/old-things/{thing_id}'] ?? {};
    expect(get).toMatchObject({
      deprecated: true,
      description:
        'Deprecated since 2026-12-01, and may be gone from 2027-12-01 on: use `/v3/things/{thing_id}` ([why and how](/docs#deprecations)).\n\nAs it was.',
    });
    const { responses } = get as { responses: Readonly<Record<string, { headers: object }>> };
    const names = ['Deprecation', 'Link', 'Sunset'];
    const documented = (status: number): readonly string[] =>
      Object.keys(responses[status]?.headers ?? {}).filter((name) => names.includes(name));
    expect([200, 401, 404, 422].map((status) => [...documented(status)].sort())).toEqual([names, names, names, names]);
    expect(documented(429)).toEqual([]);
  });

  it('and no other responses have these headers', async () => {
    const { headers } = await app.agent.get('/v3/account').set('X-API-Key', account.readOnly).expect(200);
    expect(Object.keys(headers as object).filter((name) => /deprecation|sunset|link/.test(name))).toEqual([]);
  });
});

describe('the deprecated endpoints of the service', () => {
  it('are those of contract §9.1, each with its day and its successor', async () => {
    const contract = readFileSync(path.resolve(__dirname, '../../docs/contract.md'), 'utf8');
    const section = /^### 9\.1 [\s\S]*?(?=^## 10\. )/m.exec(contract)?.[0] ?? '';
    const listed = [...section.matchAll(/^\| `([A-Z]+ \/\S+)` +\| (\d{4}-\d\d-\d\d) +\| \S.*\| `(\/\S+)` +\|$/gm)];
    const plain = await testApp();
    try {
      const deprecated = Object.values(buildDocuments(plain.app)).flatMap(({ paths }) =>
        Object.entries(paths).flatMap(([route, item]) =>
          Object.entries(item as Record<string, { deprecated?: boolean; responses: object }>)
            .filter(([, operation]) => operation.deprecated === true)
            .map(([method, operation]) => [`${method.toUpperCase()} ${route}`, operation.responses] as const),
        ),
      );
      expect(section).not.toBe('');
      expect([...new Set(deprecated.map(([route]) => route))].sort()).toEqual(listed.map(([, route]) => route).sort());
      // Only `deprecation` of `Endpoint` marks an endpoint: it writes the headers.
      for (const [, responses] of deprecated) expect(JSON.stringify(responses)).toContain('"Deprecation"');
    } finally {
      await plain.close();
    }
  });
});
