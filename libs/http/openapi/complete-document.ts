import type { OpenAPIObject } from '@nestjs/swagger';
import { CONSOLE_API, type DocumentName } from '../api-version';
import { ENDPOINT_EXTENSION, type DocumentedEndpoint, type DocumentedEvent } from '../endpoint';
import { hasDefinedBody } from '../json-body';
import { SESSION_EXTENSION, type DocumentedSession } from '../session-needs';
import { ERROR_SCHEMA, errorResponses } from './error-responses';
import { exampleOf, type Schemas } from './examples';
import { addHeaders, header, REQUEST_ID } from './headers';
import { possibleErrors } from './implied-errors';
import { operationName } from './operation-name';
import { addRanges } from './ranges';
import { webhooksOf } from './sent-events';
import { addConsoleHeaders, SESSION, SESSION_SCHEME } from './session-parts';
import { CONSOLE_ONLY, placeOf, tagsOf } from './tags';

/** The parts of an operation that this file uses. */
interface Operation {
  operationId?: string;
  tags?: readonly string[];
  parameters?: { name: string; in: string }[];
  requestBody?: { content?: Contents };
  responses: Record<string, Record<string, unknown>>;
  security?: Record<string, string[]>[];
  [extension: string]: unknown;
}

type Contents = Record<string, { schema?: unknown; example?: unknown; examples?: unknown }>;

const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const;
const KEY_SCHEME = 'ApiKey';
const JSON_TYPE = 'application/json';

/**
 * Keeps the paths of one document (in a version, also those without a version), and adds the security scheme,
 * errors, headers and examples that follow from the endpoints. Throws for an operation that is not declared with `Endpoint`.
 */
export function completeDocument(generated: OpenAPIObject, name: DocumentName): OpenAPIObject {
  const document = structuredClone(generated);
  document.paths = Object.fromEntries(
    Object.entries(document.paths)
      .filter(([path]) => belongsTo(name, path))
      .sort(([a], [b]) => a.localeCompare(b)),
  );
  const operations = operationsOf(document);
  const events = operations.flatMap(({ operation, method, path }) => completeOperation(operation, method, path));
  const webhooks = webhooksOf(events);
  if (events.length > 0) Object.assign(document, { webhooks });
  const components = (document.components ??= {});
  components.securitySchemes = name === CONSOLE_API ? { [SESSION_SCHEME]: SESSION } : { [KEY_SCHEME]: KEY };
  const schemas: Record<string, unknown> = { ...components.schemas, Error: { ...ERROR_SCHEMA } };
  components.schemas = onlyReferenced({ paths: document.paths, webhooks }, schemas) as typeof components.schemas;
  for (const { operation } of operations) addExamples(operation, schemas);
  for (const [name, schema] of Object.entries(components.schemas ?? {}))
    Object.assign(schema, { examples: [exampleOf({ $ref: name }, schemas)] });
  const usedTags = [
    ...operations.flatMap(({ operation }) => operation.tags ?? []),
    ...(events.length > 0 ? ['Webhooks'] : []),
  ];
  document.tags = tagsOf(new Set(usedTags));
  document.paths = inOrderOfTags(document.paths);
  return document;
}

const CONSOLE_PATH = '/console/';

function belongsTo(name: DocumentName, path: string): boolean {
  if (name === CONSOLE_API || path.startsWith(CONSOLE_PATH))
    return name === CONSOLE_API && path.startsWith(CONSOLE_PATH);
  return path.startsWith(`/v${name}/`) || !/^\/v\d+\//.test(path);
}

/** The paths in the order of the API reference, for readers that list them as they are. */
function inOrderOfTags(paths: OpenAPIObject['paths']): OpenAPIObject['paths'] {
  const place = (item: (typeof paths)[string]): number =>
    Math.min(...METHODS.flatMap((method) => (item[method]?.tags ?? []).map(placeOf)));
  return Object.fromEntries(Object.entries(paths).sort(([, a], [, b]) => place(a) - place(b)));
}

const KEY = {
  type: 'apiKey',
  in: 'header',
  name: 'X-API-Key',
  description: 'A key of the account; it begins with `hrev_`.',
} as const;

interface Route {
  readonly operation: Operation;
  readonly method: string;
  readonly path: string;
}

const operationsOf = ({ paths }: OpenAPIObject): readonly Route[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method] as unknown as Operation | undefined;
      return operation ? [{ operation, method: method.toUpperCase(), path }] : [];
    }),
  );

/** Adds an example to each request and response without one, in place. */
function addExamples({ requestBody, responses }: Operation, schemas: Schemas): void {
  const contents = [
    requestBody?.content,
    ...Object.values(responses).map(({ content }) => content as Contents | undefined),
  ];
  for (const content of contents.flatMap((content) => content?.[JSON_TYPE] ?? []))
    if (content.example === undefined && content.examples === undefined)
      content.example = exampleOf(content.schema, schemas);
}

/** Completes an operation in place. Returns the events that it sends. */
function completeOperation(operation: Operation, method: string, path: string): readonly DocumentedEvent[] {
  const endpoint = takeEndpoint(operation, method, path);
  operation.operationId = endpoint.name ?? operationName(method, path);
  operation.security = securityOf(endpoint);
  if (endpoint.access === 'session') operation.tags = [CONSOLE_ONLY];
  const parameters = operation.parameters ?? [];
  const codes = possibleErrors(endpoint, {
    canFailValidation: parameters.length > 0 || operation.requestBody !== undefined || canRejectBody(endpoint, method),
    hasPathId: parameters.some((parameter) => parameter.in === 'path'),
    method,
  });
  const success = Object.values(operation.responses);
  addHeaders(success, endpoint);
  addTags(operation, success, endpoint);
  if (endpoint.idempotent) (operation.parameters ??= []).push(IDEMPOTENCY_KEY);
  Object.assign(operation.responses, errorResponses(codes, endpoint));
  if (endpoint.ranges) addRanges(operation);
  addPathIds(operation, path);
  if (endpoint.isOfConsole) addConsoleHeaders(operation, method, endpoint.session);
  return endpoint.sends;
}

/** Removes the extensions of an operation, and returns what they say. */
function takeEndpoint(operation: Operation, method: string, path: string): DocumentedEndpoint {
  const declared = operation[ENDPOINT_EXTENSION] as DocumentedEndpoint | undefined;
  if (declared === undefined) throw new Error(`${method} ${path} is not declared with Endpoint`);
  const session = (operation[SESSION_EXTENSION] as DocumentedSession | undefined) ?? null;
  delete operation[ENDPOINT_EXTENSION];
  delete operation[SESSION_EXTENSION];
  return { ...declared, session, isOfConsole: path.startsWith(CONSOLE_PATH) };
}

function securityOf({ access, session }: DocumentedEndpoint): Record<string, string[]>[] {
  if (session !== null) return [{ [SESSION_SCHEME]: [] }];
  return access === 'public' ? [] : [{ [KEY_SCHEME]: [] }];
}

/** Documents path ids that no handler reads: the guard rejects these requests before the handler runs. */
function addPathIds(operation: Operation, path: string): void {
  const parameters = (operation.parameters ??= []);
  for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
    if (parameters.some((parameter) => parameter.in === 'path' && parameter.name === name)) continue;
    parameters.unshift({ ...PATH_ID, name });
  }
}

const PATH_ID = {
  in: 'path',
  required: true,
  description: 'Id, a whole number from 1 to 2^53-1.',
  schema: { type: 'integer', format: 'int64', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
  example: 1,
};

/** Whether the endpoint can respond with 422 because of the body. An endpoint that requires a session rejects the request before it reads the body. */
const canRejectBody = ({ access }: DocumentedEndpoint, method: string): boolean =>
  hasDefinedBody(method) && access !== 'session';

function addTags(
  operation: Operation,
  success: readonly Record<string, unknown>[],
  { etag, stateTag }: DocumentedEndpoint,
): void {
  if (etag) addEntityTag(operation, success);
  if (stateTag !== undefined) addStateTag(operation, success, stateTag === 'checked');
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
    description: 'An `ETag` of an earlier response.',
    schema: { type: 'string' },
  } as { name: string; in: string });
}

function addStateTag(operation: Operation, success: readonly Record<string, unknown>[], isChecked: boolean): void {
  const tag = { ETag: header('Changes with the state.', { type: 'string' }) };
  for (const response of success) response['headers'] = { ...(response['headers'] as object), ...tag };
  if (isChecked) (operation.parameters ??= []).push(IF_MATCH);
}

const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'An `ETag` of an earlier response: if the state has changed since, the request is `conflict`.',
  schema: { type: 'string' },
};

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A request that is repeated with the same key within 24 hours gets the first response.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
};

/** The schemas that the roots refer to, directly or indirectly. */
function onlyReferenced(roots: object, schemas: Record<string, unknown>): Record<string, unknown> {
  const referenced: Record<string, unknown> = {};
  const visit = (part: unknown): void => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (name === undefined || name in referenced || !(name in schemas)) continue;
      referenced[name] = schemas[name];
      visit(schemas[name]);
    }
  };
  visit(roots);
  return Object.fromEntries(Object.entries(referenced).sort(([a], [b]) => a.localeCompare(b)));
}
