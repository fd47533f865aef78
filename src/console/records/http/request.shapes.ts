import { ApiSchema } from '@nestjs/swagger';
import { Input, PageParameters, QueryEnum, QueryId, QueryInstant, QueryInteger, QueryText, Shape } from '@libs/http';
import { wireTime } from '@libs/kernel';
import type { LeftOutRow, RequestDetailRow, RequestRow } from '../persistence/request-log.query';
import type { LoggedPage, UsedKey } from '../requests.service';

export const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx'] as const;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export class RequestListParameters extends Input(PageParameters, {
  limit: QueryInteger({ description: 'Page size.', min: 1, max: 200, default: 50 }),
  offset: QueryInteger({ description: 'How many items are skipped.', min: 0, max: 10_000, default: 0 }),
  status_class: QueryEnum({ description: 'Only responses of this class.', values: STATUS_CLASSES }),
  route: QueryText({ description: 'Only this route, such as `/v3/reviews/{review_id}`.', maxLength: 200 }),
  method: QueryEnum({ description: 'Only this method.', values: METHODS }),
  key_id: QueryId({ description: 'Only requests of this key.' }),
  since: QueryInstant({ description: 'Only requests at this time or later.' }),
  code: QueryText({ description: 'Only refusals with this code.', maxLength: 100 }),
}) {}

export class RequestEntryParameters extends Input({
  id: QueryId({ description: 'Id of the entry, where several requests had the same request id; default: the newest.' }),
}) {}

@ApiSchema({ description: 'The key of a request.' })
export class KeyOfRequest extends Shape({
  id: { type: 'integer', description: 'Id of the key.', example: 12 },
  name: { type: 'string', nullable: true, description: 'Name of the key.', example: 'dashboard' },
  prefix: { type: 'string', description: 'First characters of the key.', example: 'hrev_4fGh2K' },
}) {}

@ApiSchema({ description: 'A request of a key.' })
export class RequestShown extends Shape({
  id: { type: 'integer', description: 'Id of the entry.', example: 41 },
  request_id: { type: 'string', description: 'Id of the request, from `X-Request-Id`.', example: 'import-7' },
  at: { type: 'date-time', description: 'When the request arrived.' },
  key_id: { type: 'integer', description: 'Id of the key.', example: 12 },
  method: { type: 'string', description: 'Method.', example: 'GET' },
  route: { type: 'string', description: 'Route.', example: '/v3/reviews/{review_id}' },
  path: { type: 'string', description: 'Path, without secrets.', example: '/v3/reviews/184220' },
  status: { type: 'integer', description: 'Status of the response.', example: 422 },
  code: { type: 'string', nullable: true, description: 'Code of a refusal.', example: 'validation_error' },
  ms: { type: 'number', description: 'Milliseconds until the response was sent.', example: 3.4 },
}) {}

@ApiSchema({ description: 'Requests with the same result.' })
export class RequestCount extends Shape({
  status: { type: 'integer', description: 'Status.', example: 422 },
  code: { type: 'string', nullable: true, description: 'Code; null: no refusal.', example: 'validation_error' },
  count: { type: 'integer', description: 'Requests.', example: 12 },
}) {}

@ApiSchema({ description: 'What the log does not contain.' })
export class LeftOutShown extends Shape({
  since: { type: 'date-time', description: 'When the first request was left out.' },
  until: { type: 'date-time', description: 'When the last request was left out.' },
  is_going_on: { type: 'boolean', description: 'Whether requests were left out in the last two minutes.' },
  kept_one_in: { type: 'integer', description: 'At worst one in this many successes was kept.', example: 10 },
  successes: { type: 'integer', description: 'Successes that are not in the log.', example: 12400 },
  refusals: { type: 'integer', description: 'Refusals that are not in the log.', example: 0 },
}) {}

@ApiSchema({ description: 'A page of the request log.' })
export class RequestPage extends Shape({
  data: { type: () => RequestShown, list: true, description: 'Requests, newest first.' },
  total: { type: 'integer', description: 'Matching requests, at most 10,000.', example: 812 },
  is_total_exact: { type: 'boolean', description: 'False: more than 10,000 requests match.' },
  limit: { type: 'integer', description: 'Page size.', example: 50 },
  offset: { type: 'integer', description: 'How many items were skipped.', example: 0 },
  has_next: { type: 'boolean', description: 'Whether more follow.' },
  codes: {
    type: () => RequestCount,
    list: true,
    description: 'The newest matching requests, at most 10,001, by status and code, most frequent first.',
  },
  keys: { type: () => KeyOfRequest, list: true, description: 'Keys with requests in the log.' },
  routes: { type: 'string', list: true, description: 'Routes with requests in the log.' },
  left_out: { type: () => LeftOutShown, nullable: true, description: 'What the log does not contain; null: nothing.' },
}) {}

@ApiSchema({ description: 'The answer of a refusal.' })
export class AnswerOfRequest extends Shape({
  detail: { type: 'string', description: 'Text of the refusal.' },
  code: { type: 'string', description: 'Code of the refusal.', example: 'validation_error' },
}) {}

@ApiSchema({ description: 'A request of a key, with query, body and answer.' })
export class RequestDetail extends Shape(RequestShown, {
  key: { type: () => KeyOfRequest, nullable: true, description: 'The key; null if it was removed.' },
  query: { type: 'string', nullable: true, description: 'The query as it was sent, without secrets; null: none.' },
  body: {
    type: 'string',
    nullable: true,
    description: 'The first 8 KB of the body, without secrets; null: none, or the role may not see it.',
  },
  is_body_cut: { type: 'boolean', description: 'Whether the body was longer.' },
  is_body_hidden: { type: 'boolean', description: 'Whether there is a body that the role may not see.' },
  answer: { type: () => AnswerOfRequest, nullable: true, description: 'The answer of a refusal; null: a success.' },
}) {}

export function presentLog(log: LoggedPage, { limit, offset }: PageParameters): RequestPage {
  return {
    data: log.rows.map(presentRequest),
    total: log.total,
    is_total_exact: log.isTotalExact,
    limit,
    offset,
    has_next: !log.isTotalExact || offset + log.rows.length < log.total,
    codes: log.codes,
    keys: log.keys.map(presentKey),
    routes: log.routes,
    left_out: log.leftOut === null ? null : presentLeftOut(log.leftOut),
  };
}

/** `seesBodies`: the role may see what the client sent in bodies. */
export function presentDetail(row: RequestDetailRow & { key: UsedKey | null }, seesBodies: boolean): RequestDetail {
  return {
    ...presentRequest(row),
    key: row.key === null ? null : presentKey(row.key),
    query: row.query,
    body: seesBodies ? row.body : null,
    is_body_cut: row.is_body_cut,
    is_body_hidden: !seesBodies && row.body !== null,
    answer: row.code === null ? null : { detail: row.detail ?? '', code: row.code },
  };
}

function presentRequest(row: RequestRow): RequestShown {
  const { id, request_id, key_id, method, route, path, status, code } = row;
  return { id, request_id, at: wireTime(row.at), key_id, method, route, path, status, code, ms: tenths(row.ms) };
}

/** The column has single precision. */
const tenths = (ms: number): number => Math.round(ms * 10) / 10;

function presentKey({ id, name, displayPrefix }: UsedKey): KeyOfRequest {
  return { id, name, prefix: displayPrefix };
}

function presentLeftOut(row: LeftOutRow): LeftOutShown {
  return {
    since: wireTime(row.first_at),
    until: wireTime(row.last_at),
    is_going_on: row.is_going_on,
    kept_one_in: row.one_in,
    successes: row.successes,
    refusals: row.refusals,
  };
}
