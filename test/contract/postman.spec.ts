/**
 * Every request that Postman generates from the OpenAPI document succeeds. The test supplies only a key and ids.
 * It also supplies an id for a query parameter that is optional by itself but belongs to a group of which one is required.
 */
import { convertV2 } from 'openapi-to-postmanv2';
import { buildDocuments, V2, V3, type ApiVersion } from '@libs/http';
import {
  createResources,
  anAccountNamed,
  withMasterKey,
  type Ids,
  type MatrixAccount,
} from '@test/support/matrix-harness';
import { testApp, type TestApp } from '@test/support/test-app';
import { ROUTE_TABLE, rowOf, type RouteRow } from '../matrix/route-table';

/** The parts of Postman's collection format that the test uses. */
interface Item {
  readonly item?: readonly Item[];
  readonly request?: PostmanRequest;
}
interface PostmanRequest {
  readonly method: string;
  readonly url: { readonly path: readonly string[]; readonly query?: readonly Pair[] };
  readonly header?: readonly Pair[];
  readonly body?: { readonly raw?: string };
}
interface Pair {
  readonly key: string;
  readonly value: string;
  readonly disabled?: boolean;
}

/** The status of operations that need a session of the console. */
const SESSION_ONLY = 403;

/** Postman uses the examples of the document for bodies and parameters, and disables optional parameters. */
const OPTIONS = { folderStrategy: 'Tags', parametersResolution: 'Example', enableOptionalParameters: false } as const;

describe('the import into Postman', () => {
  let app: TestApp;
  let account: MatrixAccount;

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
    account = await withMasterKey(app, await anAccountNamed(app, 'POSTMAN'));
  });
  afterAll(() => app?.close());

  it.each<ApiVersion>([V2, V3])('v%s: every operation is imported once and succeeds', async (version) => {
    const requests = await importRequests(version);
    const routes = ROUTE_TABLE.map(({ route }) => route).filter((route) => isIn(version, route));
    expect(requests.map(routeOf).sort()).toEqual([...routes].sort());
    const wrong: string[] = [];
    for (const request of requests) {
      const row = rowOf(routeOf(request));
      if (!row) throw new Error(`${routeOf(request)} is not in the route table`);
      const { status, text } = await send(request, row);
      // A few valid calls have nothing to act on, and are refused as their row says.
      const isExpected = status === row.status || (status >= 200 && status < 300);
      const succeeded = row.access === 'session' ? status === SESSION_ONLY : isExpected;
      if (!succeeded)
        wrong.push(`${row.route}: ${status} ${text} to ${request.body?.raw?.replace(/\s+/g, ' ') ?? 'nothing'}`);
    }
    expect(wrong).toEqual([]);
  });

  async function importRequests(version: ApiVersion): Promise<readonly PostmanRequest[]> {
    const data = structuredClone(buildDocuments(app.app)[version]);
    const collection = await new Promise<Item>((resolve, reject) => {
      convertV2({ type: 'json', data }, OPTIONS, (error, result) => {
        const output = result?.output?.[0]?.data as Item | undefined;
        if (error ?? !output) reject(new Error(error?.message ?? result?.reason ?? 'nothing was imported'));
        else resolve(output);
      });
    });
    return requestsIn(collection);
  }

  async function send(
    request: PostmanRequest,
    row: RouteRow,
  ): Promise<{ readonly status: number; readonly text: string }> {
    const ids = await createResources(app, account);
    const [method = '', template = ''] = row.route.split(' ');
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) =>
      String(row.words?.[name] ?? ids[row.path?.[name] ?? 'object']),
    );
    const query = queryOf(request, row, ids);
    const agent = app.agent[method.toLowerCase() as 'get'](query === '' ? path : `${path}?${query}`);
    for (const { key, value, disabled } of request.header ?? []) if (!disabled) agent.set(key, value);
    agent.set('X-API-Key', account.full);
    const raw = request.body?.raw;
    return raw ? agent.send(bodyOf(raw, row, ids)) : agent;
  }
});

const isIn = (version: ApiVersion, route: string): boolean =>
  route.includes(` /v${version}/`) || route.includes(' /health');

const routeOf = ({ method, url }: PostmanRequest): string =>
  `${method} /${url.path.map((part) => part.replace(/^:(\w+)$/, '{$1}').replace(/^\{\{(\w+)\}\}/, '{$1}')).join('/')}`;

const requestsIn = ({ item = [], request }: Item): readonly PostmanRequest[] => [
  ...(request ? [request] : []),
  ...item.flatMap(requestsIn),
];

/** Returns the enabled parameters plus the id parameters that a valid call needs. OpenAPI cannot express "exactly one of `object_id` and `folder_id`". */
function queryOf({ url }: PostmanRequest, { query: idKinds = {} }: RouteRow, ids: Ids): string {
  const pairs = (url.query ?? []).flatMap(({ key, value, disabled }): [string, string][] => {
    const kind = idKinds[key];
    if (kind) return [[key, String(ids[kind])]];
    return disabled ? [] : [[key, value]];
  });
  return new URLSearchParams(pairs).toString();
}

/** Returns the generated body with existing ids. Optional ids become null. Times that must be recent are those of the row. */
function bodyOf(raw: string, row: RouteRow, ids: Ids): object {
  const { bodyIdLists = {}, bodyIds = {}, optionalBodyIds = {}, furtherRules = [], body: valid = {} } = row;
  const body = JSON.parse(raw) as Record<string, unknown>;
  for (const [name, kind] of Object.entries(bodyIdLists)) if (name in body) body[name] = [ids[kind]];
  for (const [name, kind] of Object.entries(bodyIds)) body[name] = ids[kind];
  for (const name of Object.keys(optionalBodyIds)) if (name in body) body[name] = null;
  // Its example is the version of another review; without it, the version of the time of the proposal is meant.
  delete body['review_version'];
  for (const name of furtherRules) if (name in body && name in valid) body[name] = valid[name];
  return body;
}
