import { ERROR_STATUS, type ErrorCode } from '@libs/kernel';
import type { OpenAPIObject } from '@nestjs/swagger';
import { ENDPOINT_EXTENSION, type DocumentedEndpoint, type DocumentedEvent } from '../endpoint';
import { IGNORED_PARAMETERS_HEADER } from '../ignored-parameters.interceptor';
import { meansItsBody } from '../json-body';
import { ERROR_MEANING } from './error-meaning';
import { possibleErrors } from './implied-errors';
import { webhooksOf } from './sent-events';

/** The parts of an operation that are touched here. */
interface Operation {
  parameters?: { name: string; in: string }[];
  requestBody?: unknown;
  responses: Record<string, Record<string, unknown>>;
  security?: Record<string, string[]>[];
  [extension: string]: unknown;
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const;
const KEY_SCHEME = 'ApiKey';

/**
 * Keeps one version's paths (and the version-neutral ones) of a generated document and adds what every endpoint implies:
 * keys, error answers code by code, headers. Fails for an operation that was not declared with `Endpoint`.
 */
export function completeDocument(generated: OpenAPIObject, version: string): OpenAPIObject {
  const document = structuredClone(generated);
  document.paths = Object.fromEntries(
    Object.entries(document.paths)
      .filter(([path]) => path.startsWith(`/v${version}/`) || !/^\/v\d+\//.test(path))
      .sort(([a], [b]) => a.localeCompare(b)),
  );
  const sent: DocumentedEvent[] = [];
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method] as unknown as Operation | undefined;
      if (operation) sent.push(...completeOperation(operation, method.toUpperCase(), path));
    }
  }
  const webhooks = webhooksOf(sent);
  if (sent.length > 0) Object.assign(document, { webhooks });
  const components = (document.components ??= {});
  components.securitySchemes = { [KEY_SCHEME]: { type: 'apiKey', in: 'header', name: 'X-API-Key' } };
  const schemas = (components.schemas ?? {}) as Record<string, unknown>;
  schemas['Error'] = ERROR_SCHEMA;
  components.schemas = onlyReferenced({ paths: document.paths, webhooks }, schemas) as typeof components.schemas;
  return document;
}

const ERROR_SCHEMA = {
  type: 'object',
  description: 'Every 4xx and 5xx answer. `code` is stable; `detail` is human text and may change.',
  required: ['detail', 'code'],
  additionalProperties: false,
  properties: { detail: { type: 'string' }, code: { type: 'string' } },
};

/** Completes an operation in place; answers with what is sent because of it. */
function completeOperation(operation: Operation, method: string, path: string): readonly DocumentedEvent[] {
  const endpoint = operation[ENDPOINT_EXTENSION] as DocumentedEndpoint | undefined;
  if (endpoint === undefined) throw new Error(`${method} ${path} is not declared with Endpoint`);
  delete operation[ENDPOINT_EXTENSION];
  if (endpoint.access !== 'public') operation.security = [{ [KEY_SCHEME]: [] }];
  const parameters = operation.parameters ?? [];
  const codes = possibleErrors(endpoint, {
    hasInput: parameters.length > 0 || operation.requestBody !== undefined || refusesBody(endpoint, method),
    hasPathId: parameters.some((parameter) => parameter.in === 'path'),
  });
  const success = Object.values(operation.responses);
  addHeaders(success, endpoint);
  if (endpoint.etag) addEntityTag(operation, success);
  if (endpoint.idempotent) (operation.parameters ??= []).push(IDEMPOTENCY_KEY);
  Object.assign(operation.responses, errorResponses(codes, endpoint));
  return endpoint.sends;
}

/** One that takes no body reads it to say so; who needs a session gets no further than that. */
const refusesBody = ({ access }: DocumentedEndpoint, method: string): boolean =>
  meansItsBody(method) && access !== 'session';

const header = (description: string, schema: object = { type: 'integer', minimum: 0 }) => ({ description, schema });

const REQUEST_ID = {
  'X-Request-Id': header('The caller’s own id where it sent one, else a new one.', { type: 'string' }),
};
const IGNORED_PARAMETERS = {
  [IGNORED_PARAMETERS_HEADER]: header(
    'Parameters of the query that the endpoint does not know, percent-encoded and comma-separated, 20 at most; absent where there are none.',
    { type: 'string' },
  ),
};
const RATE_HEADERS = {
  'RateLimit-Limit': header('Requests per minute and key.'),
  'RateLimit-Remaining': header('Requests left in the running minute.'),
  'RateLimit-Reset': header('Seconds until used requests begin to be given back.'),
};

function headersOf(endpoint: DocumentedEndpoint, status: number): Record<string, unknown> {
  return {
    ...REQUEST_ID,
    ...(endpoint.access === 'public' || status === 401 || status >= 500 ? {} : RATE_HEADERS),
    ...(status === 429 ? { 'Retry-After': header('Seconds to wait.') } : {}),
  };
}

function addHeaders(responses: readonly Record<string, unknown>[], endpoint: DocumentedEndpoint): void {
  for (const response of responses) {
    response['headers'] = {
      ...headersOf(endpoint, 200),
      ...IGNORED_PARAMETERS,
      ...(endpoint.idempotent
        ? { 'Idempotent-Replayed': header('`true` on a replayed answer.', { type: 'string', enum: ['true'] }) }
        : {}),
    };
  }
}

function addEntityTag(operation: Operation, success: readonly Record<string, unknown>[]): void {
  const tag = { ETag: header('Changes with the content.', { type: 'string' }) };
  for (const response of success) response['headers'] = { ...(response['headers'] as object), ...tag };
  operation.responses['304'] = {
    description: 'Not changed since the `ETag` in `If-None-Match`.',
    headers: { ...REQUEST_ID, ...tag },
  };
  (operation.parameters ??= []).push({
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'An `ETag` of an earlier answer.',
    schema: { type: 'string' },
  } as { name: string; in: string });
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A request that is repeated with the same key within 24 hours is answered from the first one’s answer.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
};

function errorResponses(
  codes: readonly ErrorCode[],
  endpoint: DocumentedEndpoint,
): Record<string, Record<string, unknown>> {
  const statuses = new Set(codes.map((code) => ERROR_STATUS[code]));
  const responseOf = (status: number) =>
    errorResponse(
      status,
      codes.filter((code) => ERROR_STATUS[code] === status),
      endpoint,
    );
  return Object.fromEntries([...statuses].map((status) => [String(status), responseOf(status)]));
}

function errorResponse(
  status: number,
  codes: readonly ErrorCode[],
  endpoint: DocumentedEndpoint,
): Record<string, unknown> {
  const schema = { allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { enum: codes } } }] };
  const examples = Object.fromEntries(
    codes.map((code) => [code, { summary: ERROR_MEANING[code], value: { detail: ERROR_MEANING[code], code } }]),
  );
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    headers: headersOf(endpoint, status),
    content: { 'application/json': { schema, examples } },
  };
}

/** The schemas that these roots reach; the other version's are nobody's business here. */
function onlyReferenced(roots: object, schemas: Record<string, unknown>): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  const visit = (part: unknown): void => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (name === undefined || name in kept || !(name in schemas)) continue;
      kept[name] = schemas[name];
      visit(schemas[name]);
    }
  };
  visit(roots);
  return Object.fromEntries(Object.entries(kept).sort(([a], [b]) => a.localeCompare(b)));
}
