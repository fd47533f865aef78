import { applyDecorators, HttpCode, SetMetadata, UseInterceptors, type Type } from '@nestjs/common';
import type { ErrorCode } from '@libs/kernel';
import { ApiExtension, ApiExtraModels, ApiOperation, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { checkDeprecation, describeDeprecation, type Deprecation } from './deprecation';
import { EntityTagInterceptor } from './entity-tag.interceptor';
import { IdempotencyInterceptor } from './idempotency.interceptor';
import type { DocumentedSession } from './session-needs';

/**
 * The key that an endpoint requires: none (`public`), any key (`read`), any but `read_only` (`propose`), scope `full` or `master`
 * (`write`), scope `master` (`master`), or a session of the account console (`session`: every key gets 403 `session_required`). A session counts as the key
 * of the person's role: viewer `read_only`, member and owner `full`, an operator on `master` endpoints `master`.
 */
export type Access = 'public' | 'read' | 'propose' | 'write' | 'master' | 'session';

/** A request that the service sends to subscribers, for OpenAPI's `webhooks`. */
/** A header of a delivery. */
export interface SentHeader {
  readonly type: 'string' | 'integer';
  readonly description: string;
  /** Not every delivery has it. */
  readonly isOptional?: boolean;
}

export interface SentEvent {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly headers: Readonly<Record<string, SentHeader>>;
  /** Class of the body. */
  readonly body: Type<object>;
  readonly example: unknown;
}

export interface EndpointOptions {
  /** The operation's id; default: `operationName` derives it from method and path. */
  readonly name?: string;
  readonly summary: string;
  readonly description?: string;
  /** Status of a successful response, by default 200. 204 has no body. */
  readonly status?: number;
  /** Class of the body. */
  readonly response?: Type<object>;
  /** Class of an item of `{data: [...]}`. */
  readonly list?: Type<object>;
  /** Class of an item of a page. */
  readonly page?: Type<object>;
  /** Types of a body that is not JSON. */
  readonly media?: readonly string[];
  /** The body is a file, parts of which can be requested: a `Range` gets 206. The handler does that; this documents it. */
  readonly ranges?: boolean;
  readonly access: Access;
  /**
   * Only a key opens it, in `X-API-Key` or as a bearer token in `Authorization`; sessions are ignored. For clients that are no browsers,
   * and a page that was opened in one cannot use its session.
   */
  readonly credentials?: 'key';
  /** The body is a JSON object or list that the handler reads itself from `request.body`, within the limits of every body. */
  readonly readsBody?: 'json';
  /** The least role of a session; default: `owner` for `session`, otherwise the role that follows from `access`. */
  readonly leastRole?: 'viewer' | 'member' | 'owner';
  /**
   * A session needs a proof of the person in the last ten minutes, otherwise 403 `proof_required`. Keys need none. Writes with the
   * access `master` need one without this option (`proofNeeded`).
   */
  readonly needsProof?: true;
  /** Why sessions need no proof for a write with the access `master`. `test/architecture/proofs.spec.ts` lists these routes. */
  readonly withoutProof?: string;
  /** Errors that are specific to this endpoint. Errors of access, input and server are added (`possibleErrors`). */
  readonly errors?: readonly ErrorCode[];
  /** Honours `Idempotency-Key`. The handler returns its body, does not use `@Res()`, and sends no requests. */
  readonly idempotent?: boolean;
  /** Sends `ETag` and honours `If-None-Match`. The handler returns its body. */
  readonly etag?: boolean;
  /**
   * The response has an `ETag` for the state that the endpoint reads or writes. `checked`: the endpoint honors `If-Match`, and throws
   * `conflict` for another state. The handler does both; this documents them.
   */
  readonly stateTag?: 'sent' | 'checked';
  /** It is superseded (contract §9.1). Its responses say so in headers, and OpenAPI does. */
  readonly deprecation?: Deprecation;
  /** Suspended accounts may use it too. */
  readonly evenWhenSuspended?: boolean;
  /** Events that webhooks receive as a result of this request. */
  readonly sends?: readonly SentEvent[];
}

const ENDPOINT_METADATA = 'hrev:endpoint';
/** Extension with the options in the generated OpenAPI document; `completeDocument` removes it. */
export const ENDPOINT_EXTENSION = 'x-hrev-endpoint';

/** Declares the contract of a route: status, access, documentation, and the interceptors that it needs. */
export function Endpoint(options: EndpointOptions): MethodDecorator {
  const status = options.status ?? 200;
  if (options.deprecation !== undefined) checkDeprecation(options.deprecation);
  const description = descriptionOf(options);
  const decorators: MethodDecorator[] = [
    SetMetadata(ENDPOINT_METADATA, options),
    HttpCode(status),
    ApiOperation({
      summary: options.summary,
      ...(description === '' ? {} : { description }),
      ...(options.deprecation === undefined ? {} : { deprecated: true }),
    }),
    ApiExtension(ENDPOINT_EXTENSION, documented(options)),
    ...success(options, status),
    ...(options.ranges === true ? [partOf(options.media ?? [])] : []),
    ...(options.sends ?? []).map(({ body }) => ApiExtraModels(body)),
  ];
  if (options.idempotent) decorators.push(UseInterceptors(IdempotencyInterceptor));
  if (options.etag) decorators.push(UseInterceptors(EntityTagInterceptor));
  return applyDecorators(...decorators);
}

function descriptionOf({ description, deprecation }: EndpointOptions): string {
  const parts = [deprecation === undefined ? undefined : describeDeprecation(deprecation), description];
  return parts.filter((part) => part !== undefined).join('\n\n');
}

/** The options of a handler; undefined if it is not an endpoint. */
export function endpointOf(handler: object): EndpointOptions | undefined {
  return Reflect.getMetadata(ENDPOINT_METADATA, handler) as EndpointOptions | undefined;
}

const READING_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Whether a session needs a fresh proof for a request: on routes that say so, and for every write with the access `master`, unless the
 * route gives a reason for the opposite. `method` is in upper case.
 */
export function proofNeeded(
  { access, needsProof, withoutProof }: Pick<EndpointOptions, 'access' | 'needsProof' | 'withoutProof'>,
  method: string,
): boolean {
  if (needsProof === true) return true;
  return access === 'master' && withoutProof === undefined && !READING_METHODS.includes(method);
}

/** The options that the OpenAPI document needs, as plain data, and the session that a route of the console's own API needs. */
export interface DocumentedEndpoint extends Omit<EndpointOptions, 'response' | 'list' | 'page' | 'sends'> {
  /** Null for routes outside of the console's own API, and for those that need none. */
  readonly session: DocumentedSession | null;
  /** Whether the route is part of the console's own API. */
  readonly isOfConsole: boolean;
  readonly sends: readonly DocumentedEvent[];
}

/** A `SentEvent` with a reference to the schema of its body. */
export interface DocumentedEvent extends Omit<SentEvent, 'body'> {
  readonly schema: { readonly $ref: string };
}

function documented(options: EndpointOptions): Omit<DocumentedEndpoint, 'session' | 'isOfConsole'> {
  const { response: _response, list: _list, page: _page, sends = [], ...plain } = options;
  return { ...plain, sends: sends.map(({ body, ...event }) => ({ ...event, schema: { $ref: getSchemaPath(body) } })) };
}

function success(options: EndpointOptions, status: number): MethodDecorator[] {
  if (options.media !== undefined)
    return [ApiResponse({ status, description: 'Done.', content: contentOf(options.media) })];
  const model = options.response ?? options.list ?? options.page;
  if (model === undefined) return [ApiResponse({ status, description: 'Done; no body.' })];
  const schema = options.response ? { $ref: getSchemaPath(model) } : envelope(model, options.page !== undefined);
  return [ApiExtraModels(model), ApiResponse({ status, description: 'Done.', schema })];
}

const partOf = (types: readonly string[]): MethodDecorator =>
  ApiResponse({ status: 206, description: 'The requested part.', content: contentOf(types) });

const contentOf = (types: readonly string[]) =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' as const } }]));

function envelope(model: Type<object>, paged: boolean): Record<string, unknown> {
  const data = { type: 'array', items: { $ref: getSchemaPath(model) } };
  if (!paged) return { type: 'object', required: ['data'], properties: { data } };
  const count = { type: 'integer', format: 'int64', minimum: 0 };
  return {
    type: 'object',
    required: ['data', 'total', 'limit', 'offset', 'has_next'],
    properties: { data, total: count, limit: count, offset: count, has_next: { type: 'boolean' } },
  };
}
