/**
 * Every route of the application with a valid call and the ids in it. The matrix tests use these rows; `route-table.spec.ts` fails for
 * a route without a row and for a row without a route.
 */
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Access } from '@libs/http';
import type { IdKind, Ids } from '@test/support/matrix-harness';

type Json = Readonly<Record<string, unknown>>;
type IdPlaces = Readonly<Record<string, IdKind>>;

export interface RouteRow {
  /** `METHOD /path/{id}`, as in the OpenAPI document. */
  readonly route: string;
  readonly access: Access;
  /** The status of a valid call. */
  readonly status: number;
  /** The kinds of the ids in the path; in a row of the table, only those that their names do not state. */
  readonly path?: IdPlaces;
  /** Names in the path that are not ids, with their values. */
  readonly words?: Readonly<Record<string, string>>;
  /** Scalar ids in the query of a valid call. */
  readonly query?: IdPlaces;
  /** Scalar ids that may replace those of `query`. */
  readonly alternativeQuery?: IdPlaces;
  /** Lists of ids in the query. They are filters: unknown ids match nothing. */
  readonly lists?: IdPlaces;
  /** Lists of ids in the body. If one does not belong to the account, the request is refused. */
  readonly bodyIdLists?: IdPlaces;
  /** Scalar ids in the body of a valid call. */
  readonly bodyIds?: IdPlaces;
  /** Optional scalar ids in the body. */
  readonly optionalBodyIds?: IdPlaces;
  /** The other fields of a valid body. A route with neither this nor `bodyIdLists` has no body. */
  readonly body?: Json;
  readonly evenWhenSuspended?: boolean;
  /** Values of the right type that give 422, by query parameter. */
  readonly refusedValues?: Readonly<Record<string, readonly string[]>>;
  /** Fields of the body that the service checks by further rules after the types; a 422 names them. */
  readonly furtherRules?: readonly string[];
}

const LINK_URL = 'https://www.trustpilot.com/review/example.com';

/** The routes that both versions have, with the names of v3. */
const IN_BOTH: readonly RouteRow[] = [
  { route: 'GET /v3/sources', access: 'read', status: 200 },
  { route: 'POST /v3/objects', access: 'write', status: 201, body: { name: 'New', links: [{ url: LINK_URL }] } },
  {
    route: 'PUT /v3/objects',
    access: 'write',
    status: 200,
    bodyIdLists: { object_ids: 'object' },
    body: { is_active: false },
  },
  { route: 'GET /v3/objects/{object_id}', access: 'read', status: 200 },
  { route: 'PUT /v3/objects/{object_id}', access: 'write', status: 200, body: { name: 'Renamed' } },
  { route: 'DELETE /v3/objects/{object_id}', access: 'write', status: 204 },
  { route: 'GET /v3/objects/{object_id}/links', access: 'read', status: 200 },
  { route: 'POST /v3/objects/{object_id}/links', access: 'write', status: 201, body: { url: LINK_URL } },
  {
    route: 'PUT /v3/objects/{object_id}/links/{link_id}',
    access: 'write',
    status: 200,
    body: { link_name: 'Renamed', is_active: false },
  },
  { route: 'DELETE /v3/objects/{object_id}/links/{link_id}', access: 'write', status: 204 },
  {
    route: 'GET /v3/reviews',
    access: 'read',
    status: 200,
    query: { object_id: 'object' },
    alternativeQuery: { folder_id: 'folder' },
    lists: { link_ids: 'link' },
  },
  {
    route: 'GET /v3/analytics',
    access: 'read',
    status: 200,
    query: { object_id: 'object' },
    alternativeQuery: { folder_id: 'folder' },
  },
  { route: 'GET /v3/folders', access: 'read', status: 200 },
  {
    route: 'POST /v3/folders',
    access: 'write',
    status: 201,
    bodyIdLists: { object_ids: 'object' },
    optionalBodyIds: { parent_folder_id: 'folder' },
    body: { name: 'New' },
  },
  { route: 'GET /v3/folders/{folder_id}', access: 'read', status: 200 },
  {
    route: 'PATCH /v3/folders/{folder_id}',
    access: 'write',
    status: 200,
    bodyIdLists: { object_ids: 'object' },
    optionalBodyIds: { parent_folder_id: 'folder' },
    body: { name: 'Renamed' },
    furtherRules: ['not together with add_object_ids or remove_object_ids'],
  },
  { route: 'DELETE /v3/folders/{folder_id}', access: 'write', status: 204 },
  {
    route: 'GET /v3/reviews/sync',
    access: 'read',
    status: 200,
    query: { object_id: 'object' },
    alternativeQuery: { folder_id: 'folder' },
  },
  { route: 'GET /v3/objects/{object_id}/hidden-reviews', access: 'read', status: 200 },
  {
    route: 'POST /v3/objects/{object_id}/hidden-reviews',
    access: 'write',
    status: 200,
    bodyIdLists: { review_ids: 'review' },
  },
  {
    route: 'DELETE /v3/objects/{object_id}/hidden-reviews',
    access: 'write',
    status: 200,
    bodyIdLists: { review_ids: 'review' },
  },
  { route: 'GET /v3/objects/{object_id}/pinned-reviews', access: 'read', status: 200 },
  {
    route: 'POST /v3/objects/{object_id}/pinned-reviews',
    access: 'write',
    status: 200,
    bodyIdLists: { review_ids: 'review' },
  },
  {
    route: 'PUT /v3/objects/{object_id}/pinned-reviews',
    access: 'write',
    status: 200,
    bodyIdLists: { ordered_review_ids: 'review' },
  },
  {
    route: 'DELETE /v3/objects/{object_id}/pinned-reviews',
    access: 'write',
    status: 200,
    bodyIdLists: { review_ids: 'review' },
  },
  { route: 'GET /v3/reviews/{review_id}', access: 'read', status: 200 },
  { route: 'GET /v3/reviews/{review_id}/reply', access: 'read', status: 200 },
  {
    route: 'PUT /v3/reviews/{review_id}/reply',
    access: 'write',
    status: 202,
    body: { text: 'Thank you' },
    furtherRules: ['text'],
  },
  { route: 'DELETE /v3/reviews/{review_id}/reply', access: 'write', status: 202 },
  {
    route: 'POST /v3/support/message',
    access: 'read',
    status: 201,
    body: { message: 'Help' },
    evenWhenSuspended: true,
  },
];

/** Webhooks have the field `object_ids` in both versions (contract §4.11), so `inV2` does not apply to their routes. */
const webhookRows = (version: 'v2' | 'v3'): readonly RouteRow[] => {
  const target = 'https://hooks.example.com/reviews';
  return [
    { route: `GET /${version}/webhooks`, access: 'read', status: 200 },
    {
      route: `POST /${version}/webhooks`,
      access: 'write',
      status: 201,
      bodyIdLists: { object_ids: 'object' },
      body: { target, event_types: ['reviews.new'] },
      ...(version === 'v2' ? {} : { furtherRules: ['target: a listener has none'] }),
    },
    {
      route: `PATCH /${version}/webhooks/{webhook_id}`,
      access: 'write',
      status: 200,
      bodyIdLists: { object_ids: 'object' },
      body: { target },
    },
    { route: `DELETE /${version}/webhooks/{webhook_id}`, access: 'write', status: 204 },
    {
      route: `POST /${version}/webhooks/{webhook_id}/test`,
      access: 'write',
      status: 200,
      ...(version === 'v2' ? {} : { body: { event_type: 'reviews.new' }, furtherRules: ['event_type'] }),
    },
    { route: `GET /${version}/webhooks/secret`, access: 'write', status: 200 },
    { route: `POST /${version}/webhooks/rotate-secret`, access: 'write', status: 200 },
  ];
};

/** Dates that give a range of more than the 4000 periods of contract §4.8. */
const TOO_FAR = { published_from: ['0001-01-01'], published_to: ['9999-12-31'] };

const V2_ONLY: readonly RouteRow[] = [
  { route: 'GET /v2/groups', access: 'read', status: 200 },
  {
    route: 'GET /v2/analytics/timeseries',
    access: 'read',
    status: 200,
    query: { group_id: 'object' },
    refusedValues: TOO_FAR,
  },
  ...webhookRows('v2'),
];

const session = (route: string, status = 200, path: IdPlaces = {}): RouteRow => ({
  route,
  access: 'session',
  status,
  path,
});

const V3_ONLY: readonly RouteRow[] = [
  {
    route: 'POST /v3/reviews/{review_id}/reply-proposals',
    access: 'propose',
    status: 201,
    path: { review_id: 'unanswered' },
    body: { text: 'Thank you', note: 'A kind guest' },
    furtherRules: ['text'],
  },
  {
    route: 'GET /v3/reply-proposals',
    access: 'read',
    status: 200,
    query: { object_id: 'object' },
    alternativeQuery: { folder_id: 'folder' },
    lists: { review_ids: 'unanswered' },
  },
  { route: 'GET /v3/reply-proposals/{proposal_id}', access: 'read', status: 200 },
  {
    route: 'POST /v3/reply-proposals/{proposal_id}/approval',
    access: 'write',
    status: 202,
    body: { text: 'Thank you' },
    furtherRules: ['text'],
  },
  {
    route: 'POST /v3/reply-proposals/{proposal_id}/dismissal',
    access: 'write',
    status: 200,
    body: { reason: 'The tone' },
  },
  session('GET /v3/reply-policy'),
  { ...session('PUT /v3/reply-policy'), body: { enabled: false, daily_limit: 1, rules: [] } },
  {
    route: 'GET /v3/replies',
    access: 'read',
    status: 200,
    query: { object_id: 'object' },
    alternativeQuery: { folder_id: 'folder' },
    lists: { review_ids: 'review' },
  },
  { route: 'GET /v3/objects', access: 'read', status: 200, alternativeQuery: { folder_id: 'folder' } },
  {
    route: 'POST /v3/links/detect',
    access: 'read',
    status: 200,
    optionalBodyIds: { object_id: 'object' },
    body: { urls: [LINK_URL] },
  },
  {
    route: 'POST /v3/imports',
    access: 'write',
    status: 200,
    body: { format: 'csv', file: `name,url\nNew,${LINK_URL}\n` },
    furtherRules: ['file'],
  },
  { route: 'POST /v3/review-imports', access: 'write', status: 200, body: { file: '{}' }, furtherRules: ['file'] },
  { route: 'GET /v3/review-imports', access: 'read', status: 200 },
  { route: 'GET /v3/review-imports/{import_id}', access: 'read', status: 200 },
  { route: 'DELETE /v3/review-imports/{import_id}', access: 'write', status: 204 },
  { route: 'POST /v3/objects/{object_id}/collect', access: 'write', status: 202 },
  { route: 'GET /v3/runs', access: 'read', status: 200, query: { object_id: 'object' } },
  { route: 'GET /v3/runs/{run_id}', access: 'read', status: 200 },
  { route: 'GET /v3/objects/{object_id}/runs', access: 'read', status: 200 },
  {
    route: 'GET /v3/analytics/timeseries',
    access: 'read',
    status: 200,
    query: { object_id: 'object' },
    alternativeQuery: { folder_id: 'folder' },
    refusedValues: TOO_FAR,
  },
  {
    route: 'GET /v3/analytics/objects',
    access: 'read',
    status: 200,
    query: { object_id: 'object' },
    alternativeQuery: { folder_id: 'folder' },
    // The sort order needs a compared range.
    refusedValues: { sort_by: ['avg_rating_change'] },
  },
  ...['languages', 'reply-times', 'reply-times/objects'].map((figures) => ({
    route: `GET /v3/analytics/${figures}`,
    access: 'read' as const,
    status: 200,
    query: { object_id: 'object' } as const,
    alternativeQuery: { folder_id: 'folder' } as const,
  })),
  {
    route: 'GET /v3/analytics/ratings',
    access: 'read',
    status: 200,
    query: { object_id: 'object' },
    alternativeQuery: { folder_id: 'folder' },
  },
  {
    route: 'POST /v3/exports',
    access: 'read',
    status: 202,
    query: { object_id: 'object' },
    alternativeQuery: { folder_id: 'folder' },
  },
  { route: 'GET /v3/exports', access: 'read', status: 200 },
  { route: 'GET /v3/exports/{export_id}', access: 'read', status: 200 },
  { route: 'GET /v3/exports/{export_id}/file', access: 'read', status: 200 },
  { route: 'DELETE /v3/exports/{export_id}', access: 'read', status: 204 },
  {
    route: 'POST /v3/embeds',
    access: 'write',
    status: 201,
    bodyIds: { object_id: 'object' },
    body: { options: { limit: 5 } },
    furtherRules: ['object_id', 'folder_id', 'options'],
  },
  { route: 'GET /v3/embeds', access: 'read', status: 200 },
  {
    route: 'PATCH /v3/embeds/{embed_id}',
    access: 'write',
    status: 200,
    body: { options: { limit: 5 } },
    furtherRules: ['options'],
  },
  { route: 'DELETE /v3/embeds/{embed_id}', access: 'write', status: 204 },
  ...webhookRows('v3'),
  { route: 'GET /v3/webhooks/{webhook_id}', access: 'read', status: 200 },
  { route: 'GET /v3/webhooks/{webhook_id}/deliveries', access: 'read', status: 200 },
  {
    route: 'POST /v3/webhooks/{webhook_id}/recoveries',
    access: 'write',
    status: 202,
    body: {
      since: new Date(Date.now() - 86_400_000).toISOString(),
      until: new Date().toISOString(),
      statuses: ['failed'],
    },
    furtherRules: ['since', 'until'],
  },
  {
    route: 'POST /v3/webhooks/{webhook_id}/claims',
    access: 'write',
    status: 200,
    path: { webhook_id: 'listener' },
    body: { limit: 1, wait_seconds: 0 },
  },
  {
    route: 'POST /v3/webhooks/{webhook_id}/claims/results',
    access: 'write',
    status: 200,
    path: { webhook_id: 'listener' },
    body: {
      results: [{ delivery_id: 1, lease: '2f1c8a34-9d0e-4b57-8c61-5a7e3d9b0c12', status: 204, duration_ms: 1 }],
    },
    furtherRules: ['results'],
  },
  { route: 'GET /v3/webhooks/{webhook_id}/recoveries', access: 'write', status: 200 },
  ...['GET', 'DELETE'].map((method): RouteRow => ({
    route: `${method} /v3/webhooks/{webhook_id}/recoveries/{recovery_id}`,
    access: 'write',
    status: 200,
  })),
  {
    route: 'POST /v3/webhooks/preview',
    access: 'write',
    status: 200,
    bodyIdLists: { object_ids: 'object' },
    body: { event_types: ['reviews.new'] },
  },
  { route: 'GET /v3/webhooks/{webhook_id}/statistics', access: 'read', status: 200 },
  { route: 'GET /v3/webhooks/{webhook_id}/deliveries/{delivery_id}', access: 'read', status: 200 },
  { route: 'POST /v3/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver', access: 'write', status: 202 },
  { route: 'GET /v3/account', access: 'read', status: 200, evenWhenSuspended: true },
  { route: 'GET /v3/admin/accounts', access: 'master', status: 200 },
  { route: 'POST /v3/admin/accounts', access: 'master', status: 201, body: { name: 'New' } },
  { route: 'GET /v3/admin/accounts/{account_id}', access: 'master', status: 200 },
  { route: 'PATCH /v3/admin/accounts/{account_id}', access: 'master', status: 200, body: { plan: 'full' } },
  { route: 'GET /v3/admin/accounts/{account_id}/keys', access: 'master', status: 200 },
  {
    route: 'POST /v3/admin/accounts/{account_id}/keys',
    access: 'master',
    status: 201,
    body: { scope: 'read_only' },
    furtherRules: ['expires_at'],
  },
  {
    route: 'DELETE /v3/admin/accounts/{account_id}/keys/{key_id}',
    access: 'master',
    status: 204,
    path: { key_id: 'accountKey' },
  },
  ...['GET', 'PUT', 'DELETE'].map((method): RouteRow => ({
    route: `${method} /v3/admin/objects/{object_id}/confirmation`,
    access: 'master',
    status: 200,
  })),
  { route: 'GET /v3/admin/audit', access: 'master', status: 200 },
  { route: 'GET /v3/admin/statistics', access: 'master', status: 200 },
  { route: 'GET /v3/admin/support-messages', access: 'master', status: 200 },
  { route: 'PATCH /v3/admin/support-messages/{message_id}', access: 'master', status: 200, body: { done: true } },
  { ...session('PUT /v3/account'), body: {}, evenWhenSuspended: true },
  { ...session('PATCH /v3/account'), body: {}, evenWhenSuspended: true },
  { ...session('DELETE /v3/account', 202), body: { name: 'Test account' }, evenWhenSuspended: true },
  {
    route: 'POST /v3/admin/accounts/{account_id}/invitations',
    access: 'master',
    status: 201,
    body: { email: 'owner@example.com' },
  },
  { route: 'DELETE /v3/admin/accounts/{account_id}/sessions', access: 'master', status: 200 },
  { route: 'GET /v3/admin/sources', access: 'master', status: 200 },
  { route: 'GET /v3/admin/sources/{slug}', access: 'master', status: 200, words: { slug: 'steam' } },
  {
    route: 'POST /v3/admin/sources/{slug}/pause',
    access: 'master',
    status: 200,
    words: { slug: 'steam' },
    body: { reason: 'a test' },
  },
  {
    // The row before pauses the source.
    route: 'POST /v3/admin/sources/{slug}/resume',
    access: 'master',
    status: 200,
    words: { slug: 'steam' },
    body: { reason: 'a test' },
  },
  {
    route: 'POST /v3/admin/sources/{slug}/try',
    access: 'master',
    status: 202,
    words: { slug: 'google' },
    body: { link_id: null },
  },
  {
    // No platform has this address, so no request is sent.
    route: 'POST /v3/admin/probe',
    access: 'master',
    status: 200,
    body: { url: 'https://nowhere.example/' },
  },
  { route: 'GET /v3/admin/switches', access: 'master', status: 200 },
  {
    route: 'POST /v3/admin/switches/{switch}/off',
    access: 'master',
    status: 200,
    words: { switch: 'replies' },
    body: { source_slug: 'steam', reason: 'a test' },
    furtherRules: ['source_slug'],
  },
  {
    // The row before switches it off.
    route: 'POST /v3/admin/switches/{switch}/on',
    access: 'master',
    status: 200,
    words: { switch: 'replies' },
    body: { source_slug: 'steam', reason: 'a test' },
    furtherRules: ['source_slug'],
  },
  { route: 'GET /v3/admin/queues', access: 'master', status: 200 },
  { route: 'GET /v3/admin/workers', access: 'master', status: 200 },
  { route: 'GET /v3/admin/jobs', access: 'master', status: 200 },
  { route: 'POST /v3/admin/jobs/{job_id}/retry', access: 'master', status: 404, words: { job_id: 'mail-1' } },
  { route: 'GET /v3/admin/checks', access: 'master', status: 200 },
  { route: 'GET /v3/admin/bundle', access: 'master', status: 200 },
  { route: 'POST /v3/admin/test-mail', access: 'master', status: 409 },
  session('GET /v3/keys'),
  { ...session('POST /v3/keys', 201), body: { name: 'New', scope: 'read_only' } },
  session('DELETE /v3/keys/{key_id}', 204),
  session('GET /v3/connections'),
  { ...session('POST /v3/connections', 201), body: { object_id: 1, source: 'trustpilot', fields: {} } },
  session('DELETE /v3/connections/{connection_id}', 204),
  session('POST /v3/connections/{connection_id}/check'),
  { ...session('POST /v3/connections/oauth', 201), body: { source: 'google' } },
  session('GET /v3/connections/oauth/{flow_id}', 200, { flow_id: 'connection' }),
  {
    ...session('POST /v3/connections/oauth/{flow_id}/attach', 202, { flow_id: 'connection' }),
    body: { pairs: [{ card: 'accounts/1/locations/1', object_id: 1 }] },
  },
  {
    route: 'POST /v3/admin/sources/{slug}/oauth-client/test',
    access: 'master',
    status: 200,
    words: { slug: 'google' },
  },
  { route: 'GET /v3/admin/sources/{slug}/oauth-client', access: 'master', status: 200, words: { slug: 'google' } },
  {
    route: 'PUT /v3/admin/sources/{slug}/oauth-client',
    access: 'master',
    status: 200,
    words: { slug: 'google' },
    body: { client_id: 'client', client_secret: 'secret' },
  },
];

const WITHOUT_KEY: readonly RouteRow[] = [
  { route: 'GET /health', access: 'public', status: 200 },
  { route: 'GET /health/read', access: 'public', status: 200 },
  ...['json', 'js', 'html'].map((ending): RouteRow => ({
    route: `GET /v3/embed/{token}.${ending}`,
    access: 'public',
    status: 404,
    words: { token: 'unknown' },
  })),
];

function inV2(row: RouteRow): RouteRow {
  const text = JSON.stringify(row).replaceAll('/v3/', '/v2/').replaceAll('/objects', '/groups');
  return JSON.parse(text.replaceAll('object_id', 'group_id')) as RouteRow;
}

/** The row with the kinds of all ids in its path: `{review_id}` is the id of a review, unless the row states another kind. */
function withKinds(row: RouteRow): RouteRow {
  const names = [...row.route.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) => (row.words?.[name] ? [] : [name]));
  if (names.length === 0) return row;
  const kindOf = (name: string): IdKind =>
    row.path?.[name] ?? (name.replace('group', 'object').replace(/_id$/, '') as IdKind);
  return { ...row, path: Object.fromEntries(names.map((name) => [name, kindOf(name)])) };
}

export const ROUTE_TABLE: readonly RouteRow[] = [
  ...IN_BOTH.map(inV2),
  ...V2_ONLY,
  ...IN_BOTH,
  ...V3_ONLY,
  ...WITHOUT_KEY,
].map(withKinds);

export const KEYED_ROUTES = ROUTE_TABLE.filter((row) => row.access !== 'public');

/** Routes of the console's own API. No key opens them; test/contract/console covers them. */
export const CONSOLE_ROUTE = /^[A-Z]+ \/console\/(api|oauth)(\/|$)/;

/** Routes that the documents omit: the API reference, the map for language models, and their protocol, which test/contract/agents covers. */
export const REFERENCE_ROUTE = /^(GET (\/|\/(v[23]|console)\/openapi\.json|\/docs(\/.*)?|\/llms\.txt)|POST \/mcp)$/;

/** Returns the routes of the application's router. */
export function routesOf(app: NestExpressApplication): readonly string[] {
  const { router } = app.getHttpAdapter().getInstance() as {
    router: { stack: { route?: { path: string; methods: Record<string, boolean> } }[] };
  };
  return router.stack.flatMap(({ route }) =>
    route
      ? Object.keys(route.methods).map((method) => `${method.toUpperCase()} ${route.path.replace(/:(\w+)/g, '{$1}')}`)
      : [],
  );
}

/** Returns the row of a route, or undefined; `route-table.spec.ts` reports missing rows. */
export function rowOf(route: string): RouteRow | undefined {
  return ROUTE_TABLE.find((candidate) => candidate.route === route);
}

export const methodOf = (row: RouteRow): string => row.route.split(' ')[0] ?? '';
export const templateOf = (row: RouteRow): string => row.route.split(' ')[1] ?? '';
export const isWrite = (row: RouteRow): boolean => methodOf(row) !== 'GET';

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: Json;
}

/** Returns a valid call of the route with these ids. */
export function callOf(row: RouteRow, ids: Ids): Call {
  const path = templateOf(row).replace(/\{(\w+)\}/g, (_, name: string) =>
    String(row.words?.[name] ?? ids[kindIn(row.path, name)]),
  );
  const query = Object.entries(row.query ?? {}).map(([name, kind]) => `${name}=${ids[kind]}`);
  const lists = Object.entries(row.bodyIdLists ?? {}).map(([name, kind]) => [name, [ids[kind]]] as const);
  const bodyIds = Object.entries(row.bodyIds ?? {}).map(([name, kind]) => [name, ids[kind]] as const);
  const hasBody = row.body !== undefined || row.bodyIdLists !== undefined;
  return {
    method: methodOf(row),
    path: query.length > 0 ? `${path}?${query.join('&')}` : path,
    ...(hasBody ? { body: { ...row.body, ...Object.fromEntries([...lists, ...bodyIds]) } } : {}),
  };
}

function kindIn(places: IdPlaces | undefined, name: string): IdKind {
  const kind = places?.[name];
  if (!kind) throw new Error(`the route table has no kind of id for {${name}}`);
  return kind;
}
