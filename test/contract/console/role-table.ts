/**
 * Who may use which route of the console: its own API, the routes of v3 for sessions alone, those that need a proof, and those of the
 * operator. The rows are written by hand after the endpoints of the console, so that a wrong guard at a route differs from its row.
 * `role-matrix.spec.ts` compares them with the routes and calls each with every role.
 */
export type Who = 'public' | 'waiting' | 'person' | 'viewer' | 'member' | 'owner' | 'operator';

export interface RoleRow {
  readonly route: string;
  /** The least role; `waiting`: a session that has given the password alone; `person`: any session. */
  readonly who: Who;
  /** A proof of the last ten minutes. */
  readonly proof: boolean;
  /** The status of the call for those who may; the call changes nothing. */
  readonly status: number;
  readonly body?: object;
  /** The query of the call. */
  readonly query?: string;
  /** The role of the guard, where the service refuses weaker roles for a part of the calls. */
  readonly guard?: Who;
  /** The call for those who may is left out, because it starts a browser. */
  readonly isSlow?: boolean;
}

type Call = Pick<RoleRow, 'body' | 'query' | 'guard' | 'isSlow'>;

/** `who` as in the brief: `any`, `V`, `M`, `O`, `Op`, with `, R` where a proof is needed. */
const NAMES: Readonly<Record<string, Who>> = {
  P: 'public',
  half: 'waiting',
  any: 'person',
  V: 'viewer',
  M: 'member',
  O: 'owner',
  Op: 'operator',
};

function row(route: string, who: string, status: number, call: Call = {}): RoleRow {
  const [name = '', proof] = who.split(', ');
  const least = NAMES[name];
  if (least === undefined || (proof !== undefined && proof !== 'R')) throw new Error(`${route}: unknown role ${who}`);
  const body = route.startsWith('GET ') ? {} : { body: {} };
  return { route, who: least, proof: proof === 'R', status, ...body, ...call };
}

/** Bodies with this field are refused by every route, after the guard. */
const REFUSED = { body: { unknown_field: 1 } };

const CONSOLE: readonly RoleRow[] = [
  row('POST /console/api/sign-in', 'P', 422),
  row('POST /console/api/sign-in/passkey/options', 'P', 422, REFUSED),
  row('POST /console/api/sign-in/passkey', 'P', 422),
  row('POST /console/api/sign-out', 'any', 422, REFUSED),
  row('GET /console/api/second-factor', 'half', 200),
  row('POST /console/api/second-factor', 'half', 422),
  row('GET /console/api/reset', 'P', 200),
  row('POST /console/api/reset', 'P', 422),
  row('POST /console/api/reset/finish', 'P', 422),
  row('POST /console/api/tokens', 'P', 422),
  row('POST /console/api/setup', 'P', 422),
  row('POST /console/api/join', 'P', 422),
  row('GET /console/api/me/factors', 'any', 200),
  row('POST /console/api/me/factors', 'any, R', 422),
  row('POST /console/api/me/factors/{factor_id}/confirm', 'any, R', 422),
  row('PATCH /console/api/me/factors/{factor_id}', 'any', 422),
  row('DELETE /console/api/me/factors/{factor_id}', 'any, R', 404),
  row('PUT /console/api/me/password', 'any, R', 422),
  row('POST /console/api/me/recovery-codes', 'any, R', 422, REFUSED),
  row('GET /console/api/sessions', 'any', 200),
  row('DELETE /console/api/sessions', 'any, R', 204),
  row('DELETE /console/api/sessions/{session_id}', 'any', 404),
  row('POST /console/api/proof', 'any', 422),
  row('GET /console/api/me', 'any', 200),
  row('PATCH /console/api/me', 'any', 422, REFUSED),
  row('POST /console/api/webauthn/options', 'any', 422),
  row('GET /console/api/events', 'V', 422, { query: `last_event_id=${'x'.repeat(65)}` }),
  row('GET /console/api/notices', 'V', 200),
  row('POST /console/api/notices/read', 'V', 422),
  row('GET /console/api/notice-preferences', 'V', 200),
  row('PUT /console/api/notice-preferences', 'V', 422),
  row('GET /console/api/views', 'V', 200),
  row('POST /console/api/views', 'V', 422),
  row('PATCH /console/api/views/{view_id}', 'V', 404),
  row('DELETE /console/api/views/{view_id}', 'V', 404),
  row('GET /console/api/reply-templates', 'M', 200),
  row('POST /console/api/reply-templates', 'M', 422),
  row('PATCH /console/api/reply-templates/{template_id}', 'M', 404),
  row('DELETE /console/api/reply-templates/{template_id}', 'M', 404),
  row('GET /console/api/reviews/{review_id}/answering', 'M', 404),
  row('PUT /console/api/reviews/{review_id}/writing', 'M', 404),
  row('GET /console/api/attention', 'V', 200),
  row('GET /console/api/requests', 'V', 200),
  row('GET /console/api/requests/{request_id}', 'V', 404),
  row('GET /console/api/members', 'O', 200),
  row('GET /console/api/members/{person_id}', 'O', 404),
  row('PATCH /console/api/members/{person_id}', 'O, R', 422),
  // Every member may leave the account; the service refuses to remove others.
  row('DELETE /console/api/members/{person_id}', 'O, R', 404, { guard: 'viewer' }),
  row('DELETE /console/api/members/{person_id}/keys', 'O, R', 404),
  row('GET /console/api/invitations', 'O', 200),
  row('POST /console/api/invitations', 'O, R', 422),
  row('DELETE /console/api/invitations/{invitation_id}', 'O, R', 404),
  row('GET /console/api/audit', 'O', 200),
  row('GET /console/api/reviews.csv', 'V', 200),
  row('GET /console/api/media/{review_id}/{n}', 'V', 404),
];

const V3: readonly RoleRow[] = [
  row('GET /v3/reply-policy', 'V', 200),
  row('PUT /v3/reply-policy', 'O, R', 422),
  row('GET /v3/keys', 'O', 200),
  // Scope `full` needs a proof; a test of its own covers it.
  row('POST /v3/keys', 'O', 422),
  row('DELETE /v3/keys/{key_id}', 'O', 404),
  row('GET /v3/connections', 'V', 200),
  row('POST /v3/connections', 'O, R', 422),
  row('DELETE /v3/connections/{connection_id}', 'O, R', 404),
  row('POST /v3/connections/{connection_id}/check', 'O', 404),
  row('POST /v3/connections/oauth', 'O, R', 422),
  row('GET /v3/connections/oauth/{flow_id}', 'O', 404),
  row('POST /v3/connections/oauth/{flow_id}/attach', 'O', 422),
  row('PUT /v3/account', 'O, R', 422, REFUSED),
  row('PATCH /v3/account', 'O, R', 422, REFUSED),
  row('DELETE /v3/account', 'O, R', 422),
  row('GET /v3/webhooks/secret', 'M, R', 200),
  row('POST /v3/webhooks/rotate-secret', 'M, R', 422, REFUSED),
];

const OPERATOR: readonly RoleRow[] = [
  row('GET /v3/admin/accounts', 'Op', 200),
  row('POST /v3/admin/accounts', 'Op, R', 422),
  row('GET /v3/admin/accounts/{account_id}', 'Op', 404),
  row('PATCH /v3/admin/accounts/{account_id}', 'Op, R', 422, REFUSED),
  row('GET /v3/admin/accounts/{account_id}/keys', 'Op', 404),
  row('POST /v3/admin/accounts/{account_id}/keys', 'Op, R', 422),
  row('DELETE /v3/admin/accounts/{account_id}/keys/{key_id}', 'Op, R', 404),
  row('POST /v3/admin/accounts/{account_id}/invitations', 'Op, R', 422),
  row('DELETE /v3/admin/accounts/{account_id}/sessions', 'Op, R', 404),
  row('GET /v3/admin/objects/{object_id}/confirmation', 'Op', 404),
  row('PUT /v3/admin/objects/{object_id}/confirmation', 'Op, R', 404),
  row('DELETE /v3/admin/objects/{object_id}/confirmation', 'Op, R', 404),
  row('GET /v3/admin/audit', 'Op', 200),
  row('GET /v3/admin/statistics', 'Op', 200),
  row('GET /v3/admin/support-messages', 'Op', 200),
  row('PATCH /v3/admin/support-messages/{message_id}', 'Op', 422),
  row('GET /v3/admin/sources', 'Op', 200),
  row('GET /v3/admin/sources/{slug}', 'Op', 404),
  row('POST /v3/admin/sources/{slug}/pause', 'Op, R', 422),
  row('POST /v3/admin/sources/{slug}/resume', 'Op, R', 422),
  row('POST /v3/admin/sources/{slug}/try', 'Op, R', 422, REFUSED),
  row('GET /v3/admin/sources/{slug}/oauth-client', 'Op', 404),
  row('PUT /v3/admin/sources/{slug}/oauth-client', 'Op, R', 422),
  row('POST /v3/admin/sources/{slug}/oauth-client/test', 'Op, R', 404),
  row('GET /v3/admin/switches', 'Op', 200),
  row('POST /v3/admin/switches/{switch}/off', 'Op, R', 404),
  row('POST /v3/admin/switches/{switch}/on', 'Op, R', 404),
  row('POST /v3/admin/probe', 'Op, R', 422),
  row('GET /v3/admin/queues', 'Op', 200),
  row('GET /v3/admin/workers', 'Op', 200),
  row('GET /v3/admin/jobs', 'Op', 200),
  row('POST /v3/admin/jobs/{job_id}/retry', 'Op, R', 404),
  // The page of the system shows the checks when it is opened, so they need no proof; the bundle does.
  row('GET /v3/admin/checks', 'Op', 200, { isSlow: true }),
  row('GET /v3/admin/bundle', 'Op, R', 200, { isSlow: true }),
  row('POST /v3/admin/test-mail', 'Op, R', 422, REFUSED),
];

export const ROLE_TABLE: readonly RoleRow[] = [...CONSOLE, ...V3, ...OPERATOR];
